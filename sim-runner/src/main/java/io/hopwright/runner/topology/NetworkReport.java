package io.hopwright.runner.topology;

import io.hopwright.models.topology.analysis.Bisection;
import io.hopwright.models.topology.analysis.Connection;
import io.hopwright.models.topology.analysis.Distances;
import io.hopwright.models.topology.analysis.Girth;
import io.hopwright.models.topology.description.Latency;
import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.Families;
import io.hopwright.models.topology.files.NetworkFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;

/** Properties of a network as named values, for JSON and tables. */
public final class NetworkReport {
  /** Name of the list of classes of links. */
  public static final String CLASSES = "linkClasses";

  private static final int SIMULATED_PORTS = 64;

  private final NetworkDescription network;
  private final Connection connection;

  private NetworkReport(NetworkDescription network) {
    this.network = network;
    connection = Connection.of(network);
  }

  /** Returns all properties except those of routings. */
  public static Map<String, Object> of(NetworkDescription network) {
    return new NetworkReport(network).properties();
  }

  private Map<String, Object> properties() {
    final Map<String, Object> values = new LinkedHashMap<>();
    if (!network.family().isEmpty()) {
      values.put("family", network.family());
    }
    values.put("routers", network.routers());
    values.put("links", network.links());
    final int oneWay = oneWayLinks();
    if (oneWay > 0) {
      values.put("oneWayLinks", oneWay);
    }
    values.put("nodes", network.nodes());
    final int ports = mostPorts();
    values.put("mostPorts", ports);
    if (ports > SIMULATED_PORTS) {
      values.put("simulation", "not possible: a router has more than 64 ports");
    }
    values.put("connected", connection.text(network));
    putDistances(values);
    values.put("girth", Girth.value(network));
    putBisection(values);
    values.put("degrees", distribution(network::ports));
    values.put("nodesOfRouters", distribution(network::nodesAt));
    putPartitions(values);
    values.put(CLASSES, classes());
    return values;
  }

  private int oneWayLinks() {
    int oneWay = 0;
    for (int link = 0; link < network.links(); link++) {
      oneWay += network.isOneWay(link) ? 1 : 0;
    }
    return oneWay;
  }

  private int mostPorts() {
    int most = 0;
    for (int router = 0; router < network.routers(); router++) {
      most = Math.max(most, network.ports(router) + network.nodesAt(router));
    }
    return most;
  }

  private void putDistances(Map<String, Object> values) {
    final Distances distances = Distances.of(network);
    if (!distances.exact()) {
      values.put("distances", "from " + distances.sources() + " routers as sources, not all");
    }
    values.put("diameter", distances.diameter());
    values.put("meanDistance", finite(distances.mean()));
    if (network.nodes() > 0) {
      values.put("nodeDiameter", distances.nodeDiameter());
      values.put("meanNodeDistance", finite(distances.nodeMean()));
    }
  }

  private static Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }

  private void putBisection(Map<String, Object> values) {
    if (!connection.connected()) {
      values.put("bisection", "not computed: the network is not connected");
      return;
    }
    final Bisection bisection = Bisection.of(network, Families.bisection(network));
    if (bisection.links() == NetworkDescription.NONE) {
      values.put("bisection", "not computed: " + bisection.reason());
    } else {
      values.put("bisectionLinks", bisection.links());
      values.put(
          "bisection",
          bisection.exact()
              ? "exact: " + bisection.reason()
              : "best found; a smaller one may exist");
    }
  }

  /** Returns how many routers have each value, in rising order of the value. */
  private Map<String, Object> distribution(IntUnaryOperator value) {
    final Map<Integer, Integer> counts = new TreeMap<>();
    for (int router = 0; router < network.routers(); router++) {
      counts.merge(value.applyAsInt(router), 1, Integer::sum);
    }
    final Map<String, Object> named = new LinkedHashMap<>();
    counts.forEach((key, count) -> named.put(Integer.toString(key), count));
    return named;
  }

  private void putPartitions(Map<String, Object> values) {
    if (!network.hasPartitions()) {
      return;
    }
    final TreeSet<Integer> partitions = new TreeSet<>();
    for (int router = 0; router < network.routers(); router++) {
      partitions.add(network.partition(router));
    }
    int cut = 0;
    Latency least = null;
    boolean comparable = true;
    for (int link = 0; link < network.links(); link++) {
      if (network.partition(network.from(link)) != network.partition(network.to(link))) {
        for (LinkClass way : waysOf(link)) {
          cut++;
          comparable &= least == null || least.unit() == way.latency().unit();
          least = least == null || way.latency().value() < least.value() ? way.latency() : least;
        }
      }
    }
    values.put("partitions", partitions.size());
    values.put("linksCut", cut);
    values.put(
        "lookahead",
        least == null || !comparable || !least.isStated()
            ? "not stated by the latencies of the links"
            : "at most " + NetworkFile.text(least));
  }

  private List<LinkClass> waysOf(int link) {
    return network.isOneWay(link)
        ? List.of(network.there(link))
        : List.of(network.there(link), network.back(link));
  }

  /** Returns the classes of links with the number of directions of links that have each. */
  private List<Map<String, Object>> classes() {
    final Map<LinkClass, Integer> counts = new LinkedHashMap<>();
    for (int link = 0; link < network.links(); link++) {
      waysOf(link).forEach(way -> counts.merge(way, 1, Integer::sum));
    }
    final List<Map<String, Object>> rows = new ArrayList<>();
    counts.forEach(
        (linkClass, count) -> {
          final Map<String, Object> row = new LinkedHashMap<>();
          row.put("kind", linkClass.kind().isEmpty() ? null : linkClass.kind());
          row.put("directions", count);
          row.put("latency", NetworkFile.text(linkClass.latency()));
          row.put("rate", NetworkFile.rateText(linkClass.bitsPerSecond()));
          rows.add(row);
        });
    return rows;
  }
}
