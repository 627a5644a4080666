package io.hopwright.models.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.Set;

/**
 * Dependency graph of channels: which channel packets can hold while they wait for which other
 * channel. A deadlock is possible only if this graph has a cycle (Dally and Seitz, Deadlock-Free
 * Message Routing in Multiprocessor Interconnection Networks, IEEE Transactions on Computers C-36,
 * 1987).
 *
 * <p>Takes time and memory for each state in which packets can hold each channel. Confined to one
 * thread.
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

  /**
   * Hop that a packet can wait for.
   *
   * @param port output port
   * @param vc VC on the link
   * @param state state of the packet behind it
   * @param <S> see {@link Routing}
   */
  public record Hop<S>(int port, int vc, S state) {}

  /**
   * Routes that packets can take.
   *
   * @param <S> everything except the position that determines a packet's further route, such as its
   *     destination; packets in equal states take the same routes
   */
  public interface Routing<S> {
    /** Returns the states of the packets that start at a router. */
    Iterable<S> starts(int router);

    /**
     * Returns the hops that a packet may wait for, none at its destination.
     *
     * @param router it is at
     * @param port it has come through, {@link Topology#NONE} at its source
     * @param state it is in
     */
    Iterable<Hop<S>> hops(int router, int port, S state);
  }

  /** A packet at a router, with the channel it holds; {@link Topology#NONE} at its source. */
  private record Packet<S>(int held, int router, int port, S state) {}

  private ChannelDependencies(Topology topology, int vcs) {
    this.topology = topology;
    this.vcs = vcs;
    next = new BitSet[Math.multiplyExact(vcs, topology.routers() * topology.ports())];
    Arrays.setAll(next, channel -> new BitSet());
  }

  /** Returns dependencies to be added, on so many VCs of each link. */
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

  /** Follows all packets on all their ways, on so many VCs of each link. */
  public static <S> ChannelDependencies of(Topology topology, int vcs, Routing<S> routing) {
    final ChannelDependencies dependencies = new ChannelDependencies(topology, vcs);
    final Set<Packet<S>> seen = new HashSet<>();
    final Deque<Packet<S>> waiting = new ArrayDeque<>();
    for (int router = 0; router < topology.routers(); router++) {
      for (S start : routing.starts(router)) {
        waiting.add(new Packet<>(Topology.NONE, router, Topology.NONE, start));
      }
    }
    while (!waiting.isEmpty()) {
      final Packet<S> packet = waiting.remove();
      for (Hop<S> hop : routing.hops(packet.router, packet.port, packet.state)) {
        final Packet<S> next = dependencies.take(packet, hop);
        if (seen.add(next)) {
          waiting.add(next);
        }
      }
    }
    return dependencies;
  }

  private <S> Packet<S> take(Packet<S> packet, Hop<S> hop) {
    final int far = topology.neighbour(packet.router, hop.port);
    if (hop.vc < 0 || hop.vc >= vcs || !topology.leads(packet.router, hop.port)) {
      throw new IllegalArgumentException(
          hop + " at router " + packet.router + ": the port has no link, or the link no such VC");
    }
    final int wanted = number(new Channel(packet.router, hop.port, hop.vc));
    if (packet.held != Topology.NONE) {
      next[packet.held].set(wanted);
    }
    return new Packet<>(wanted, far, topology.neighbourPort(packet.router, hop.port), hop.state);
  }

  private Channel channel(int number) {
    final int end = number / vcs;
    return new Channel(end / topology.ports(), end % topology.ports(), number % vcs);
  }

  /**
   * Returns the channels of a circle, each held by a packet that waits for the one after it, the
   * last for the first; empty if there is none.
   */
  public List<Channel> circle() {
    final BitSet seen = new BitSet();
    for (int channel = 0; channel < next.length; channel++) {
      final List<Integer> circle = seen.get(channel) ? List.of() : circleBehind(channel, seen);
      if (!circle.isEmpty()) {
        return circle.stream().map(this::channel).toList();
      }
    }
    return List.of();
  }

  /** Searches depth first for a cycle; visited nodes outside of the path lead to no cycle. */
  private List<Integer> circleBehind(int first, BitSet seen) {
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
