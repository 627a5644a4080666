package io.hopwright.models.tnw;

import io.hopwright.models.draws.Purpose;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SettingsException;
import io.hopwright.models.messaging.JobBooks;
import io.hopwright.models.messaging.JobKeys;
import io.hopwright.models.messaging.JobTable;
import io.hopwright.models.messaging.JobTables;
import io.hopwright.models.messaging.Messaging;
import io.hopwright.models.messaging.PlacedJob;
import io.hopwright.models.messaging.ProgressKind;
import io.hopwright.models.messaging.Software;
import io.hopwright.models.messaging.SoftwareKeys;
import io.hopwright.models.messaging.SoftwareKeys.Default;
import io.hopwright.models.program.Capabilities;
import io.hopwright.models.topology.Grid;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The jobs that run on a machine ({@code docs/models/tnw.md}, "Jobs"). Immutable.
 *
 * @param software of its nodes
 * @param jobs none unless it is programs that send
 * @param tables that tell ranks apart
 */
record TnwJobs(Software software, List<PlacedJob> jobs, JobTables tables) {
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

  /** Copies the list. */
  TnwJobs {
    jobs = List.copyOf(jobs);
  }

  /**
   * Reads, checks and places the jobs, if it is programs that send; a node is a unit.
   *
   * @throws SettingsException with all mistakes of all jobs
   */
  static TnwJobs of(Settings settings, Grid grid, TnwHost host) {
    final int nodes = grid.routers();
    final List<PlacedJob> jobs =
        TnwWorkload.isJobs(settings)
            ? JobKeys.read(
                settings,
                nodes,
                IntStream.range(0, nodes).toArray(),
                NeighbourRanks.SLOTS,
                TnwNetwork.TICKS,
                Capabilities.of("machine.model = tnw"))
            : List.of();
    Neighbours.check(jobs, grid);
    return new TnwJobs(
        SOFTWARE.read(settings, host.sendTicks(), host.pollTicks()), jobs, JobTables.of(settings));
  }

  /** Returns what ranks are made of on a machine of so many nodes, null without jobs. */
  Messaging.World world(int nodes, RunPlan run) {
    return jobs.isEmpty()
        ? null
        : new Messaging.World(
            new JobTable(jobs, nodes), software, TnwNetwork.TICKS, Purpose.NOISE.draws(run.seed()));
  }

  /** Returns books of these jobs. */
  JobBooks books() {
    return tables.books(jobs);
  }
}
