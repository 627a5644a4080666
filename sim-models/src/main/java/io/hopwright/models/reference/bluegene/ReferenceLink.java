package io.hopwright.models.reference.bluegene;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The link of one output port, with the sender's token counts and ack queue. */
final class ReferenceLink {
  /** Tokens of one VC on their way back to the sender. */
  record TokenAck(int vc, int chunks) {}

  record TokenAckInFlight(List<TokenAck> acks, long arrivalTick) {}

  record HeaderInFlight(ReferencePacket packet, int vc, long completeTick) {}

  private static final int HEADER_BYTES = 8;

  private final ReferenceConfig config;
  final ReferenceNode.Receiver end;
  final int[] tokens;
  private final int[] capacities;
  final ArrayDeque<TokenAck> ackQueue = new ArrayDeque<>();
  final ArrayDeque<TokenAckInFlight> acksInFlight = new ArrayDeque<>();
  final ArrayDeque<HeaderInFlight> headersInFlight = new ArrayDeque<>();
  private long idleFromTick;
  long dataBytes;
  long tokenAckBytes;

  ReferenceLink(ReferenceConfig config, ReferenceVcs vcs, ReferenceNode.Receiver end) {
    this.config = config;
    this.end = end;
    tokens = new int[vcs.count];
    for (int v = 0; v < vcs.count; v++) {
      tokens[v] = vcs.capacity(v);
    }
    capacities = tokens.clone();
  }

  /** "With another value H the flight is H − 8". */
  private int flightTicks() {
    return config.hopTicks - HEADER_BYTES;
  }

  /** Whether all tokens are here. */
  boolean hasAllTokens() {
    return Arrays.equals(tokens, capacities);
  }

  /** Whether nothing of what has been started keeps it busy in that tick. */
  boolean isIdleAt(long tick) {
    return tick >= idleFromTick;
  }

  /** Whether nothing is on its way, or waits to be, and it was idle before {@code nextTick}. */
  boolean isAsleep(long nextTick) {
    return headersInFlight.isEmpty()
        && acksInFlight.isEmpty()
        && ackQueue.isEmpty()
        && isIdleAt(nextTick - 1);
  }

  /** "The link is busy until t + S + 4 …, or regrantTicks later". */
  private void occupy(long tick, int bytes) {
    if (!isIdleAt(tick)) {
      throw new IllegalStateException("tick " + tick + ": link is busy until " + idleFromTick);
    }
    idleFromTick = tick + bytes + config.regrantTicks;
  }

  /** "A token-ack … joins the ack queue"; without token-acks its tokens are under way at once. */
  void queueTokenAck(TokenAck ack, long tick) {
    if (config.tokenAckBytes == 0) {
      acksInFlight.add(new TokenAckInFlight(List.of(ack), tick + flightTicks()));
    } else {
      ackQueue.add(ack);
    }
  }

  /**
   * "Each idle output with a queued token-ack sends the oldest (merging: all of them as one)".
   * Returns its bytes, 0 if there is none.
   */
  int sendTokenAck(long tick) {
    if (ackQueue.isEmpty() || !isIdleAt(tick)) {
      return 0;
    }
    final int bytes = config.tokenAckBytes;
    occupy(tick, bytes);
    tokenAckBytes += bytes;
    final List<TokenAck> acks = new ArrayList<>();
    do {
      acks.add(ackQueue.remove());
    } while (config.tokenAckMerging && !ackQueue.isEmpty());
    acksInFlight.add(new TokenAckInFlight(acks, tick + flightTicks() + bytes));
    return bytes;
  }

  /** "A transmission granted at tick t". */
  void sendPacket(long tick, ReferencePacket packet, int vc) {
    occupy(tick, packet.wireBytes());
    headersInFlight.add(new HeaderInFlight(packet, vc, tick + config.hopTicks));
    dataBytes += packet.wireBytes();
  }
}
