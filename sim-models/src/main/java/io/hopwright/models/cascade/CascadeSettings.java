package io.hopwright.models.cascade;

import io.hopwright.models.machine.Component;
import io.hopwright.models.machine.Key;
import io.hopwright.models.machine.PartitionKeys;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SettingsException;
import io.hopwright.models.messaging.JobKeys;
import io.hopwright.models.reference.cascade.CascadeReference;
import java.util.List;

/**
 * The parts of a Cascade.
 *
 * @param topology groups and cables
 * @param groupsPerPartition how it is cut
 * @param workload what nodes send
 * @param router every Aries
 * @param errors on links
 * @param faults what fails, null if nothing does
 * @param routing how packets choose their way
 * @param nics every NIC
 * @param aries what it is beyond that, null with {@code nic.model = rate}
 * @param observation what is measured beside the usual
 * @param jobs whose programs send, if it is programs that do
 * @param run when
 */
record CascadeSettings(
    CascadeTopology topology,
    int groupsPerPartition,
    CascadeWorkload workload,
    CascadeRouter router,
    LinkErrors errors,
    Faults faults,
    RoutingPolicy routing,
    NicDesign nics,
    AriesDesign aries,
    CascadeObservation observation,
    CascadeJobs jobs,
    RunPlan run) {
  private static final Key<Integer> GROUPS_PER_PARTITION =
      PartitionKeys.groups(1, 241, Cascade.PAPER + "II.D: a group is two cabinets");

  /** 5 µs. */
  private static final long WARMUP_TICKS = 218_750;

  static final List<Component> COMPONENTS =
      List.of(
          CascadeTopology.COMPONENT,
          Component.of("partition", GROUPS_PER_PARTITION),
          CascadeReference.COMPONENT,
          CascadeWorkload.COMPONENT,
          RoutingPolicy.COMPONENT,
          CascadeRouter.SWITCH,
          CascadeRouter.LINK,
          LinkErrors.COMPONENT,
          FaultKeys.COMPONENT,
          CascadeHost.COMPONENT,
          AriesKeys.COMPONENT,
          CascadeObservation.COMPONENT,
          CascadeJobs.SOFTWARE.component(),
          JobKeys.COMPONENT,
          CascadeJobs.COLLECTIVES,
          RunPlan.withJobs(WARMUP_TICKS));

  /**
   * Reads all settings.
   *
   * @throws SettingsException naming what does not fit together
   */
  static CascadeSettings of(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final CascadeTopology topology = problems.get(() -> CascadeTopology.of(settings));
    final CascadeWorkload workload =
        topology == null
            ? null
            : problems.get(() -> CascadeWorkload.of(settings, topology.dragonfly()));
    final CascadeRouter router =
        problems.get(
            () ->
                CascadeRouter.of(
                    settings,
                    topology != null && topology.electricalBlue(),
                    CascadeWorkload.jobs(settings)));
    final AriesDesign aries =
        workload == null || router == null
            ? null
            : problems.get(() -> AriesKeys.of(settings, router.rates(), workload.aries()));
    final CascadeObservation observation =
        topology == null
            ? null
            : problems.get(() -> CascadeObservation.of(settings, topology.dragonfly()));
    final RunPlan run =
        router == null
            ? null
            : problems.get(
                () -> RunPlan.of(settings, router.design().lookaheadTicks(), WARMUP_TICKS));
    final LinkErrors errors = problems.get(() -> LinkErrors.of(settings));
    final Faults faults =
        workload == null || run == null
            ? null
            : problems.get(
                () ->
                    FaultKeys.of(
                        settings,
                        topology.dragonfly(),
                        router,
                        hostTicks(settings, router, aries),
                        run.end() == RunPlan.End.JOBS
                            ? RunPlan.MAX_TICKS + 1
                            : run.warmupTicks() + run.ticks()));
    problems.when(
        FaultKeys.any(settings) && settings.get(RoutingPolicy.NEAR_GATEWAYS),
        RoutingPolicy.NEAR_GATEWAYS,
        "is near, but with links or blades that fail it has to be any; leave it out");
    JobKeys.check(settings, CascadeWorkload.jobs(settings), problems);
    problems.throwIfAny();
    final CascadeJobs jobs = CascadeJobs.of(settings, topology.dragonfly(), aries);
    if (faults != null) {
      FaultKeys.checkPlaces(settings, topology.dragonfly(), faults, jobs.jobs());
    }
    return new CascadeSettings(
        topology,
        settings.get(GROUPS_PER_PARTITION),
        workload,
        router,
        errors,
        faults,
        RoutingPolicy.of(settings, router, workload, jobs.jobs()),
        CascadeHost.of(settings, router),
        aries,
        observation,
        jobs,
        run);
  }

  /** Returns the ticks from a host to a router, and from a router to a host, together. */
  private static long hostTicks(Settings settings, CascadeRouter router, AriesDesign aries) {
    final NicDesign nics = CascadeHost.of(settings, router);
    return aries == null
        ? (long) nics.injectionTicks() + nics.ejectionTicks()
        : 2L * aries.bus().latency() + aries.outTicks() + aries.inTicks();
  }
}
