package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.NetworkDescription;
import java.util.Arrays;

/**
 * Channel dependency graph of one VC that is kept free of cycles, by a topological order that is
 * updated with each dependency (Pearce and Kelly, ACM JEA 11, 2007).
 *
 * <p>Most dependencies that are refused close a cycle through a landmark: one of some channels that
 * are evenly spaced in the order. Each channel knows which landmarks it leads to, and which lead to
 * it. Without this, each is found by a search of thousands of channels. What is known stays true,
 * as accepted dependencies are never removed; it is brought up to date when refused searches have
 * cost as much. Memory: 140 B for each channel.
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

  /** Topological order: the place of each channel, and the channel at each place. */
  private final int[] place;

  private final int[] order;

  /** Channels found by searches, those after the second channel first. */
  private final int[] found;

  /** The same, in the order that they get. */
  private final int[] sorted;

  private final boolean[] seen;

  /** Whether the channel at a place was found, one bit each. */
  private final long[] placesFound;

  /** Dependencies that are new. */
  private int[] news = new int[64];

  private int forward;
  private int backward;

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
    place = new int[channels];
    Arrays.setAll(place, channel -> channel);
    order = place.clone();
    found = new int[channels];
    sorted = new int[channels];
    seen = new boolean[channels];
    placesFound = new long[channels / Long.SIZE + 1];
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
        if (!order(held[i], wanted[i])) {
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
    Arrays.fill(ahead, 0);
    Arrays.fill(behind, 0);
    for (int mark = 0; mark < LANDMARKS; mark++) {
      final int channel = order[(int) ((2L * mark + 1) * channels / (2L * LANDMARKS))];
      ahead[WORDS * channel + (mark >>> 6)] |= 1L << mark;
      behind[WORDS * channel + (mark >>> 6)] |= 1L << mark;
    }
    for (int i = channels - 1; i >= 0; i--) {
      final int channel = order[i];
      for (int to = graph.firstWanted(channel); to >= 0; to = graph.next(channel, to + 1)) {
        merge(ahead, to, channel);
      }
    }
    for (int i = 0; i < channels; i++) {
      final int channel = order[i];
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

  /** Puts one channel before another in the order; returns false if the reverse is forced. */
  private boolean order(int first, int second) {
    final int highest = place[first];
    final int lowest = place[second];
    if (highest < lowest) {
      return true;
    }
    forward = 0;
    final boolean cycle = searchForward(second, highest, first);
    backward = forward;
    if (cycle) {
      visits += forward;
    } else {
      searchBackward(first, lowest);
      merge(lowest, highest);
    }
    for (int i = 0; i < backward; i++) {
      seen[found[i]] = false;
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
      final int start = reverse[found[i]];
      for (int to = reversed.firstWanted(start); to >= 0; to = reversed.next(start, to + 1)) {
        final int before = reverse[to];
        if (!seen[before] && place[before] > lowest) {
          seen[before] = true;
          found[backward++] = before;
        }
      }
    }
  }

  /** Assigns the places of the channels found: first those before, each group in its own order. */
  private void merge(int lowest, int highest) {
    for (int i = 0; i < backward; i++) {
      placesFound[place[found[i]] >>> 6] |= 1L << place[found[i]];
    }
    for (int i = 0; i < forward; i++) {
      seen[found[i]] = false;
    }
    int nextBefore = 0;
    int nextAfter = backward - forward;
    for (int word = lowest >>> 6; word <= highest >>> 6; word++) {
      for (long rest = placesFound[word]; rest != 0; rest &= rest - 1) {
        final int channel = order[(word << 6) + Long.numberOfTrailingZeros(rest)];
        sorted[seen[channel] ? nextBefore++ : nextAfter++] = channel;
      }
    }
    int next = 0;
    for (int word = lowest >>> 6; word <= highest >>> 6; word++) {
      for (long rest = placesFound[word]; rest != 0; rest &= rest - 1) {
        final int at = (word << 6) + Long.numberOfTrailingZeros(rest);
        order[at] = sorted[next];
        place[sorted[next++]] = at;
      }
      placesFound[word] = 0;
    }
  }
}
