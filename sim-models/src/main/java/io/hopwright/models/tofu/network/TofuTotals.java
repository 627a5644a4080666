package io.hopwright.models.tofu.network;

import io.hopwright.models.link.LinkCounts;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.PortStatistics;

/**
 * Numbers of the totals that only these machines have.
 *
 * @param completed packets of class 0 that were completed
 * @param completedHops links that the packets took that completed them
 * @param barriers barriers completed, by each node
 * @param barrierTicks that these took
 * @param links about frames that get lost
 */
public record TofuTotals(
    int completed, int completedHops, int barriers, int barrierTicks, LinkCounts links) {
  public static TofuTotals of(CrossbarDesign design) {
    final int first = PortStatistics.totals(design);
    return new TofuTotals(first, first + 1, first + 2, first + 3, LinkCounts.from(first + 4));
  }

  /** Returns the number of all totals. */
  public int size() {
    return barrierTicks + 1 + LinkCounts.SIZE;
  }
}
