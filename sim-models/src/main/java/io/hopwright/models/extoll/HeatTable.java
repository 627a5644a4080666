package io.hopwright.models.extoll;

import io.hopwright.models.machine.RunResult;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.switching.crossbar.PortStatistics;
import io.hopwright.models.topology.AttachedTorus;
import io.hopwright.models.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** How busy the links of each accelerator were by axis, over the measured interval. */
final class HeatTable {
  static final String NAME = "heat";

  private final AttachedTorus torus;
  private final double ticks;

  HeatTable(AttachedTorus torus, long ticks) {
    this.torus = torus;
    this.ticks = (double) ticks;
  }

  /**
   * A row.
   *
   * @param node its number
   * @param at its coordinates
   * @param utilization by axis, and of the link to a host; null where there is no link or nothing
   *     is known
   */
  record Row(long node, List<Long> at, List<Double> utilization) {}

  static Metrics<Row> columns() {
    final Metrics<Row> columns =
        new Metrics<Row>()
            .add("node", "", "node", "its number", Row::node, Role.IDENTITY)
            .add("x", "", "x", "its first coordinate", row -> row.at().get(0), Role.COLUMN)
            .add("y", "", "y", "its second coordinate", row -> row.at().get(1), Role.ROW)
            .add("z", "", "z", "its third coordinate", row -> row.at().get(2), Role.TILE);
    for (int axis = 0; axis < ExtollTopology.AXES.size(); axis++) {
      final int each = axis;
      final String name = ExtollTopology.AXES.get(axis);
      columns.add(
          name + "Links",
          "",
          name + " links",
          "mean utilization of the links along " + name + " that leave it; empty if there are none",
          row -> row.utilization().get(each),
          Role.VALUE);
    }
    return columns.add(
        "hostLink",
        "",
        "link to a host",
        "utilization of the link to a host that hangs on it; empty if there is none",
        row -> row.utilization().get(ExtollTopology.AXES.size()),
        Role.VALUE);
  }

  /** Returns a row for each accelerator, in the order of their numbers; none of a lost JVM. */
  RunResult.Table of(List<PortStatistics> parts) {
    final List<Row> rows = new ArrayList<>();
    for (PortStatistics part : parts) {
      for (int router = 0; router < part.routers(); router++) {
        final int node = part.router(router);
        if (node < torus.grid().routers()) {
          rows.add(row(part, router, node));
        }
      }
    }
    rows.sort(Comparator.comparingLong(Row::node));
    return RunResult.Table.of(columns(), rows);
  }

  private Row row(PortStatistics part, int router, int node) {
    final List<Double> utilization = new ArrayList<>();
    for (int kind = 0; kind <= ExtollTopology.AXES.size(); kind++) {
      final long links = links(node, kind);
      final double share = part.busyTicksOfKind(router, kind) / (links * ticks);
      utilization.add(links == 0 || ticks == 0 ? null : Metrics.rounded(share));
    }
    return new Row(
        node,
        List.of(
            (long) torus.coordinate(node, 0),
            (long) torus.coordinate(node, 1),
            (long) torus.coordinate(node, 2)),
        utilization);
  }

  /** Returns the links of a node along an axis; behind the axes those to a host. */
  private long links(int node, int kind) {
    long links = 0;
    for (int port = 0; port <= torus.gatewayPort(); port++) {
      links += port / 2 == kind && torus.neighbour(node, port) != Topology.NONE ? 1 : 0;
    }
    return links;
  }
}
