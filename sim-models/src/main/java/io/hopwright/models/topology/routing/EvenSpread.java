package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.NetworkDescription;
import java.util.Arrays;

/**
 * Choice among equally good ports towards a destination: the port whose route has the lowest load
 * on its busiest link, then the lowest sum of loads, then the lowest number. The load of a link is
 * the number of pairs of nodes whose route uses it so far.
 */
final class EvenSpread {
  private final NetworkDescription network;
  private final Endpoints endpoints;
  private final PortTable table;

  /** {@code [end]}: load in the direction out of the end's router. */
  private final long[] load;

  private final int[] farOf;
  private final int[] order;
  private final int[] bucket;

  /** {@code [router]}: link end that the router's route to the destination at hand begins with. */
  private final int[] chosen;

  /** Busiest link and sum of the route measured last. */
  private long most;

  private long sum;

  /** Ports that lead towards a destination. */
  @FunctionalInterface
  interface Choice {
    /** Returns whether packets at a router may leave by a port. */
    boolean allows(int router, int port);
  }

  EvenSpread(NetworkDescription network, Endpoints endpoints, PortTable table) {
    this.network = network;
    this.endpoints = endpoints;
    this.table = table;
    load = new long[2 * network.links()];
    farOf = new int[2 * network.links()];
    for (int router = 0; router < network.routers(); router++) {
      for (int port = 0; port < network.ports(router); port++) {
        farOf[network.firstEnd(router) + port] = network.far(router, port);
      }
    }
    order = new int[network.routers()];
    bucket = new int[network.routers() + 1];
    chosen = new int[network.routers()];
  }

  /**
   * Chooses the port of each router for a destination.
   *
   * @param length links of the route of each router; negative if it has none
   */
  void assign(int destination, int[] length, Choice choice) {
    final int reached = sortByLength(length);
    for (int i = 0; i < reached; i++) {
      final int router = order[i];
      if (router != destination) {
        final int port = best(router, destination, length, choice);
        table.set(router, destination, port);
        chosen[router] = network.firstEnd(router) + port;
        final long pairs = (long) endpoints.weight()[router] * endpoints.weight()[destination];
        for (int at = router; pairs > 0 && at != destination; at = farOf[chosen[at]]) {
          load[chosen[at]] += pairs;
        }
      }
    }
  }

  private int best(int router, int destination, int[] length, Choice choice) {
    final int first = network.firstEnd(router);
    final int ports = network.ports(router);
    final int next = length[router] - 1;
    int best = NetworkDescription.NONE;
    boolean measured = false;
    long leastMost = 0;
    long leastSum = 0;
    for (int port = 0; port < ports; port++) {
      if (length[farOf[first + port]] == next
          && network.leads(router, port)
          && choice.allows(router, port)) {
        if (best < 0) {
          best = port;
        } else {
          if (!measured) {
            measure(first + best, destination);
            leastMost = most;
            leastSum = sum;
            measured = true;
          }
          measure(first + port, destination);
          if (most < leastMost || (most == leastMost && sum < leastSum)) {
            leastMost = most;
            leastSum = sum;
            best = port;
          }
        }
      }
    }
    if (best < 0) {
      throw new IllegalStateException("router " + router + " has a route without a next hop");
    }
    return best;
  }

  private void measure(int first, int destination) {
    most = load[first];
    sum = most;
    for (int at = farOf[first]; at != destination; at = farOf[chosen[at]]) {
      most = Math.max(most, load[chosen[at]]);
      sum += load[chosen[at]];
    }
  }

  /** Sorts the routers with a route by length, then by number; returns how many there are. */
  private int sortByLength(int[] length) {
    Arrays.fill(bucket, 0);
    int reached = 0;
    for (int each : length) {
      if (each >= 0) {
        bucket[each + 1]++;
        reached++;
      }
    }
    for (int i = 1; i < bucket.length; i++) {
      bucket[i] += bucket[i - 1];
    }
    for (int router = 0; router < length.length; router++) {
      if (length[router] >= 0) {
        order[bucket[length[router]]++] = router;
      }
    }
    return reached;
  }
}
