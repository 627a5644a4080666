package io.hopwright.runner.topology;

import io.hopwright.models.topology.analysis.Connection;
import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.routing.RouteCheck;
import io.hopwright.models.topology.routing.RoutingTable;
import io.hopwright.models.topology.routing.Routings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Routings of a network: VCs needed, lengths of routes, loads, and the check for deadlocks. */
public final class RoutingReport {
  /** Name of the list of routings. */
  public static final String ROUTINGS = "routings";

  /** Name of the answer to the check, in words. */
  public static final String DEADLOCK = "deadlock";

  private static final long MOST_LAYER_PAIRS = 300_000;
  private static final String FREE = "free";

  private final NetworkDescription network;
  private final List<Map<String, Object>> rows = new ArrayList<>();

  private RoutingReport(NetworkDescription network) {
    this.network = network;
  }

  /**
   * Returns a row for each routing that applies.
   *
   * @param table routing of a file; null for none
   */
  public static List<Map<String, Object>> of(NetworkDescription network, RoutingTable table) {
    final RoutingReport report = new RoutingReport(network);
    if (!Connection.of(network).connected()) {
      report.leftOut("all", "not checked: the network is not connected");
    } else if (network.routers() > RouteCheck.MOST_ROUTERS) {
      report.leftOut("all", "not checked: more than " + RouteCheck.MOST_ROUTERS + " routers");
    } else {
      report.check();
    }
    if (table != null) {
      report.add(table);
    }
    return report.rows;
  }

  private void check() {
    final Routings routings = new Routings(network);
    final RouteCheck shortest = add(routings.shortest());
    if (!shortest.isSafe()) {
      addLayers(routings);
      if (shortest.longest() <= Routings.MOST_VCS) {
        add(routings.hops(shortest.longest()));
      } else {
        leftOut(
            "hops",
            "not possible: "
                + shortest.longest()
                + " VCs are needed, and a link has at most "
                + Routings.MOST_VCS);
      }
    }
    final Optional<RoutingTable> upDown = routings.upDown();
    if (upDown.isPresent()) {
      add(upDown.get());
    } else {
      leftOut("up-down", "not possible: there are one-way links");
    }
    final Optional<RoutingTable> order = routings.dimensionOrder(1);
    if (order.isPresent() && !add(order.get()).isSafe() && routings.hasRings()) {
      add(routings.dimensionOrder(2).orElseThrow());
    }
  }

  private void addLayers(Routings routings) {
    final long routers = network.routers();
    if (routers * routers > MOST_LAYER_PAIRS) {
      leftOut("layers", "not computed: more than " + MOST_LAYER_PAIRS + " pairs of routers");
      return;
    }
    final Optional<RoutingTable> layers = routings.layers();
    if (layers.isPresent()) {
      add(layers.get());
    } else {
      leftOut("layers", "not possible: more than " + Routings.MOST_VCS + " layers are needed");
    }
  }

  private void leftOut(String name, String why) {
    final Map<String, Object> row = new LinkedHashMap<>();
    row.put("routing", name);
    row.put(DEADLOCK, why);
    rows.add(row);
  }

  private RouteCheck add(RoutingTable table) {
    final RouteCheck check = RouteCheck.of(network, table);
    final Map<String, Object> row = new LinkedHashMap<>();
    row.put("routing", table.name());
    row.put("vcs", table.vcs());
    if (check.problem().isEmpty()) {
      row.put("longestRoute", check.longest());
      row.put("meanRoute", Double.isFinite(check.meanLinks()) ? check.meanLinks() : null);
      row.put("mostPairsOnALink", check.mostPairs());
      row.put(DEADLOCK, check.isSafe() ? FREE : "possible: " + check.cycle());
    } else {
      row.put(DEADLOCK, "not checked: " + check.problem());
    }
    rows.add(row);
    return check;
  }
}
