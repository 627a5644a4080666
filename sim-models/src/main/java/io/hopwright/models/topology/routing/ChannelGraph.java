package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.NetworkDescription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Channel dependency graph (Dally and Seitz, 1987): a channel is a VC of one direction of a link.
 * It depends on each channel for which packets that hold it can wait. Memory: one bit for each
 * channel and each channel out of the router that it leads to. Confined to one thread.
 */
public final class ChannelGraph {
  private static final long MOST_WORDS = 1L << 28;
  private static final int NONE = -1;

  private final NetworkDescription network;
  private final int vcs;
  private final int channels;

  /** {@code [end]}: router that the link leads to. */
  private final int[] farOf;

  /** {@code [channel]}: where its bits begin, in words. */
  private final int[] row;

  private final long[] bits;

  /**
   * VC of one direction of a link.
   *
   * @param router router at which the link begins
   * @param port its port
   * @param vc VC of the link
   */
  public record Channel(int router, int port, int vc) {}

  /** Creates a graph without dependencies, for a number of VCs of each link. */
  public ChannelGraph(NetworkDescription network, int vcs) {
    this.network = network;
    this.vcs = vcs;
    final long count = 2L * network.links() * vcs;
    farOf = new int[2 * network.links()];
    long words = 0;
    for (int router = 0; router < network.routers(); router++) {
      for (int port = 0; port < network.ports(router); port++) {
        farOf[network.firstEnd(router) + port] = network.far(router, port);
        words += vcs * (long) words(network.far(router, port));
      }
    }
    if (words > MOST_WORDS || count > Integer.MAX_VALUE - 1) {
      throw new DescriptionException(
          "the channel dependency graph is too large; use fewer VCs or a smaller network");
    }
    channels = (int) count;
    row = new int[channels + 1];
    for (int channel = 0; channel < channels; channel++) {
      row[channel + 1] = row[channel] + words(farOf[channel / vcs]);
    }
    bits = new long[row[channels]];
  }

  private int words(int router) {
    return (network.ports(router) * vcs + Long.SIZE - 1) / Long.SIZE;
  }

  /** Returns the number of a channel. */
  int channel(int router, int port, int vc) {
    return (network.firstEnd(router) + port) * vcs + vc;
  }

  /** Returns the number of channels. */
  int channels() {
    return channels;
  }

  private int firstBehind(int channel) {
    return network.firstEnd(farOf[channel / vcs]) * vcs;
  }

  /** Adds a dependency between channels by their numbers; the second one follows the first. */
  void add(int held, int wanted) {
    final int bit = wanted - firstBehind(held);
    bits[row[held] + (bit >>> 6)] |= 1L << bit;
  }

  void remove(int held, int wanted) {
    final int bit = wanted - firstBehind(held);
    bits[row[held] + (bit >>> 6)] &= ~(1L << bit);
  }

  boolean has(int held, int wanted) {
    final int bit = wanted - firstBehind(held);
    return (bits[row[held] + (bit >>> 6)] >>> bit & 1) != 0;
  }

  /**
   * Adds the dependency of packets that hold one channel and may wait for another, which leaves the
   * router at the end of the first.
   */
  public void add(Channel held, Channel wanted) {
    final int far = network.far(held.router, held.port);
    if (far != wanted.router) {
      throw new IllegalArgumentException(held + " does not lead to " + wanted);
    }
    add(channel(held.router, held.port, held.vc), channel(wanted.router, wanted.port, wanted.vc));
  }

  /** Returns the next channel, from {@code from} on, that one depends on; −1 if there is none. */
  int next(int held, int from) {
    final int first = firstBehind(held);
    int bit = from - first;
    final int words = row[held + 1] - row[held];
    for (int word = bit >>> 6; word < words; word++) {
      final long rest = bits[row[held] + word] & (word == bit >>> 6 ? -1L << bit : -1L);
      if (rest != 0) {
        return first + (word << 6) + Long.numberOfTrailingZeros(rest);
      }
      bit = (word + 1) << 6;
    }
    return NONE;
  }

  int firstWanted(int held) {
    return next(held, firstBehind(held));
  }

  /**
   * Returns a shortest cycle through the lowest channel that is in a cycle. Each channel depends on
   * the next one, and the last on the first. Empty without a cycle.
   */
  public List<Channel> cycle() {
    final int[] component = components();
    final int[] size = new int[channels];
    for (int each : component) {
      size[each]++;
    }
    for (int channel = 0; channel < channels; channel++) {
      if (size[component[channel]] > 1 || isOwnSuccessor(channel)) {
        return cycleThrough(channel, component);
      }
    }
    return List.of();
  }

  private boolean isOwnSuccessor(int channel) {
    final int first = firstBehind(channel);
    return channel >= first
        && channel < first + network.ports(farOf[channel / vcs]) * vcs
        && has(channel, channel);
  }

  private List<Channel> cycleThrough(int start, int[] component) {
    final int[] before = new int[channels];
    Arrays.fill(before, NONE);
    final int[] queue = new int[channels];
    queue[0] = start;
    int reached = 1;
    for (int i = 0; i < reached; i++) {
      for (int to = firstWanted(queue[i]); to != NONE; to = next(queue[i], to + 1)) {
        if (to == start) {
          return path(start, queue[i], before);
        }
        if (before[to] == NONE && component[to] == component[start]) {
          before[to] = queue[i];
          queue[reached++] = to;
        }
      }
    }
    throw new IllegalStateException("a component of several channels has no cycle");
  }

  private List<Channel> path(int start, int last, int[] before) {
    final List<Channel> path = new ArrayList<>();
    for (int channel = last; channel != start; channel = before[channel]) {
      path.add(named(channel));
    }
    path.add(named(start));
    Collections.reverse(path);
    return path;
  }

  Channel named(int channel) {
    final int end = channel / vcs;
    int low = 0;
    int high = network.routers();
    while (high - low > 1) {
      final int middle = (low + high) >>> 1;
      if (network.firstEnd(middle) <= end) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return new Channel(low, end - network.firstEnd(low), channel % vcs);
  }

  /** Returns the strongly connected component of each channel (Tarjan 1972), without recursion. */
  private int[] components() {
    final int[] component = new int[channels];
    Arrays.fill(component, NONE);
    final int[] index = new int[channels];
    final int[] low = new int[channels];
    final int[] stack = new int[channels];
    final int[] path = new int[channels];
    final int[] following = new int[channels];
    int visited = 0;
    int stacked = 0;
    int found = 0;
    for (int root = 0; root < channels; root++) {
      int depth = 0;
      if (index[root] == 0) {
        path[depth++] = root;
        following[root] = firstWanted(root);
        index[root] = ++visited;
        low[root] = visited;
        stack[stacked++] = root;
      }
      while (depth > 0) {
        final int channel = path[depth - 1];
        final int to = following[channel];
        if (to == NONE) {
          depth--;
          if (low[channel] == index[channel]) {
            int member;
            do {
              member = stack[--stacked];
              component[member] = found;
            } while (member != channel);
            found++;
          }
          if (depth > 0) {
            low[path[depth - 1]] = Math.min(low[path[depth - 1]], low[channel]);
          }
        } else {
          following[channel] = next(channel, to + 1);
          if (index[to] == 0) {
            path[depth++] = to;
            following[to] = firstWanted(to);
            index[to] = ++visited;
            low[to] = visited;
            stack[stacked++] = to;
          } else if (component[to] == NONE) {
            low[channel] = Math.min(low[channel], index[to]);
          }
        }
      }
    }
    return component;
  }

  /** Returns a cycle in words: {@code 3→7 VC 0 waits for 7→9 VC 0 waits for … 3→7 VC 0}. */
  public String text(List<Channel> cycle) {
    final StringBuilder text = new StringBuilder();
    final int shown = cycle.size() > 12 ? 10 : cycle.size();
    for (int i = 0; i < shown; i++) {
      text.append(text(cycle.get(i))).append(" waits for ");
    }
    if (shown < cycle.size()) {
      text.append("… (").append(cycle.size() - shown).append(" more) … waits for ");
    }
    return text.append(text(cycle.get(0))).toString();
  }

  private String text(Channel channel) {
    final int far = network.far(channel.router, channel.port);
    final int parallel = channel.port - network.portTo(channel.router, far);
    return network.name(channel.router)
        + "→"
        + network.name(far)
        + (parallel > 0 ? " (link " + (parallel + 1) + ")" : "")
        + " VC "
        + channel.vc;
  }
}
