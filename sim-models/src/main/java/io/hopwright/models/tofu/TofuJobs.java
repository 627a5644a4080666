package io.hopwright.models.tofu;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.SoftwareKeys;
import io.hopwright.models.messaging.jobs.SoftwareKeys.Default;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.program.Capabilities;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.placement.Placement;
import io.hopwright.models.tofu.network.Generation;
import io.hopwright.models.tofu.network.TofuTopology;
import io.hopwright.models.topology.Tofu6D;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Reader of the jobs of a machine. */
final class TofuJobs {
  private static final Set<Collective> BY_HARDWARE = Set.of(Collective.BARRIER);

  static final Component COLLECTIVES = JobKeys.collectives(BY_HARDWARE);

  static final SoftwareKeys SOFTWARE =
      SoftwareKeys.of(
          new SoftwareKeys.Defaults(
              new Default(170, Key.ASSUMED + ": 0.2 us on tofud"),
              new Default(170, Key.ASSUMED + ": 0.2 us on tofud"),
              new Default(0, "the network interface reads and writes memory itself"),
              new Default(87, Key.ASSUMED + ": 10 GB/s on tofud"),
              new Default(255, Key.ASSUMED + ": 0.3 us on tofud"),
              new Default(87, Key.ASSUMED + ": 10 GB/s on tofud"),
              new Default(87, Key.ASSUMED),
              new Default(8_192, Key.ASSUMED),
              new Default(32, Key.ASSUMED),
              1,
              List.of(ProgressKind.CALLS, ProgressKind.HOST, ProgressKind.OFFLOAD),
              Key.ASSUMED,
              true,
              Key.ASSUMED + ": the network interface answers a Get",
              Optional.of(new Default(43, Key.ASSUMED + ": 0.05 us on tofud"))));

  private TofuJobs() {}

  /**
   * Reads, checks and places the jobs, if it is programs that send; the twelve nodes of a point are
   * a unit.
   *
   * @throws SettingsException with all errors of all jobs
   */
  static Jobs of(Settings settings, TofuTopology topology) {
    final int nodes = topology.machine().routers();
    final int[] points = IntStream.range(0, nodes).map(node -> node / Tofu6D.GROUP).toArray();
    final Generation generation = topology.generation();
    return Jobs.of(
        settings,
        SOFTWARE.read(settings),
        Placement.Nodes.of(points),
        MessageWords.SLOTS,
        generation.tickRate(),
        offered(generation));
  }

  private static Capabilities offered(Generation generation) {
    final Capabilities capabilities =
        generation.hasAtomics()
            ? Capabilities.of("machine.model = tofu", Primitive.PUT, Primitive.GET, Primitive.AMO)
            : Capabilities.of("machine.generation = tofu", Primitive.PUT, Primitive.GET);
    return capabilities.and(BY_HARDWARE);
  }
}
