package io.hopwright.models.cascade;

import io.hopwright.core.random.Draws;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.run.RunPlan;
import java.util.List;
import java.util.stream.Stream;

/**
 * How routes are chosen.
 *
 * @param mode which candidates take part, of packets that have no mode of their own
 * @param modes of single packets, null if all have the same
 * @param nearGateways whether blue links are drawn only among those the fewest local links away
 * @param nonMinimalWeight factor on the load of a non-minimal route
 * @param biasFlits added to it, negative to favour non-minimal routes
 * @param loadIntervalTicks how often routers tell each other their loads, and how long it takes
 * @param tileFlitTicks of a flit through a processor tile
 * @param draws keyed by requester and class
 */
record RoutingPolicy(
    RoutingMode mode,
    PacketModes modes,
    boolean nearGateways,
    int nonMinimalWeight,
    int biasFlits,
    int loadIntervalTicks,
    int tileFlitTicks,
    Draws draws) {
  static final Key<RoutingMode> MODE =
      Key.choice("router.routing", RoutingMode.ADAPTIVE, Choice.of(RoutingMode.values()))
          .meaning("which routes a packet chooses from, and how")
          .source(Cascade.PAPER + "III");
  static final Key<Boolean> NEAR_GATEWAYS =
      Key.choice(
              "router.gateways",
              false,
              new Choice<>(false, "any", "any between two groups"),
              new Choice<>(
                  true, "near", "those the fewest local links away from where the packet is"))
          .meaning("blue links that routes are drawn from")
          .source(Cascade.PAPER + "III: minimal routes may differ in length; near is ASSUMED");
  private static final Key<Integer> BIAS =
      Key.integer("router.bias", 300, -100_000, 100_000)
          .meaning("flits added to the cost of non-minimal routes; negative favours them")
          .source(
              Cascade.PAPER
                  + "III; the value is ASSUMED: about what is under way on a busy link, so that a"
                  + " quiet network routes minimally");
  private static final Key<Integer> NON_MINIMAL_WEIGHT =
      Key.integer("router.nonMinimalWeight", 2, 1, 16)
          .meaning("factor on the load of non-minimal routes")
          .source("ASSUMED, after Kim et al. 2008: twice the links");

  private static final Key<List<RoutingMode>> OF_MESSAGES =
      Key.choices("workload.routing", List.of(), Choice.of(RoutingMode.values()))
          .ofRun("routing of messages, which have them in turn; empty: router.routing for all");
  private static final Key<RoutingMode> OF_JOB =
      Key.choice(JobKeys.SECTION + ".*.routing", null, Choice.of(RoutingMode.values()))
          .ofRun("routing of all packets of the job; router.routing if not set");

  static final Component COMPONENT =
      Component.of("routing", MODE, OF_MESSAGES, OF_JOB, NEAR_GATEWAYS, BIAS, NON_MINIMAL_WEIGHT);

  /**
   * Reads the settings; routers tell each other their loads over links of some delay.
   *
   * @param jobs that run, none if messages of a workload are sent
   * @throws SettingsException if modes are asked for that packets cannot have
   */
  static RoutingPolicy of(
      Settings settings, CascadeRouter router, CascadeWorkload workload, List<PlacedJob> jobs) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.when(
        workload.jobs() && !settings.get(OF_MESSAGES).isEmpty(),
        OF_MESSAGES,
        "is set, but programs send; give each job its " + OF_JOB);
    problems.throwIfAny();
    return new RoutingPolicy(
        settings.get(MODE),
        workload.jobs() ? ofJobs(settings, workload, jobs) : ofMessages(settings, workload),
        settings.get(NEAR_GATEWAYS),
        settings.get(NON_MINIMAL_WEIGHT),
        settings.get(BIAS),
        router.hopTicks(),
        router.rates().tileFlitTicks(),
        Purpose.ROUTE.draws(settings.get(RunPlan.SEED)));
  }

  private static PacketModes ofMessages(Settings settings, CascadeWorkload workload) {
    final List<RoutingMode> turns = settings.get(OF_MESSAGES);
    return turns.isEmpty() ? null : PacketModes.inTurn(turns, workload.requests().stride());
  }

  private static PacketModes ofJobs(
      Settings settings, CascadeWorkload workload, List<PlacedJob> jobs) {
    if (jobs.stream().allMatch(job -> settings.find(OF_JOB.of(job.name())).isEmpty())) {
      return null;
    }
    final RoutingMode[] modes = new RoutingMode[workload.dragonfly().nodes()];
    for (PlacedJob job : jobs) {
      final RoutingMode mode = settings.find(OF_JOB.of(job.name())).orElse(settings.get(MODE));
      for (int node : job.nodeOfRank()) {
        modes[node] = mode;
      }
    }
    return PacketModes.ofNodes(modes);
  }

  /** Tells whether all packets between two nodes stay in order. */
  static boolean inOrder(Settings settings) {
    final List<RoutingMode> turns = settings.get(OF_MESSAGES);
    return turns.isEmpty()
        ? settings.get(MODE).deterministic()
        : turns.stream().allMatch(RoutingMode::deterministic);
  }

  /** Returns all modes that packets have. */
  private Stream<RoutingMode> all() {
    return modes == null ? Stream.of(mode) : modes.all();
  }

  /** Tells whether all packets between two nodes stay in order. */
  boolean inOrder() {
    return all().allMatch(RoutingMode::deterministic);
  }

  /** Tells whether any route is chosen by load. */
  boolean byLoad() {
    return all().anyMatch(RoutingMode::byLoad);
  }

  /** Tells whether all routes are minimal ones, whatever the loads. */
  boolean minimalOnly() {
    return all().noneMatch(each -> each.byLoad() || each.nonMinimalOnly());
  }

  /** Tells whether all routes are non-minimal ones. */
  boolean nonMinimalOnly() {
    return all().allMatch(RoutingMode::nonMinimalOnly);
  }

  /** Returns the cost of a route of a load; the links of its whole way count only if tuned. */
  long cost(RoutingMode by, long load, int links, boolean nonMinimal) {
    final long weight = by.byPath() ? links : nonMinimal ? by.weight(nonMinimalWeight) : 1;
    return weight * load + (nonMinimal ? by.biasFlits(biasFlits) : 0);
  }
}
