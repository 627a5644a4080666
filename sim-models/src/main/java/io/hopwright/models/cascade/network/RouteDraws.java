package io.hopwright.models.cascade.network;

import io.hopwright.core.random.Draws;
import io.hopwright.models.topology.Dragonfly;

/**
 * Candidate routes of a packet, drawn without regard to failures ({@code docs/models/cascade.md},
 * "Draws"). Immutable; safe for any thread.
 */
public record RouteDraws(Dragonfly topology, RoutingPolicy policy) {
  /** Candidates, of which the first ones are minimal. */
  public static final int CANDIDATES = 4;

  /** The first candidate that is not minimal. */
  public static final int FIRST_NON_MINIMAL = 2;

  public static final int DRAW_MINIMAL = 0;
  public static final int DRAW_ROOTS = 1;
  public static final int DRAW_UP = 2;
  public static final int DRAW_DOWN = 3;
  public static final int DRAW_PORTS = 4;

  /** Returns the mode in which a packet is routed. */
  public RoutingMode mode(long id) {
    return policy.modes() == null ? policy.mode() : policy.modes().of(id);
  }

  /** Returns {@code word} with the route of a candidate. */
  public long candidate(int here, int destination, int candidate, long id, long word) {
    return candidate < FIRST_NON_MINIMAL
        ? minimal(here, destination, candidate, id, word)
        : nonMinimal(here, destination, candidate, id, word);
  }

  private long minimal(int here, int destination, int candidate, long id, long word) {
    final int from = topology.groupOf(here);
    final int to = topology.groupOf(destination);
    final int exit = from == to ? 0 : exit(here, to, draw(id, DRAW_MINIMAL), candidate);
    return CascadeRouteWord.minimal(word, destination, exit);
  }

  private long nonMinimal(int here, int destination, int candidate, long id, long word) {
    final int from = topology.groupOf(here);
    final int to = topology.groupOf(destination);
    final int first = from == to ? topology.firstAries(from) : 0;
    final int count = from == to ? topology.ariesIn(from) : topology.aries();
    final int root = first + part(draw(id, DRAW_ROOTS), candidate, count);
    final int over = topology.groupOf(root);
    final int up = from == over ? 0 : exit(here, over, draw(id, DRAW_UP), candidate);
    final int down = over == to ? 0 : exit(root, to, draw(id, DRAW_DOWN), candidate);
    return CascadeRouteWord.nonMinimal(word, destination, down, root, up);
  }

  /** Returns a random blue link from the group of an Aries to another. */
  private int exit(int aries, int to, long draw, int candidate) {
    final int from = topology.groupOf(aries);
    final int link =
        policy.nearGateways()
            ? nearLink(aries, from, to, draw, candidate)
            : part(draw, candidate, topology.blueLinks(from, to));
    final int gateway = topology.gateway(from, to, link) - topology.firstAries(from);
    return CascadeRouteWord.exit(gateway, topology.gatewayPort(from, to, link) - Dragonfly.BLUE);
  }

  /** Returns one of the blue links that are the fewest local links away. */
  private int nearLink(int aries, int from, int to, long draw, int candidate) {
    final int links = topology.blueLinks(from, to);
    int nearest = Integer.MAX_VALUE;
    int count = 0;
    for (int link = 0; link < links; link++) {
      final int distance = topology.localLinks(aries, topology.gateway(from, to, link));
      count = distance < nearest ? 1 : distance == nearest ? count + 1 : count;
      nearest = Math.min(nearest, distance);
    }
    int skip = part(draw, candidate, count);
    for (int link = 0; ; link++) {
      if (topology.localLinks(aries, topology.gateway(from, to, link)) == nearest && skip-- == 0) {
        return link;
      }
    }
  }

  /** Even candidates use the high half of a draw, odd ones the low half. */
  private static int part(long draw, int candidate, int bound) {
    return Draws.pick(half(draw, candidate), bound);
  }

  private static long half(long draw, int candidate) {
    return (candidate & 1) == 0 ? draw : draw << Integer.SIZE;
  }

  /** Returns a draw for a candidate, in the high half of a word. */
  public long half(long id, int index, int candidate) {
    return half(draw(id, index), candidate);
  }

  /** Returns a draw for the route of a packet. */
  public long draw(long id, int index) {
    final int packetClass = CascadePacketId.packetClass(id);
    final long when =
        mode(id).deterministic() ? CascadePacketId.target(id) : CascadePacketId.sequence(id);
    return policy.draws().draw(2L * CascadePacketId.requester(id) + packetClass, when, index);
  }
}
