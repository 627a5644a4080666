package io.hopwright.models.bluegene.nodes;

import io.hopwright.models.bluegene.faults.PathsAroundFailures;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.JobTable;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.program.Operation;
import java.util.Arrays;
import java.util.List;

/**
 * Paths around failed components between the ranks of jobs ({@code docs/models/bluegene-l.md},
 * "Failed nodes and links"). Confined to one thread.
 */
public final class JobPaths {
  private final PlacedJob job;
  private final Software software;
  private final PathsAroundFailures around;
  private String first;

  private JobPaths(PlacedJob job, Software software, PathsAroundFailures around) {
    this.job = job;
    this.software = software;
    this.around = around;
  }

  /**
   * Checks that paths lead between all nodes that exchange packets. Executes the messages of a job
   * only if some of its nodes have no path to each other.
   *
   * @throws SettingsException with the first pair of each job that has no path
   * @throws java.util.concurrent.CancellationException if the thread is interrupted meanwhile
   */
  public static void check(List<PlacedJob> jobs, Software software, PathsAroundFailures around) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    for (PlacedJob job : jobs) {
      final int[] nodes = Arrays.stream(job.nodeOfRank()).distinct().toArray();
      if (around.unreachable(nodes) != null) {
        final JobPaths check = new JobPaths(job, software, around);
        job.showOperations(check::see);
        problems.when(check.first != null, around.dead().saidBy(), check.first);
      }
    }
    problems.throwIfAny();
  }

  private void see(int rank, Operation operation) {
    final boolean synchronous = operation.kind() == Operation.Kind.SYNC_SEND;
    if (first != null || (operation.kind() != Operation.Kind.SEND && !synchronous)) {
      return;
    }
    final int peer = operation.peer();
    final int from = job.nodeOfRank()[rank];
    final int to = job.nodeOfRank()[peer];
    final boolean answered = synchronous || operation.bytes() > software.eagerBytes();
    final String where = " at " + job.program().program().at(operation.line());
    if (!around.leads(from, to)) {
      first = noPath(from, to, "rank %s of job %s sends to rank %s", rank, job, peer, where);
    } else if (answered && !around.leads(to, from)) {
      first = noPath(to, from, "rank %s of job %s answers rank %s", peer, job, rank, where);
    }
  }

  private static String noPath(
      int from, int to, String what, int rank, PlacedJob job, int peer, String where) {
    return ("no path leads from node %s to node %s, over which %s%s: with any hint bits, a"
            + " packet that takes the dimensions in the order of router.escapeOrder meets a"
            + " failed component; place these ranks elsewhere (jobs.%s.place), or remove a"
            + " failure")
        .formatted(from, to, what.formatted(rank, job.name(), peer), where, job.name());
  }

  /** Returns that a rank sends, in a run, what the check before it has not seen. */
  static SettingsException unreachable(
      PathsAroundFailures around, JobTable table, int from, int slot, int to, int toSlot) {
    final PlacedJob job = table.jobs().get(table.job(from));
    return new SettingsException(
        around.dead().saidBy().name(),
        noPath(
            from,
            to,
            "rank %s of job %s sends to rank %s",
            table.rankAt(from, slot),
            job,
            table.rankAt(to, toSlot),
            ""));
  }
}
