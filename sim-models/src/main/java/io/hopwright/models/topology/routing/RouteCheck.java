package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.NetworkDescription;
import java.util.Arrays;
import java.util.List;

/**
 * Result of following all routes of a routing table.
 *
 * @param problem why a destination is not reached; empty if all are
 * @param cycle of channels that wait for each other, in words; empty if there is none
 * @param channels of the cycle
 * @param longest links of the longest route
 * @param meanLinks mean links of a route over pairs of different nodes (of routers without nodes)
 * @param mostPairs largest number of pairs of nodes (of routers) whose routes use one link in one
 *     direction
 * @param load pairs by link end, in the order of routers and ports
 */
public record RouteCheck(
    String problem,
    String cycle,
    List<ChannelGraph.Channel> channels,
    int longest,
    double meanLinks,
    long mostPairs,
    List<Long> load) {

  /** Largest number of routers that are checked. */
  public static final int MOST_ROUTERS = PortTable.MOST_ROUTERS;

  /** Returns whether every destination is reached and no packets can deadlock. */
  public boolean isSafe() {
    return problem.isEmpty() && cycle.isEmpty();
  }

  /** Follows all routes. */
  public static RouteCheck of(NetworkDescription network, RoutingTable table) {
    return new Walk(network, table).check();
  }

  /** The routes followed so far. */
  private static final class Walk {
    private final NetworkDescription network;
    private final RoutingTable table;
    private final Endpoints endpoints;
    private final ChannelGraph graph;
    private final long[] load;
    private final int[] far;
    private int longest;
    private double links;

    Walk(NetworkDescription network, RoutingTable table) {
      this.network = network;
      this.table = table;
      endpoints = Endpoints.of(network);
      graph = new ChannelGraph(network, table.vcs());
      load = new long[2 * network.links()];
      far = new int[load.length];
      for (int router = 0; router < network.routers(); router++) {
        for (int port = 0; port < network.ports(router); port++) {
          far[network.firstEnd(router) + port] = network.far(router, port);
        }
      }
    }

    RouteCheck check() {
      final boolean trees = table.vcRule() != RoutingTable.VcRule.SOURCE;
      final DestinationTree tree = trees ? new DestinationTree(this) : null;
      for (int to = 0; to < network.routers(); to++) {
        if (endpoints.has(to)) {
          final String problem = trees ? tree.follow(to) : followAllTo(to);
          if (!problem.isEmpty()) {
            return new RouteCheck(problem, "", List.of(), 0, 0, 0, List.of());
          }
        }
      }
      long most = 0;
      for (long each : load) {
        most = Math.max(most, each);
        links += each;
      }
      final List<ChannelGraph.Channel> cycle = graph.cycle();
      return new RouteCheck(
          "",
          cycle.isEmpty() ? "" : graph.text(cycle),
          cycle,
          longest,
          links / pairs(),
          most,
          Arrays.stream(load).boxed().toList());
    }

    /** Returns the ordered pairs of different nodes, or of routers in a network without nodes. */
    private double pairs() {
      double ends = 0;
      for (int weight : endpoints.weight()) {
        ends += weight;
      }
      return ends * (ends - 1);
    }

    private String followAllTo(int destination) {
      for (int source = 0; source < network.routers(); source++) {
        if (source != destination && endpoints.has(source)) {
          final String problem = follow(source, destination);
          if (!problem.isEmpty()) {
            return problem;
          }
        }
      }
      return "";
    }

    private String noRoute(int router, int destination) {
      return String.format(
          "router %s has no route to %s", network.name(router), network.name(destination));
    }

    private String endless(int source, int destination, int router) {
      return String.format(
          "the route from %s to %s never ends: it visits %s again and again",
          network.name(source), network.name(destination), network.name(router));
    }

    /** Follows a route; returns why it does not reach its end. */
    private String follow(int source, int destination) {
      final long weight = (long) endpoints.weight()[source] * endpoints.weight()[destination];
      int router = source;
      int held = RoutingTable.NO_ROUTE;
      int hop = 0;
      while (router != destination) {
        final int port = table.port(router, destination);
        if (port == RoutingTable.NO_ROUTE) {
          return noRoute(router, destination);
        }
        if (hop == network.routers()) {
          return endless(source, destination, router);
        }
        final int vc = table.vc(source, destination, router, hop);
        final int end = network.firstEnd(router) + port;
        final int wanted = end * table.vcs() + vc;
        if (held != RoutingTable.NO_ROUTE) {
          graph.add(held, wanted);
        }
        held = wanted;
        load[end] += weight;
        router = far[end];
        hop++;
      }
      longest = Math.max(longest, hop);
      return "";
    }
  }

  /**
   * All routes to one destination at once, as a tree: each router's hop is followed once, whatever
   * the number of routes through it.
   */
  private static final class DestinationTree {
    private static final int UNKNOWN = -1;
    private static final int ON_PATH = -2;

    private final Walk walk;
    private final int[] length;
    private final int[] end;
    private final int[] path;
    private final int[] order;
    private final int[] bucket;
    private final long[] flow;

    /** {@code [router]}: bit h is set if packets are there that have made h hops. */
    private final long[] hops;

    DestinationTree(Walk walk) {
      this.walk = walk;
      final int routers = walk.network.routers();
      length = new int[routers];
      end = new int[routers];
      path = new int[routers];
      order = new int[routers];
      bucket = new int[routers + 1];
      flow = new long[routers];
      hops = new long[routers];
    }

    /** Follows the routes to a destination; returns why one does not reach it. */
    String follow(int destination) {
      Arrays.fill(length, UNKNOWN);
      length[destination] = 0;
      for (int source = 0; source < length.length; source++) {
        final boolean sends = source != destination && walk.endpoints.has(source);
        final String problem = sends ? measure(source, destination) : "";
        if (!problem.isEmpty()) {
          return problem;
        }
        flow[source] =
            sends
                ? (long) walk.endpoints.weight()[source] * walk.endpoints.weight()[destination]
                : 0;
        hops[source] = sends ? 1 : 0;
      }
      final int known = sortByFallingLength();
      walk.longest = Math.max(walk.longest, length[order[0]]);
      for (int i = 0; i < known; i++) {
        if (order[i] != destination) {
          pass(order[i], destination);
        }
      }
      return "";
    }

    private String measure(int source, int destination) {
      int count = 0;
      int router = source;
      while (length[router] == UNKNOWN) {
        final int port = walk.table.port(router, destination);
        if (port == RoutingTable.NO_ROUTE) {
          return walk.noRoute(router, destination);
        }
        length[router] = ON_PATH;
        path[count++] = router;
        end[router] = walk.network.firstEnd(router) + port;
        router = walk.far[end[router]];
      }
      if (length[router] == ON_PATH) {
        return walk.endless(source, destination, router);
      }
      int links = length[router];
      while (count > 0) {
        length[path[--count]] = ++links;
      }
      return "";
    }

    private int sortByFallingLength() {
      Arrays.fill(bucket, 0);
      int known = 0;
      for (int each : length) {
        if (each >= 0) {
          bucket[length.length - each]++;
          known++;
        }
      }
      for (int i = 1; i < bucket.length; i++) {
        bucket[i] += bucket[i - 1];
      }
      for (int router = 0; router < length.length; router++) {
        if (length[router] >= 0) {
          order[bucket[length.length - length[router] - 1]++] = router;
        }
      }
      return known;
    }

    private void pass(int router, int destination) {
      final int next = walk.far[end[router]];
      walk.load[end[router]] += flow[router];
      flow[next] += flow[router];
      hops[next] |= hops[router] << 1;
      if (next == destination) {
        return;
      }
      final int vcs = walk.table.vcs();
      if (walk.table.vcRule() == RoutingTable.VcRule.DESTINATION) {
        walk.graph.add(
            end[router] * vcs + walk.table.vc(router, destination, router, 0),
            end[next] * vcs + walk.table.vc(next, destination, next, 0));
        return;
      }
      for (long rest = hops[router]; rest != 0; rest &= rest - 1) {
        final int hop = Long.numberOfTrailingZeros(rest);
        walk.graph.add(
            end[router] * vcs + walk.table.vc(router, destination, router, hop),
            end[next] * vcs + walk.table.vc(next, destination, next, hop + 1));
      }
    }
  }
}
