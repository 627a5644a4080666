package io.hopwright.models.cascade;

import io.hopwright.models.crossbar.CrossbarDesign;
import io.hopwright.models.crossbar.PortBooks;

/**
 * Numbers of the totals that only a Cascade has.
 *
 * @param requests requests delivered
 * @param requestHops links they took
 * @param nonMinimal requests delivered that went over a root
 */
record CascadeTotals(int requests, int requestHops, int nonMinimal) {
  static CascadeTotals of(CrossbarDesign design) {
    final int first = PortBooks.totals(design);
    return new CascadeTotals(first, first + 1, first + 2);
  }

  /** Returns the number of all totals. */
  int size() {
    return nonMinimal + 1;
  }
}
