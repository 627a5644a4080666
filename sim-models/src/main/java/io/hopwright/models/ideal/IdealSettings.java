package io.hopwright.models.ideal;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.PartitionKeys;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.SoftwareKeys;
import io.hopwright.models.messaging.jobs.SoftwareKeys.Default;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.program.Capabilities;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.program.placement.Placement;
import io.hopwright.models.run.Implementation;
import io.hopwright.models.run.RunPlan;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Components and settings of an ideal machine.
 *
 * @param design its parameters
 * @param jobs jobs that run on it
 * @param run duration and phases of the run
 */
record IdealSettings(IdealDesign design, Jobs jobs, RunPlan run) {
  /** Ranks of a node. */
  static final int MOST_SLOTS = 64;

  private static final int MOST_NODES = 1 << 22;
  private static final int MOST_PARTITIONS = 1_024;

  /**
   * Largest default number of partitions. Each partition can send to each other one, so more of
   * them cost more than smaller ones save.
   */
  private static final int FEW_PARTITIONS = 64;

  private static final int NODES_OF_SMALL_PARTITION = 1_024;
  private static final long NANOSECONDS = 1_000_000_000;
  private static final int MOST_TICKS = 1 << 30;
  private static final int MOST_RATE = 1 << 20;

  private static final Key<Integer> NODES =
      Key.integer("machine.nodes", 1_024, 1, MOST_NODES).assumed("nodes");
  private static final Key<Integer> NODES_OF_PARTITION =
      PartitionKeys.nodes(
          MOST_NODES,
          NODES_OF_SMALL_PARTITION + ", or a " + FEW_PARTITIONS + "th of all if that is more",
          Key.OF_RUN);

  /**
   * Largest number of ticks per ns: it represents 1.8 TB/s within 0.1 %, and limits a run to 2.5
   * hours.
   */
  private static final int MOST_TICKS_PER_NANOSECOND = 1_000;

  private static final int LATENCY_NANOSECONDS = 1_000;
  private static final int GAP_NANOSECONDS = 100;
  private static final int BYTE_GAP_NANOSECONDS = 41;

  private static final Key<Integer> TICKS_PER_NANOSECOND =
      Key.integer("machine.ticksPerNanosecond", 1, 1, MOST_TICKS_PER_NANOSECOND)
          .ofRun(
              "ticks per nanosecond; all keys in ticks use this unit; defaults are times and"
                  + " do not depend on it");
  private static final Key<Integer> LATENCY =
      Key.delay("network.latencyTicks", null, 1, MOST_TICKS)
          .assumed("L: latency between two nodes; " + LATENCY_NANOSECONDS + " ns if not set");
  private static final Key<Integer> GAP =
      Key.delay("nic.gapTicks", null, 0, MOST_TICKS)
          .assumed(
              "g: time for which a transfer occupies one side of an interface, in addition to"
                  + " the time of its bytes; "
                  + GAP_NANOSECONDS
                  + " ns if not set");
  private static final Key<Integer> BYTE_GAP =
      Key.delay("nic.byteGapTicks", null, 0, MOST_RATE)
          .assumed(
              "G: the same for each KiB after the first byte, 1,024 ns divided by the rate in GB/s; "
                  + BYTE_GAP_NANOSECONDS
                  + " ns if not set");
  private static final SoftwareKeys SOFTWARE =
      SoftwareKeys.of(
          new SoftwareKeys.Defaults(
              Default.nanoseconds(500, Key.ASSUMED),
              Default.nanoseconds(500, Key.ASSUMED),
              new Default(0, Key.ASSUMED),
              Default.nanoseconds(100, Key.ASSUMED),
              Default.nanoseconds(500, Key.ASSUMED),
              Default.nanoseconds(41, Key.ASSUMED),
              Default.nanoseconds(100, Key.ASSUMED),
              new Default(8_192, Key.ASSUMED),
              new Default(0, Key.ASSUMED),
              0,
              List.of(ProgressKind.HOST, ProgressKind.CALLS),
              "LogGOPS: the processor handles arriving messages",
              true,
              Key.ASSUMED,
              Optional.of(Default.nanoseconds(500, Key.ASSUMED))));

  private static final Capabilities OFFERED =
      Capabilities.of("machine.model = ideal", Primitive.PUT, Primitive.GET, Primitive.AMO);

  static final List<Component> COMPONENTS =
      List.of(
          Component.of("topology", NODES, TICKS_PER_NANOSECOND),
          Component.of("partition", NODES_OF_PARTITION),
          Component.of("network", LATENCY),
          Component.of("host", GAP, BYTE_GAP),
          SOFTWARE.component(),
          JobKeys.COMPONENT,
          JobKeys.COLLECTIVES,
          Component.of("statistics").and(JobTables.KEYS.keys()),
          RunPlan.OF_JOBS,
          Implementation.COMPONENT);

  /**
   * Reads all settings.
   *
   * @throws SettingsException naming what does not fit together
   */
  static IdealSettings of(Settings settings) {
    final int nodes = settings.get(NODES);
    final int ticksPerNanosecond = settings.get(TICKS_PER_NANOSECOND);
    final TickRate tickRate = new TickRate(ticksPerNanosecond * NANOSECONDS, 1);
    final IdealDesign design =
        new IdealDesign(
            nodes,
            settings.find(LATENCY).orElse(LATENCY_NANOSECONDS * ticksPerNanosecond),
            settings.find(GAP).orElse(GAP_NANOSECONDS * ticksPerNanosecond),
            settings.find(BYTE_GAP).orElse(BYTE_GAP_NANOSECONDS * ticksPerNanosecond),
            settings.find(NODES_OF_PARTITION).orElse(nodesOfPartition(nodes)));
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.when(
        design.partitions() > MOST_PARTITIONS,
        NODES_OF_PARTITION,
        "divides the machine into "
            + design.partitions()
            + " partitions, and each can send to each; at most "
            + MOST_PARTITIONS
            + " fit; use "
            + (design.nodes() + MOST_PARTITIONS - 1) / MOST_PARTITIONS
            + " or more");
    final RunPlan run = problems.get(() -> RunPlan.of(settings, design.latencyTicks()));
    JobKeys.check(settings, problems);
    problems.throwIfAny();
    final Placement.Nodes places = Placement.Nodes.of(IntStream.range(0, design.nodes()).toArray());
    return new IdealSettings(
        design,
        Jobs.of(settings, SOFTWARE.read(settings, tickRate), places, MOST_SLOTS, tickRate, OFFERED),
        run);
  }

  private static int nodesOfPartition(int nodes) {
    return Math.max(NODES_OF_SMALL_PARTITION, (nodes + FEW_PARTITIONS - 1) / FEW_PARTITIONS);
  }
}
