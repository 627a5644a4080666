package io.hopwright.models.tnw;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.SoftwareKeys;
import io.hopwright.models.messaging.jobs.SoftwareKeys.Default;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.program.Capabilities;
import io.hopwright.models.program.placement.Placement;
import io.hopwright.models.topology.Grid;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Reader of the jobs of a machine ({@code docs/models/tnw.md}, "Jobs"). */
final class TnwJobs {
  static final SoftwareKeys SOFTWARE =
      SoftwareKeys.of(
          new SoftwareKeys.Defaults(
              Default.unset("host.sendTicks if not set"),
              Default.unset("host.pollTicks if not set"),
              new Default(0, Key.ASSUMED + ": a core for each link stores lines"),
              new Default(205, Key.ASSUMED + ": 5 GB/s"),
              new Default(500, Key.ASSUMED + ": 0.5 us"),
              new Default(205, Key.ASSUMED + ": 5 GB/s"),
              new Default(205, Key.ASSUMED),
              new Default(1_024, Key.ASSUMED),
              new Default(16, Key.ASSUMED),
              1,
              List.of(ProgressKind.HOST, ProgressKind.CALLS),
              Key.ASSUMED,
              false,
              "no interface reads the memory of another node",
              Optional.empty()));

  private TnwJobs() {}

  /**
   * Reads, checks and places the jobs, if it is programs that send; a node is a unit.
   *
   * @throws SettingsException with all errors of all jobs
   */
  static Jobs of(Settings settings, Grid grid, TnwHost host) {
    final Jobs jobs =
        Jobs.of(
            settings,
            SOFTWARE.read(settings, host.sendTicks(), host.pollTicks()),
            Placement.Nodes.of(IntStream.range(0, grid.routers()).toArray()),
            NeighbourRanks.SLOTS,
            TnwNetwork.TICKS,
            Capabilities.of("machine.model = tnw"));
    TnwNeighbours.check(jobs.placed(), grid);
    return jobs;
  }
}
