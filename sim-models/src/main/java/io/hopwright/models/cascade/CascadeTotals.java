package io.hopwright.models.cascade;

import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.PortStatistics;

/**
 * Numbers of the totals that only a Cascade has.
 *
 * @param requests requests delivered
 * @param requestHops links they took
 * @param nonMinimal requests delivered that went over a root
 * @param green green links that delivered packets took
 * @param black black links that they took
 * @param blue blue links that they took
 */
record CascadeTotals(
    int requests, int requestHops, int nonMinimal, int green, int black, int blue) {
  static CascadeTotals of(CrossbarDesign design) {
    final int first = PortStatistics.totals(design);
    return new CascadeTotals(first, first + 1, first + 2, first + 3, first + 4, first + 5);
  }

  /** Returns the number of the total that counts the links of a colour. */
  int links(int colour) {
    return green + colour;
  }

  /** Returns the number of all totals. */
  int size() {
    return blue + 1;
  }
}
