package io.hopwright.models.bluegene;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.bluegene.faults.FailedParts;
import io.hopwright.models.bluegene.nodes.JobPaths;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.PartitionKeys;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.jobs.SoftwareKeys;
import io.hopwright.models.messaging.jobs.SoftwareKeys.Default;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.program.Capabilities;
import io.hopwright.models.program.placement.Placement;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.switching.torusrouter.TorusPacketWords;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Torus;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Components and settings of a BlueGene/L.
 *
 * @param torus the nodes
 * @param map partitions of the torus
 * @param tickRate ticks per second, from the link speed
 * @param design design of all routers
 * @param traffic traffic that the nodes send
 * @param observation optional measurements
 * @param jobs jobs that run on the machine, if packets come from programs
 * @param run duration and phases of the run
 */
record BlueGeneSettings(
    Torus torus,
    PartitionMap map,
    TickRate tickRate,
    RouterDesign design,
    BlueGeneTraffic traffic,
    BlueGeneObservation observation,
    Jobs jobs,
    RunPlan run) {
  private static final int MAX_NODES = TorusPacketWords.MAX_NODES;
  private static final int MAX_PARTITIONS = 4_096;

  private static final Key<int[]> SHAPE =
      Key.shape("machine.shape", Torus.DIMENSIONS, Torus.DIMENSIONS, List.of(8, 8, 8), MAX_NODES)
          .meaning("nodes in x, y and z; at most 1,048,576 in total")
          .source(BlueGeneL.PAPER + "1: a midplane is 8x8x8, the final machine 64x32x32");
  private static final Key<int[]> BOX =
      PartitionKeys.boxes(
          Torus.DIMENSIONS, List.of(8, 8, 8), MAX_NODES, BlueGeneL.PAPER + "3: a midplane");
  private static final String BYTE_RATE = "ASSUMED: 500 MB/s";
  private static final SoftwareKeys SOFTWARE =
      SoftwareKeys.of(
          new SoftwareKeys.Defaults(
              new Default(230, "ASSUMED: 1.3 us"),
              new Default(230, "ASSUMED: 1.3 us"),
              new Default(358, BYTE_RATE),
              new Default(358, BYTE_RATE),
              new Default(175, "ASSUMED: 1 us"),
              new Default(358, BYTE_RATE),
              new Default(64, Key.ASSUMED),
              new Default(1_024, Key.ASSUMED),
              new Default(
                  0,
                  "MPI's header fits the 16 B that each packet has besides its 240 B of payload"),
              0,
              List.of(ProgressKind.HOST, ProgressKind.CALLS, ProgressKind.OFFLOAD),
              Key.ASSUMED,
              false,
              "the interface does not answer a GET",
              Optional.empty()));

  /** Extent of a midplane in each dimension, one of the units that jobs are placed on. */
  private static final int MIDPLANE = 8;

  private static final Capabilities OFFERED = Capabilities.of("machine.model = bluegene-l");

  static final Component SOFTWARE_COMPONENT = SOFTWARE.component();
  static final Component TOPOLOGY =
      Component.of("topology", SHAPE, FailedParts.NODES, FailedParts.LINKS, FailedParts.LEAVE_OUT);
  static final Component PARTITION = Component.of("partition", BOX);

  static final List<KeyScope> SCOPES =
      Stream.concat(
              BlueGeneWorkload.SCOPES.stream(),
              Stream.of(
                  KeyScope.with("injection.phases", "two", "injection.forwardTicks"),
                  KeyScope.ifSet("reception.bytes", "reception.drainBytesPerTick"),
                  KeyScope.ifSet(
                      "link.bitErrorRate",
                      "link.timeoutTicks",
                      "link.ackDelayTicks",
                      "link.retransmissionBytes"),
                  JobTables.SCOPE))
          .toList();

  /**
   * Reads all settings.
   *
   * @throws SettingsException naming what does not fit together
   */
  static BlueGeneSettings of(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final BlueGeneHost host = BlueGeneHost.KEYS.read(settings);
    final PartitionMap map = problems.get(() -> map(settings));
    final RouterDesign design = problems.get(() -> BlueGeneRouter.design(settings, host));
    final RunPlan run =
        problems.get(() -> RunPlan.of(settings, BlueGeneRouter.lookaheadTicks(settings)));
    problems.throwIfAny();
    final Torus torus = torus(settings);
    final BlueGeneTraffic traffic =
        problems.get(() -> BlueGeneTraffic.of(settings, torus, host, design, run));
    final BlueGeneObservation observation =
        problems.get(() -> BlueGeneObservation.of(settings, torus));
    JobKeys.check(settings, problems);
    problems.throwIfAny();
    final TickRate tickRate = BlueGeneRouter.Link.KEYS.read(settings).tickRate();
    final Software software = SOFTWARE.read(settings);
    final Jobs jobs =
        Jobs.of(
            settings,
            software,
            new Placement.Nodes(midplanes(torus), traffic.failedNodes()),
            host.cores(),
            tickRate,
            OFFERED);
    if (traffic.around() != null) {
      JobPaths.check(jobs.placed(), software, traffic.around());
    }
    return new BlueGeneSettings(torus, map, tickRate, design, traffic, observation, jobs, run);
  }

  /** Returns the midplane of each node, however the machine is cut. */
  private static int[] midplanes(Torus torus) {
    final int[] midplanes = new int[torus.nodes()];
    Arrays.setAll(
        midplanes,
        node -> {
          int number = 0;
          for (int i = Torus.DIMENSIONS - 1; i >= 0; i--) {
            final int across = (torus.extent(i) + MIDPLANE - 1) / MIDPLANE;
            number = number * across + torus.coordinate(node, i) / MIDPLANE;
          }
          return number;
        });
    return midplanes;
  }

  private static Torus torus(Settings settings) {
    final int[] shape = settings.get(SHAPE);
    return new Torus(shape[0], shape[1], shape[2]);
  }

  private static PartitionMap map(Settings settings) {
    final int[] shape = settings.get(SHAPE);
    final int[] box = settings.get(BOX);
    long nodes = 1;
    long partitions = 1;
    for (int i = 0; i < Torus.DIMENSIONS; i++) {
      nodes *= shape[i];
      partitions *= (shape[i] + box[i] - 1) / box[i];
    }
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.when(
        nodes > MAX_NODES,
        SHAPE,
        "has %s nodes, above the limit of %s of a packet's fields; use a smaller shape"
            .formatted(nodes, MAX_NODES));
    problems.when(nodes < 2, SHAPE, "has a single node and no links; use at least 2 nodes");
    problems.when(
        nodes <= MAX_NODES && partitions > MAX_PARTITIONS,
        BOX,
        ("divides the machine into %s partitions, above the limit of %s; use larger" + " boxes")
            .formatted(partitions, MAX_PARTITIONS));
    problems.throwIfAny();
    return PartitionMap.boxes(torus(settings), box);
  }
}
