package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.NetworkDescription;
import java.util.Arrays;

/**
 * Channel dependency graph of one VC that is kept free of cycles, by a topological order that is
 * updated with each dependency (Pearce and Kelly, ACM JEA 11, 2007).
 */
final class AcyclicChannels {
  private final NetworkDescription network;
  private final ChannelGraph graph;

  /** Dependencies that close a cycle whatever is added. */
  private final ChannelGraph refused;

  private final int[] place;
  private final int[] found;
  private final int[] places;
  private final boolean[] seen;

  /** Dependencies that are new. */
  private int[] news = new int[64];

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
  }

  /**
   * Adds dependencies if they close no cycle; returns whether it did.
   *
   * @param held channels, of which the first {@code count} count
   * @param wanted the channel that each of these depends on
   */
  boolean add(int[] held, int[] wanted, int count) {
    for (int i = 0; i < count; i++) {
      if (refused.has(held[i], wanted[i])) {
        return false;
      }
    }
    int added = 0;
    for (int i = 0; i < count; i++) {
      if (!graph.has(held[i], wanted[i])) {
        if (!order(held[i], wanted[i])) {
          if (added == 0) {
            refused.add(held[i], wanted[i]);
          }
          for (int j = 0; j < added; j++) {
            graph.remove(held[news[j]], wanted[news[j]]);
          }
          return false;
        }
        graph.add(held[i], wanted[i]);
        if (added == news.length) {
          news = Arrays.copyOf(news, 2 * added);
        }
        news[added++] = i;
      }
    }
    return true;
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

  /** Assigns the positions of the nodes found: first those before, each group in its own order. */
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
