package io.hopwright.models.extoll;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.PartitionKeys;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.extoll.network.ExtollRouter;
import io.hopwright.models.extoll.network.ExtollTopology;
import io.hopwright.models.extoll.smfu.AcceleratorDevice;
import io.hopwright.models.extoll.smfu.AcceleratorWindows;
import io.hopwright.models.extoll.units.DeviceDesign;
import io.hopwright.models.extoll.units.HostPaths;
import io.hopwright.models.extoll.units.LinkUnits;
import io.hopwright.models.extoll.units.UnitDesign;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.run.Implementation;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.tables.Observation;
import io.hopwright.models.tables.StatisticsKeys;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.topology.PartitionMap;
import java.util.List;
import java.util.stream.Stream;

/**
 * Components and settings of a machine.
 *
 * @param topology accelerators, hosts and links
 * @param map partitions
 * @param router router of every node
 * @param hopTicks ticks from one router to the next
 * @param units units of every node
 * @param devices hosts and accelerators
 * @param paths hosts between either of these and the network
 * @param workload traffic
 * @param observation optional measurements
 * @param jobs jobs that send the traffic, if it comes from programs
 * @param run duration and phases of the run
 */
public record ExtollSettings(
    ExtollTopology topology,
    PartitionMap map,
    ExtollRouter router,
    int hopTicks,
    UnitDesign units,
    DeviceDesign devices,
    HostPaths paths,
    ExtollWorkload workload,
    Observation observation,
    Jobs jobs,
    RunPlan run) {
  private static final Key<int[]> BOX =
      PartitionKeys.boxes(
          "accelerators of a partition in x, y and z, with the hosts attached to them",
          ExtollTopology.AXES.size(),
          List.of(4, 4, 4),
          ExtollTopology.MOST_EXTENT,
          Key.ASSUMED);

  /** Ways to add links up. */
  static final StatisticsKeys.Links LINKS =
      StatisticsKeys.links(
          "utilization of links",
          List.of(
              LinkGrouping.LINK.meaning("each link separately"),
              LinkGrouping.DIRECTION.meaning("x+, x-, y+, y-, z+, z-, g"),
              LinkGrouping.DIMENSION.meaning("x, y, z, g"),
              LinkGrouping.WHOLE.meaning("all links of the machine")));

  static final List<Component> COMPONENTS =
      List.of(
          ExtollTopology.COMPONENT,
          Component.of("partition", BOX),
          ExtollWorkload.COMPONENT,
          ExtollRouter.SWITCH,
          ExtollRouter.ROUTING,
          ExtollRouter.LINK,
          UnitDesign.COMPONENT,
          AcceleratorDevice.COMPONENT,
          AcceleratorWindows.COMPONENT,
          LINKS.component().and(JobTables.KEYS.keys()),
          ExtollJobs.SOFTWARE.component(),
          JobKeys.COMPONENT,
          JobKeys.COLLECTIVES,
          RunPlan.WITH_JOBS,
          Implementation.COMPONENT);

  static final List<KeyScope> SCOPES =
      Stream.of(
              ExtollWorkload.SCOPES.stream(), HostPaths.SCOPES.stream(), Stream.of(JobTables.SCOPE))
          .flatMap(scopes -> scopes)
          .toList();

  /**
   * Reads all settings.
   *
   * @throws SettingsException naming the inconsistent settings
   */
  public static ExtollSettings of(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final ExtollTopology topology = ExtollTopology.of(settings);
    final ExtollWorkload workload = problems.get(() -> ExtollWorkload.of(settings, topology));
    final int words = workload == null ? LinkUnits.WORDS : workload.packetWords();
    final ExtollRouter router = problems.get(() -> ExtollRouter.of(settings, topology, words));
    final RunPlan run =
        router == null
            ? null
            : problems.get(() -> RunPlan.of(settings, router.design().lookaheadTicks()));
    final long accelerators = topology.accelerators();
    final Observation observation =
        problems.get(
            () ->
                Observation.of(
                    settings,
                    LINKS,
                    topology.torus(),
                    topology.torus().routers(),
                    accelerators * (accelerators - 1)));
    final DeviceDesign devices = DeviceDesign.of(settings);
    final HostPaths paths =
        problems.get(() -> HostPaths.of(settings, topology.accelerators(), devices));
    if (workload != null && paths != null) {
      workload.check(settings, paths, problems);
    }
    JobKeys.check(settings, problems);
    problems.throwIfAny();
    return new ExtollSettings(
        topology,
        PartitionMap.boxes(topology.torus(), settings.get(BOX)),
        router,
        ExtollRouter.hopTicks(settings),
        UnitDesign.of(settings),
        devices,
        paths,
        workload,
        observation,
        ExtollJobs.of(settings, topology.torus().routers(), paths),
        run);
  }
}
