package io.hopwright.models.tnw;

import io.hopwright.models.machine.LinkPicture;
import io.hopwright.models.machine.LinkPicture.Load;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.topology.Grid;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** How busy the links that leave each node were, over the measured interval. */
final class HeatTable implements LinkPicture.Loads {
  static final String NAME = "heat";

  private final Grid grid;
  private final Load[][] loads;

  /**
   * Gathers the links of all partitions; some may be missing.
   *
   * @param parts what their links did, each told apart
   * @param ticks of the interval
   */
  HeatTable(Grid grid, List<LinkBooks> parts, long ticks) {
    this.grid = grid;
    loads = new Load[grid.routers()][LinkModules.PORTS];
    final long[] accepted = new long[grid.routers() * LinkModules.PORTS];
    for (LinkBooks books : parts) {
      for (int end = 0; end < books.ends(); end++) {
        accepted[number(books.node(end), end % LinkModules.PORTS)] = books.accepted(end);
      }
    }
    for (LinkBooks books : parts) {
      for (int end = 0; ticks > 0 && end < books.ends(); end++) {
        final int port = end % LinkModules.PORTS;
        final int far = grid.neighbour(books.node(end), port);
        if (far >= 0) {
          loads[books.node(end)][port] =
              new Load(
                  books.busyTicks(end) / (double) ticks,
                  accepted[number(far, port ^ 1)] * TnwLinks.PACKET_BYTES);
        }
      }
    }
  }

  private static int number(int node, int port) {
    return node * LinkModules.PORTS + port;
  }

  @Override
  public Load of(int node, int port) {
    return loads[node][port];
  }

  /**
   * A row.
   *
   * @param node its number
   * @param at its coordinates
   * @param utilization by port, null where there is no link or nothing is known
   */
  record Row(long node, List<Long> at, List<Double> utilization) {}

  static Metrics<Row> columns() {
    final Metrics<Row> columns =
        new Metrics<Row>()
            .add("node", "", "node", "its number", Row::node, Role.IDENTITY)
            .add("x", "", "x", "its first coordinate", row -> row.at().get(0), Role.COLUMN)
            .add("y", "", "y", "its second coordinate", row -> row.at().get(1), Role.ROW)
            .add("z", "", "z", "its third coordinate", row -> row.at().get(2), Role.TILE);
    for (int port = 0; port < LinkModules.PORTS; port++) {
      final int each = port;
      final String name = "xyz".charAt(port / 2) + (port % 2 == 0 ? "+" : "-");
      columns.add(
          name,
          "",
          name + " links",
          "utilization of the link that leaves it in this direction; empty if there is none",
          row -> row.utilization().get(each),
          Role.VALUE);
    }
    return columns;
  }

  /** Returns a row for each node, in the order of their numbers. */
  RunResult.Table table() {
    return RunResult.Table.of(
        columns(), IntStream.range(0, grid.routers()).mapToObj(this::row).toList());
  }

  private Row row(int node) {
    return new Row(
        node,
        IntStream.range(0, grid.axes())
            .mapToObj(axis -> (long) grid.coordinate(node, axis))
            .toList(),
        Arrays.stream(loads[node])
            .map(load -> load == null ? null : (Double) Metrics.rounded(load.utilization()))
            .toList());
  }
}
