package io.hopwright.models.pcie;

import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.pcie.tree.PcieElements;
import io.hopwright.models.pcie.tree.PciePorts;
import io.hopwright.models.switching.crossbar.PortStatistics;
import io.hopwright.models.tables.HeatTable;
import io.hopwright.models.topology.Graph;
import io.hopwright.models.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Utilization of the edges of each element over the measured interval. */
final class ElementLoads {
  private final Graph graph;
  private final PcieElements elements;
  private final double ticks;

  /** Busy ticks by element and port; null of an element of a JVM that was lost. */
  private final long[][] busy;

  ElementLoads(PcieSettings settings, List<PortStatistics> parts, long ticks) {
    graph = settings.graph();
    elements = settings.topology().elements();
    this.ticks = (double) ticks;
    busy = new long[elements.count()][];
    for (PortStatistics part : parts) {
      for (int router = 0; router < part.routers(); router++) {
        final long[] ports = new long[graph.ports()];
        for (int port = 0; port < ports.length; port++) {
          ports[port] = part.busyTicks(router, port);
        }
        busy[part.router(router)] = ports;
      }
    }
  }

  /** Returns the map of edges: elements by their host, depth and place. */
  static HeatTable table() {
    return new HeatTable("element", "element")
        .place("host", "host", "host of the element", Role.TILE)
        .place("depth", "depth in its tree", "0 of roots", Role.ROW)
        .place(
            "place",
            "index in its depth",
            "index among the elements of the same depth in its host",
            Role.COLUMN)
        .links(
            "up",
            "to its parent",
            "utilization of the edge to the parent; empty if there is no parent")
        .links(
            "down",
            "from its parent",
            "utilization of the edge from the parent; empty if there is no parent")
        .links(
            "across",
            "to other roots and cards",
            "mean utilization of the links to other roots or cards, or to the network's"
                + " switch; empty without such links");
  }

  /** Returns a row for each element, in the order of their numbers; none of a JVM that was lost. */
  List<HeatTable.Row> rows() {
    final List<HeatTable.Row> rows = new ArrayList<>();
    final int[] places = new int[elements.count()];
    for (int element = 0; element < elements.count(); element++) {
      final int at = elements.host(element) * elements.ofHost() + elements.depth(element);
      final int place = places[Math.min(at, places.length - 1)]++;
      if (busy[element] != null) {
        final List<Long> where =
            List.of((long) elements.host(element), (long) elements.depth(element), (long) place);
        rows.add(new HeatTable.Row(element, where, utilization(element)));
      }
    }
    return rows;
  }

  private List<Double> utilization(int element) {
    final int parent = graph.neighbour(element, PciePorts.UP);
    double across = 0;
    int links = 0;
    for (int port = PciePorts.QPI; port < graph.ports(); port++) {
      if (graph.neighbour(element, port) != Topology.NONE) {
        across += busy[element][port];
        links++;
      }
    }
    return Arrays.asList(
        parent == Topology.NONE
            ? null
            : HeatTable.utilization((double) busy[element][PciePorts.UP], ticks),
        parent == Topology.NONE || busy[parent] == null
            ? null
            : HeatTable.utilization(
                (double) busy[parent][graph.neighbourPort(element, PciePorts.UP)], ticks),
        HeatTable.utilization(across, links * ticks));
  }
}
