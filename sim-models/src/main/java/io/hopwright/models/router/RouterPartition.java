package io.hopwright.models.router;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.random.Draws;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.Window;
import io.hopwright.models.topology.BoxPlan;
import io.hopwright.models.topology.Torus;
import java.util.Arrays;

/**
 * The routers, links and injection FIFOs of one partition of a torus.
 *
 * <p>Each tick has two phases. Phase 1 applies the tick's events in whatever order they come: it sets
 * bits and adds tokens, nothing else, and notes which routers were touched. Phase 2 goes once through
 * the touched routers ({@link #evaluate}): departures, arrivals, token-acks, then the three phases of
 * arbitration. It reads and writes that router only, except for the slot of the next router's FIFO
 * that the token just taken has reserved, and schedules only for later ticks. So no result depends on
 * the order of events or routers, and a router that is touched for nothing does nothing.
 *
 * <p>A router whose state did not change since its last evaluation would decide nothing new, and is
 * left alone: it is touched again by the event that changes something. The exceptions are a refused
 * request (it looks again in the next tick) and a link that became idle without an event of its own
 * (an output that somebody waits for gets a wake-up).
 *
 * <p>Layout: one run of {@code long}s per node for what nearly every event needs ({@link #HOT} words:
 * two cache lines), the others in arrays of their own with a fixed stride per node. Memory about 1.7
 * KB per node with full-size packets, nothing is allocated after start-up but by growing event
 * queues. Confined to its partition.
 */
public final class RouterPartition implements Partition, Measures.Sampled {
  /** Words per node in {@link #hot}. */
  private static final int HOT = 16;

  /** Waiting heads that an output brings nearer, as a set of inputs; one word per output. */
  private static final int WANTS = 0;

  /** Waiting heads that are at their destination. */
  private static final int ARRIVED_HOME = 6;

  /** Marked in phase 1: inputs with a new header, or a head that is ready now. */
  private static final int HEADERS = 7;

  /** Tokens of an output's VCs, as {@link Lanes}; one word per output. */
  private static final int TOKENS = 8;

  /** Marked in phase 1: inputs whose first packet's tail has left. */
  private static final int TAILS = 14;

  /** Small fields: transfer busses in use (3 bits per receiver), and the sets of bits below. */
  private static final int SMALL = 15;

  private static final int BUS_BITS = 3;
  private static final int BUS_MASK = 7;
  private static final int RECEPTION_BUSY = 24;
  private static final int HIGH_RECEPTION_BUSY = 30;
  private static final int WAKE_SCHEDULED = 36;
  private static final int ACKS_QUEUED = 42;

  /** Words per node in {@link #busy}: end of the current transmission of each output. */
  private static final int BUSY = 8;

  /** In {@link #busy}: marks like {@link #HEADERS} for heads ready after a delay. */
  private static final int READY = 6;

  /** In {@link #busy}: inputs whose head is to request on the bypass once it is ready. */
  private static final int BYPASSING = 7;

  private static final int ALL_PORTS = (1 << Torus.PORTS) - 1;
  private static final int INPUTS_PER_PORT = 8;
  private static final int FIRST_INJECTION = EventWord.INJECTION_PORT * INPUTS_PER_PORT;
  private static final long INJECTION_INPUTS = 0xFFL << FIRST_INJECTION;
  private static final long RECEIVER_INPUTS = (1L << FIRST_INJECTION) - 1;
  private static final int HIGH_PRIORITY_FIFOS = 0xC0;

  /** Answers of {@link #request} besides an output VC. */
  private static final int TO_RECEPTION = EventWord.INJECTION_PORT * INPUTS_PER_PORT;

  private static final int NOTHING = -1;

  private final RouterDesign design;
  private final Torus torus;
  private final PacketWords packets;
  private final Sources sources;
  private final Measures measures;
  private final TimingWheel wheel;

  private final int vcs;
  private final int escapeVc;
  private final int highVc;
  private final int fifosPerNode;
  private final int dynamicVcSet;
  private final long highPriorityInputs;
  private final long onePacketAddend;
  private final long twoPacketsAddend;
  private final int paths;
  private final int hopTicks;
  private final int trailerTicks;
  private final int ackTicks;
  private final int creditTicks;
  private final int arbitrationTicks;
  private final int vcEntryTicks;
  private final int regrantTicks;
  private final boolean delayedRequests;
  private final boolean bypass;
  private final Selection selection;
  private final Draws selectionTies;
  private final Arbiter receivers;
  private final Arbiter senders;
  private final Draws networkCycles;
  private final long networkThreshold;

  private final int nodes;
  private final int[] globalIds;
  private final int existingPorts;

  /** Per node and port: local number of the neighbour, or {@code −1 − index} into the two below. */
  private final int[] links;

  private final int[] remoteNode;
  private final int[] remoteBatch;

  private final long[] hot;
  private final long[] busy;

  /** {@link FifoWord}s: per node the VCs of receivers 0…5, then the injection FIFOs. */
  private final long[] fifos;

  /** {@link PacketWords} of the receivers' FIFOs, two per slot. */
  private final long[] slots;

  private final int slotsPerNode;
  private final int slotsPerReceiver;
  private final int[] slotBase;
  private final int[] slotCount;

  /** Next slot to fill at the far end, per node and output VC; owned by the sender. */
  private final byte[] nextSlot;

  /** Ring of queued token-acks per node and port: {@code charge·8 + vc}. */
  private final byte[] acks;

  private final int ackRing;
  private final short[] ackHead;
  private final short[] ackCount;

  private final long[] touched;

  /** Scratch of one evaluation: the output VC a request asks for, by input; requests by output. */
  private final int[] choice = new int[Long.SIZE];

  private final long[] requests = new long[Torus.PORTS];

  private EventBatch[] outgoing;
  private long windowStart;
  private long tokensOut;

  /**
   * Builds one partition with empty buffers and all tokens home.
   *
   * @param plan tells which nodes are in it
   * @param index of the partition
   * @param workload what its nodes send
   * @param books what it counts
   */
  public RouterPartition(
      RouterDesign design, Torus torus, BoxPlan plan, int index, Workload workload, Books books) {
    this.design = design;
    this.torus = torus;
    globalIds = plan.nodesOf(index);
    nodes = globalIds.length;
    if (nodes > EventWord.MAX_NODES) {
      throw new IllegalArgumentException(
          "partition of " + nodes + " nodes, at most " + EventWord.MAX_NODES + " fit");
    }
    packets = new PacketWords(torus);
    vcs = design.vcs();
    escapeVc = design.escapeVc();
    highVc = design.highPriorityVc();
    fifosPerNode = Torus.PORTS * vcs + workload.fifos();
    dynamicVcSet = (1 << design.dynamicVcs()) - 1;
    highPriorityInputs =
        0x010101010101L << highVc | (long) HIGH_PRIORITY_FIFOS << FIRST_INJECTION;
    onePacketAddend = Lanes.addend(RouterDesign.FULL_PACKET_CHUNKS);
    twoPacketsAddend = Lanes.addend(2 * RouterDesign.FULL_PACKET_CHUNKS);
    paths = design.paths();
    bypass = design.bypass();
    final RouterDesign.Timing timing = design.timing();
    hopTicks = timing.hopTicks();
    trailerTicks = timing.trailerTicks();
    ackTicks = timing.ackTicks();
    creditTicks = timing.flightTicks() + timing.ackTicks();
    arbitrationTicks = timing.arbitrationTicks();
    vcEntryTicks = timing.vcEntryTicks();
    regrantTicks = timing.regrantTicks();
    delayedRequests = arbitrationTicks > 0 || vcEntryTicks > 0;
    final RouterDesign.Policies policies = design.policies();
    selection = policies.selection();
    selectionTies = policies.selectionTies();
    receivers = policies.receivers();
    senders = policies.senders();
    networkCycles = policies.networkCycles();
    networkThreshold = policies.networkThreshold();

    links = new int[nodes * Torus.PORTS];
    final int[] others = plan.neighbours(index);
    final int[] remoteNodes = new int[links.length];
    final int[] remoteBatches = new int[links.length];
    int remotes = 0;
    int ports = 0;
    for (int node = 0; node < nodes; node++) {
      for (int port = 0; port < Torus.PORTS; port++) {
        final int neighbour = torus.neighbour(globalIds[node], port);
        final int owner = plan.partitionOf(neighbour);
        final int local = plan.localIndex(neighbour);
        if (owner == index) {
          links[node * Torus.PORTS + port] = local;
        } else {
          links[node * Torus.PORTS + port] = -1 - remotes;
          remoteNodes[remotes] = local;
          remoteBatches[remotes++] = Arrays.binarySearch(others, owner);
        }
        ports |= torus.hasLink(port) ? 1 << port : 0;
      }
    }
    existingPorts = ports;
    remoteNode = Arrays.copyOf(remoteNodes, remotes);
    remoteBatch = Arrays.copyOf(remoteBatches, remotes);

    slotBase = new int[vcs];
    slotCount = new int[vcs];
    int receiverSlots = 0;
    for (int vc = 0; vc < vcs; vc++) {
      slotBase[vc] = receiverSlots;
      slotCount[vc] = design.vcChunks(vc) / design.charge(vc, workload.smallestChunks());
      receiverSlots += slotCount[vc];
    }
    slotsPerReceiver = receiverSlots;
    slotsPerNode = Torus.PORTS * receiverSlots;
    ackRing = Integer.highestOneBit(2 * receiverSlots - 1);
    hot = new long[nodes * HOT];
    busy = new long[nodes * BUSY];
    fifos = new long[nodes * fifosPerNode];
    slots = new long[Math.multiplyExact(nodes * 2, slotsPerNode)];
    nextSlot = new byte[nodes * Torus.PORTS * vcs];
    acks = new byte[nodes * Torus.PORTS * ackRing];
    ackHead = new short[nodes * Torus.PORTS];
    ackCount = new short[nodes * Torus.PORTS];
    touched = new long[(nodes + Long.SIZE - 1) / Long.SIZE];
    final int longestTransmission =
        RouterDesign.FULL_PACKET_CHUNKS * RouterDesign.CHUNK_BYTES + trailerTicks + regrantTicks;
    wheel = new TimingWheel(longestTransmission + hopTicks + arbitrationTicks + vcEntryTicks);
    sources = new Sources(workload, packets, torus, globalIds);
    measures = new Measures(books, design, torus);
    fillTokens();
    Arrays.fill(fifos, FifoWord.EMPTY);
    startSources(books);
  }

  private void fillTokens() {
    long full = 0;
    for (int vc = 0; vc < vcs; vc++) {
      full += Lanes.delta(vc, design.vcChunks(vc));
    }
    for (int node = 0; node < nodes; node++) {
      Arrays.fill(hot, node * HOT + TOKENS, node * HOT + TOKENS + Torus.PORTS, full);
    }
  }

  private void startSources(Books books) {
    for (int node = 0; node < nodes; node++) {
      for (int fifo = 0; fifo < sources.fifos(); fifo++) {
        if (sources.first(node, fifo)) {
          scheduleInjection(node, fifo, -1, false);
        }
      }
    }
    measures.follow(sources.bornIn(books.measuredFrom(), books.measuredTo()));
  }

  @Override
  public long nextEffectTick() {
    return wheel.nextTick();
  }

  @Override
  public void accept(EventBatch batch) {
    final int size = batch.size();
    for (int at = 0; at < size; at++) {
      final long word = batch.word(at);
      final int event = CrossingWord.event(word);
      if (EventWord.type(event) == EventWord.HEADER) {
        final int slot =
            slotIndex(EventWord.node(event), EventWord.input(event), CrossingWord.slot(word));
        slots[slot] = batch.word(++at);
        slots[slot + 1] = batch.word(++at);
      }
      wheel.schedule(windowStart + CrossingWord.delay(word), event);
    }
  }

  @Override
  public void simulate(Window window, EventBatch[] batches) {
    windowStart = window.fromTick();
    outgoing = batches;
    for (long tick = wheel.nextTick(); tick < window.toTick(); tick = wheel.nextTick()) {
      measures.advance(tick, this);
      markEvents(tick);
      evaluateTouched(tick);
    }
  }

  @Override
  public void addProgress(Progress sum) {
    measures.addProgress(sum);
    sum.packetsOutstanding += sources.active() + tokensOut;
  }

  @Override
  public void finish(long stopTick) {
    measures.finish(stopTick, this, sources);
  }

  /** Returns what was measured. */
  public Measures measures() {
    return measures;
  }

  @Override
  public void sample(Totals totals) {
    for (int node = 0; node < nodes; node++) {
      for (int ports = existingPorts; ports != 0; ports &= ports - 1) {
        final int port = Integer.numberOfTrailingZeros(ports);
        final int available = Lanes.atLeast(hot[node * HOT + TOKENS + port], onePacketAddend);
        totals.count(Totals.SAMPLED_LINKS, 1);
        for (int vc = 0; vc < vcs; vc++) {
          final int charge = FifoWord.charge(fifos[fifoIndex(node, port << 3 | vc)]);
          final int free = design.vcChunks(vc) - charge;
          totals.countSample(
              vc, (available >>> vc & 1) == 0, free < RouterDesign.FULL_PACKET_CHUNKS);
        }
      }
    }
  }

  @Override
  public long describeWaiting(StringBuilder report) {
    long waiting = 0;
    for (int node = 0; node < nodes; node++) {
      long heads = hot[node * HOT + ARRIVED_HOME];
      for (int output = 0; output < Torus.PORTS; output++) {
        heads |= hot[node * HOT + WANTS + output];
      }
      for (long rest = heads; rest != 0; rest &= rest - 1) {
        waiting += describeHead(report, node, Long.numberOfTrailingZeros(rest));
      }
    }
    return waiting;
  }

  private long describeHead(StringBuilder report, int node, int input) {
    final long fifo = fifos[fifoIndex(node, input)];
    final boolean injecting = input >= FIRST_INJECTION;
    report.append("node ").append(globalIds[node]).append(": ");
    if (injecting) {
      report.append("injection FIFO ").append(input - FIRST_INJECTION);
    } else {
      report.append("receiver ").append(Torus.portName(input >>> 3));
      report.append(" VC ").append(input & 7);
    }
    report.append(" waits for");
    for (int rest = FifoWord.hints(fifo); rest != 0; rest &= rest - 1) {
      final int output = Integer.numberOfTrailingZeros(rest);
      report.append(' ').append(Torus.portName(output)).append(" (tokens");
      for (int vc = 0; vc < vcs; vc++) {
        report.append(' ').append(Lanes.get(hot[node * HOT + TOKENS + output], vc));
      }
      report.append(')');
    }
    report.append(FifoWord.hints(fifo) == 0 ? " its reception FIFO\n" : "\n");
    return injecting ? 1 : FifoWord.count(fifo);
  }

  // ---------------------------------------------------------------- phase 1

  private void markEvents(long tick) {
    final int count = wheel.take(tick);
    final int[] events = wheel.bucket();
    measures.countEvents(count);
    for (int i = 0; i < count; i++) {
      final int event = events[i];
      final int node = EventWord.node(event);
      final int input = EventWord.input(event);
      switch (EventWord.type(event)) {
        case EventWord.HEADER -> hot[node * HOT + HEADERS] |= 1L << input;
        case EventWord.READY -> busy[node * BUSY + READY] |= 1L << input;
        case EventWord.TAIL -> hot[node * HOT + TAILS] |= 1L << input;
        case EventWord.CREDIT -> {
          if (!credit(node, input, EventWord.amount(event), tick)) {
            continue;
          }
        }
        default -> {
          if (input < EventWord.RETRY) {
            hot[node * HOT + SMALL] &= ~(1L << (WAKE_SCHEDULED + (input >>> 3)));
          }
        }
      }
      touched[node >>> 6] |= 1L << node;
    }
  }

  /** Adds tokens; tells whether the router has to look: a busy output will be looked at anyway. */
  private boolean credit(int node, int outputVc, int amount, long tick) {
    final int output = outputVc >>> 3;
    hot[node * HOT + TOKENS + output] += Lanes.delta(outputVc & 7, amount);
    tokensOut -= amount;
    return hot[node * HOT + WANTS + output] != 0 && busy[node * BUSY + output] <= tick;
  }

  // ---------------------------------------------------------------- phase 2

  private void evaluateTouched(long tick) {
    for (int word = 0; word < touched.length; word++) {
      for (long bits = touched[word]; bits != 0; bits &= bits - 1) {
        evaluate((word << 6) + Long.numberOfTrailingZeros(bits), tick);
      }
      touched[word] = 0;
    }
  }

  private void evaluate(int node, long tick) {
    final int at = node * HOT;
    final long tails = hot[at + TAILS];
    if (tails != 0) {
      hot[at + TAILS] = 0;
      depart(node, tails, tick);
    }
    long bypassing = 0;
    final long headers = hot[at + HEADERS];
    if (headers != 0) {
      hot[at + HEADERS] = 0;
      bypassing = arrive(node, headers, tick);
    }
    if (delayedRequests) {
      bypassing |= becomeReady(node);
    }
    int idle = idleOutputs(node, tick);
    idle = sendAcks(node, idle, tick);
    final long wanting = wanting(node, idle);
    if (wanting != 0) {
      idle = arbitrate(node, idle, wanting, bypassing, tick);
    }
    if (vcEntryTicks > 0 && bypassing != 0) {
      enterVcs(node, bypassing, tick);
    }
    scheduleWakes(node, idle);
  }

  private void depart(int node, long tails, long tick) {
    for (long rest = tails; rest != 0; rest &= rest - 1) {
      final int input = Long.numberOfTrailingZeros(rest);
      final int at = fifoIndex(node, input);
      final int output = FifoWord.output(fifos[at]);
      if (regrantTicks == 0 && output < FifoWord.RECEPTION) {
        hot[node * HOT + SMALL] &= ~(1L << (WAKE_SCHEDULED + output));
      }
      if (input >= FIRST_INJECTION) {
        departInjection(node, input - FIRST_INJECTION, at, tick);
      } else {
        departVc(node, input, at, output, tick);
      }
    }
  }

  private void departVc(int node, int input, int at, int output, long tick) {
    final long fifo = fifos[at];
    final int receiver = input >>> 3;
    final int vc = input & 7;
    final int slot = slotIndex(node, input, FifoWord.head(fifo));
    final long first = slots[slot];
    if (output == FifoWord.RECEPTION) {
      final int busBit = vc == highVc ? HIGH_RECEPTION_BUSY : RECEPTION_BUSY;
      hot[node * HOT + SMALL] &= ~(1L << (busBit + receiver));
      assert sources.sentTo(node, first) : "packet astray at node " + globalIds[node];
      measures.deliver(first, slots[slot + 1], globalIds[node], tick);
    } else {
      hot[node * HOT + SMALL] -= 1L << BUS_BITS * receiver;
    }
    final int charge = design.charge(vc, PacketWords.chunks(first));
    final long rest = FifoWord.departed(fifo, charge, slotCount[vc]);
    fifos[at] = rest;
    queueAck(node, receiver, vc, charge);
    if (FifoWord.ready(rest) > 0) {
      headReady(node, input, at);
    }
  }

  private void departInjection(int node, int fifo, int at, long tick) {
    fifos[at] = FifoWord.EMPTY;
    if (sources.next(node, fifo, tick)) {
      scheduleInjection(node, fifo, tick, sources.writtenBeforehand(fifo));
    }
  }

  /** Has the head of an injection FIFO request as soon as its header is written. */
  private void scheduleInjection(int node, int fifo, long now, boolean written) {
    final int input = FIRST_INJECTION + fifo;
    final long ready =
        written
            ? now
            : sources.birth(node, fifo) + design.timing().headerTicks() + arbitrationTicks;
    if (ready <= now) {
      injectionReady(node, input);
    } else {
      wheel.schedule(ready, EventWord.of(EventWord.HEADER, node, input));
    }
  }

  private void queueAck(int node, int receiver, int vc, int charge) {
    final int port = node * Torus.PORTS + receiver;
    final int count = ackCount[port];
    assert count < ackRing : "more token-acks than buffered packets at node " + globalIds[node];
    final int at = (ackHead[port] + count) & (ackRing - 1);
    acks[port * ackRing + at] = (byte) (charge << 3 | vc);
    ackCount[port] = (short) (count + 1);
    hot[node * HOT + SMALL] |= 1L << (ACKS_QUEUED + receiver);
  }

  /** Takes in new headers; returns the inputs whose head requests on the bypass. */
  private long arrive(int node, long headers, long tick) {
    long bypassing = 0;
    for (long rest = headers & RECEIVER_INPUTS; rest != 0; rest &= rest - 1) {
      final int input = Long.numberOfTrailingZeros(rest);
      final int vc = input & 7;
      final int at = fifoIndex(node, input);
      final long old = fifos[at];
      int behind = FifoWord.head(old) + FifoWord.count(old);
      if (behind >= slotCount[vc]) {
        behind -= slotCount[vc];
      }
      final int chunks = PacketWords.chunks(slots[slotIndex(node, input, behind)]);
      final long fifo = FifoWord.arrived(old, design.charge(vc, chunks));
      assert FifoWord.charge(fifo) <= design.vcChunks(vc) : "VC " + input + " overflows";
      final boolean alone = FifoWord.count(old) == 0;
      fifos[at] = fifo;
      if (delayedRequests) {
        requestLater(node, input, alone, tick);
      } else {
        fifos[at] = fifo + FifoWord.ONE_READY;
        if (alone) {
          headReady(node, input, at);
          bypassing |= 1L << input;
        }
      }
    }
    for (long rest = headers & INJECTION_INPUTS; rest != 0; rest &= rest - 1) {
      injectionReady(node, Long.numberOfTrailingZeros(rest));
    }
    return bypass ? bypassing : 0;
  }

  private void requestLater(int node, int input, boolean alone, long tick) {
    final boolean onBypass = bypass && alone;
    if (onBypass) {
      busy[node * BUSY + BYPASSING] |= 1L << input;
    }
    final long ready = tick + arbitrationTicks + (onBypass ? 0 : vcEntryTicks);
    if (ready == tick) {
      busy[node * BUSY + READY] |= 1L << input;
    } else {
      wheel.schedule(ready, EventWord.of(EventWord.READY, node, input));
    }
  }

  /** Lets packets request whose delay is over; returns the inputs that do so on the bypass. */
  private long becomeReady(int node) {
    final long marks = busy[node * BUSY + READY];
    busy[node * BUSY + READY] = 0;
    for (long rest = marks; rest != 0; rest &= rest - 1) {
      final int input = Long.numberOfTrailingZeros(rest);
      final int at = fifoIndex(node, input);
      fifos[at] += FifoWord.ONE_READY;
      if (FifoWord.output(fifos[at]) == FifoWord.NONE && FifoWord.ready(fifos[at]) == 1) {
        headReady(node, input, at);
      }
    }
    final long bypassing = busy[node * BUSY + BYPASSING] & marks;
    busy[node * BUSY + BYPASSING] ^= bypassing;
    return bypassing;
  }

  /** What was refused on the bypass enters its VC, which takes time. */
  private void enterVcs(int node, long bypassing, long tick) {
    for (long rest = bypassing; rest != 0; rest &= rest - 1) {
      final int input = Long.numberOfTrailingZeros(rest);
      final int at = fifoIndex(node, input);
      if (FifoWord.output(fifos[at]) == FifoWord.NONE) {
        withdraw(node, input, FifoWord.hints(fifos[at]));
        fifos[at] -= FifoWord.ONE_READY;
        wheel.schedule(
            tick + 1 + vcEntryTicks, EventWord.of(EventWord.READY, node, input));
      }
    }
  }

  /** The first packet of a receiver's FIFO may request from now on. */
  private void headReady(int node, int input, int at) {
    final long first = slots[slotIndex(node, input, FifoWord.head(fifos[at]))];
    want(node, input, at, first);
  }

  private void injectionReady(int node, int input) {
    want(node, input, fifoIndex(node, input), sources.head(node, input - FIRST_INJECTION));
  }

  private void want(int node, int input, int at, long first) {
    final int trafficClass = PacketWords.trafficClass(first);
    int hints = packets.hints(first);
    if (trafficClass != TrafficClass.DYNAMIC) {
      hints = Integer.lowestOneBit(hints);
    }
    fifos[at] = FifoWord.withRoute(fifos[at], hints, trafficClass);
    final long bit = 1L << input;
    if (hints == 0) {
      hot[node * HOT + ARRIVED_HOME] |= bit;
    }
    for (int rest = hints; rest != 0; rest &= rest - 1) {
      hot[node * HOT + WANTS + Integer.numberOfTrailingZeros(rest)] |= bit;
    }
  }

  private void withdraw(int node, int input, int hints) {
    final long others = ~(1L << input);
    if (hints == 0) {
      hot[node * HOT + ARRIVED_HOME] &= others;
    }
    for (int rest = hints; rest != 0; rest &= rest - 1) {
      hot[node * HOT + WANTS + Integer.numberOfTrailingZeros(rest)] &= others;
    }
  }

  private int idleOutputs(int node, long tick) {
    final int at = node * BUSY;
    int idle = 0;
    for (int output = 0; output < Torus.PORTS; output++) {
      idle |= (int) ((busy[at + output] - tick - 1) >>> 63) << output;
    }
    return idle & existingPorts;
  }

  /** Returns the waiting heads that an idle output or their reception FIFO could take. */
  private long wanting(int node, int idle) {
    final int at = node * HOT;
    long wanting = hot[at + ARRIVED_HOME];
    for (int rest = idle; rest != 0; rest &= rest - 1) {
      wanting |= hot[at + WANTS + Integer.numberOfTrailingZeros(rest)];
    }
    return wanting;
  }

  /** Starts the oldest token-ack of every idle output; returns the outputs idle after that. */
  private int sendAcks(int node, int idle, long tick) {
    final int sending = (int) (hot[node * HOT + SMALL] >>> ACKS_QUEUED) & idle;
    for (int rest = sending; rest != 0; rest &= rest - 1) {
      sendAck(node, Integer.numberOfTrailingZeros(rest), tick);
    }
    return idle & ~sending;
  }

  private void sendAck(int node, int output, long tick) {
    final int port = node * Torus.PORTS + output;
    final int head = ackHead[port];
    final int ack = acks[port * ackRing + head];
    ackHead[port] = (short) ((head + 1) & (ackRing - 1));
    if (--ackCount[port] == 0) {
      hot[node * HOT + SMALL] &= ~(1L << (ACKS_QUEUED + output));
    }
    busy[node * BUSY + output] = tick + ackTicks + regrantTicks;
    measures.sendAck(output, ackTicks);
    final int creditedVc = (output ^ 1) << 3 | ack & 7;
    final int target = links[port];
    if (target >= 0) {
      wheel.schedule(tick + creditTicks, EventWord.credit(target, creditedVc, ack >>> 3));
    } else {
      final int event = EventWord.credit(remoteNode[-1 - target], creditedVc, ack >>> 3);
      final long effect = tick + creditTicks;
      outgoing[remoteBatch[-1 - target]].add(
          effect, CrossingWord.of(event, effect - windowStart, 0));
    }
  }

  // ---------------------------------------------------------------- arbitration

  /** The three phases of arbitration; returns the outputs idle after that. */
  private int arbitrate(int node, int idle, long wanting, long bypassing, long tick) {
    long asking = 0;
    long granted = 0;
    int asked = 0;
    for (long rest = wanting & RECEIVER_INPUTS; rest != 0; ) {
      final int receiver = Long.numberOfTrailingZeros(rest) >>> 3;
      final long inputs = 0xFFL << 8 * receiver;
      final long presented = present(node, rest & inputs, idle, tick);
      rest &= ~inputs;
      if (presented != 0) {
        asking |= presented;
        final int winner = pickOfReceiver(node, receiver, presented, bypassing, tick);
        final int output = choice[winner] >>> 3;
        if (choice[winner] == TO_RECEPTION) {
          receive(node, winner, tick);
          granted |= 1L << winner;
        } else {
          requests[output] |= 1L << winner;
          asked |= 1 << output;
        }
      }
    }
    final long injecting = present(node, wanting & INJECTION_INPUTS, idle, tick);
    for (long rest = injecting; rest != 0; rest &= rest - 1) {
      final int input = Long.numberOfTrailingZeros(rest);
      final int output = choice[input] >>> 3;
      requests[output] |= 1L << input;
      asked |= 1 << output;
    }
    asking |= injecting;
    for (int rest = asked; rest != 0; rest &= rest - 1) {
      final int output = Integer.numberOfTrailingZeros(rest);
      final int winner = pickOfSender(node, output, requests[output], tick);
      requests[output] = 0;
      send(node, winner, output, choice[winner] & 7, tick);
      granted |= 1L << winner;
    }
    final long refused = asking & ~granted;
    if (refused != 0 && (refused & wanting(node, idle & ~asked)) != 0) {
      wheel.schedule(tick + 1, EventWord.of(EventWord.WAKE, node, EventWord.RETRY));
    }
    return idle & ~asked;
  }

  /** First phase: has each of the given heads choose; returns those that request something. */
  private long present(int node, long inputs, int idle, long tick) {
    long presented = 0;
    for (long rest = inputs; rest != 0; rest &= rest - 1) {
      final int input = Long.numberOfTrailingZeros(rest);
      final int wish = request(node, input, idle, tick);
      choice[input] = wish;
      presented |= wish == NOTHING ? 0 : 1L << input;
    }
    return presented;
  }

  private int request(int node, int input, int idle, long tick) {
    final long fifo = fifos[fifoIndex(node, input)];
    final int hints = FifoWord.hints(fifo);
    final int trafficClass = FifoWord.trafficClass(fifo);
    if (input < FIRST_INJECTION) {
      final long small = hot[node * HOT + SMALL];
      final int receiver = input >>> 3;
      if (hints == 0) {
        final int busBit =
            trafficClass == TrafficClass.HIGH_PRIORITY ? HIGH_RECEPTION_BUSY : RECEPTION_BUSY;
        return (small >>> (busBit + receiver) & 1) == 0 ? TO_RECEPTION : NOTHING;
      }
      if ((small >>> BUS_BITS * receiver & BUS_MASK) >= paths) {
        return NOTHING;
      }
    }
    if (trafficClass == TrafficClass.DYNAMIC) {
      final int dynamic = dynamicRequest(node, input, hints & idle, tick);
      if (dynamic != NOTHING) {
        return dynamic;
      }
    }
    return escapeRequest(
        node, input, Integer.numberOfTrailingZeros(hints), trafficClass, idle);
  }

  private int dynamicRequest(int node, int input, int outputs, long tick) {
    final int tokens = node * HOT + TOKENS;
    long pairs = 0;
    for (int rest = outputs; rest != 0; rest &= rest - 1) {
      final int output = Integer.numberOfTrailingZeros(rest);
      final int available = Lanes.atLeast(hot[tokens + output], onePacketAddend) & dynamicVcSet;
      pairs |= (long) available << 8 * output;
    }
    if (pairs == 0) {
      return NOTHING;
    }
    if ((pairs & (pairs - 1)) != 0) {
      pairs = selection.narrow(pairs, hot, tokens);
      if ((pairs & (pairs - 1)) != 0) {
        return Draws.pickBit(selectionTies.draw(globalIds[node], tick, input), pairs);
      }
    }
    return Long.numberOfTrailingZeros(pairs);
  }

  /** The bubble rule: one free packet ahead to go straight on in the bubble VC, else two. */
  private int escapeRequest(int node, int input, int output, int trafficClass, int idle) {
    if ((idle >>> output & 1) == 0) {
      return NOTHING;
    }
    final int vc = trafficClass == TrafficClass.HIGH_PRIORITY ? highVc : escapeVc;
    final boolean staysOnBubble = input == ((output ^ 1) << 3 | vc);
    final int available =
        Lanes.atLeast(
            hot[node * HOT + TOKENS + output],
            staysOnBubble ? onePacketAddend : twoPacketsAddend);
    return (available >>> vc & 1) != 0 ? output << 3 | vc : NOTHING;
  }

  /** Second phase: the one request of a receiver. */
  private int pickOfReceiver(
      int node, int receiver, long presented, long bypassing, long tick) {
    if ((presented & (presented - 1)) == 0) {
      return Long.numberOfTrailingZeros(presented);
    }
    final long high = presented & highPriorityInputs;
    if (high != 0) {
      return Long.numberOfTrailingZeros(high);
    }
    final long buffered = presented & ~bypassing;
    if ((buffered & (buffered - 1)) == 0) {
      return Long.numberOfTrailingZeros(buffered);
    }
    return receivers.pick(queues, node, globalIds[node], buffered, tick, receiver);
  }

  /** Third phase: the winner of an output. */
  private int pickOfSender(int node, int output, long contenders, long tick) {
    if ((contenders & (contenders - 1)) == 0) {
      return Long.numberOfTrailingZeros(contenders);
    }
    long among = contenders;
    if ((among & highPriorityInputs) != 0) {
      among &= highPriorityInputs;
    }
    final long network = among & RECEIVER_INPUTS;
    if (network != 0 && network != among) {
      final long draw = networkCycles.draw(globalIds[node], tick, output);
      among = Draws.chance(draw, networkThreshold) ? network : among & INJECTION_INPUTS;
    }
    if ((among & (among - 1)) == 0) {
      return Long.numberOfTrailingZeros(among);
    }
    return senders.pick(queues, node, globalIds[node], among, tick, output);
  }

  private final Queues queues =
      new Queues() {
        @Override
        public int fullnessRange(int node, int input, long tick) {
          if (input >= FIRST_INJECTION) {
            return sources.fullnessRange(node, input - FIRST_INJECTION, tick);
          }
          final int charge = FifoWord.charge(fifos[fifoIndex(node, input)]);
          return Math.min(3, 4 * charge / design.vcChunks(input & 7));
        }
      };

  // ---------------------------------------------------------------- grants

  private void receive(int node, int input, long tick) {
    final int at = fifoIndex(node, input);
    final long fifo = fifos[at];
    withdraw(node, input, 0);
    fifos[at] = FifoWord.withOutput(fifo, FifoWord.RECEPTION);
    final int busBit = (input & 7) == highVc ? HIGH_RECEPTION_BUSY : RECEPTION_BUSY;
    hot[node * HOT + SMALL] |= 1L << (busBit + (input >>> 3));
    final long first = slots[slotIndex(node, input, FifoWord.head(fifo))];
    final int length = PacketWords.chunks(first) * RouterDesign.CHUNK_BYTES;
    wheel.schedule(
        tick + length + trailerTicks, EventWord.of(EventWord.TAIL, node, input));
  }

  private void send(int node, int input, int output, int vc, long tick) {
    final int at = fifoIndex(node, input);
    final long fifo = fifos[at];
    withdraw(node, input, FifoWord.hints(fifo));
    fifos[at] = FifoWord.withOutput(fifo, output);
    final long first;
    final long second;
    if (input < FIRST_INJECTION) {
      final int slot = slotIndex(node, input, FifoWord.head(fifo));
      first = slots[slot];
      second = slots[slot + 1];
      hot[node * HOT + SMALL] += 1L << BUS_BITS * (input >>> 3);
    } else {
      final int source = input - FIRST_INJECTION;
      first = sources.head(node, source);
      second = PacketWords.injectedAt(sources.birth(node, source), tick);
      measures.inject(first);
    }
    final int chunks = PacketWords.chunks(first);
    final int charge = design.charge(vc, chunks);
    hot[node * HOT + TOKENS + output] -= Lanes.delta(vc, charge);
    tokensOut += charge;
    final int linkTicks = chunks * RouterDesign.CHUNK_BYTES + trailerTicks;
    busy[node * BUSY + output] = tick + linkTicks + regrantTicks;
    if (regrantTicks == 0) {
      hot[node * HOT + SMALL] |= 1L << (WAKE_SCHEDULED + output);
    }
    wheel.schedule(tick + linkTicks, EventWord.of(EventWord.TAIL, node, input));
    measures.sendPacket(output, vc, linkTicks);
    forward(node, output, vc, packets.afterHop(first, output), second, tick + hopTicks);
  }

  /** Puts a packet into the slot it has a token for, where its header is complete at a tick. */
  private void forward(int node, int output, int vc, long first, long second, long headerTick) {
    final int port = node * Torus.PORTS + output;
    final int next = port * vcs + vc;
    final int slot = nextSlot[next];
    nextSlot[next] = (byte) (slot + 1 == slotCount[vc] ? 0 : slot + 1);
    final int input = (output ^ 1) << 3 | vc;
    final int target = links[port];
    if (target >= 0) {
      final int index = slotIndex(target, input, slot);
      slots[index] = first;
      slots[index + 1] = second;
      wheel.schedule(headerTick, EventWord.of(EventWord.HEADER, target, input));
    } else {
      final int event = EventWord.of(EventWord.HEADER, remoteNode[-1 - target], input);
      outgoing[remoteBatch[-1 - target]].add(
          headerTick, CrossingWord.of(event, headerTick - windowStart, slot), first, second);
    }
  }

  /** Wakes the router when outputs become idle that somebody waits for. */
  private void scheduleWakes(int node, int idle) {
    final long small = hot[node * HOT + SMALL];
    final int unscheduled = ~(idle | (int) (small >>> WAKE_SCHEDULED)) & existingPorts;
    for (int rest = unscheduled; rest != 0; rest &= rest - 1) {
      final int output = Integer.numberOfTrailingZeros(rest);
      final boolean acks = (small >>> (ACKS_QUEUED + output) & 1) != 0;
      if (acks || hot[node * HOT + WANTS + output] != 0) {
        hot[node * HOT + SMALL] |= 1L << (WAKE_SCHEDULED + output);
        wheel.schedule(
            busy[node * BUSY + output], EventWord.of(EventWord.WAKE, node, output << 3));
      }
    }
  }

  // ---------------------------------------------------------------- addresses

  private int fifoIndex(int node, int input) {
    return node * fifosPerNode + (input >>> 3) * vcs + (input & 7);
  }

  private int slotIndex(int node, int input, int slot) {
    return 2
        * (node * slotsPerNode + (input >>> 3) * slotsPerReceiver + slotBase[input & 7] + slot);
  }
}
