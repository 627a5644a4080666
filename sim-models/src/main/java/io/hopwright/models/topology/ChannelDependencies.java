package io.hopwright.models.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.PrimitiveIterator;

/**
 * Dependency graph of channels: which channel packets can hold while they wait for which other
 * channel. A deadlock is possible only if this graph has a cycle (Dally and Seitz, Deadlock-Free
 * Message Routing in Multiprocessor Interconnection Networks, IEEE Transactions on Computers C-36,
 * 1987).
 *
 * <p>Confined to one thread.
 */
public final class ChannelDependencies {
  private final Topology topology;
  private final int vcs;

  /** Channels for which a packet that holds each channel can wait. */
  private final BitSet[] next;

  /**
   * VC of a link.
   *
   * @param router router at the sending end
   * @param port port of that router
   * @param vc VC on the link
   */
  public record Channel(int router, int port, int vc) {}

  private ChannelDependencies(Topology topology, int vcs) {
    this.topology = topology;
    this.vcs = vcs;
    next = new BitSet[Math.multiplyExact(vcs, topology.routers() * topology.ports())];
    Arrays.setAll(next, channel -> new BitSet());
  }

  /** Returns dependencies without entries, for a number of VCs of each link. */
  public static ChannelDependencies none(Topology topology, int vcs) {
    return new ChannelDependencies(topology, vcs);
  }

  /** Adds that a packet may wait for one channel while it holds another. */
  public void add(Channel held, Channel wanted) {
    next[number(held)].set(number(wanted));
  }

  private int number(Channel channel) {
    return vcs * (topology.ports() * channel.router + channel.port) + channel.vc;
  }

  private Channel channel(int number) {
    final int end = number / vcs;
    return new Channel(end / topology.ports(), end % topology.ports(), number % vcs);
  }

  /**
   * Returns the channels of a cycle: each is held by a packet that waits for the next one, and the
   * last for the first. Empty without a cycle.
   */
  public List<Channel> cycle() {
    final BitSet seen = new BitSet();
    for (int channel = 0; channel < next.length; channel++) {
      final List<Integer> cycle = seen.get(channel) ? List.of() : cycleBehind(channel, seen);
      if (!cycle.isEmpty()) {
        return cycle.stream().map(this::channel).toList();
      }
    }
    return List.of();
  }

  /** Searches depth first for a cycle; visited nodes outside of the path lead to no cycle. */
  private List<Integer> cycleBehind(int first, BitSet seen) {
    final List<Integer> path = new ArrayList<>();
    final BitSet onPath = new BitSet();
    final Deque<PrimitiveIterator.OfInt> wanted = new ArrayDeque<>();
    int channel = first;
    while (true) {
      if (onPath.get(channel)) {
        return path.subList(path.indexOf(channel), path.size());
      }
      if (!seen.get(channel)) {
        seen.set(channel);
        onPath.set(channel);
        path.add(channel);
        wanted.push(next[channel].stream().iterator());
      }
      while (!wanted.isEmpty() && !wanted.peek().hasNext()) {
        wanted.pop();
        onPath.clear(path.remove(path.size() - 1));
      }
      if (path.isEmpty()) {
        return path;
      }
      channel = wanted.peek().nextInt();
    }
  }
}
