package io.hopwright.models.bluegene;

import io.hopwright.models.machine.LinkPicture;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.switching.torusrouter.LinkBytes;
import io.hopwright.models.topology.Torus;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The utilization of the links that leave each node, over the measured interval. */
final class HeatTable {
  private HeatTable() {}

  /**
   * A row.
   *
   * @param torus the machine
   * @param number of the node
   * @param utilization by port, null where there is no link or nothing is known
   */
  record Node(Torus torus, int number, List<Double> utilization) {
    private long coordinate(int dimension) {
      return torus.coordinate(number, dimension);
    }
  }

  static Metrics<Node> columns() {
    final Metrics<Node> columns =
        new Metrics<Node>()
            .add("node", "", "node", "its number", node -> (long) node.number(), Role.IDENTITY)
            .add("x", "", "x", "its first coordinate", node -> node.coordinate(0), Role.COLUMN)
            .add("y", "", "y", "its second coordinate", node -> node.coordinate(1), Role.ROW)
            .add("z", "", "z", "its third coordinate", node -> node.coordinate(2), Role.TILE);
    for (int port = 0; port < Torus.PORTS; port++) {
      final int each = port;
      final String name = Torus.direction(port);
      columns.add(
          name,
          "",
          name + " links",
          "utilization of the link that leaves it in this direction, by any byte; empty if there is"
              + " none",
          node -> node.utilization().get(each),
          Role.VALUE);
    }
    return columns;
  }

  /** Returns what each link carried: a byte takes a tick. */
  static LinkPicture.Loads loads(Torus torus, List<LinkBytes> parts, long ticks) {
    final LinkPicture.Load[][] loads = new LinkPicture.Load[torus.nodes()][Torus.PORTS];
    for (LinkBytes part : parts) {
      for (int node = 0; ticks > 0 && node < part.nodes(); node++) {
        for (int port = 0; port < Torus.PORTS; port++) {
          final long bytes = part.bytes(node, port);
          loads[part.globalId(node)][port] = new LinkPicture.Load(bytes / (double) ticks, bytes);
        }
      }
    }
    return (node, port) -> loads[node][port];
  }

  /** Returns a row for each node of the machine, in the order of their numbers. */
  static RunResult.Table of(Torus torus, List<LinkBytes> parts, long ticks) {
    final Double[][] utilizations = new Double[torus.nodes()][Torus.PORTS];
    for (LinkBytes part : parts) {
      for (int node = 0; node < part.nodes(); node++) {
        for (int port = 0; port < Torus.PORTS; port++) {
          if (ticks > 0 && torus.hasLink(port)) {
            utilizations[part.globalId(node)][port] =
                Metrics.rounded(part.bytes(node, port) / (double) ticks);
          }
        }
      }
    }
    return RunResult.Table.of(
        columns(),
        IntStream.range(0, torus.nodes())
            .mapToObj(node -> new Node(torus, node, Arrays.asList(utilizations[node])))
            .toList());
  }
}
