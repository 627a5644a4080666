package io.hopwright.models.tnw;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.PartitionKeys;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.run.EarlierLoad;
import io.hopwright.models.run.Implementation;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.tables.Observation;
import io.hopwright.models.tables.StatisticsKeys;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.PartitionMap;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Components and settings of a TNW.
 *
 * @param grid nodes and links
 * @param map partitions
 * @param links common properties of links
 * @param fifos FIFOs at both ends of each link
 * @param host host of each node
 * @param workload programs of threads
 * @param observation optional measurements
 * @param jobs jobs that send the traffic, if it comes from programs
 * @param run duration and phases of the run
 */
public record TnwSettings(
    Grid grid,
    PartitionMap map,
    TnwLinks links,
    TnwLinks.Fifos fifos,
    TnwHost host,
    TnwWorkload workload,
    Observation observation,
    Jobs jobs,
    RunPlan run) {
  /** Largest number of nodes of a machine. */
  static final int MOST_NODES = 1 << 20;

  static final List<String> AXES = List.of("x", "y", "z");
  private static final int[] SHAPE_OF_PAPER = {4, 2, 2};
  private static final int[] SHAPE_OF_LBM = {16, 1, 1};

  static final Key<int[]> SHAPE =
      Key.shape("machine.shape", AXES.size(), AXES.size(), null, MOST_NODES)
          .meaning(
              "nodes in x, y and z, at most 1,048,576 in all; 4x2x2 if not set, 16x1x1 with lbm")
          .source(Tnw.PAPER + "4: 16 nodes; their shape ASSUMED");
  private static final Key<int[]> BOX =
      PartitionKeys.boxes(AXES.size(), List.of(4, 4, 4), MOST_NODES, Key.ASSUMED);

  /** Ways to add links up. */
  static final StatisticsKeys.Links LINKS =
      StatisticsKeys.links(
          "utilization and packets of links",
          List.of(
              LinkGrouping.LINK.meaning("each link separately"),
              LinkGrouping.DIRECTION.meaning("x+, x-, y+, y-, z+, z-"),
              LinkGrouping.DIMENSION.meaning("x, y, z"),
              LinkGrouping.WHOLE.meaning("all links of the machine")));

  static final List<Component> COMPONENTS =
      List.of(
          Component.of("topology", SHAPE),
          Component.of("partition", BOX),
          TnwLinks.KEYS.component("link"),
          TnwLinks.Fifos.KEYS.component("switch"),
          TnwHost.KEYS.component("host"),
          TnwWorkload.KEYS.component("workload").and(EarlierLoad.KEYS),
          LINKS.component().and(JobTables.KEYS.keys()),
          TnwJobs.SOFTWARE.component(),
          JobKeys.COMPONENT,
          JobKeys.COLLECTIVES,
          RunPlan.WITH_JOBS,
          Implementation.COMPONENT);

  static final List<KeyScope> SCOPES =
      Stream.of(TnwWorkload.SCOPES.stream(), TnwHost.SCOPES.stream(), Stream.of(JobTables.SCOPE))
          .flatMap(scopes -> scopes)
          .toList();

  /**
   * Reads all settings.
   *
   * @throws SettingsException naming the inconsistent settings
   */
  public static TnwSettings of(Settings settings) {
    final TnwWorkload.Keys program = TnwWorkload.KEYS.read(settings);
    final int[] shape =
        settings
            .find(SHAPE)
            .orElse(program.kind() == TnwWorkload.Kind.LBM ? SHAPE_OF_LBM : SHAPE_OF_PAPER)
            .clone();
    final long nodes = IntStream.of(shape).asLongStream().reduce(1, (a, b) -> a * b);
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.when(
        nodes > MOST_NODES,
        SHAPE,
        "has %s nodes, above the limit of %s; use a smaller shape".formatted(nodes, MOST_NODES));
    problems.throwIfAny();
    final Grid grid =
        new Grid(
            IntStream.range(0, shape.length)
                .mapToObj(axis -> Grid.Axis.ring(AXES.get(axis), shape[axis]))
                .toArray(Grid.Axis[]::new));
    final TnwLinks links = TnwLinks.KEYS.read(settings);
    final TnwLinks.Fifos fifos = TnwLinks.Fifos.KEYS.read(settings);
    final TnwHost host = problems.get(() -> TnwHost.of(settings));
    final TnwWorkload workload =
        host == null ? null : problems.get(() -> TnwWorkload.of(settings, program, grid, host));
    if (workload != null && host.way() == TnwHost.Way.NGET) {
      fifos.checkReads(
          WorkloadKeys.jobs(settings) ? ReadEngines.MOST_PACKETS : workload.mostPackets(),
          problems);
    }
    final RunPlan run = problems.get(() -> RunPlan.of(settings, links.lookaheadTicks()));
    final Observation observation =
        problems.get(() -> Observation.of(settings, LINKS, grid, nodes, grid.links()));
    problems.throwIfAny();
    return new TnwSettings(
        grid,
        PartitionMap.boxes(grid, settings.get(BOX)),
        links,
        fifos,
        host,
        workload,
        observation.withMapOfEachLink(),
        TnwJobs.of(settings, grid, host),
        run);
  }

  /** Returns the columns of an end of a link that results have. */
  int columns() {
    return observation.apart() ? LinkModules.BUSY + 1 : LinkModules.ACCEPTED + 1;
  }
}
