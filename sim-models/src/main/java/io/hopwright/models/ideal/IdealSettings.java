package io.hopwright.models.ideal;

import io.hopwright.models.machine.Component;
import io.hopwright.models.machine.Key;
import io.hopwright.models.machine.PartitionKeys;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SettingsException;
import io.hopwright.models.messaging.JobKeys;
import io.hopwright.models.messaging.JobTables;
import io.hopwright.models.messaging.Jobs;
import io.hopwright.models.messaging.ProgressKind;
import io.hopwright.models.messaging.SoftwareKeys;
import io.hopwright.models.messaging.SoftwareKeys.Default;
import io.hopwright.models.program.Capabilities;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.reference.Implementation;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The parts of an ideal machine.
 *
 * @param design what it is
 * @param jobs that run on it
 * @param run when
 */
record IdealSettings(IdealDesign design, Jobs jobs, RunPlan run) {
  /** Ranks of a node. */
  static final int MOST_SLOTS = 64;

  private static final int MOST_NODES = 1 << 22;
  private static final int MOST_PARTITIONS = 1_024;

  /** As each partition may send to each, more of them cost more than smaller ones save. */
  private static final int FEW_PARTITIONS = 64;

  private static final int NODES_OF_SMALL_PARTITION = 1_024;
  private static final int MOST_TICKS = 1 << 30;
  private static final int MOST_RATE = 1 << 20;

  private static final Key<Integer> NODES =
      Key.integer("machine.nodes", 1_024, 1, MOST_NODES).assumed("nodes");
  private static final Key<Integer> NODES_OF_PARTITION =
      PartitionKeys.nodes(
          MOST_NODES,
          NODES_OF_SMALL_PARTITION + ", or a " + FEW_PARTITIONS + "th of all if that is more",
          RunPlan.SOURCE);
  private static final Key<Integer> LATENCY =
      Key.delay("network.latencyTicks", 1_000, 1, MOST_TICKS)
          .assumed("L: from one node to another");
  private static final Key<Integer> GAP =
      Key.delay("nic.gapTicks", 100, 0, MOST_TICKS)
          .assumed("g: how long a side of an interface is busy with a transfer, beside its bytes");
  private static final Key<Integer> BYTE_GAP =
      Key.delay("nic.byteGapTicks", 41, 0, MOST_RATE)
          .assumed("G: the same for each KiB but the first B");
  private static final SoftwareKeys SOFTWARE =
      SoftwareKeys.of(
          new SoftwareKeys.Defaults(
              new Default(500, Key.ASSUMED),
              new Default(500, Key.ASSUMED),
              new Default(0, Key.ASSUMED),
              new Default(100, Key.ASSUMED),
              new Default(500, Key.ASSUMED),
              new Default(41, Key.ASSUMED),
              new Default(100, Key.ASSUMED),
              new Default(8_192, Key.ASSUMED),
              new Default(0, Key.ASSUMED),
              0,
              List.of(ProgressKind.HOST, ProgressKind.CALLS),
              "LogGOPS: the processor takes in what arrives",
              true,
              Key.ASSUMED,
              Optional.of(new Default(500, Key.ASSUMED))));

  private static final Capabilities OFFERED =
      Capabilities.of("machine.model = ideal", Primitive.PUT, Primitive.GET, Primitive.AMO);

  static final List<Component> COMPONENTS =
      List.of(
          Component.of("topology", NODES),
          Component.of("partition", NODES_OF_PARTITION),
          Component.of("network", LATENCY),
          Component.of("host", GAP, BYTE_GAP),
          SOFTWARE.component(),
          JobKeys.COMPONENT,
          JobKeys.COLLECTIVES,
          Component.of("statistics").and(JobTables.KEYS),
          RunPlan.OF_JOBS,
          Implementation.COMPONENT);

  /**
   * Reads all settings.
   *
   * @throws SettingsException naming what does not fit together
   */
  static IdealSettings of(Settings settings) {
    final int nodes = settings.get(NODES);
    final IdealDesign design =
        new IdealDesign(
            nodes,
            settings.get(LATENCY),
            settings.get(GAP),
            settings.get(BYTE_GAP),
            settings.find(NODES_OF_PARTITION).orElse(nodesOfPartition(nodes)));
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.when(
        design.partitions() > MOST_PARTITIONS,
        NODES_OF_PARTITION,
        "cuts the machine into "
            + design.partitions()
            + " partitions, and each may send to each; at most "
            + MOST_PARTITIONS
            + " fit; use "
            + (design.nodes() + MOST_PARTITIONS - 1) / MOST_PARTITIONS
            + " or more");
    final RunPlan run = problems.get(() -> RunPlan.of(settings, design.latencyTicks()));
    JobKeys.check(settings, problems);
    problems.throwIfAny();
    final int[] units = IntStream.range(0, design.nodes()).toArray();
    return new IdealSettings(
        design,
        Jobs.of(settings, SOFTWARE.read(settings), units, MOST_SLOTS, IdealNetwork.TICKS, OFFERED),
        run);
  }

  private static int nodesOfPartition(int nodes) {
    return Math.max(NODES_OF_SMALL_PARTITION, (nodes + FEW_PARTITIONS - 1) / FEW_PARTITIONS);
  }
}
