package io.hopwright.models.cascade.faults;

import io.hopwright.core.random.Draws;
import io.hopwright.models.cascade.network.CascadeRouteWord;
import io.hopwright.models.topology.Dragonfly;

/**
 * Candidate routes that avoid failed components ({@code docs/models/cascade-faults.md}, "Ways with
 * faults"). Immutable; safe for any thread.
 */
public record LivingRoutes(Dragonfly topology, Faults faults) {
  /** No route: no route word is 0, as packets have flits. */
  public static final long NONE = 0;

  /** Stands for the Aries of the tables, which know the failures that all Aries know. */
  private static final int TABLES = -1;

  /** Returns a minimal route, {@link #NONE} if the tables have none. */
  public long minimal(int here, int destination, long word, long exitDraw, long tick) {
    final int ways = ways(here, destination, tick);
    return ways == 0
        ? NONE
        : CascadeRouteWord.minimal(
            word, destination, exit(here, destination, exitDraw, ways, tick));
  }

  /**
   * Returns a route over the first root, starting from a drawn one, with paths to it and from it.
   */
  public long nonMinimal(
      int here, int destination, long word, long rootDraw, long upDraw, long downDraw, long tick) {
    final int group = topology.groupOf(here);
    final boolean local = group == topology.groupOf(destination);
    final int first = local ? topology.firstAries(group) : 0;
    final int count = local ? topology.ariesIn(group) : topology.aries();
    final int drawn = Draws.pick(rootDraw, count);
    for (int i = 0; i < count; i++) {
      final int root = first + (drawn + i) % count;
      final int up = ways(here, root, tick);
      final int down = up == 0 ? 0 : ways(root, destination, tick);
      if (down > 0) {
        return CascadeRouteWord.nonMinimal(
            word,
            destination,
            exit(root, destination, downDraw, down, tick),
            root,
            exit(here, root, upDraw, up, tick));
      }
    }
    return NONE;
  }

  /** Returns how many blue links lead from an Aries to another; 1 or 0 within a group. */
  private int ways(int from, int to, long tick) {
    final int group = topology.groupOf(from);
    final int other = topology.groupOf(to);
    if (group == other) {
      return isLocalDead(TABLES, from, to, tick) ? 0 : 1;
    }
    int ways = 0;
    for (int link = 0; link < topology.blueLinks(group, other); link++) {
      ways += leads(from, to, link, tick) ? 1 : 0;
    }
    return ways;
  }

  private boolean leads(int from, int to, int link, long tick) {
    final int group = topology.groupOf(from);
    final int other = topology.groupOf(to);
    final int gateway = topology.gateway(group, other, link);
    return !isDead(TABLES, from, gateway, topology.gatewayPort(group, other, link), to, tick);
  }

  /** Returns the exit of the group of one Aries towards another, drawn of so many; 0 within it. */
  private int exit(int from, int to, long draw, int ways, long tick) {
    final int group = topology.groupOf(from);
    final int other = topology.groupOf(to);
    if (group == other) {
      return 0;
    }
    int skip = Draws.pick(draw, ways);
    int link = 0;
    while (!leads(from, to, link, tick) || skip-- > 0) {
      link++;
    }
    return CascadeRouteWord.exit(
        topology.gateway(group, other, link) - topology.firstAries(group),
        topology.gatewayPort(group, other, link) - Dragonfly.BLUE);
  }

  /** Returns whether an Aries knows of a failure on a route. */
  public boolean knownDead(int here, long route, long tick) {
    final int destination = CascadeRouteWord.destination(route);
    if (!CascadeRouteWord.nonMinimal(route)) {
      return isDead(here, here, destination, CascadeRouteWord.exitDown(route), tick);
    }
    final int root = CascadeRouteWord.root(route);
    return isDead(here, here, root, CascadeRouteWord.exitUp(route), tick)
        || isDead(here, root, destination, CascadeRouteWord.exitDown(route), tick);
  }

  private boolean isDead(int knower, int from, int to, int exit, long tick) {
    final int group = topology.groupOf(from);
    return group == topology.groupOf(to)
        ? isLocalDead(knower, from, to, tick)
        : isDead(
            knower,
            from,
            topology.firstAries(group) + CascadeRouteWord.exitAries(exit),
            Dragonfly.BLUE + CascadeRouteWord.exitPort(exit),
            to,
            tick);
  }

  private boolean isDead(int knower, int from, int gateway, int port, int to, long tick) {
    return isLinkDead(knower, gateway, port, tick)
        || isLocalDead(knower, from, gateway, tick)
        || isLocalDead(knower, topology.neighbour(gateway, port), to, tick);
  }

  private boolean isLocalDead(int knower, int from, int to, long tick) {
    for (int at = from; at != to; ) {
      final int port = topology.localPort(at, to);
      boolean dead = isLinkDead(knower, at, port, tick);
      for (int i = 1; port >= Dragonfly.BLACK && i < Dragonfly.BLACK_LINKS; i++) {
        dead &= isLinkDead(knower, at, port + i, tick);
      }
      if (dead) {
        return true;
      }
      at = topology.neighbour(at, port);
    }
    return false;
  }

  private boolean isLinkDead(int knower, int aries, int port, long tick) {
    return knower == TABLES
        ? faults.isTabled(aries, port, tick)
        : faults.knows(knower, aries, port, tick);
  }
}
