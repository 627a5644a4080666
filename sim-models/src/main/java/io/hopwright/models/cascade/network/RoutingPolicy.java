package io.hopwright.models.cascade.network;

import io.hopwright.core.random.Draws;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Source;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.run.RunPlan;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Routing policy.
 *
 * @param mode mode of packets that have no mode of their own
 * @param modes modes of single packets; null if all have the same
 * @param choosing rules for drawing and comparing candidates
 * @param loadIntervalTicks interval at which routers exchange their loads, and the time that this
 *     takes
 * @param tileFlitTicks ticks of a flit through a processor tile
 * @param draws draws, keyed by requester and class
 */
public record RoutingPolicy(
    RoutingMode mode,
    PacketModes modes,
    Choosing choosing,
    int loadIntervalTicks,
    int tileFlitTicks,
    Draws draws) {
  public static final String GATEWAYS = "router.gateways";
  private static final Key<List<RoutingMode>> OF_MESSAGES =
      Key.choices("workload.routing", List.of(), Choice.of(RoutingMode.values()))
          .ofRun("routing modes of messages, used in turn; empty: router.routing for all");
  private static final Key<RoutingMode> OF_JOB =
      Key.choice(JobKeys.SECTION + ".*.routing", null, Choice.of(RoutingMode.values()))
          .ofRun("routing of all packets of the job; router.routing if not set");

  /** Routing modes of packets. */
  public record Modes(
      @Setting(key = "router.routing", word = "adaptive")
          @Meaning("candidate routes of a packet, and the choice among them")
          @Source(CascadePaper.SECTION + "III")
          RoutingMode mode,
      @Setting(key = "workload.routing") List<RoutingMode> ofMessages) {
    public static final KeyRecord<Modes> KEYS = KeyRecord.of(Modes.class, OF_MESSAGES);

    /** Returns whether all packets between two nodes stay in order. */
    public boolean inOrder() {
      return ofMessages.isEmpty()
          ? mode.deterministic()
          : ofMessages.stream().allMatch(RoutingMode::deterministic);
    }
  }

  /** Blue links from which routes are drawn. */
  public enum Gateways {
    @Meaning("any blue link between two groups")
    ANY,
    @Meaning("the blue links that are the fewest local links away from the packet")
    NEAR
  }

  /** Rules for drawing and comparing candidates. */
  public record Choosing(
      @Setting(key = GATEWAYS, word = "any")
          @Meaning("blue links from which routes are chosen")
          @Source(
              CascadePaper.SECTION + "III: minimal routes can differ in length; near is ASSUMED")
          Gateways gateways,
      @Setting(key = "router.bias", byDefault = 300, min = -100_000, max = 100_000)
          @Meaning("flits added to the cost of non-minimal routes; negative favours them")
          @Source(
              CascadePaper.SECTION
                  + "III; the value is ASSUMED: about the number of flits in flight on a busy link,"
                  + " so that routes are minimal at low load")
          int biasFlits,
      @Setting(key = "router.nonMinimalWeight", byDefault = 2, min = 1, max = 16)
          @Meaning("factor on the load of non-minimal routes")
          @Source("ASSUMED, after Kim et al. 2008: twice the links")
          int nonMinimalWeight) {
    public static final KeyRecord<Choosing> KEYS = KeyRecord.of(Choosing.class);
  }

  /** Keys that only some modes read. */
  public static final List<KeyScope> SCOPES =
      List.of(
          scope(RoutingMode::readsBias, "router.bias"),
          scope(RoutingMode::readsWeight, "router.nonMinimalWeight"));

  public static final Component COMPONENT =
      Modes.KEYS.component("routing").and(List.of(OF_JOB)).and(Choosing.KEYS.keys());

  /**
   * Reads the settings; routers exchange their loads over links with a delay.
   *
   * @param programs whether programs send
   * @param stride of the sequence numbers of messages, where their modes take turns
   * @param jobs that run, none if messages of a workload are sent
   * @throws SettingsException if the requested modes are impossible for the packets
   */
  public static RoutingPolicy of(
      Settings settings,
      Modes modes,
      CascadeRouter router,
      int nodes,
      boolean programs,
      int stride,
      List<PlacedJob> jobs) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.when(
        programs && !modes.ofMessages().isEmpty(),
        OF_MESSAGES,
        "is set, but programs send the traffic; give each job its " + OF_JOB);
    problems.throwIfAny();
    return new RoutingPolicy(
        modes.mode(),
        programs
            ? ofJobs(settings, modes.mode(), nodes, jobs)
            : ofMessages(modes.ofMessages(), stride),
        Choosing.KEYS.read(settings),
        router.hopTicks(),
        router.rates().tileFlitTicks(),
        Purpose.ROUTE.draws(settings.get(RunPlan.SEED)));
  }

  /** Returns a key that is read if it is by the mode of any packets. */
  private static KeyScope scope(Predicate<RoutingMode> reads, String key) {
    final String routing = "router.routing";
    return new KeyScope(
        routing,
        settings -> modes(settings).anyMatch(reads),
        "a %s that has it".formatted(routing),
        List.of(key));
  }

  private static Stream<RoutingMode> modes(Settings settings) {
    final Modes modes = Modes.KEYS.read(settings);
    final Stream<RoutingMode> ofJobs =
        settings.members(JobKeys.SECTION).stream()
            .flatMap(job -> settings.find(OF_JOB.of(job)).stream());
    return Stream.of(Stream.of(modes.mode()), modes.ofMessages().stream(), ofJobs)
        .flatMap(some -> some);
  }

  private static PacketModes ofMessages(List<RoutingMode> turns, int stride) {
    return turns.isEmpty() ? null : PacketModes.inTurn(turns, stride);
  }

  private static PacketModes ofJobs(
      Settings settings, RoutingMode other, int nodes, List<PlacedJob> jobs) {
    if (jobs.stream().allMatch(job -> settings.find(OF_JOB.of(job.name())).isEmpty())) {
      return null;
    }
    final RoutingMode[] modes = new RoutingMode[nodes];
    for (PlacedJob job : jobs) {
      final RoutingMode mode = settings.find(OF_JOB.of(job.name())).orElse(other);
      for (int node : job.nodeOfRank()) {
        modes[node] = mode;
      }
    }
    return PacketModes.ofNodes(modes);
  }

  /**
   * Returns whether blue links are drawn only among those with the fewest local links before them.
   */
  public boolean nearGateways() {
    return choosing.gateways() == Gateways.NEAR;
  }

  /** Returns all modes that packets have. */
  private Stream<RoutingMode> all() {
    return modes == null ? Stream.of(mode) : modes.all();
  }

  /** Returns whether all packets between two nodes stay in order. */
  public boolean inOrder() {
    return all().allMatch(RoutingMode::deterministic);
  }

  /** Returns whether any route is chosen by load. */
  public boolean byLoad() {
    return all().anyMatch(RoutingMode::byLoad);
  }

  /** Returns whether all routes are minimal, at any load. */
  public boolean minimalOnly() {
    return all().noneMatch(each -> each.byLoad() || each.nonMinimalOnly());
  }

  /** Returns whether all routes are non-minimal ones. */
  public boolean nonMinimalOnly() {
    return all().allMatch(RoutingMode::nonMinimalOnly);
  }

  /** Returns the cost of a route with a load; the number of its links counts only if tuned. */
  public long cost(RoutingMode by, long load, int links, boolean nonMinimal) {
    final long weight =
        by.byPath() ? links : nonMinimal ? by.weight(choosing.nonMinimalWeight()) : 1;
    return weight * load + (nonMinimal ? by.biasFlits(choosing.biasFlits()) : 0);
  }
}
