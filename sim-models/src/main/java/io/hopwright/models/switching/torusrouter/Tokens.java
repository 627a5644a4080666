package io.hopwright.models.switching.torusrouter;

import io.hopwright.models.link.PackedCounts;
import io.hopwright.models.link.TokenAcks;

/**
 * Tokens of a partition's outputs in the form that arbitration needs: bit sets of the VCs with
 * enough tokens, so that it reads no counts.
 *
 * <p>A packet of any size may be sent if there are tokens for a full one, and into a bubble VC if
 * there are tokens for two. Confined to its partition.
 */
final class Tokens {
  private static final int ONE_PACKET = RouterDesign.FULL_PACKET_CHUNKS;
  private static final int TWO_PACKETS = 2 * RouterDesign.FULL_PACKET_CHUNKS;

  private final long[] state;
  private final NodeLayout layout;
  private final TokenAcks acks;
  private final int firstFullVc;
  private final int firstEscapeVc;

  Tokens(RouterDesign design, long[] state, NodeLayout layout, TokenAcks acks) {
    this.state = state;
    this.layout = layout;
    this.acks = acks;
    firstEscapeVc = design.escapeVc();
    int full = 0;
    while (full < design.vcs() && design.charge(full, 1) == 1) {
      full++;
    }
    firstFullVc = full;
  }

  /** Returns what a packet of {@code chunks} chunks is charged on a VC. */
  int charge(int vc, int chunks) {
    return vc < firstFullVc ? chunks : RouterDesign.FULL_PACKET_CHUNKS;
  }

  /** Gives an output VC its first tokens. */
  void fill(int base, int outputVc, int amount) {
    acks.fill(layout.link(base, outputVc >>> 3), outputVc & 7, amount);
    add(base, outputVc, amount);
  }

  /** Spends the tokens of a packet that is granted an output VC. */
  void spend(int base, int output, int vc, int amount) {
    final int left = acks.spend(layout.link(base, output), vc, amount);
    final int outputVc = output << 3 | vc;
    state[base + NodeLayout.ONE_FITS] &=
        ~((1 - PackedCounts.reaches(left, ONE_PACKET)) << outputVc);
    if (vc >= firstEscapeVc) {
      state[base + NodeLayout.TWO_FIT] &=
          ~((1 - PackedCounts.reaches(left, TWO_PACKETS)) << outputVc);
    }
  }

  /** Takes tokens of an output VC in that have come back. */
  void comeBack(int base, int outputVc, int amount) {
    add(base, outputVc, acks.comeBack(layout.link(base, outputVc >>> 3), outputVc & 7, amount));
  }

  private void add(int base, int outputVc, int left) {
    state[base + NodeLayout.ONE_FITS] |= PackedCounts.reaches(left, ONE_PACKET) << outputVc;
    if ((outputVc & 7) >= firstEscapeVc) {
      state[base + NodeLayout.TWO_FIT] |= PackedCounts.reaches(left, TWO_PACKETS) << outputVc;
    }
  }
}
