package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.NetworkDescription;
import java.util.Arrays;

/**
 * Channel dependency graph of one VC that is kept free of cycles, by a {@link ChannelOrder}.
 *
 * <p>Most dependencies that are refused close a cycle through a landmark: one of some channels that
 * are evenly spaced in the order. Each channel knows which landmarks it leads to, and which lead to
 * it. Without this, each is found by a search of thousands of channels. What is known stays true,
 * as accepted dependencies are never removed; it is brought up to date when refused searches have
 * cost as much. Memory: 170 B for each channel.
 */
final class AcyclicChannels {
  /** Words of 64 landmarks. */
  private static final int WORDS = 4;

  private static final int LANDMARKS = WORDS * Long.SIZE;

  /**
   * Refused searches cost as much as an update of landmarks if they visit each channel so often.
   */
  private static final int VISITS = 2;

  private final ChannelGraph graph;

  /**
   * The same dependencies the other way: the reverse of the second depends on the reverse of the
   * first.
   */
  private final ChannelGraph reversed;

  /** Dependencies that close a cycle whatever is added. */
  private final ChannelGraph refused;

  /** Other direction of the link, by channel. */
  private final int[] reverse;

  private final ChannelOrder order;

  /** Scratch: the channels in this order. */
  private final int[] inOrder;

  /** Dependencies that are new. */
  private int[] news = new int[64];

  /** {@code [WORDS·channel + word]}: landmarks that a channel leads to, and that lead to it. */
  private final long[] ahead;

  private final long[] behind;

  /** Channels visited by refused searches since landmarks were up to date. */
  private long visits;

  AcyclicChannels(NetworkDescription network) {
    graph = new ChannelGraph(network, 1);
    reversed = new ChannelGraph(network, 1);
    refused = new ChannelGraph(network, 1);
    final int channels = graph.channels();
    reverse = new int[channels];
    for (int router = 0; router < network.routers(); router++) {
      for (int port = 0; port < network.ports(router); port++) {
        reverse[network.firstEnd(router) + port] =
            network.firstEnd(network.far(router, port)) + network.farPort(router, port);
      }
    }
    order = new ChannelOrder(graph, reversed, reverse);
    inOrder = new int[channels];
    ahead = new long[WORDS * channels];
    behind = new long[WORDS * channels];
  }

  /**
   * Adds dependencies if they close no cycle; returns whether it did. Dependencies in a row of
   * which each begins where the last one ends are a route.
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
    if (visits > (long) VISITS * graph.channels()) {
      updateLandmarks();
    }
    if (closesCycleByLandmark(held, wanted, count)) {
      return false;
    }
    int added = 0;
    for (int i = 0; i < count; i++) {
      if (!graph.has(held[i], wanted[i])) {
        if (!order.put(held[i], wanted[i])) {
          visits += order.visited();
          if (added == 0) {
            refused.add(held[i], wanted[i]);
          }
          for (int j = 0; j < added; j++) {
            remove(held[news[j]], wanted[news[j]]);
          }
          return false;
        }
        graph.add(held[i], wanted[i]);
        reversed.add(reverse[wanted[i]], reverse[held[i]]);
        if (added == news.length) {
          news = Arrays.copyOf(news, 2 * added);
        }
        news[added++] = i;
      }
    }
    return true;
  }

  /** Returns whether a channel of a route is known to lead to one before it. */
  private boolean closesCycleByLandmark(int[] held, int[] wanted, int count) {
    for (int i = 0; i < count; i++) {
      for (int j = i; j < count && (j == i || held[j] == wanted[j - 1]); j++) {
        if (leadsByLandmark(wanted[j], held[i])) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean leadsByLandmark(int from, int to) {
    for (int word = 0; word < WORDS; word++) {
      if ((ahead[WORDS * from + word] & behind[WORDS * to + word]) != 0) {
        return true;
      }
    }
    return false;
  }

  private void updateLandmarks() {
    visits = 0;
    final int channels = graph.channels();
    order.list(inOrder);
    Arrays.fill(ahead, 0);
    Arrays.fill(behind, 0);
    for (int mark = 0; mark < LANDMARKS; mark++) {
      final int channel = inOrder[(int) ((2L * mark + 1) * channels / (2L * LANDMARKS))];
      ahead[WORDS * channel + (mark >>> 6)] |= 1L << mark;
      behind[WORDS * channel + (mark >>> 6)] |= 1L << mark;
    }
    for (int i = channels - 1; i >= 0; i--) {
      final int channel = inOrder[i];
      for (int to = graph.firstWanted(channel); to >= 0; to = graph.next(channel, to + 1)) {
        merge(ahead, to, channel);
      }
    }
    for (int i = 0; i < channels; i++) {
      final int channel = inOrder[i];
      for (int to = graph.firstWanted(channel); to >= 0; to = graph.next(channel, to + 1)) {
        merge(behind, channel, to);
      }
    }
  }

  private static void merge(long[] landmarks, int from, int into) {
    for (int word = 0; word < WORDS; word++) {
      landmarks[WORDS * into + word] |= landmarks[WORDS * from + word];
    }
  }

  private void remove(int held, int wanted) {
    graph.remove(held, wanted);
    reversed.remove(reverse[wanted], reverse[held]);
  }
}
