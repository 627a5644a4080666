package io.hopwright.models.reference.bluegene;

import io.hopwright.models.reference.bluegene.ReferenceFifo.Stay;
import io.hopwright.models.reference.bluegene.ReferenceTorusLink.TokenAck;
import io.hopwright.models.reference.bluegene.ReferenceTorusLink.TokenAckInFlight;
import java.util.ArrayList;
import java.util.List;

/**
 * Counter of credits, one node at a time (section "Unblocking" of {@code
 * docs/models/bluegene-l.md}).
 */
final class ReferenceUnblocking {
  private final ReferenceTorus torus;
  private final ReferenceVcs vcs;

  ReferenceUnblocking(ReferenceTorus torus) {
    this.torus = torus;
    vcs = torus.vcs;
  }

  /** Pair (output, VC) that a head may request with the given number of tokens. */
  private record Candidate(int output, int vc, int needed) {}

  /** Judges what comes back to a node at {@code tick}, before anything else happens in it. */
  void judge(ReferenceNode node, long tick) {
    for (int d = 0; d < ReferenceShape.PORTS; d++) {
      if (node.receivers[d] == null) {
        continue;
      }
      for (final TokenAckInFlight arrival : node.receivers[d].incoming.acksInFlight) {
        if (arrival.arrivalTick() == tick) {
          for (final TokenAck ack : arrival.acks()) {
            torus.add("credits", 1);
            torus.add("unblocking", unblocks(node, d, ack, tick) ? 1 : 0);
          }
        }
      }
    }
  }

  private boolean unblocks(ReferenceNode node, int d, TokenAck ack, long tick) {
    for (final ReferenceFifo fifo : ReferenceRest.fifos(node)) {
      final ReferencePacket head = waiting(fifo, node.node, tick);
      if (head != null) {
        final List<Candidate> candidates = candidates(head, fifo.input, node.node);
        if (lacksTokens(node, candidates) && lifts(node, candidates, d, ack)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The head that waits at the end of the tick before {@code tick}, or null. */
  private static ReferencePacket waiting(ReferenceFifo fifo, int node, long tick) {
    final Stay stay = fifo.requester(tick - 1);
    return stay == null || stay.requestTick() > tick || stay.packet().isAtItsEnd(node)
        ? null
        : stay.packet();
  }

  private List<Candidate> candidates(ReferencePacket head, int input, int node) {
    final List<Candidate> candidates = new ArrayList<>();
    for (int d = 0; d < ReferenceShape.PORTS; d++) {
      for (int v = 0; v < vcs.dynamic; v++) {
        if (head.packetClass == ReferencePacket.DYNAMIC && (head.hintBits & (1 << d)) != 0) {
          candidates.add(new Candidate(d, v, vcs.tokensNeeded(input, d, v)));
        }
      }
    }
    final int d = vcs.escapeOutput(head);
    final int v = vcs.escapeVc(head, node, d);
    candidates.add(new Candidate(d, v, vcs.tokensNeeded(input, d, v)));
    return candidates;
  }

  private static boolean lacksTokens(ReferenceNode node, List<Candidate> candidates) {
    return candidates.stream().allMatch(c -> node.outputs[c.output].tokens[c.vc] < c.needed);
  }

  private static boolean lifts(
      ReferenceNode node, List<Candidate> candidates, int d, TokenAck ack) {
    final int tokens = node.outputs[d].tokens[ack.vc()] + ack.chunks();
    return candidates.stream()
        .anyMatch(c -> c.output == d && c.vc == ack.vc() && tokens >= c.needed);
  }
}
