package io.hopwright.models.testkit;

import io.hopwright.models.topology.ChannelDependencies;
import io.hopwright.models.topology.ChannelDependencies.Channel;
import io.hopwright.models.topology.Topology;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** Dependencies between channels, found by following all packets on all their ways. */
public final class FollowedPackets {
  private FollowedPackets() {}

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

  /** A packet at a router, with the channel it holds; null at its source. */
  private record Packet<S>(Channel held, int router, int port, S state) {}

  /** Follows all packets, on so many VCs of each link. */
  public static <S> ChannelDependencies of(Topology topology, int vcs, Routing<S> routing) {
    final ChannelDependencies dependencies = ChannelDependencies.none(topology, vcs);
    final Set<Packet<S>> seen = new HashSet<>();
    final Deque<Packet<S>> waiting = new ArrayDeque<>();
    for (int router = 0; router < topology.routers(); router++) {
      for (S start : routing.starts(router)) {
        waiting.add(new Packet<>(null, router, Topology.NONE, start));
      }
    }
    while (!waiting.isEmpty()) {
      final Packet<S> packet = waiting.remove();
      for (Hop<S> hop : routing.hops(packet.router, packet.port, packet.state)) {
        final int far = topology.neighbour(packet.router, hop.port);
        if (hop.vc < 0 || hop.vc >= vcs || !topology.leads(packet.router, hop.port)) {
          throw new IllegalArgumentException(
              hop + " at router " + packet.router + ": no link, or a link without such a VC");
        }
        final Channel wanted = new Channel(packet.router, hop.port, hop.vc);
        if (packet.held != null) {
          dependencies.add(packet.held, wanted);
        }
        final Packet<S> next =
            new Packet<>(wanted, far, topology.neighbourPort(packet.router, hop.port), hop.state);
        if (seen.add(next)) {
          waiting.add(next);
        }
      }
    }
    return dependencies;
  }
}
