package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.NetworkDescription;
import java.util.Arrays;

/**
 * Layers of VCs for pairs of routers with nodes: each pair is in the lowest layer in which the
 * dependencies of its routes create no cycle (Skeie et al., LASH, IPDPS 2002; Domke et al., DFSSSP,
 * IPDPS 2011). Memory: 1 B for each pair.
 */
final class PairLayers {
  /** Largest number of layers. */
  static final int MOST = RoutingFunction.MOST_VCS;

  /** {@code [source][destination]}. */
  private final byte[][] layer;

  private int count;

  /** Routes of a pair. */
  interface Routes {
    /** Writes the dependencies of the routes of a pair into a list that is empty. */
    void list(int source, int destination, Dependencies into);
  }

  /** List of channel dependencies, each a pair of consecutive channels. */
  static final class Dependencies {
    private int[] held = new int[64];
    private int[] wanted = new int[64];
    private int size;

    void add(int first, int second) {
      if (size == held.length) {
        held = Arrays.copyOf(held, 2 * size);
        wanted = Arrays.copyOf(wanted, 2 * size);
      }
      held[size] = first;
      wanted[size++] = second;
    }
  }

  /**
   * Finds the layer of each pair, in the order of destinations, then sources. A layer does not
   * depend on those above it, so all pairs are tried in one before the next one begins: one graph
   * at a time.
   *
   * @throws DescriptionException if {@link #MOST} layers do not suffice
   */
  PairLayers(NetworkDescription network, Routes routes) {
    final Endpoints endpoints = Endpoints.of(network);
    final int routers = network.routers();
    layer = new byte[routers][];
    for (int router = 0; router < routers; router++) {
      layer[router] = endpoints.has(router) ? new byte[routers] : null;
    }
    long open = 1;
    while (open > 0) {
      if (count == MOST) {
        throw new DescriptionException(
            "more than " + MOST + " layers are needed; use up-down, or hops on a small network");
      }
      open = fill(network, endpoints, routes);
      count++;
    }
  }

  /** Puts pairs into the next layer; returns the number of pairs that it does not take. */
  private long fill(NetworkDescription network, Endpoints endpoints, Routes routes) {
    final AcyclicChannels channels = new AcyclicChannels(network);
    final Dependencies pair = new Dependencies();
    boolean isFirst = true;
    long open = 0;
    for (int to = 0; to < layer.length; to++) {
      for (int from = 0; endpoints.has(to) && from < layer.length; from++) {
        if (from != to && endpoints.has(from) && layer[from][to] == count) {
          pair.size = 0;
          routes.list(from, to, pair);
          if (!channels.add(pair.held, pair.wanted, pair.size)) {
            if (isFirst) {
              throw new DescriptionException(
                  "the shortest paths of one pair of routers depend on each other in a cycle");
            }
            layer[from][to]++;
            open++;
          }
          isFirst = false;
        }
      }
    }
    return open;
  }

  /** Returns the number of layers. */
  int count() {
    return count;
  }

  /** Returns the layer of a pair. */
  int of(int source, int destination) {
    return layer[source][destination];
  }

  /**
   * Shortest paths in layers of VCs.
   *
   * @param table table of ports
   * @param layers VC of each pair
   */
  record Table(PortTable table, PairLayers layers) implements RoutingTable {
    /**
     * Returns the routing.
     *
     * @throws DescriptionException if more layers are needed than there may be VCs
     */
    static Table of(NetworkDescription network, PortTable table) {
      return new Table(
          table,
          new PairLayers(
              network,
              (source, destination, into) -> {
                int held = NetworkDescription.NONE;
                for (int router = source; router != destination; ) {
                  final int port = table.get(router, destination);
                  final int wanted = network.firstEnd(router) + port;
                  if (held >= 0) {
                    into.add(held, wanted);
                  }
                  held = wanted;
                  router = network.far(router, port);
                }
              }));
    }

    @Override
    public String name() {
      return "layers";
    }

    @Override
    public int vcs() {
      return layers.count();
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
      return layers.of(source, destination);
    }
  }
}
