package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.NetworkDescription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Shortest paths in layers of VCs: each route is in the lowest layer in which its dependencies
 * close no cycle (Skeie et al., LASH, IPDPS 2002; routes as in Domke et al., DFSSSP, IPDPS 2011).
 */
final class Layers implements RoutingTable {
  /** Largest number of VCs. */
  static final int MOST = RoutingFunction.MOST_VCS;

  private final PortTable table;

  /** {@code [source][destination]}. */
  private final byte[][] layer;

  private final int vcs;

  private Layers(PortTable table, byte[][] layer, int vcs) {
    this.table = table;
    this.layer = layer;
    this.vcs = vcs;
  }

  /** Returns the routing; its {@link #vcs} is above {@link #MOST} if so many do not suffice. */
  static Layers of(NetworkDescription network, PortTable table) {
    final Endpoints endpoints = Endpoints.of(network);
    final int routers = network.routers();
    final byte[][] layer = new byte[routers][];
    final List<AcyclicChannels> graphs = new ArrayList<>();
    final int[] route = new int[routers];
    for (int router = 0; router < routers; router++) {
      layer[router] = endpoints.has(router) ? new byte[routers] : null;
    }
    for (int to = 0; to < routers; to++) {
      for (int from = 0; endpoints.has(to) && from < routers; from++) {
        if (from != to && endpoints.has(from)) {
          final int length = channels(network, table, from, to, route);
          int number = 0;
          while (number < graphs.size() && !graphs.get(number).add(route, length)) {
            number++;
          }
          if (number == MOST) {
            return new Layers(table, layer, MOST + 1);
          }
          if (number == graphs.size()) {
            graphs.add(new AcyclicChannels(network));
            graphs.get(number).add(route, length);
          }
          layer[from][to] = (byte) number;
        }
      }
    }
    return new Layers(table, layer, Math.max(1, graphs.size()));
  }

  private static int channels(
      NetworkDescription network, PortTable table, int from, int to, int[] route) {
    int length = 0;
    for (int router = from; router != to; ) {
      final int port = table.get(router, to);
      route[length++] = network.firstEnd(router) + port;
      router = network.far(router, port);
    }
    return length;
  }

  @Override
  public String name() {
    return "layers";
  }

  @Override
  public int vcs() {
    return vcs;
  }

  @Override
  public VcRule vcRule() {
    return VcRule.SOURCE;
  }

  @Override
  public int port(int router, int destination) {
    return table.get(router, destination);
  }

  @Override
  public int vc(int source, int destination, int router, int hop) {
    return layer[source][destination];
  }

  /**
   * Channel dependency graph of one VC that is kept free of cycles, by a topological order that is
   * mended with each dependency (Pearce and Kelly, ACM JEA 11, 2007).
   */
  private static final class AcyclicChannels {
    private final NetworkDescription network;
    private final ChannelGraph graph;

    /** Dependencies that close a cycle whatever is added. */
    private final ChannelGraph refused;

    private final int[] place;
    private final int[] found;
    private final int[] places;
    private final boolean[] seen;

    /** Hops of the route at hand whose dependencies are new. */
    private final int[] news;

    private int forward;
    private int backward;

    AcyclicChannels(NetworkDescription network) {
      this.network = network;
      graph = new ChannelGraph(network, 1);
      refused = new ChannelGraph(network, 1);
      place = new int[graph.channels()];
      Arrays.setAll(place, channel -> channel);
      found = new int[graph.channels()];
      places = new int[graph.channels()];
      seen = new boolean[graph.channels()];
      news = new int[network.routers()];
    }

    /** Adds the dependencies of a route if they close no cycle; returns whether it did. */
    boolean add(int[] route, int length) {
      for (int i = 1; i < length; i++) {
        if (refused.has(route[i - 1], route[i])) {
          return false;
        }
      }
      int added = 0;
      for (int i = 1; i < length; i++) {
        if (!graph.has(route[i - 1], route[i])) {
          if (!order(route[i - 1], route[i])) {
            if (added == 0) {
              refused.add(route[i - 1], route[i]);
            }
            remove(route, added);
            return false;
          }
          graph.add(route[i - 1], route[i]);
          news[added++] = i;
        }
      }
      return true;
    }

    private void remove(int[] route, int added) {
      for (int i = 0; i < added; i++) {
        graph.remove(route[news[i] - 1], route[news[i]]);
      }
    }

    /** Puts one channel before another in the order; returns false if the reverse is forced. */
    private boolean order(int first, int second) {
      if (place[first] < place[second]) {
        return true;
      }
      forward = 0;
      final boolean cycle = searchForward(second, place[first], first);
      backward = forward;
      if (!cycle) {
        searchBackward(first, place[second]);
      }
      for (int i = 0; i < backward; i++) {
        seen[found[i]] = false;
      }
      if (!cycle) {
        merge();
      }
      return !cycle;
    }

    private boolean searchForward(int from, int highest, int goal) {
      found[forward++] = from;
      seen[from] = true;
      for (int i = 0; i < forward; i++) {
        for (int to = graph.firstWanted(found[i]); to >= 0; to = graph.next(found[i], to + 1)) {
          if (to == goal) {
            return true;
          }
          if (!seen[to] && place[to] < highest) {
            seen[to] = true;
            found[forward++] = to;
          }
        }
      }
      return false;
    }

    private void searchBackward(int from, int lowest) {
      found[backward++] = from;
      seen[from] = true;
      for (int i = forward; i < backward; i++) {
        final int channel = found[i];
        final int router = routerOf(channel);
        for (int port = 0; port < network.ports(router); port++) {
          final int before =
              network.firstEnd(network.far(router, port)) + network.farPort(router, port);
          if (!seen[before] && place[before] > lowest && graph.has(before, channel)) {
            seen[before] = true;
            found[backward++] = before;
          }
        }
      }
    }

    private int routerOf(int channel) {
      int low = 0;
      int high = network.routers();
      while (high - low > 1) {
        final int middle = (low + high) >>> 1;
        if (network.firstEnd(middle) <= channel) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return low;
    }

    /** Gives the places of what was found anew: first what was before, each in its order. */
    private void merge() {
      final long[] keys = new long[backward];
      for (int i = 0; i < backward; i++) {
        places[i] = place[found[i]];
        keys[i] = (i < forward ? 1L << 62 : 0) | (long) place[found[i]] << 31 | i;
      }
      Arrays.sort(places, 0, backward);
      Arrays.sort(keys);
      final int[] channels = Arrays.copyOf(found, backward);
      for (int i = 0; i < backward; i++) {
        place[channels[(int) (keys[i] & Integer.MAX_VALUE)]] = places[i];
      }
    }
  }
}
