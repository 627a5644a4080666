package io.hopwright.models.pcie;

import io.hopwright.models.machine.RunResult;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.switching.crossbar.PortStatistics;
import io.hopwright.models.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** How busy the edges of each element were, over the measured interval. */
final class HeatTable {
  static final String NAME = "heat";

  private final PcieSettings settings;
  private final Elements elements;
  private final double ticks;

  HeatTable(PcieSettings settings, long ticks) {
    this.settings = settings;
    elements = settings.topology().elements();
    this.ticks = (double) ticks;
  }

  /**
   * A row.
   *
   * @param element its number
   * @param host that it is in
   * @param depth in its tree
   * @param place among those of its depth in its host
   * @param up utilization of the edge to its parent, null without
   * @param down of the edge from its parent
   * @param across mean of those to other roots, or into the network
   */
  record Row(
      long element, long host, long depth, long place, Double up, Double down, Double across) {}

  static Metrics<Row> columns() {
    return new Metrics<Row>()
        .add("element", "", "element", "its number", Row::element, Role.IDENTITY)
        .add("host", "", "host", "host that it is in", Row::host, Role.TILE)
        .add("depth", "", "depth in its tree", "0 of roots", Row::depth, Role.ROW)
        .add(
            "place",
            "",
            "place in its depth",
            "its place among those of its depth in its host",
            Row::place,
            Role.COLUMN)
        .add(
            "up",
            "",
            "to its parent",
            "utilization of the edge to its parent; empty without",
            Row::up,
            Role.VALUE)
        .add(
            "down",
            "",
            "from its parent",
            "utilization of the edge from its parent; empty without",
            Row::down,
            Role.VALUE)
        .add(
            "across",
            "",
            "to other roots and cards",
            "mean utilization of its links to other roots or cards, or to the network's switch;"
                + " empty without",
            Row::across,
            Role.VALUE);
  }

  /** Returns a row for each element, in the order of their numbers; none of a JVM that was lost. */
  RunResult.Table of(List<PortStatistics> parts) {
    final double[][] busy = new double[elements.count()][];
    for (PortStatistics part : parts) {
      for (int router = 0; router < part.routers(); router++) {
        busy[part.router(router)] = busy(part, router);
      }
    }
    final List<Row> rows = new ArrayList<>();
    final int[] places = new int[elements.count()];
    for (int element = 0; element < elements.count(); element++) {
      final int at = elements.host(element) * elements.ofHost() + elements.depth(element);
      final int place = places[Math.min(at, places.length - 1)]++;
      if (busy[element] != null) {
        rows.add(row(element, place, busy));
      }
    }
    rows.sort(Comparator.comparingLong(Row::element));
    return RunResult.Table.of(columns(), rows);
  }

  private double[] busy(PortStatistics part, int router) {
    final double[] busy = new double[settings.graph().ports()];
    for (int port = 0; port < busy.length; port++) {
      busy[port] = part.busyTicks(router, port) / ticks;
    }
    return busy;
  }

  private Row row(int element, int place, double[]... busy) {
    final int parent = settings.graph().neighbour(element, Ports.UP);
    double across = 0;
    int links = 0;
    for (int port = Ports.QPI; port < settings.graph().ports(); port++) {
      if (settings.graph().neighbour(element, port) != Topology.NONE) {
        across += busy[element][port];
        links++;
      }
    }
    return new Row(
        element,
        elements.host(element),
        elements.depth(element),
        place,
        parent == Topology.NONE ? null : share(busy[element][Ports.UP]),
        parent == Topology.NONE || busy[parent] == null
            ? null
            : share(busy[parent][settings.graph().neighbourPort(element, Ports.UP)]),
        links == 0 ? null : share(across / links));
  }

  private static Double share(double value) {
    return Double.isFinite(value) ? (Double) Metrics.rounded(value) : null;
  }
}
