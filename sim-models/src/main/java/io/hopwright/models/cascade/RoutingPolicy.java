package io.hopwright.models.cascade;

import io.hopwright.core.random.Draws;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.machine.Component;
import io.hopwright.models.machine.Key;
import io.hopwright.models.machine.Key.Choice;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.Settings;
import java.util.List;

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
  static final Key<RoutingMode> MODE =
      Key.choice(
          "router.routing",
          RoutingMode.ADAPTIVE,
          Choice.of(RoutingMode.values()),
          "which routes a packet chooses from, and how",
          Cascade.PAPER + "III");
  private static final Key<Boolean> NEAR_GATEWAYS =
      Key.choice(
          "router.gateways",
          false,
          List.of(
              new Choice<>(false, "any", "any between two groups"),
              new Choice<>(
                  true, "near", "those the fewest local links away from where the packet is")),
          "blue links that routes are drawn from",
          Cascade.PAPER + "III: minimal routes may differ in length; near is ASSUMED");
  private static final Key<Integer> BIAS =
      Key.integer(
          "router.bias",
          300,
          -100_000,
          100_000,
          "flits added to the cost of non-minimal routes; negative favours them",
          Cascade.PAPER
              + "III; the value is ASSUMED: about what is under way on a busy link, so that a"
              + " quiet network routes minimally");
  private static final Key<Integer> NON_MINIMAL_WEIGHT =
      Key.integer(
          "router.nonMinimalWeight",
          2,
          1,
          16,
          "factor on the load of non-minimal routes",
          "ASSUMED, after Kim et al. 2008: twice the links");

  static final Component COMPONENT =
      Component.of("routing", MODE, NEAR_GATEWAYS, BIAS, NON_MINIMAL_WEIGHT);

  /** Reads the settings; routers tell each other their loads over links of some delay. */
  static RoutingPolicy of(Settings settings, CascadeRouter router) {
    return new RoutingPolicy(
        settings.get(MODE),
        settings.get(NEAR_GATEWAYS),
        settings.get(NON_MINIMAL_WEIGHT),
        settings.get(BIAS),
        router.hopTicks(),
        router.rates().tileFlitTicks(),
        Purpose.ROUTE.draws(settings.get(RunPlan.SEED)));
  }

  /** Returns the cost of a route of a load; the links of its whole way count only if tuned. */
  long cost(long load, int links, boolean nonMinimal) {
    final long weight = mode == RoutingMode.TUNED ? links : nonMinimal ? nonMinimalWeight : 1;
    return weight * load + (nonMinimal ? biasFlits : 0);
  }
}
