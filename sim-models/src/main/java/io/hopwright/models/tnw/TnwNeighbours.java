package io.hopwright.models.tnw;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.JobTable;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.program.Operation;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.Topology;
import java.util.List;
import java.util.stream.IntStream;

/** Check that ranks send only within their own nodes or to neighbours, within limits. */
final class TnwNeighbours {
  /** Packets of a credit have 30 bits. */
  private static final long MOST_BYTES = 1L << 36;

  private final Grid grid;
  private final PlacedJob job;
  private String first;
  private long more;
  private String longest;

  private TnwNeighbours(Grid grid, PlacedJob job) {
    this.grid = grid;
    this.job = job;
  }

  /**
   * Goes through what all ranks send.
   *
   * @throws SettingsException naming the first pair of each job that is not side by side
   * @throws java.util.concurrent.CancellationException if the thread is interrupted meanwhile
   */
  static void check(List<PlacedJob> jobs, Grid grid) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    for (PlacedJob job : jobs) {
      final TnwNeighbours check = new TnwNeighbours(grid, job);
      job.showOperations(check::see);
      problems.when(check.first != null, key(job), check.first + check.others() + REMEDY);
      problems.when(check.longest != null, key(job), check.longest);
    }
    problems.throwIfAny();
  }

  private static final String REMEDY =
      "; place ranks that exchange messages on one node or on neighbours (jobs.*.place, as a grid"
          + " of machine.shape, ranksPerNode), or use another machine";

  private static String key(PlacedJob job) {
    return "jobs." + job.name() + ".program";
  }

  private String others() {
    return more == 0 ? "" : " (and " + more + " more messages alike)";
  }

  private void see(int rank, Operation operation) {
    if (operation.kind() != Operation.Kind.SEND && operation.kind() != Operation.Kind.SYNC_SEND) {
      return;
    }
    final int from = job.nodeOfRank()[rank];
    final int to = job.nodeOfRank()[operation.peer()];
    final String at = job.program().program().at(operation.line());
    if (from != to && !areJoined(from, to)) {
      if (first == null) {
        first = far(at, rank, from, operation.peer(), to);
      } else {
        more++;
      }
    }
    if (longest == null && operation.bytes() > MOST_BYTES) {
      longest =
          "has a message of "
              + operation.bytes()
              + " B at "
              + at
              + ", above the limit of "
              + MOST_BYTES
              + " B of machine.model = tnw; send several";
    }
  }

  private boolean areJoined(int from, int to) {
    return IntStream.range(0, LinkModules.PORTS).anyMatch(port -> grid.neighbour(from, port) == to);
  }

  private static String far(String at, int rank, int from, int peer, int to) {
    return ("lets rank %s (node %s) send to rank %s (node %s) at %s, but no link joins"
            + " these nodes, and nodes of machine.model = tnw do not forward")
        .formatted(rank, from, peer, to, at);
  }

  /**
   * Returns the output of a node over which a transfer of a message goes; {@link Topology#NONE}
   * without a link. Of two links to one node it takes the one that the message's number says.
   *
   * @param neighbours by port of each node: the node at the far end
   */
  static int output(int[] neighbours, int node, int destination, int number) {
    for (int port = 0; port < LinkModules.PORTS; port += 2) {
      final int plus = node * LinkModules.PORTS + port;
      if (neighbours[plus] == destination) {
        final boolean alone = neighbours[plus + 1] != destination;
        return plus + (alone ? 0 : number & 1);
      }
      if (neighbours[plus + 1] == destination) {
        return plus + 1;
      }
    }
    return Topology.NONE;
  }

  /** Returns the error for a message to an unreachable rank that no check has found. */
  static SettingsException unreachable(JobTable table, int from, int slot, int to, int toSlot) {
    final PlacedJob job = table.jobs().get(table.job(from));
    return new SettingsException(
        key(job),
        far(
                job.program().program().name(),
                table.rankAt(from, slot),
                from,
                table.rankAt(to, toSlot),
                to)
            + REMEDY);
  }
}
