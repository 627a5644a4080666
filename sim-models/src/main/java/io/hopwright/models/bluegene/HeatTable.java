package io.hopwright.models.bluegene;

import io.hopwright.models.machine.RunResult;
import io.hopwright.models.switching.torusrouter.LinkBytes;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The utilization of the links that leave each node, over the measured interval. */
final class HeatTable {
  /** As many digits as an interval of a million ticks can give. */
  private static final double STEPS = 1e6;

  private HeatTable() {}

  /** Returns a row for each node of the machine, in the order of their numbers. */
  static RunResult.Table of(Torus torus, List<LinkBytes> parts, long ticks) {
    final List<RunResult.Column> columns = new ArrayList<>();
    for (String name : List.of("node", "x", "y", "z")) {
      columns.add(new RunResult.Column(name, ""));
    }
    for (int port = 0; port < Torus.PORTS; port++) {
      columns.add(new RunResult.Column(torus.portName(port), ""));
    }
    final List<List<Object>> rows = new ArrayList<>();
    for (long[] node : byNode(torus, parts)) {
      rows.add(row(torus, rows.size(), node, ticks));
    }
    return new RunResult.Table(columns, rows);
  }

  /** Returns the bytes of each port; of a JVM that was lost there are none. */
  private static long[][] byNode(Torus torus, List<LinkBytes> parts) {
    final long[][] bytes = new long[torus.nodes()][];
    for (LinkBytes part : parts) {
      for (int node = 0; node < part.nodes(); node++) {
        final long[] ofNode = new long[Torus.PORTS];
        for (int port = 0; port < Torus.PORTS; port++) {
          ofNode[port] = part.bytes(node, port);
        }
        bytes[part.globalId(node)] = ofNode;
      }
    }
    return bytes;
  }

  private static List<Object> row(Torus torus, int node, long[] bytes, long ticks) {
    final Object[] row = new Object[1 + Torus.DIMENSIONS + Torus.PORTS];
    row[0] = (long) node;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      row[1 + dimension] = (long) torus.coordinate(node, dimension);
    }
    for (int port = 0; port < Torus.PORTS; port++) {
      if (bytes != null && ticks > 0 && torus.hasLink(port)) {
        row[1 + Torus.DIMENSIONS + port] = Math.rint(bytes[port] / (double) ticks * STEPS) / STEPS;
      }
    }
    return Arrays.asList(row);
  }
}
