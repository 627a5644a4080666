package io.hopwright.models.tofu;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.PartitionKeys;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.Communicators;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.run.Implementation;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.tables.Observation;
import io.hopwright.models.tables.StatisticsKeys;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.tofu.barriers.BarrierOfJobs;
import io.hopwright.models.tofu.barriers.BarrierSettings;
import io.hopwright.models.tofu.network.SliceErrors;
import io.hopwright.models.tofu.network.TofuPaper;
import io.hopwright.models.tofu.network.TofuRouter;
import io.hopwright.models.tofu.network.TofuTopology;
import io.hopwright.models.tofu.tni.TniDesign;
import io.hopwright.models.tofu.tni.TofuHost;
import io.hopwright.models.tofu.tni.TofuNodeDesign;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Tofu6D;
import java.util.List;
import java.util.stream.Stream;

/**
 * Components and settings of a machine.
 *
 * @param topology nodes, links and packaging
 * @param map partitions
 * @param workload traffic of the nodes
 * @param router router of every node
 * @param hopTicks ticks from one router to the next
 * @param errors errors of links
 * @param tnis network interfaces of every node
 * @param observation optional measurements
 * @param barriers barriers of the workload; null for other workloads
 * @param jobs jobs that send the traffic, if it comes from programs
 * @param barrierOfJobs barrier for ranks of jobs; null if there is none
 * @param run duration and phases of the run
 */
record TofuSettings(
    TofuTopology topology,
    PartitionMap map,
    TofuWorkload workload,
    CrossbarDesign router,
    int hopTicks,
    SliceErrors errors,
    TniDesign tnis,
    Observation observation,
    BarrierSettings barriers,
    Jobs jobs,
    BarrierOfJobs barrierOfJobs,
    RunPlan run) {
  private static final Key<int[]> SHAPE_OF_PARTITION =
      PartitionKeys.boxes(
          "extents in x, y and z of a partition, which has 12 nodes at each point",
          Tofu6D.OUTER_AXES,
          List.of(2, 2, 4),
          TofuTopology.MAX_EXTENT,
          TofuPaper.SECTION + "IV.B: half a rack; 1, 1, 4 is a shelf");

  /** Ways to add links up. */
  static final StatisticsKeys.Links LINKS =
      StatisticsKeys.links(
          "utilization of links",
          List.of(
              LinkGrouping.LINK.meaning("each link separately"),
              LinkGrouping.DIRECTION.meaning("x+, x-, y+, y-, z+, z-, a, b+, b-, c"),
              LinkGrouping.DIMENSION.meaning("x, y, z, a, b, c"),
              LinkGrouping.WHOLE.meaning("all links of the machine")));

  static final List<Component> COMPONENTS =
      List.of(
          TofuTopology.COMPONENT,
          Component.of("partition", SHAPE_OF_PARTITION),
          TofuWorkload.COMPONENT,
          BarrierSettings.COMPONENT,
          TofuWorkload.ROUTING,
          TofuRouter.SWITCH,
          TofuRouter.LINK,
          TofuHost.COMPONENT,
          LINKS.component().and(JobTables.KEYS.keys()),
          TofuJobs.SOFTWARE.component(),
          JobKeys.COMPONENT,
          TofuJobs.COLLECTIVES,
          RunPlan.WITH_JOBS,
          Implementation.COMPONENT);

  static final List<KeyScope> SCOPES =
      Stream.of(
              TofuWorkload.SCOPES.stream(),
              BarrierSettings.SCOPES.stream(),
              Stream.of(JobTables.SCOPE))
          .flatMap(scopes -> scopes)
          .toList();

  /**
   * Reads all settings.
   *
   * @throws SettingsException naming what does not fit together
   */
  static TofuSettings of(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final int units = TofuWorkload.mostUnits(settings);
    final TofuTopology topology = problems.get(() -> TofuTopology.of(settings));
    final TniDesign tnis = problems.get(() -> TofuHost.of(settings, units));
    if (topology == null) {
      problems.throwIfAny();
    }
    final TofuWorkload workload = problems.get(() -> TofuWorkload.of(settings, topology));
    final CrossbarDesign router =
        problems.get(
            () -> TofuRouter.of(settings, topology.machine(), units, TofuHost.mtuBytes(settings)));
    final SliceErrors errors = problems.get(() -> SliceErrors.of(settings, topology));
    final Observation observation = problems.get(() -> observation(settings, topology.machine()));
    final RunPlan run =
        router == null ? null : problems.get(() -> RunPlan.of(settings, router.lookaheadTicks()));
    final BarrierSettings barriers =
        TofuWorkload.barrier(settings)
            ? problems.get(
                () ->
                    BarrierSettings.of(
                        settings, topology.generation(), topology.machine().routers()))
            : null;
    JobKeys.check(settings, problems);
    problems.throwIfAny();
    final Jobs jobs = TofuJobs.of(settings, topology);
    final int nodes = topology.machine().routers();
    return new TofuSettings(
        topology,
        map(topology.machine(), settings.get(SHAPE_OF_PARTITION)),
        workload,
        router,
        TofuRouter.hopTicks(settings),
        errors,
        tnis,
        observation,
        barriers,
        jobs,
        BarrierOfJobs.of(new Communicators(jobs.placed(), nodes), topology.generation(), nodes),
        run);
  }

  /** Cuts x, y and z; the twelve nodes of a point stay together. */
  private static PartitionMap map(Tofu6D machine, int... box) {
    return PartitionMap.boxes(machine, machine.grid(), 2, 3, 2, box[2], box[1], box[0]);
  }

  private static Observation observation(Settings settings, Tofu6D machine) {
    final long nodes = machine.routers();
    return Observation.of(settings, LINKS, machine, nodes, nodes * (nodes - 1));
  }

  /** Returns the design of a node. */
  TofuNodeDesign node() {
    return new TofuNodeDesign(tnis, topology.machine(), hopTicks, barriers, barrierOfJobs);
  }
}
