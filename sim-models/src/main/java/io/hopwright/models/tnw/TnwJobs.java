package io.hopwright.models.tnw;

import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SettingsException;
import io.hopwright.models.messaging.Jobs;
import io.hopwright.models.messaging.ProgressKind;
import io.hopwright.models.messaging.SoftwareKeys;
import io.hopwright.models.messaging.SoftwareKeys.Default;
import io.hopwright.models.program.Capabilities;
import io.hopwright.models.topology.Grid;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** How the jobs of a machine are read: {@code docs/models/tnw.md}, "Jobs". */
final class TnwJobs {
  private static final String ASSUMED = "ASSUMED";

  static final SoftwareKeys SOFTWARE =
      SoftwareKeys.of(
          new SoftwareKeys.Defaults(
              Default.unset("host.sendTicks if not set"),
              Default.unset("host.pollTicks if not set"),
              new Default(0, ASSUMED + ": a core for each link stores lines"),
              new Default(205, ASSUMED + ": 5 GB/s"),
              new Default(500, ASSUMED + ": 0.5 us"),
              new Default(205, ASSUMED + ": 5 GB/s"),
              new Default(205, ASSUMED),
              new Default(1_024, ASSUMED),
              new Default(16, ASSUMED),
              1,
              List.of(ProgressKind.HOST, ProgressKind.CALLS),
              ASSUMED,
              false,
              "no interface reads the memory of another node",
              Optional.empty()));

  private TnwJobs() {}

  /**
   * Reads, checks and places the jobs, if it is programs that send; a node is a unit.
   *
   * @throws SettingsException with all mistakes of all jobs
   */
  static Jobs of(Settings settings, Grid grid, TnwHost host) {
    final Jobs jobs =
        Jobs.of(
            settings,
            SOFTWARE.read(settings, host.sendTicks(), host.pollTicks()),
            IntStream.range(0, grid.routers()).toArray(),
            NeighbourRanks.SLOTS,
            TnwNetwork.TICKS,
            Capabilities.of("machine.model = tnw"));
    Neighbours.check(jobs.placed(), grid);
    return jobs;
  }
}
