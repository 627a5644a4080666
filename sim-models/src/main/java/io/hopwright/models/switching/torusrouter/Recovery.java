package io.hopwright.models.switching.torusrouter;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.random.Draws;
import io.hopwright.models.link.NumberedLinks;
import io.hopwright.models.link.TokenAcks;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wiring;
import io.hopwright.models.topology.Torus;

/**
 * Recovery from link errors: packets and token-acks are numbered, and are sent again if they are
 * not acknowledged in time. Rules: {@code docs/models/bluegene-l.md}, section Link errors.
 *
 * <p>When a transmission starts it is already known whether it will be damaged and whether it will
 * be accepted. A packet that will not be accepted is kept here until a transmission of it will be;
 * a copy that will be damaged leaves marked as worthless. Receivers learn of damage when the last
 * byte has arrived.
 *
 * <p>Confined to its partition. Memory: 6 KB per node with retransmission FIFOs of 1 KB.
 */
final class Recovery {
  private static final int ACK_BYTES = NumberedLinks.UNIT_BYTES;
  private static final int FULL_PACKET_BYTES =
      RouterDesign.FULL_PACKET_CHUNKS * RouterDesign.CHUNK_BYTES;

  /** Stands for the number of an ack-only packet, which has none. */
  private static final long UNNUMBERED = -1;

  private static final int VC_BITS = 3;
  private static final int VC_MASK = (1 << VC_BITS) - 1;

  private final NodeLayout layout;
  private final long[] state;
  private final PacketPool pool;
  private final TimingWheel wheel;
  private final Wiring wiring;
  private final TokenAcks acks;
  private final TorusMeasures measures;
  private final TorusTotals totals;
  private final RouterDesign.Timing timing;
  private final NumberedLinks links;
  private final Draws errors;

  /** Error thresholds by the number of chunks of a transmission; the first is for acks. */
  private final long[] thresholds;

  /** Number of transmissions that each output has started. */
  private final long[] transmissions;

  /** Receivers that have accepted a packet of worth in the measured interval. */
  private final boolean[] good;

  /** Outputs of each node that take no packets now, as a set. */
  private final byte[] closed;

  /** Outputs of each node whose timer has run down in this tick, as a set. */
  private final byte[] runDown;

  /** Inputs of each node whose last packet is void from this tick on, as a set. */
  private final long[] worthless;

  /** Damaged transmissions among them, whose tokens stay spent. */
  private final long[] spoilt;

  /**
   * Inputs of each node whose tokens stay spent after the departure of the current transmission.
   */
  private final long[] leavingSpoilt;

  /** Prepares for the nodes of a partition, which have sent nothing. */
  Recovery(RouterDesign design, Router.Parts parts, int nodes) {
    layout = parts.layout();
    state = parts.state();
    pool = parts.pool();
    wheel = parts.wheel();
    wiring = parts.wiring();
    acks = parts.acks();
    measures = parts.measures();
    totals = measures.totals();
    timing = design.timing();
    final RouterDesign.Errors rates = design.errors();
    errors = rates.draws();
    final int ends = nodes * Torus.PORTS;
    links =
        new NumberedLinks(
            ends, rates.retransmissionBytes(), rates.timeoutTicks(), rates.ackDelayTicks());
    thresholds = new long[RouterDesign.FULL_PACKET_CHUNKS + 1];
    for (int chunks = 0; chunks < thresholds.length; chunks++) {
      thresholds[chunks] = rates.threshold(linkTicks(chunks));
    }
    transmissions = new long[ends];
    good = new boolean[ends];
    closed = new byte[nodes];
    runDown = new byte[nodes];
    worthless = new long[nodes];
    spoilt = new long[nodes];
    leavingSpoilt = new long[nodes];
  }

  /** Returns how long a packet of so many chunks is on a link, an ack for none. */
  private int linkTicks(int chunks) {
    return chunks == 0
        ? timing.ackTicks()
        : chunks * RouterDesign.CHUNK_BYTES + timing.trailerTicks();
  }

  private static int end(int node, int port) {
    return node * Torus.PORTS + port;
  }

  /** Returns how much is not acknowledged. */
  long unacknowledged() {
    return links.unacknowledged();
  }

  // ---------------------------------------------------------------- phase 1

  /**
   * Applies an event of a link, {@link TorusEventWord#link}; returns whether the router has to
   * look.
   */
  boolean apply(int event, int node, long tick) {
    final int port = TorusEventWord.input(event) >>> VC_BITS;
    final int end = end(node, port);
    return switch (TorusEventWord.link(event)) {
      case TorusEventWord.TAKEN -> take(event, node, end, tick);
      case TorusEventWord.SPOILT -> {
        totals.count(TorusCounter.PACKETS_DAMAGED, 1);
        final long input = 1L << TorusEventWord.input(event);
        worthless[node] |= input;
        spoilt[node] |= input;
        yield true;
      }
      case TorusEventWord.VERDICT -> judge(TorusEventWord.amount(event), node, port, end, tick);
      default -> {
        links.acknowledged(end, TorusEventWord.number(event));
        openIfRoom(node, port, end);
        yield true;
      }
    };
  }

  /** Takes a token acknowledgement; returns whether the own one is due at once. */
  boolean takeAck(int node, int port, long tick) {
    final int end = end(node, port);
    links.take(end, tick);
    return setAckTimer(node, port, end, tick);
  }

  private boolean take(int event, int node, int end, long tick) {
    links.take(end, tick);
    final boolean due = setAckTimer(node, TorusEventWord.input(event) >>> VC_BITS, end, tick);
    if (TorusEventWord.isWorthless(event)) {
      worthless[node] |= 1L << TorusEventWord.input(event);
      return true;
    }
    totals.count(
        TorusCounter.GOOD_BYTES, (long) TorusEventWord.chunks(event) * RouterDesign.CHUNK_BYTES);
    if (!good[end] && measures.measures(tick)) {
      good[end] = true;
      totals.count(TorusCounter.GOOD_LINKS, 1);
    }
    return due;
  }

  private boolean judge(int verdict, int node, int port, int end, long tick) {
    switch (verdict) {
      case TorusEventWord.TIME_OUT -> runDown[node] |= (byte) (1 << port);
      case TorusEventWord.ACK_DELAY -> {
        return links.ackTimerRunsDown(end, tick) || setAckTimer(node, port, end, tick);
      }
      case TorusEventWord.PACKET_DAMAGED -> {
        totals.count(TorusCounter.PACKETS_DAMAGED, 1);
        totals.count(TorusCounter.PACKETS_DISCARDED, 1);
      }
      case TorusEventWord.PACKET_AHEAD -> totals.count(TorusCounter.PACKETS_DISCARDED, 1);
      case TorusEventWord.ACK_DAMAGED -> totals.count(TorusCounter.ACKS_DAMAGED, 1);
      default -> {
        totals.count(
            TorusCounter.PACKETS_DISCARDED, verdict == TorusEventWord.PACKET_AGAIN ? 1 : 0);
        links.owe(end, tick);
        return setAckTimer(node, port, end, tick);
      }
    }
    return verdict == TorusEventWord.TIME_OUT;
  }

  /**
   * Sets the timer of an owed acknowledgement, if it is not set; returns whether it is due at once.
   */
  private boolean setAckTimer(int node, int port, int end, long tick) {
    final long at = links.setAckTimer(end);
    if (at > tick) {
      wheel.schedule(at, TorusEventWord.verdict(node, port, TorusEventWord.ACK_DELAY));
    }
    return at == tick && links.ackTimerRunsDown(end, tick);
  }

  // ---------------------------------------------------------------- void packets

  /** Returns the inputs whose last packet is void from this tick on, and forgets them. */
  long takeWorthless(int node) {
    final long inputs = worthless[node];
    worthless[node] = 0;
    return inputs;
  }

  /** Returns whether the worthless packet of an input is damaged, and forgets it. */
  boolean takeSpoilt(int node, int input) {
    final long bit = 1L << input;
    final boolean is = (spoilt[node] & bit) != 0;
    spoilt[node] &= ~bit;
    return is;
  }

  /** Records that a damaged packet is being sent from an input. */
  void leaveSpoilt(int node, int input) {
    leavingSpoilt[node] |= 1L << input;
  }

  /** Returns whether the packet that has left an input was damaged, and forgets it. */
  boolean hasLeftSpoilt(int node, int input) {
    final long bit = 1L << input;
    final boolean has = (leavingSpoilt[node] & bit) != 0;
    leavingSpoilt[node] &= ~bit;
    return has;
  }

  // ---------------------------------------------------------------- senders

  /** Returns outputs whose timers have expired to their first unacknowledged packet. */
  void goBack(int node, long tick) {
    for (int rest = runDown[node]; rest != 0; rest &= rest - 1) {
      final int port = Integer.numberOfTrailingZeros(rest);
      final int end = end(node, port);
      if (links.timesOut(end, tick)) {
        totals.count(TorusCounter.TIME_OUTS, 1);
        closed[node] |= (byte) (1 << port);
      }
      final long at = links.nextTimer(end, tick);
      if (at > tick) {
        wheel.schedule(at, TorusEventWord.verdict(node, port, TorusEventWord.TIME_OUT));
      }
    }
    runDown[node] = 0;
  }

  private void openIfRoom(int node, int port, int end) {
    if (!links.resends(end) && links.hasRoom(end, FULL_PACKET_BYTES)) {
      closed[node] &= (byte) ~(1 << port);
    } else {
      closed[node] |= (byte) (1 << port);
    }
  }

  /**
   * Starts on every idle output the transmissions that precede packets: a resent packet, a
   * token-ack, or a due acknowledgement. Returns the outputs that packets may request after that.
   */
  int start(int node, int base, long tick) {
    final long flags = state[base + NodeLayout.FLAGS];
    int open = RouterFlags.idleOutputs(flags);
    for (int rest = open; rest != 0; rest &= rest - 1) {
      final int output = Integer.numberOfTrailingZeros(rest);
      final int end = end(node, output);
      if (links.resends(end)) {
        resend(node, base, output, end, tick);
      } else if ((flags & RouterFlags.acks(output)) != 0 && links.hasRoom(end, ACK_BYTES)) {
        sendAck(node, base, output, end, tick);
      } else if (links.ackIsDue(end)) {
        totals.count(TorusCounter.ACK_ONLY, 1);
        transmit(node, base, output, UNNUMBERED, 0, tick);
        hold(node, base, output, 0, tick);
      } else {
        continue;
      }
      open &= ~(1 << output);
    }
    return open & ~closed[node];
  }

  private void sendAck(int node, int base, int output, int end, long tick) {
    final int link = layout.link(base, output);
    final int ack = acks.removeOldest(link);
    if (!acks.queued(link)) {
      state[base + NodeLayout.FLAGS] &= ~RouterFlags.acks(output);
    }
    final int entry = TokenAcks.charge(ack) << VC_BITS | TokenAcks.vc(ack);
    final long number = links.send(end, entry, ACK_BYTES, tick);
    setTimer(node, output, end, tick);
    transmit(node, base, output, number, 0, tick);
    hold(node, base, output, 0, tick);
    openIfRoom(node, output, end);
  }

  private void resend(int node, int base, int output, int end, long tick) {
    final long number = links.resend(end, tick);
    final int bytes = links.bytes(end, number);
    final int chunks = bytes == ACK_BYTES ? 0 : bytes / RouterDesign.CHUNK_BYTES;
    totals.count(TorusCounter.RETRANSMISSIONS, chunks == 0 ? 0 : 1);
    transmit(node, base, output, number, chunks, tick);
    hold(node, base, output, chunks, tick);
    openIfRoom(node, output, end);
  }

  /** Keeps an output busy with a transmission that is not a granted packet. */
  private void hold(int node, int base, int output, int chunks, long tick) {
    final int ticks = linkTicks(chunks);
    measures.sendAck(node, output, ticks, tick);
    state[base + NodeLayout.FLAGS] &= ~RouterFlags.idle(output);
    wheel.schedule(
        tick + ticks + timing.regrantTicks(),
        TorusEventWord.of(TorusEventWord.IDLE, node, output << 3));
  }

  private void setTimer(int node, int output, int end, long tick) {
    if (links.setsTimer(end)) {
      wheel.schedule(
          links.firstTimer(tick), TorusEventWord.verdict(node, output, TorusEventWord.TIME_OUT));
    }
  }

  /** Sends a packet that has been granted an output. */
  void send(int node, int base, int output, int vc, int packet, long tick) {
    final int end = end(node, output);
    final int chunks = TorusPacketWords.chunks(pool.first(packet));
    final int entry = packet << VC_BITS | vc;
    final long number = links.send(end, entry, chunks * RouterDesign.CHUNK_BYTES, tick);
    setTimer(node, output, end, tick);
    transmit(node, base, output, number, chunks, tick);
    openIfRoom(node, output, end);
  }

  // ---------------------------------------------------------------- on a link

  /**
   * Starts a transmission: computes its fate and notifies the far end.
   *
   * @param chunks of a packet, 0 for an ack
   */
  private void transmit(int node, int base, int output, long number, int chunks, long tick) {
    final int end = end(node, output);
    final long link = Torus.PORTS * state[base + NodeLayout.ID] + output;
    final long draw = errors.draw(link, transmissions[end]++, 0);
    final boolean damaged = Draws.chance(draw, thresholds[chunks]);
    final int far = acks.end(layout.link(base, output));
    final long verdictTick = tick + timing.flightTicks() + linkTicks(chunks);
    final int port = output ^ 1;
    totals.count(chunks == 0 ? TorusCounter.ACKS_SENT : TorusCounter.TRANSMISSIONS, 1);
    if (links.tells(end, damaged)) {
      wiring.sendSignal(
          far, TorusEventWord.acknowledgement(port, links.acknowledgement(end)), verdictTick);
    }
    if (chunks == 0) {
      tellOfAck(end, far, port, number, damaged, verdictTick);
    } else {
      tellOfPacket(end, far, port, number, damaged, tick, verdictTick);
    }
  }

  private void tellOfAck(
      int end, int far, int port, long number, boolean damaged, long verdictTick) {
    final int fate = number == UNNUMBERED ? NumberedLinks.AHEAD : links.fate(end, number, damaged);
    if (damaged) {
      wiring.sendSignal(
          far, TorusEventWord.verdict(0, port, TorusEventWord.ACK_DAMAGED), verdictTick);
    } else if (fate == NumberedLinks.TAKEN) {
      final int entry = links.entry(end, number);
      final int vc = entry & VC_MASK;
      wiring.sendSignal(
          far, TorusEventWord.credit(0, port << VC_BITS | vc, entry >>> VC_BITS), verdictTick);
    } else if (fate == NumberedLinks.DUPLICATE) {
      wiring.sendSignal(
          far, TorusEventWord.verdict(0, port, TorusEventWord.ACK_AGAIN), verdictTick);
    }
  }

  private void tellOfPacket(
      int end, int far, int port, long number, boolean damaged, long tick, long verdictTick) {
    final int fate = links.fate(end, number, damaged);
    if (fate == NumberedLinks.TAKEN || fate == NumberedLinks.SPOILT) {
      final int entry = links.entry(end, number);
      final int packet = entry >>> VC_BITS;
      final int input = port << VC_BITS | (entry & VC_MASK);
      final int chunks = TorusPacketWords.chunks(pool.first(packet));
      final int worthless = pool.place(packet) & PacketPlace.WORTHLESS;
      if (damaged) {
        final int copy = pool.copy(packet);
        wiring.sendSignal(far, TorusEventWord.spoilt(input), verdictTick);
        wiring.sendPacket(far, input | PacketPlace.WORTHLESS, copy, tick + timing.hopTicks());
      } else {
        wiring.sendSignal(far, TorusEventWord.taken(input, chunks, worthless != 0), verdictTick);
        wiring.sendPacket(far, input | worthless, packet, tick + timing.hopTicks());
      }
      return;
    }
    final int again =
        fate == NumberedLinks.DUPLICATE ? TorusEventWord.PACKET_AGAIN : TorusEventWord.PACKET_AHEAD;
    wiring.sendSignal(
        far,
        TorusEventWord.verdict(0, port, damaged ? TorusEventWord.PACKET_DAMAGED : again),
        verdictTick);
  }
}
