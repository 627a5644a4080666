package io.hopwright.models.tnw;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.PortCounts;
import io.hopwright.models.tables.LinkPicture.Loads;
import io.hopwright.models.tables.LinkTables;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.topology.Grid;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Link loads for the tables and the picture: busy time counted at the sending end, and packets
 * accepted by the receiving end, which can be in another partition.
 */
final class TnwLinkTables {
  /** Column of the packets accepted at the far end, beside {@link LinkTables#BUSY}. */
  private static final int ACCEPTED = 1;

  private final Grid grid;
  private final PortCounts.Column busy;
  private final PortCounts.Column accepted;
  private final double ticks;

  TnwLinkTables(Grid grid, List<PortCounts> ends, double ticks) {
    this.grid = grid;
    busy = PortCounts.column(ends, grid.routers(), LinkModules.BUSY);
    accepted = PortCounts.column(ends, grid.routers(), LinkModules.ACCEPTED);
    this.ticks = ticks;
  }

  /** Returns the packets that the far end of a link accepted; null without link or count. */
  private Long accepted(int node, int port) {
    final int far = grid.neighbour(node, port);
    return far == Grid.NONE ? null : accepted.of(far, grid.neighbourPort(node, port));
  }

  /** Returns the tables of the links of which both ends are known. */
  LinkTables tables() {
    final PortCounts links =
        new PortCounts(
            LinkModules.PORTS, ACCEPTED + 1, IntStream.range(0, grid.routers()).toArray());
    final LinkTables.Names names =
        LinkTables.Names.ofLinks(grid, (node, port) -> grid.portName(port).substring(0, 1));
    for (int node = 0; node < grid.routers(); node++) {
      for (int port = 0; port < LinkModules.PORTS; port++) {
        if (isKnown(node, port)) {
          links.add(node, port, LinkTables.BUSY, busy.of(node, port));
          links.add(node, port, ACCEPTED, accepted(node, port));
        }
      }
    }
    return new LinkTables(
        grid,
        (grouping, node, port) -> isKnown(node, port) ? names.of(grouping, node, port) : null,
        List.of(links),
        ticks);
  }

  private boolean isKnown(int node, int port) {
    return busy.of(node, port) != null && accepted(node, port) != null;
  }

  /** Returns what each link carried: what its far end accepted, as far as that is known. */
  Loads loads() {
    return Loads.of(
        busy,
        (node, port) -> Objects.requireNonNullElse(accepted(node, port), 0L),
        ticks,
        TnwLinks.PACKET_BYTES);
  }

  /** Returns the columns of a table. */
  static Metrics<LinkTables.Sum> columns(LinkGrouping grouping) {
    return LinkTables.columns(grouping, TnwSettings.AXES)
        .add(
            "goodput",
            "GB/s",
            "Goodput",
            sum -> sum.perTick(sum.count(ACCEPTED) * TnwLinks.PACKET_BYTES))
        .meaning("data of accepted packets, mean over the links");
  }
}
