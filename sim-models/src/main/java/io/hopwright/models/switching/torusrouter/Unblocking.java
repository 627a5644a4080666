package io.hopwright.models.switching.torusrouter;

import io.hopwright.models.link.PackedCounts;

/**
 * Count of unblocking credits: credits without which a waiting packet would not have enough tokens
 * to continue.
 *
 * <p>Each credit of a tick is judged separately, on the state at the end of the tick before, so
 * that the result depends neither on the order of events nor on the split. Confined to its
 * partition. Source: Blumrich et al. 2003, section 4, Figure 9.
 */
@SuppressWarnings("ArrayRecordComponent") // one array, shared by all parts of a partition
record Unblocking(NodeLayout layout, long[] state, HeadRequests requests, TorusTotals totals) {
  private static final int ONE_PACKET = RouterDesign.FULL_PACKET_CHUNKS;
  private static final int TWO_PACKETS = 2 * RouterDesign.FULL_PACKET_CHUNKS;

  /** Judges the credits among the events of a tick, none of which has been applied yet. */
  void judge(int[] events, int count) {
    for (int i = 0; i < count; i++) {
      final int event = events[i];
      if (TorusEventWord.type(event) == TorusEventWord.CREDIT) {
        final int base = layout.base(TorusEventWord.node(event));
        totals.count(TorusCounter.CREDITS, 1);
        if (unblocks(base, TorusEventWord.input(event), TorusEventWord.amount(event))) {
          totals.count(TorusCounter.UNBLOCKING_CREDITS, 1);
        }
      }
    }
  }

  private boolean unblocks(int base, int outputVc, int amount) {
    final int before = PackedCounts.get(state[layout.link(base, outputVc >>> 3)], outputVc & 7);
    final int after = before + amount;
    final long lifted = 1L << outputVc;
    final long one = before < ONE_PACKET && after >= ONE_PACKET ? lifted : 0;
    final long two = before < TWO_PACKETS && after >= TWO_PACKETS ? lifted : 0;
    if ((one | two) == 0) {
      return false;
    }
    boolean unblocks = false;
    for (long rest = state[base + NodeLayout.WANTS + (outputVc >>> 3)]; rest != 0; ) {
      unblocks |= unblocks(base, Long.numberOfTrailingZeros(rest), one, two);
      rest &= rest - 1;
    }
    return unblocks;
  }

  /** Returns whether a waiting head that has no tokens for any of its output VCs gets them so. */
  private boolean unblocks(int base, int input, long one, long two) {
    final long forOne = requests.pairsForOne(base, input);
    final long forTwo = requests.pairsForTwo(base, input);
    final long available =
        (forOne & state[base + NodeLayout.ONE_FITS]) | (forTwo & state[base + NodeLayout.TWO_FIT]);
    return available == 0 && ((forOne & one) | (forTwo & two)) != 0;
  }
}
