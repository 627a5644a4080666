package io.hopwright.models.tofu;

import io.hopwright.models.link.LinkCounts;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.PortStatistics;

/**
 * Numbers of the totals that only these machines have.
 *
 * @param completed packets of class 0 that were completed
 * @param completedHops links that the packets took that completed them
 * @param links about frames that get lost
 */
record TofuTotals(int completed, int completedHops, LinkCounts links) {
  static TofuTotals of(CrossbarDesign design) {
    final int first = PortStatistics.totals(design);
    return new TofuTotals(first, first + 1, LinkCounts.from(first + 2));
  }

  /** Returns the number of all totals. */
  int size() {
    return completedHops + 1 + LinkCounts.SIZE;
  }
}
