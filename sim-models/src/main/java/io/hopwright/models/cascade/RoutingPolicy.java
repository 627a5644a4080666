package io.hopwright.models.cascade;

import io.hopwright.core.random.Draws;

/**
 * How routes are chosen.
 *
 * @param mode which candidates take part
 * @param nearGateways whether blue links are drawn only among those the fewest local links away
 * @param nonMinimalWeight factor on the load of a non-minimal route
 * @param biasFlits added to it, negative to favour non-minimal routes
 * @param loadIntervalTicks how often routers tell each other their loads, and how long it takes
 * @param tileFlitTicks of a flit through a processor tile
 * @param draws keyed by requester and class
 */
record RoutingPolicy(
    RoutingMode mode,
    boolean nearGateways,
    int nonMinimalWeight,
    int biasFlits,
    int loadIntervalTicks,
    int tileFlitTicks,
    Draws draws) {
  /** Returns the cost of a route of a load; the links of its whole way count only if tuned. */
  long cost(long load, int links, boolean nonMinimal) {
    final long weight = mode == RoutingMode.TUNED ? links : nonMinimal ? nonMinimalWeight : 1;
    return weight * load + (nonMinimal ? biasFlits : 0);
  }
}
