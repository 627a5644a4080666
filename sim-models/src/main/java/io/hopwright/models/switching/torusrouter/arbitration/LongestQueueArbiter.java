package io.hopwright.models.switching.torusrouter.arbitration;

import io.hopwright.core.random.Draws;

/**
 * Modified "serve the longest queue": in a fraction of the cycles the fullest queue wins, within
 * the resolution of two bits. Otherwise, and among equals, a random queue wins.
 *
 * <p>The fraction should be below 1, because always serving the longest queue can starve a virtual
 * channel permanently. Fraction 0 is the base policy of the paper. Source: Blumrich et al. 2003,
 * section 2, second phase of arbitration.
 *
 * @param cycles draws that make a cycle an SLQ cycle
 * @param picks draws that break ties
 * @param threshold threshold for the fraction ({@link Draws#threshold})
 */
public record LongestQueueArbiter(Draws cycles, Draws picks, long threshold) implements Arbiter {
  @Override
  public int pick(
      ContenderQueues queues, int node, int component, long requests, long tick, int index) {
    long among = requests;
    if (Draws.chance(cycles.draw(component, tick, index), threshold)) {
      among = fullest(queues, node, requests, tick);
    }
    if ((among & (among - 1)) == 0) {
      return Long.numberOfTrailingZeros(among);
    }
    return Draws.pickBit(picks.draw(component, tick, index), among);
  }

  private static long fullest(ContenderQueues queues, int node, long requests, long tick) {
    long fullest = 0;
    int fullestRange = -1;
    for (long rest = requests; rest != 0; rest &= rest - 1) {
      final int range = queues.fullnessRange(node, Long.numberOfTrailingZeros(rest), tick);
      if (range > fullestRange) {
        fullestRange = range;
        fullest = 0;
      }
      if (range == fullestRange) {
        fullest |= Long.lowestOneBit(rest);
      }
    }
    return fullest;
  }
}
