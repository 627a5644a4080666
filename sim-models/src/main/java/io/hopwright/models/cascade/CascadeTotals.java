package io.hopwright.models.cascade;

import io.hopwright.models.link.LinkCounts;
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
 * @param transactions of Aries NICs that are globally complete
 * @param localTicks of these, from birth to the issue of the last packet
 * @param globalTicks of these, from birth to completion
 * @param eventTicks of these, from birth to the tick in which their event is visible
 * @param remote operations of Aries NICs that are complete at the target
 * @param remoteTicks of these, from birth to then
 * @param responsesMade requests delivered, where packets may be lost
 * @param discarded packets lost
 * @param unroutable of these, those that had no way
 * @param timedOut requests given up
 * @param late responses to such
 * @param failed transactions with such a request
 * @param collectives that nodes were through by hardware
 * @param collectiveTicks of these, from when a node joined
 * @param collectivesWrong of these, those whose result is not that of all words
 * @param sendsRefused Sends for which there was no buffer
 * @param blocked requests from another communication domain
 * @param frames on links with errors
 */
record CascadeTotals(
    int requests,
    int requestHops,
    int nonMinimal,
    int green,
    int black,
    int blue,
    int transactions,
    int localTicks,
    int globalTicks,
    int eventTicks,
    int remote,
    int remoteTicks,
    int responsesMade,
    int discarded,
    int unroutable,
    int timedOut,
    int late,
    int failed,
    int collectives,
    int collectiveTicks,
    int collectivesWrong,
    int sendsRefused,
    int blocked,
    LinkCounts frames) {
  static CascadeTotals of(CrossbarDesign design) {
    final int first = PortStatistics.totals(design);
    return new CascadeTotals(
        first,
        first + 1,
        first + 2,
        first + 3,
        first + 4,
        first + 5,
        first + 6,
        first + 7,
        first + 8,
        first + 9,
        first + 10,
        first + 11,
        first + 12,
        first + 13,
        first + 14,
        first + 15,
        first + 16,
        first + 17,
        first + 18,
        first + 19,
        first + 20,
        first + 21,
        first + 22,
        LinkCounts.from(first + 23));
  }

  /** Returns the number of the total that counts the links of a colour. */
  int links(int colour) {
    return green + colour;
  }

  /** Returns the number of all totals. */
  int size() {
    return blocked + 1 + LinkCounts.SIZE;
  }
}
