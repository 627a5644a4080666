package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.NetworkDescription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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
   * Finds the layer of each pair, in the order of destinations, then sources.
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
    final List<AcyclicChannels> graphs = new ArrayList<>();
    final Dependencies pair = new Dependencies();
    for (int to = 0; to < routers; to++) {
      for (int from = 0; endpoints.has(to) && from < routers; from++) {
        if (from != to && endpoints.has(from)) {
          pair.size = 0;
          routes.list(from, to, pair);
          layer[from][to] = (byte) place(network, graphs, pair);
        }
      }
    }
    count = Math.max(1, graphs.size());
  }

  private static int place(
      NetworkDescription network, List<AcyclicChannels> graphs, Dependencies pair) {
    int number = 0;
    while (number < graphs.size() && !graphs.get(number).add(pair.held, pair.wanted, pair.size)) {
      number++;
    }
    if (number == MOST) {
      throw new DescriptionException(
          "more than " + MOST + " layers are needed; use up-down, or hops on a small network");
    }
    if (number == graphs.size()) {
      graphs.add(new AcyclicChannels(network));
      if (!graphs.get(number).add(pair.held, pair.wanted, pair.size)) {
        throw new DescriptionException(
            "the shortest paths of one pair of routers depend on each other in a cycle");
      }
    }
    return number;
  }

  /** Returns the number of layers. */
  int count() {
    return count;
  }

  /** Returns the layer of a pair. */
  int of(int source, int destination) {
    return layer[source][destination];
  }
}
