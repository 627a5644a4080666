package io.hopwright.runner.topology;

import io.hopwright.models.topology.analysis.Connection;
import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.routing.NetworkRouting;
import io.hopwright.models.topology.routing.RouteCheck;
import io.hopwright.models.topology.routing.RoutingOptions;
import io.hopwright.models.topology.routing.RoutingOptions.Dateline;
import io.hopwright.models.topology.routing.RoutingTable;
import io.hopwright.models.topology.routing.Routings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Report of a network's routings: needed VCs, lengths of routes, loads, and the check for
 * deadlocks.
 */
public final class RoutingReport {
  /** Name of the list of routings. */
  public static final String ROUTINGS = "routings";

  /** Name of the answer to the check, in words. */
  public static final String DEADLOCK = "deadlock";

  /** Layers of more routers take minutes with all shortest paths of each pair. */
  private static final long MOST_ECMP_LAYER_PAIRS = 300_000;

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
      report.add(NetworkRouting.of(network, table));
    }
    return report.rows;
  }

  private void check() {
    final Routings routings = new Routings(network);
    if (!add(routings.of("shortest")).isSafe()) {
      addLayers(routings, "layers", Routings.MOST_LAYER_PAIRS);
      addIfPossible(routings, "hops");
    }
    addIfPossible(routings, "up-down");
    addIfPossible(routings, "ecmp");
    addLayers(routings, "ecmp-layers", MOST_ECMP_LAYER_PAIRS);
    for (String name : routings.withLegs()) {
      if (routings.hasRings() && name.equals("dimension-order")) {
        add(Routings.of(network, name, RoutingOptions.DEFAULT.dateline(Dateline.NONE)));
      }
      addIfPossible(routings, name);
    }
  }

  private void addLayers(Routings routings, String name, long mostPairs) {
    final long routers = network.routers();
    if (routers * routers > mostPairs) {
      leftOut(name, "not computed: more than " + mostPairs + " pairs of routers");
    } else {
      addIfPossible(routings, name);
    }
  }

  private void addIfPossible(Routings routings, String name) {
    final NetworkRouting routing;
    try {
      routing = routings.of(name);
    } catch (DescriptionException refused) {
      leftOut(name, "not possible: " + refused.getMessage());
      return;
    }
    add(routing);
  }

  /** Returns an integer where the number is one. */
  private static Object pairs(double mean) {
    if (!Double.isFinite(mean)) {
      return null;
    }
    final long rounded = Math.round(mean);
    return Math.abs(mean - rounded) < 1e-6 * Math.max(1, mean) ? (Object) rounded : (Object) mean;
  }

  private void leftOut(String name, String why) {
    final Map<String, Object> row = new LinkedHashMap<>();
    row.put("routing", name);
    row.put(DEADLOCK, why);
    rows.add(row);
  }

  private RouteCheck add(NetworkRouting routing) {
    final RouteCheck check = RouteCheck.of(routing);
    final Map<String, Object> row = new LinkedHashMap<>();
    row.put("routing", routing.name());
    row.put("vcs", routing.vcs());
    if (check.problem().isEmpty()) {
      row.put("longestRoute", check.longest());
      row.put("meanRoute", Double.isFinite(check.meanLinks()) ? check.meanLinks() : null);
      row.put("mostPairsOnALink", pairs(check.mostPairs()));
      row.put(DEADLOCK, check.isSafe() ? FREE : "possible: " + check.cycle());
    } else {
      row.put(DEADLOCK, "not checked: " + check.problem());
    }
    rows.add(row);
    return check;
  }
}
