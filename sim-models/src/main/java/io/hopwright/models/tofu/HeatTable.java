package io.hopwright.models.tofu;

import io.hopwright.models.machine.RunResult;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.switching.crossbar.PortStatistics;
import io.hopwright.models.topology.Tofu6D;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.topology.VirtualTorus;
import java.util.ArrayList;
import java.util.List;

/**
 * The mean utilization of the links of each node by axis, over the measured interval. Nodes lie
 * where the virtual torus has them: planes of vx and vy, in which x and a, y and c are folded.
 */
final class HeatTable {
  private final Tofu6D machine;
  private final VirtualTorus torus;
  private final double ticks;

  HeatTable(Tofu6D machine, long ticks) {
    this.machine = machine;
    this.ticks = ticks;
    torus = new VirtualTorus(machine);
  }

  /**
   * A row.
   *
   * @param node its number
   * @param at its coordinates in the virtual torus
   * @param utilization by axis, null where there is no link or nothing is known
   */
  record Node(long node, List<Long> at, List<Double> utilization) {}

  static Metrics<Node> columns() {
    final Metrics<Node> columns =
        new Metrics<Node>()
            .add("node", "", "node", "its number", Node::node, Role.IDENTITY)
            .add("vx", "", "vx", "x, folded with a", node -> node.at().get(0), Role.COLUMN)
            .add("vy", "", "vy", "y, folded with c", node -> node.at().get(1), Role.ROW)
            .add("vz", "", "vz", "z, folded with b", node -> node.at().get(2), Role.TILE);
    for (int axis = 0; axis < Tofu6D.AXES.size(); axis++) {
      final int each = axis;
      final String name = Tofu6D.AXES.get(axis);
      columns.add(
          name,
          "",
          name + " links",
          "mean utilization of the links along " + name + " that leave it; empty if there are none",
          node -> node.utilization().get(each),
          Role.VALUE);
    }
    return columns;
  }

  /** Returns a row for each node, in the order of the virtual torus; none of a lost JVM. */
  RunResult.Table of(List<PortStatistics> parts) {
    final Node[] rows = new Node[machine.routers()];
    for (PortStatistics part : parts) {
      for (int router = 0; router < part.routers(); router++) {
        final int node = part.router(router);
        rows[torus.point(node)] = row(part, router, node);
      }
    }
    final List<Node> known = new ArrayList<>();
    for (Node row : rows) {
      if (row != null) {
        known.add(row);
      }
    }
    return RunResult.Table.of(columns(), known);
  }

  private Node row(PortStatistics part, int router, int node) {
    final List<Double> utilization = new ArrayList<>();
    for (int axis = 0; axis < Tofu6D.AXES.size(); axis++) {
      int links = 0;
      for (int port = 0; port < Tofu6D.PORTS; port++) {
        links +=
            Tofu6D.axisOfPort(port) == axis && machine.neighbour(node, port) != Topology.NONE
                ? 1
                : 0;
      }
      final double share = part.busyTicksOfKind(router, axis) / (links * ticks);
      utilization.add(links == 0 || ticks == 0 ? null : Metrics.rounded(share));
    }
    final int point = torus.point(node);
    return new Node(
        node,
        List.of(
            (long) torus.torus().coordinate(point, 0),
            (long) torus.torus().coordinate(point, 1),
            (long) torus.torus().coordinate(point, 2)),
        utilization);
  }
}
