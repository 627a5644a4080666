package io.hopwright.models.tables;

import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Table behind the map of a report: the position of each router, and the utilization of its links
 * over the measured interval. A machine declares the coordinates of a router, and the links in
 * separate columns.
 */
public final class HeatTable {
  private static final String NAME = "heat";

  private final Metrics<Row> columns = new Metrics<>();
  private int places;
  private int groups;

  /**
   * Declares a table of the routers of a machine.
   *
   * @param name of the column of their numbers
   * @param label of the same
   */
  public HeatTable(String name, String label) {
    columns.add(name, "", label, Row::router, Role.IDENTITY).meaning("number of the router");
  }

  /** Declares a table of nodes with three coordinates x, y and z: planes of x and y. */
  public static HeatTable inSpace() {
    return new HeatTable("node", "node")
        .place("x", "x", "its coordinate x", Role.COLUMN)
        .place("y", "y", "its coordinate y", Role.ROW)
        .place("z", "z", "its coordinate z", Role.TILE);
  }

  /** Declares the same table for nodes with two links along each axis, each listed separately. */
  public static HeatTable ofDirections() {
    final HeatTable heat = inSpace();
    for (int port = 0; port < Torus.PORTS; port++) {
      final String direction = Torus.direction(port);
      heat.links(
          direction,
          direction + " links",
          "utilization of the link that leaves the router in this direction, counting"
              + " all traffic; empty without such a link");
    }
    return heat;
  }

  /**
   * Row of the table.
   *
   * @param router number of the router
   * @param at its position, by {@link #place}
   * @param utilization utilization by {@link #links}, null where there is no link or no measurement
   */
  public record Row(long router, List<Long> at, List<Double> utilization) {}

  /** Declares one more coordinate of a router. */
  public HeatTable place(String name, String label, String meaning, Role role) {
    final int each = places++;
    columns.add(name, "", label, row -> row.at().get(each), role).meaning(meaning);
    return this;
  }

  /** Declares one more group of links of a router with its own utilization. */
  public HeatTable links(String name, String label, String meaning) {
    final int each = groups++;
    columns.add(name, "", label, row -> row.utilization().get(each), Role.VALUE).meaning(meaning);
    return this;
  }

  /** Returns the meaning of the utilization of the links along an axis. */
  public static String alongAxis(String axis) {
    return "mean utilization of the links along %s that leave the router; empty without such links"
        .formatted(axis);
  }

  /**
   * Returns a utilization.
   *
   * @param busyTicks of all links together
   * @param ticks largest possible value of {@code busyTicks}; null is returned for 0
   */
  public static Double utilization(double busyTicks, double ticks) {
    return ticks > 0 ? (Double) Metrics.rounded(busyTicks / ticks) : null;
  }

  /** Adds the table without rows. */
  public void addMostTo(Map<String, RunResult.Table> tables) {
    addTo(tables, List.of());
  }

  /** Adds the table with its rows, in their order. */
  public void addTo(Map<String, RunResult.Table> tables, List<Row> rows) {
    tables.put(NAME, RunResult.Table.of(columns, rows));
  }

  /** Adds the table with a row for each router, whose links are counted separately by port. */
  public void addTo(
      Map<String, RunResult.Table> tables, Topology topology, LinkPicture.Loads loads) {
    final List<Row> rows = new ArrayList<>();
    for (int router = 0; router < topology.routers(); router++) {
      rows.add(new Row(router, topology.place(router), utilization(topology, router, loads)));
    }
    addTo(tables, rows);
  }

  private static List<Double> utilization(Topology topology, int router, LinkPicture.Loads loads) {
    final Double[] utilization = new Double[topology.ports()];
    for (int port = 0; port < utilization.length; port++) {
      final LinkPicture.Load load = topology.leads(router, port) ? loads.of(router, port) : null;
      utilization[port] = load == null ? null : (Double) Metrics.rounded(load.utilization());
    }
    return Arrays.asList(utilization);
  }
}
