package io.hopwright.models.tnw;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.random.Draws;
import io.hopwright.core.state.FromConfiguration;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.link.GoBackN;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.PortCounts;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wiring;
import java.util.Arrays;

/**
 * Ends of the links of a partition: six outputs and six receivers per node. End {@code 6·node +
 * port} is both the output and the receiver of a port.
 *
 * <p>A packet has five words: twice its number on its channel, plus 1 while it is damaged on a
 * link; the generation time of its message; the tick at which it took its slot; its value at issue;
 * the tick at which it joined the FIFO of its output. Packets of jobs have more. A packet on a link
 * is a copy; its sender keeps the original.
 *
 * <p>Confined to its partition. Source: Pivanti et al. 2010, section 2.2.
 */
final class LinkModules implements Wiring.Ends {
  /** Words of a packet. */
  static final int WORDS = 5;

  static final int PORTS = 6;
  static final int VCS = 8;

  /** Channels of a node: pairs of a port and a VC. */
  static final int CHANNELS = PORTS * VCS;

  /** Column of the packets that an end accepts. */
  static final int ACCEPTED = 0;

  /** Column of the ticks in which an end is busy; 0 unless links are counted separately. */
  static final int BUSY = 1;

  /** First bit of the end in the place of a packet. */
  static final int VC_BITS = 3;

  private static final int VALUE = 3;
  private static final int JOINED = 4;
  private static final int NO_LINK = Integer.MIN_VALUE;
  private static final int VC_MASK = VCS - 1;

  private final TnwLinks links;
  private final TnwLinks.Fifos fifos;

  /** Threshold of damaged packets, 0 if there are none. */
  private final long damaged;

  private final int[] nodes;
  private final TimingWheel wheel;
  private final PacketPool pool;
  private final Measures<Totals> measures;
  private final PortCounts counts;

  /** Columns of the counts that results have. */
  @FromConfiguration private final int wanted;

  /** Whether a table or map distinguishes links. */
  @FromConfiguration private final boolean apart;

  private final GoBackN protocol;
  private final Draws errors;

  /** Ticks from the start of a packet until its slot is free. */
  private final int slotTicks;

  private final int[] farEnds;
  private final long[] idleAt;
  private final long[] transmissions;
  private final int[] fifoHeads;
  private final int[] fifoTails;
  private final int[] slots;
  private final int[] kept;
  private final int[] charges;
  private final int[] verdicts;
  private final int[] acksDue;
  private final boolean[] nackDue;
  private final int[] spaceDue;
  private final int[] feedbackDue;
  private final int[] receivedHeads;
  private final int[] receivedTails;

  /** Channels of each node whose receive FIFO holds a packet, one bit each. */
  private final long[] received;

  private Wiring wiring;

  /**
   * Creates ends over which nothing has been sent.
   *
   * @param nodes of the partition
   */
  LinkModules(
      TnwSettings settings,
      int[] nodes,
      TimingWheel wheel,
      PacketPool pool,
      Measures<Totals> measures) {
    links = settings.links();
    fifos = settings.fifos();
    damaged = links.damaged();
    this.nodes = nodes;
    final TnwHost host = settings.host();
    slotTicks = host.way() == TnwHost.Way.NGET ? 1 : host.crossTicks();
    this.wheel = wheel;
    this.pool = pool;
    this.measures = measures;
    counts = new PortCounts(PORTS, BUSY + 1, nodes);
    wanted = settings.columns();
    apart = wanted > BUSY;
    final int ends = nodes.length * PORTS;
    protocol = new GoBackN(ends, links.windowPackets(), links.resend() == TnwLinks.Resend.DRAIN);
    errors = Purpose.ERROR.draws(settings.run().seed());
    farEnds = new int[ends];
    Arrays.fill(farEnds, NO_LINK);
    idleAt = new long[ends];
    transmissions = new long[ends];
    fifoHeads = new int[ends];
    fifoTails = new int[ends];
    slots = new int[ends];
    Arrays.fill(slots, fifos.injectPackets());
    kept = new int[ends * links.windowPackets()];
    charges = new int[ends * VCS];
    verdicts = new int[ends];
    acksDue = new int[ends];
    nackDue = new boolean[ends];
    spaceDue = new int[ends * VCS];
    feedbackDue = new int[ends];
    receivedHeads = new int[ends * VCS];
    receivedTails = new int[ends * VCS];
    received = new long[nodes.length];
  }

  /** Returns the columns of the counts that results have. */
  PortCounts counted() {
    return apart ? counts : counts.first(wanted);
  }

  /** Connects packets and signals with wires. */
  void connect(Wiring wires) {
    wiring = wires;
  }

  @Override
  public int number(int router, int port) {
    return router * PORTS + port;
  }

  @Override
  public void put(int router, int port, int end) {
    farEnds[number(router, port)] = end;
  }

  /**
   * Returns a packet that has taken a slot of an output, or needs none.
   *
   * @param value to be known by at the far end
   */
  int packet(int output, int vc, long number, long birth, long value, long tick) {
    final int packet = pool.add(number << 1, birth, output << VC_BITS | vc);
    pool.setThird(packet, tick);
    pool.setWord(packet, VALUE, value);
    measures.inject(TnwLinks.PACKET_BYTES, 1, tick);
    return packet;
  }

  /** Returns the number of a packet on its channel. */
  long number(int packet) {
    return pool.first(packet) >>> 1;
  }

  long birth(int packet) {
    return pool.second(packet);
  }

  /** Returns the tick at which a packet took its slot. */
  long slotTick(int packet) {
    return pool.third(packet);
  }

  /** Returns what a packet was issued with. */
  long value(int packet) {
    return pool.word(packet, VALUE);
  }

  /** Changes the value of a packet at its present end. */
  void setValue(int packet, long value) {
    pool.setWord(packet, VALUE, value);
  }

  /** Returns the channel of a packet, {@code 8·end + VC}. */
  int channel(int packet) {
    return pool.place(packet);
  }

  void remove(int packet) {
    pool.remove(packet);
  }

  /** Returns the number of free slots of an output. */
  int slots(int output) {
    return slots[output];
  }

  /** Takes slots. */
  void takeSlots(int output, int count) {
    slots[output] -= count;
  }

  /** Phase 1: frees a slot. */
  void freeSlot(int output) {
    slots[output]++;
  }

  /** Phase 1: adds a complete packet to the FIFO of its output. */
  void join(int packet, long tick) {
    final int output = pool.place(packet) >>> VC_BITS;
    pool.setWord(packet, JOINED, tick);
    if (fifoHeads[output] == PacketPool.NONE) {
      fifoHeads[output] = packet;
    } else {
      pool.putBehind(fifoTails[output], packet);
    }
    fifoTails[output] = packet;
    measures.queue(1);
    wake(output / PORTS, tick + links.injectTicks());
  }

  private void wake(int node, long tick) {
    TnwEvents.scheduleHere(wheel, tick, TnwEvents.WAKE, node);
  }

  /** Phase 1: takes the result of a packet's checksum. */
  int verdict(int packet) {
    final int receiver = pool.place(packet) >>> VC_BITS;
    verdicts[receiver] = packet;
    return receiver / PORTS;
  }

  /** Phase 1: makes a symbol take effect. */
  void signal(int event) {
    final int end = TnwEvents.end(event);
    switch (TnwEvents.type(event)) {
      case TnwEvents.ACK -> {
        pool.remove(kept[end * links.windowPackets() + protocol.firstPlace(end)]);
        protocol.acknowledge(end);
      }
      case TnwEvents.NACK -> protocol.damaged(end);
      case TnwEvents.SPACE -> charges[end * VCS + TnwEvents.vc(event)]--;
      default -> protocol.takeIn(end);
    }
  }

  /** Phase 1: adds a packet to its receive FIFO. */
  int receive(int packet) {
    final int channel = pool.place(packet);
    final int node = channel / CHANNELS;
    if (receivedHeads[channel] == PacketPool.NONE) {
      receivedHeads[channel] = packet;
      received[node] |= 1L << channel % CHANNELS;
    } else {
      pool.putBehind(receivedTails[channel], packet);
    }
    receivedTails[channel] = packet;
    measures.queue(1);
    return node;
  }

  /** Returns the channels of a node, a bit each, in whose receive FIFOs there are packets. */
  long received(int node) {
    return received[node];
  }

  /** Takes the first packet out of a receive FIFO. */
  int take(int channel) {
    final int packet = receivedHeads[channel];
    measures.queue(-1);
    receivedHeads[channel] =
        packet == receivedTails[channel] ? PacketPool.NONE : pool.behind(packet);
    if (receivedHeads[channel] == PacketPool.NONE) {
      received[channel / CHANNELS] &= ~(1L << channel % CHANNELS);
    }
    return packet;
  }

  /** Reports to the sender of a channel that there is space for one more packet. */
  void space(int channel) {
    spaceDue[channel]++;
    feedbackDue[channel >>> VC_BITS]++;
  }

  /** Phase 2: lets the receivers of a node process arrivals. */
  void judge(int node, long tick) {
    for (int receiver = node * PORTS; receiver < (node + 1) * PORTS; receiver++) {
      final int packet = verdicts[receiver];
      if (packet != PacketPool.NONE) {
        verdicts[receiver] = PacketPool.NONE;
        judge(receiver, packet, tick);
      }
    }
  }

  private void judge(int receiver, int packet, long tick) {
    final boolean damaged = (pool.first(packet) & 1) != 0;
    if (damaged) {
      measures.totals().count(TnwCounter.DAMAGED, 1);
    }
    if (protocol.discards(receiver)) {
      measures.totals().count(TnwCounter.DISCARDED, 1);
      pool.remove(packet);
    } else if (damaged) {
      pool.remove(packet);
      protocol.discard(receiver);
      nackDue[receiver] = true;
      feedbackDue[receiver]++;
    } else {
      measures.totals().count(TnwCounter.ACCEPTED, 1);
      if (measures.measures(tick)) {
        counts.addTo(receiver, ACCEPTED, 1);
      }
      acksDue[receiver]++;
      feedbackDue[receiver]++;
      TnwEvents.schedule(wheel, tick + links.acceptTicks(), TnwEvents.RECEIVED, packet);
    }
  }

  /** Returns whether an output may start something in a tick; sends feedback if so. */
  boolean isIdle(int output, long tick) {
    if (idleAt[output] > tick || farEnds[output] == NO_LINK) {
      return false;
    }
    if (feedbackDue[output] > 0) {
      sendFeedback(output, tick + links.feedbackTicks());
    }
    return true;
  }

  private void sendFeedback(int end, long tick) {
    final int far = farEnds[end];
    for (; acksDue[end] > 0; acksDue[end]--) {
      wiring.sendSignal(far, TnwEvents.ACK, tick);
    }
    if (nackDue[end]) {
      wiring.sendSignal(far, TnwEvents.NACK, tick);
      nackDue[end] = false;
    }
    for (int vc = 0; vc < VCS; vc++) {
      for (; spaceDue[end * VCS + vc] > 0; spaceDue[end * VCS + vc]--) {
        wiring.sendSignal(far, TnwEvents.space(vc), tick);
      }
    }
    feedbackDue[end] = 0;
  }

  /**
   * Starts what an idle output has to send before new packets.
   *
   * @return whether new packets may follow
   */
  boolean repeats(int output, long tick) {
    protocol.settle(output);
    if (protocol.restartIsDue(output)) {
      protocol.restart(output);
      wiring.sendSignal(farEnds[output], TnwEvents.RESTART, tick + links.restartEffectTicks());
      measures.totals().count(TnwCounter.RESTARTS, 1);
      keepBusy(output, TnwLinks.RESTART_TICKS, tick);
      return false;
    }
    if (protocol.resends(output)) {
      measures.totals().count(TnwCounter.RETRANSMISSIONS, 1);
      transmit(output, kept[output * links.windowPackets() + protocol.resend(output)], tick);
      return false;
    }
    return protocol.takesNew(output);
  }

  /** Returns the next packet that may start on an output, or none. */
  int head(int output, long tick) {
    final int packet = fifoHeads[output];
    return packet != PacketPool.NONE
            && pool.word(packet, JOINED) + links.injectTicks() <= tick
            && hasSpace(output, vc(packet))
        ? packet
        : PacketPool.NONE;
  }

  /** Returns the VC of an output's first packet if there is no space for it, −1 if not. */
  int heldUp(int output) {
    final int packet = fifoHeads[output];
    return packet == PacketPool.NONE || hasSpace(output, vc(packet)) ? -1 : vc(packet);
  }

  private int vc(int packet) {
    return pool.place(packet) & VC_MASK;
  }

  /** Returns whether there is space for a packet at the far end. */
  boolean hasSpace(int output, int vc) {
    return charges[output * VCS + vc] < fifos.receivePackets();
  }

  /** Starts the head of an output's FIFO. */
  void startHead(int output, long tick) {
    final int packet = fifoHeads[output];
    measures.queue(-1);
    fifoHeads[output] = packet == fifoTails[output] ? PacketPool.NONE : pool.behind(packet);
    TnwEvents.scheduleHere(wheel, tick + slotTicks, TnwEvents.SLOT, output);
    start(output, packet, tick);
  }

  /** Starts a packet for the first time. */
  void start(int output, int packet, long tick) {
    charges[output * VCS + vc(packet)]++;
    kept[output * links.windowPackets() + protocol.sendNew(output)] = packet;
    transmit(output, packet, tick);
  }

  private void transmit(int output, int packet, long tick) {
    final long transmission = transmissions[output]++;
    final long component = (long) nodes[output / PORTS] * PORTS + output % PORTS;
    final int copy = pool.copy(packet);
    if (damaged > 0 && Draws.chance(errors.draw(component, transmission, 0), damaged)) {
      pool.setFirst(copy, pool.first(copy) | 1);
    }
    final int vc = vc(packet);
    wiring.sendPacket(farEnds[output], vc, copy, tick + links.checkTicks());
    final int axis = output % PORTS >>> 1;
    final Totals totals = measures.totals();
    totals.count(Totals.HOPS, 1);
    totals.count(TnwCounter.TRANSMISSIONS, 1);
    totals.count(TnwCounter.packets(axis), 1);
    keepBusy(output, TnwLinks.PACKET_TICKS, tick);
  }

  private void keepBusy(int output, int ticks, long tick) {
    measures.pass(TnwCounter.busy(output % PORTS >>> 1), ticks, tick);
    if (apart && measures.measures(tick)) {
      counts.addTo(output, BUSY, ticks);
    }
    idleAt[output] = tick + ticks;
    wake(output / PORTS, tick + ticks);
  }

  /** Returns whether nothing is unacknowledged, in progress, charged or due. */
  boolean atRest() {
    return protocol.atRest()
        && pool.present() == 0
        && isZero(charges)
        && isZero(feedbackDue)
        && Arrays.stream(slots).allMatch(free -> free == fifos.injectPackets());
  }

  private static boolean isZero(int... counts) {
    return Arrays.stream(counts).allMatch(count -> count == 0);
  }
}
