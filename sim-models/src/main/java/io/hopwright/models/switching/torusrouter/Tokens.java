package io.hopwright.models.switching.torusrouter;

/**
 * Token flow control of a partition's outputs: the counts, and as sets of bits which VCs have
 * enough of them, so that arbitration never looks at a count.
 *
 * <p>A token stands for a free chunk at the far end of a link. Whatever its size, a packet may be
 * sent if there are tokens for a full one, into a bubble for two. Confined to its partition.
 */
final class Tokens {
  private static final int ONE_PACKET = RouterDesign.FULL_PACKET_CHUNKS;
  private static final int TWO_PACKETS = 2 * RouterDesign.FULL_PACKET_CHUNKS;

  private final long[] state;
  private final NodeLayout layout;
  private final int firstFullVc;
  private final int firstEscapeVc;
  private long away;

  Tokens(RouterDesign design, long[] state, NodeLayout layout) {
    this.state = state;
    this.layout = layout;
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

  /** Returns the tokens taken here and not yet given back. */
  long away() {
    return away;
  }

  /** Gives an output VC its first tokens. */
  void fill(int base, int outputVc, int amount) {
    away += amount;
    giveBack(base, outputVc, amount);
  }

  /** Takes tokens for a packet that is sent to an output VC. */
  void take(int base, int output, int vc, int amount) {
    final int at = layout.tokens(base, output);
    final long lanes = state[at] - PackedCounts.delta(vc, amount);
    state[at] = lanes;
    final int left = PackedCounts.get(lanes, vc);
    final int outputVc = output << 3 | vc;
    state[base + NodeLayout.ONE_FITS] &=
        ~((1 - PackedCounts.reaches(left, ONE_PACKET)) << outputVc);
    if (vc >= firstEscapeVc) {
      state[base + NodeLayout.TWO_FIT] &=
          ~((1 - PackedCounts.reaches(left, TWO_PACKETS)) << outputVc);
    }
    away += amount;
  }

  /** Notes that tokens of an output VC have come back. */
  void giveBack(int base, int outputVc, int amount) {
    final int vc = outputVc & 7;
    final int at = layout.tokens(base, outputVc >>> 3);
    final long lanes = state[at] + PackedCounts.delta(vc, amount);
    state[at] = lanes;
    final int left = PackedCounts.get(lanes, vc);
    state[base + NodeLayout.ONE_FITS] |= PackedCounts.reaches(left, ONE_PACKET) << outputVc;
    if (vc >= firstEscapeVc) {
      state[base + NodeLayout.TWO_FIT] |= PackedCounts.reaches(left, TWO_PACKETS) << outputVc;
    }
    away -= amount;
  }
}
