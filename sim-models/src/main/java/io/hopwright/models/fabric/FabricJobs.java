package io.hopwright.models.fabric;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Described;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.jobs.SoftwareKeys;
import io.hopwright.models.messaging.jobs.SoftwareKeys.Default;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.program.Capabilities;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.program.placement.Placement;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.switching.crossbar.PortNodes;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Reader of the jobs of a fabric ({@code docs/models/fabric-jobs.md}). */
final class FabricJobs {
  /** The kind of workload for jobs, which is not a pattern. */
  static final Described KIND =
      new Described() {
        @Override
        public String name() {
          return WorkloadKeys.JOBS_KIND;
        }

        @Override
        public String meaning() {
          return "determined by the programs in the section jobs";
        }
      };

  private static final String RATE = Key.ASSUMED + ": 10 GB/s";

  static final SoftwareKeys SOFTWARE =
      SoftwareKeys.withTimes(
          new SoftwareKeys.Defaults(
              Default.nanoseconds(500, Key.ASSUMED),
              Default.nanoseconds(500, Key.ASSUMED),
              new Default(0, "the network interface reads and writes memory itself"),
              Default.nanoseconds(100, RATE),
              Default.nanoseconds(300, Key.ASSUMED),
              Default.nanoseconds(100, RATE),
              Default.nanoseconds(100, Key.ASSUMED),
              new Default(8_192, Key.ASSUMED),
              new Default(0, "what MPI needs fits the header of each packet"),
              0,
              List.of(ProgressKind.CALLS, ProgressKind.HOST, ProgressKind.OFFLOAD),
              Key.ASSUMED,
              true,
              Key.ASSUMED + ": the network interface answers a GET",
              Optional.of(Default.nanoseconds(500, Key.ASSUMED))));

  private FabricJobs() {}

  /**
   * Reads, checks and places the jobs, if it is programs that send. Groups of nodes are the units
   * of places, or else routers.
   *
   * @throws SettingsException with all errors of all jobs
   */
  static Jobs of(Settings settings, FabricSpec spec, Fabric fabric, PortNodes nodes) {
    final Software software = SOFTWARE.read(settings, spec.tickRate());
    if (WorkloadKeys.jobs(settings)) {
      check(spec, software);
    }
    final IntUnaryOperator unit =
        fabric.groups() == null ? unitByRouter(nodes) : fabric.groups()::groupOf;
    return Jobs.of(
        settings,
        software,
        Placement.Nodes.of(IntStream.range(0, nodes.nodes()).map(unit).toArray()),
        MessageWords.SLOTS,
        spec.tickRate(),
        Capabilities.of(
            "machine.model = " + spec.name(), Primitive.PUT, Primitive.GET, Primitive.AMO));
  }

  private static void check(FabricSpec spec, Software software) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.when(
        spec.dataBytes() > JobPackets.MOST_BYTES,
        WorkloadKeys.KIND,
        "is jobs, but packets carry %s B of data; use packets of at most %s B"
            .formatted(spec.dataBytes(), JobPackets.MOST_BYTES));
    problems.when(
        software.headerBytes() > spec.dataBytes(),
        SOFTWARE.headerBytes(),
        "is above the %s B of data of a packet; use a header that fits one packet"
            .formatted(spec.dataBytes()));
    problems.throwIfAny();
  }

  /** Returns the number of a node's router among those that have nodes. */
  private static IntUnaryOperator unitByRouter(PortNodes nodes) {
    final int[] units = new int[nodes.nodes()];
    for (int node = 1; node < units.length; node++) {
      units[node] = units[node - 1] + (nodes.router(node) == nodes.router(node - 1) ? 0 : 1);
    }
    return node -> units[node];
  }
}
