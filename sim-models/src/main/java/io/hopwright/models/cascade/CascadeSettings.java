package io.hopwright.models.cascade;

import io.hopwright.models.cascade.aries.AriesDesign;
import io.hopwright.models.cascade.aries.AriesKeys;
import io.hopwright.models.cascade.aries.AriesNodeDesign;
import io.hopwright.models.cascade.aries.CollectiveTrees;
import io.hopwright.models.cascade.aries.OperationWord;
import io.hopwright.models.cascade.faults.FaultKeys;
import io.hopwright.models.cascade.faults.Faults;
import io.hopwright.models.cascade.network.CascadeBounds;
import io.hopwright.models.cascade.network.CascadePaper;
import io.hopwright.models.cascade.network.CascadeRouter;
import io.hopwright.models.cascade.network.CascadeTopology;
import io.hopwright.models.cascade.network.FrameErrors;
import io.hopwright.models.cascade.network.RoutingPolicy;
import io.hopwright.models.cascade.nic.CascadeHost;
import io.hopwright.models.cascade.nic.CascadeNodeDesign;
import io.hopwright.models.cascade.nic.NicDesign;
import io.hopwright.models.cascade.nic.NicModel;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.PartitionKeys;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.Communicators;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.run.Implementation;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.tables.Observation;
import io.hopwright.models.tables.StatisticsKeys;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.topology.Dragonfly;
import io.hopwright.models.topology.PartitionMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Components and settings of a Cascade.
 *
 * @param topology groups and cables
 * @param map partitions, cut through blue links only and never through a group
 * @param workload traffic of the nodes
 * @param router design of every Aries
 * @param errors link errors
 * @param faults failures, null if there are none
 * @param faultsFrom keys of failures with the ticks before which they have no effect
 * @param routing routing of packets
 * @param nics design of every NIC
 * @param aries further design of Aries NICs; null with {@code nic.model = rate}
 * @param observation optional measurements
 * @param jobs jobs that send the traffic, if it comes from programs
 * @param trees trees of collectives by collective engines; null if there are none
 * @param run duration and phases of the run
 */
public record CascadeSettings(
    CascadeTopology topology,
    PartitionMap map,
    CascadeWorkload workload,
    CascadeRouter router,
    FrameErrors errors,
    Faults faults,
    Map<String, Long> faultsFrom,
    RoutingPolicy routing,
    NicDesign nics,
    AriesDesign aries,
    Observation observation,
    Jobs jobs,
    CollectiveTrees trees,
    RunPlan run) {
  private static final Key<Integer> GROUPS_PER_PARTITION =
      PartitionKeys.groups(1, 241, CascadePaper.SECTION + "II.D: a group is two cabinets");

  /** 5 µs. */
  private static final long WARMUP_TICKS = 218_750;

  /** Ways to add links up. */
  static final StatisticsKeys.Links LINKS =
      StatisticsKeys.links(
          "utilization of links",
          List.of(
              LinkGrouping.LINK.meaning("each link separately, including processor tiles"),
              LinkGrouping.KIND.meaning("green, black, blue and tile"),
              LinkGrouping.WHOLE.meaning("all links of the machine, without processor tiles")));

  static final List<Component> COMPONENTS =
      List.of(
          CascadeTopology.KEYS.component("topology"),
          Component.of("partition", GROUPS_PER_PARTITION),
          Implementation.COMPONENT,
          CascadeWorkload.COMPONENT,
          RoutingPolicy.COMPONENT,
          CascadeRouter.Switch.KEYS.component("switch"),
          CascadeRouter.Link.KEYS.component("link"),
          FrameErrors.KEYS.component("errors"),
          FaultKeys.COMPONENT,
          CascadeHost.KEYS.component("host"),
          AriesKeys.KEYS.component("aries"),
          LINKS.component().and(JobTables.KEYS.keys()),
          CascadeJobs.SOFTWARE.component(),
          JobKeys.COMPONENT,
          CascadeJobs.COLLECTIVES,
          RunPlan.withJobs(WARMUP_TICKS));

  static final List<KeyScope> SCOPES =
      Stream.of(
              CascadeWorkload.SCOPES.stream(),
              RoutingPolicy.SCOPES.stream(),
              Stream.of(AriesKeys.SCOPE, JobTables.SCOPE))
          .flatMap(scopes -> scopes)
          .toList();

  /**
   * Reads all settings.
   *
   * @throws SettingsException naming the inconsistent settings
   */
  public static CascadeSettings of(Settings settings) {
    final AriesKeys ariesKeys = AriesKeys.KEYS.read(settings);
    final CascadeHost host = CascadeHost.KEYS.read(settings);
    final FaultKeys faultKeys = FaultKeys.KEYS.read(settings);
    final RoutingPolicy.Modes modes = RoutingPolicy.Modes.KEYS.read(settings);
    final boolean programs = WorkloadKeys.jobs(settings);
    final long timeoutTicks = faultKeys.timeoutTicks(FaultKeys.any(settings) && !programs);
    final SettingsException.Collector problems = new SettingsException.Collector();
    final CascadeTopology topology = problems.get(() -> CascadeTopology.of(settings));
    final CascadeWorkload workload =
        topology == null
            ? null
            : problems.get(
                () ->
                    CascadeWorkload.of(
                        settings, topology.dragonfly(), ariesKeys.model(), modes.inOrder()));
    final CascadeRouter router =
        problems.get(
            () ->
                CascadeRouter.of(
                    settings,
                    host.megabytesPerSecond(),
                    topology != null && topology.electricalBlue(),
                    (programs ? MessageWords.WORDS : 0)
                        + (ariesKeys.model() == NicModel.ARIES ? OperationWord.WORDS : 0)
                        + (timeoutTicks == FaultKeys.NO_TIMEOUT ? 0 : 1)));
    final NicDesign nics =
        router == null ? null : host.design(router.tileFlits(), timeoutTicks, router.rates());
    final AriesDesign aries =
        workload == null || router == null
            ? null
            : problems.get(
                () ->
                    ariesKeys.design(
                        settings, CascadeHost.RATE_ONLY, router.rates(), workload.aries()));
    final Observation observation =
        topology == null ? null : problems.get(() -> observation(settings, topology.dragonfly()));
    final RunPlan run =
        router == null
            ? null
            : problems.get(
                () -> RunPlan.of(settings, router.design().lookaheadTicks(), WARMUP_TICKS));
    final FrameErrors errors = problems.get(() -> FrameErrors.of(settings));
    final Faults faults =
        workload == null || run == null
            ? null
            : problems.get(
                () ->
                    faultKeys.faults(
                        settings,
                        topology.dragonfly(),
                        router.hopTicks(),
                        hostTicks(nics, aries),
                        run.end() == RunPlan.End.JOBS
                            ? RunPlan.MAX_TICKS + 1
                            : run.warmupTicks() + run.ticks()));
    problems.when(
        FaultKeys.any(settings)
            && RoutingPolicy.Choosing.KEYS.read(settings).gateways() == RoutingPolicy.Gateways.NEAR,
        RoutingPolicy.GATEWAYS,
        "is near, but with failing links or blades it must be any; leave the key out");
    JobKeys.check(settings, problems);
    problems.throwIfAny();
    final Jobs jobs = CascadeJobs.of(settings, topology.dragonfly(), aries, faults);
    final int nodes = topology.dragonfly().nodes();
    final CollectiveTrees trees =
        CollectiveTrees.of(new Communicators(jobs.placed(), nodes), aries, nodes);
    return new CascadeSettings(
        topology,
        PartitionMap.ranges(
            topology.dragonfly(),
            topology.dragonfly().firstAries(settings.get(GROUPS_PER_PARTITION))),
        workload,
        router,
        errors,
        faults,
        faultKeys.effectiveFrom(settings, programs),
        RoutingPolicy.of(
            settings,
            modes,
            router,
            topology.dragonfly().nodes(),
            workload.jobs(),
            modes.ofMessages().isEmpty() ? 0 : workload.requests().stride(),
            jobs.placed()),
        nics,
        aries,
        observation,
        jobs,
        trees,
        run);
  }

  /** Returns the ticks from a host to a router, and from a router to a host, together. */
  private static long hostTicks(NicDesign nics, AriesDesign aries) {
    return aries == null
        ? (long) nics.injectionTicks() + nics.ejectionTicks()
        : 2L * aries.bus().latency() + aries.keys().outTicks() + aries.keys().inTicks();
  }

  /** Returns NICs in their machine. */
  CascadeNodeDesign node() {
    return new CascadeNodeDesign(nics, topology.dragonfly(), router.hopTicks(), faults);
  }

  /** Returns Aries NICs in their machine. */
  AriesNodeDesign ariesNode() {
    return new AriesNodeDesign(node(), aries, workload.aries(), trees, run.seed());
  }

  /** Returns the bounds for the messages of the workload. */
  CascadeBounds bounds() {
    return new CascadeBounds(
        topology.dragonfly(), router.rates(), !topology.electricalBlue(), workload.sizes());
  }

  private static Observation observation(Settings settings, Dragonfly topology) {
    final long nodes = topology.nodes();
    return Observation.of(settings, LINKS, topology, nodes, nodes * (nodes - 1));
  }
}
