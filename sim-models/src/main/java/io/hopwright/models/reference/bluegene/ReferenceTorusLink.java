package io.hopwright.models.reference.bluegene;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Link of one output port, with the sender's token counts and queue of token-acks. */
final class ReferenceTorusLink {
  /** Tokens of one VC on their way back to the sender, and the tick at which they were queued. */
  record TokenAck(int vc, int chunks, long queuedTick) {}

  record TokenAckInFlight(List<TokenAck> acks, long arrivalTick) {}

  record HeaderInFlight(ReferencePacket packet, int vc, long completeTick) {}

  private final ReferenceConfig config;
  final ReferenceNode.Receiver end;
  final int[] tokens;
  private final int[] capacities;
  final ArrayDeque<TokenAck> ackQueue = new ArrayDeque<>();
  final ArrayDeque<TokenAckInFlight> acksInFlight = new ArrayDeque<>();
  final ArrayDeque<HeaderInFlight> headersInFlight = new ArrayDeque<>();
  private long idleFromTick;
  long dataBytes;

  /** Bytes of token-acks; with errors, of all but packets that start for the first time. */
  long otherBytes;

  /** Null without errors; then {@code headersInFlight} and {@code acksInFlight} know the link. */
  final ReferenceRecovery recovery;

  ReferenceTorusLink(
      ReferenceConfig config,
      ReferenceVcs vcs,
      ReferenceNode.Receiver end,
      ReferenceRecovery recovery) {
    this.config = config;
    this.end = end;
    this.recovery = recovery;
    tokens = new int[vcs.count];
    for (int v = 0; v < vcs.count; v++) {
      tokens[v] = vcs.capacity(v);
    }
    capacities = tokens.clone();
  }

  /** Returns whether all tokens are here, and all that was sent is acknowledged. */
  boolean isSettled() {
    return Arrays.equals(tokens, capacities) && (recovery == null || recovery.fifo.isEmpty());
  }

  /** Returns whether nothing of what has been started keeps it busy in that tick. */
  private boolean isIdleAt(long tick) {
    return tick >= idleFromTick;
  }

  /** Returns whether a packet may start in that tick, tokens apart. */
  boolean takesPacketsAt(long tick) {
    return isIdleAt(tick) && (recovery == null || recovery.takesPackets());
  }

  /**
   * Returns whether nothing is on its way, or waits to be, and it was idle before {@code nextTick}.
   */
  boolean isAsleep(long nextTick) {
    return headersInFlight.isEmpty()
        && acksInFlight.isEmpty()
        && ackQueue.isEmpty()
        && (recovery == null || recovery.isAsleep())
        && isIdleAt(nextTick - 1);
  }

  /** "The link is busy until t + S + 4 …, or regrantTicks later". */
  private void occupy(long tick, int bytes) {
    if (!isIdleAt(tick)) {
      throw new IllegalStateException("tick " + tick + ": link is busy until " + idleFromTick);
    }
    idleFromTick = tick + bytes + config.regrantTicks;
  }

  /** "A token-ack … joins the ack queue"; without token-acks its tokens are in flight at once. */
  void queueTokenAck(TokenAck ack) {
    if (config.tokenAckBytes == 0) {
      final long arrivalTick = ack.queuedTick + config.flightTicks();
      acksInFlight.add(new TokenAckInFlight(List.of(ack), arrivalTick));
      return;
    }
    final ArrayDeque<TokenAck> later = new ArrayDeque<>();
    while (!ackQueue.isEmpty() && goesBefore(ack, ackQueue.getLast())) {
      later.addFirst(ackQueue.removeLast());
    }
    ackQueue.add(ack);
    ackQueue.addAll(later);
  }

  /** Returns the order of token-acks: those queued in one tick are sent in order of VC number. */
  private static boolean goesBefore(TokenAck ack, TokenAck other) {
    return ack.queuedTick == other.queuedTick && ack.vc < other.vc;
  }

  /** Step 1 of phase 2; returns the bytes of what is sent, 0 if that is nothing. */
  int sendWhatIsNotArbitrated(long tick) {
    if (!isIdleAt(tick)) {
      return 0;
    }
    if (recovery == null) {
      return sendTokenAck(tick);
    }
    final int bytes = recovery.startWhatIsNotArbitrated(tick, ackQueue);
    if (bytes > 0) {
      occupy(tick, bytes);
      otherBytes += bytes;
    }
    return bytes;
  }

  /** Sends the oldest queued token-ack of an idle output; with merging, all of them as one. */
  private int sendTokenAck(long tick) {
    if (ackQueue.isEmpty()) {
      return 0;
    }
    final int bytes = config.tokenAckBytes;
    occupy(tick, bytes);
    otherBytes += bytes;
    final List<TokenAck> acks = new ArrayList<>();
    do {
      acks.add(ackQueue.remove());
    } while (config.tokenAckMerging && !ackQueue.isEmpty());
    acksInFlight.add(new TokenAckInFlight(acks, tick + config.flightTicks() + bytes));
    return bytes;
  }

  /**
   * "A transmission granted at tick t".
   *
   * @return what the sender keeps of it; null without errors
   */
  ReferenceRecovery.Numbered sendPacket(long tick, ReferencePacket packet, int vc) {
    occupy(tick, packet.wireBytes());
    dataBytes += packet.wireBytes();
    if (recovery != null) {
      return recovery.startPacket(tick, packet, vc);
    }
    headersInFlight.add(new HeaderInFlight(packet, vc, tick + config.hopTicks));
    return null;
  }
}
