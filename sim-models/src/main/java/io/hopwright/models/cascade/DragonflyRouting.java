package io.hopwright.models.cascade;

import io.hopwright.core.random.Draws;
import io.hopwright.core.state.FromConfiguration;
import io.hopwright.models.cascade.faults.Faults;
import io.hopwright.models.cascade.faults.LivingRoutes;
import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.cascade.network.CascadeRouteWord;
import io.hopwright.models.cascade.network.LoadBoard;
import io.hopwright.models.cascade.network.RouteDraws;
import io.hopwright.models.cascade.network.RoutingMode;
import io.hopwright.models.cascade.network.RoutingPolicy;
import io.hopwright.models.cascade.network.WayLinks;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.Routing;
import io.hopwright.models.switching.crossbar.SwitchState;
import io.hopwright.models.switching.crossbar.Vc;
import io.hopwright.models.topology.Dragonfly;

/**
 * Routes through a dragonfly. A route is chosen once, at the source's router, among two random
 * minimal routes and two over random roots ({@code docs/models/cascade.md}, "Routes").
 *
 * <p>Confined to its partition.
 */
final class DragonflyRouting implements Routing {
  private static final int TILES_PER_PAIR = 4;

  private final Dragonfly topology;
  private final RoutingPolicy policy;
  private final RouteDraws draws;
  private final WayLinks ways;
  private final int firstAries;
  private final SwitchState switches;
  private final PacketPool pool;
  private final Vc vcs;
  private final LoadBoard board;
  private final int tileFlitTicks;

  /** Null if nothing fails. */
  @FromConfiguration private final Faults faults;

  @FromConfiguration private final LivingRoutes living;

  /** The tick it is. */
  private long now;

  /** Routes packets in the partition that begins with an Aries. */
  DragonflyRouting(
      Dragonfly topology,
      RoutingPolicy policy,
      Faults faults,
      int firstAries,
      int routers,
      CrossbarDesign design,
      SwitchState switches,
      PacketPool pool) {
    this.topology = topology;
    this.policy = policy;
    this.firstAries = firstAries;
    this.switches = switches;
    this.pool = pool;
    vcs = new Vc(design);
    this.faults = faults;
    living = faults == null ? null : new LivingRoutes(topology, faults);
    draws = new RouteDraws(topology, policy);
    ways = new WayLinks(topology);
    tileFlitTicks = policy.tileFlitTicks();
    board = policy.byLoad() ? new LoadBoard(switches, routers, policy.loadIntervalTicks()) : null;
  }

  @Override
  public void tick(long tick) {
    now = tick;
    if (board != null) {
      board.advance(tick);
    }
  }

  @Override
  public int route(int router, int input, int packet, long tick) {
    final int here = firstAries + router;
    final long id = pool.first(packet);
    long word = pool.third(packet);
    if (input >= Dragonfly.TILES) {
      word = choose(here, id, word);
      if (word == LivingRoutes.NONE) {
        return NO_ROUTE;
      }
    }
    if (CascadeRouteWord.up(word) && CascadeRouteWord.root(word) == here) {
      word = CascadeRouteWord.rootPassed(word);
    }
    final int target = CascadeRouteWord.target(word);
    if (target == here) {
      pool.setThird(packet, word);
      return tile(router, id, tick);
    }
    final int vc =
        CascadePacketId.firstVc(CascadePacketId.packetClass(id)) + CascadeRouteWord.stage(word);
    final int goal = localGoal(here, target, word);
    if (goal == here) {
      pool.setThird(packet, CascadeRouteWord.blueTaken(word));
      return vcs.of(Dragonfly.BLUE + CascadeRouteWord.exitPort(CascadeRouteWord.exit(word)), vc);
    }
    pool.setThird(packet, word);
    final int port = topology.localPort(here, goal);
    return vcs.of(port < Dragonfly.BLACK ? port : blackPort(router, port, id), vc);
  }

  /** Returns the Aries of this group that a packet heads for: its target, or its gateway. */
  private int localGoal(int here, int target, long word) {
    final int group = topology.groupOf(here);
    return topology.groupOf(target) == group
        ? target
        : topology.firstAries(group) + CascadeRouteWord.exitAries(CascadeRouteWord.exit(word));
  }

  // ---------------------------------------------------------------- the choice at the source

  private long choose(int here, long id, long word) {
    final int destination = topology.ariesOf(CascadePacketId.destination(id));
    if (destination == here) {
      return CascadeRouteWord.minimal(word, destination, 0);
    }
    final RoutingMode by = draws.mode(id);
    if (faults != null) {
      return chooseLiving(here, destination, id, word, by);
    }
    long best = 0;
    long lowest = Long.MAX_VALUE;
    for (int candidate = 0; candidate < RouteDraws.CANDIDATES; candidate++) {
      if (by.has(candidate)) {
        final long route = draws.candidate(here, destination, candidate, id, word);
        final long cost = by.byLoad() ? cost(here, route, by) : 0;
        if (cost < lowest) {
          lowest = cost;
          best = route;
        }
      }
    }
    return best;
  }

  /** Chooses among routes without known failures. */
  private long chooseLiving(int here, int destination, long id, long word, RoutingMode by) {
    long first = LivingRoutes.NONE;
    long best = LivingRoutes.NONE;
    long lowest = Long.MAX_VALUE;
    for (int candidate = 0; candidate < RouteDraws.CANDIDATES; candidate++) {
      final long route =
          by.has(candidate) ? living(here, destination, candidate, id, word) : LivingRoutes.NONE;
      if (route == LivingRoutes.NONE) {
        continue;
      }
      first = first == LivingRoutes.NONE ? route : first;
      if (!living.knownDead(here, route, now)) {
        final long cost = by.byLoad() ? cost(here, route, by) : 0;
        if (cost < lowest) {
          lowest = cost;
          best = route;
        }
      }
    }
    if (first == LivingRoutes.NONE) {
      return living(here, destination, RouteDraws.FIRST_NON_MINIMAL, id, word);
    }
    return best == LivingRoutes.NONE ? first : best;
  }

  /** Returns a candidate that avoids what the tables know, {@link LivingRoutes#NONE} if none. */
  private long living(int here, int destination, int candidate, long id, long word) {
    return candidate < RouteDraws.FIRST_NON_MINIMAL
        ? living.minimal(
            here, destination, word, draws.half(id, RouteDraws.DRAW_MINIMAL, candidate), now)
        : living.nonMinimal(
            here,
            destination,
            word,
            draws.half(id, RouteDraws.DRAW_ROOTS, candidate),
            draws.half(id, RouteDraws.DRAW_UP, candidate),
            draws.half(id, RouteDraws.DRAW_DOWN, candidate),
            now);
  }

  private long cost(int here, long route, RoutingMode by) {
    final long load = load(here, route);
    final boolean nonMinimal = CascadeRouteWord.nonMinimal(route);
    return policy.cost(by, load, by.byPath() ? WayLinks.all(ways.of(here, route)) : 0, nonMinimal);
  }

  /** Returns the load of the links of a route that start in this group, up to the first blue. */
  private int load(int here, long route) {
    final int group = topology.groupOf(here);
    int load = 0;
    int from = here;
    if (CascadeRouteWord.up(route)) {
      final int root = CascadeRouteWord.root(route);
      if (topology.groupOf(root) != group) {
        return blueLoad(here, from, CascadeRouteWord.exit(route));
      }
      load = localLoad(here, from, root);
      from = root;
    }
    final int destination = CascadeRouteWord.destination(route);
    return topology.groupOf(destination) == group
        ? load + localLoad(here, from, destination)
        : load + blueLoad(here, from, CascadeRouteWord.exitDown(route));
  }

  private int blueLoad(int here, int from, int exit) {
    final int gateway =
        topology.firstAries(topology.groupOf(here)) + CascadeRouteWord.exitAries(exit);
    return localLoad(here, from, gateway)
        + linkLoad(here, gateway, Dragonfly.BLUE + CascadeRouteWord.exitPort(exit));
  }

  private int localLoad(int here, int from, int to) {
    int load = 0;
    for (int at = from; at != to; ) {
      final int port = topology.localPort(at, to);
      int least = linkLoad(here, at, port);
      if (port >= Dragonfly.BLACK) {
        least = Math.min(least, linkLoad(here, at, port + 1));
        least = Math.min(least, linkLoad(here, at, port + 2));
      }
      load += least;
      at = topology.neighbour(at, port);
    }
    return load;
  }

  /** Returns the load of a link; nothing exceeds that of one that is known to have failed. */
  private int linkLoad(int here, int aries, int port) {
    if (faults != null && faults.knows(here, aries, port, now)) {
      return Integer.MAX_VALUE;
    }
    return aries == here
        ? switches.load(aries - firstAries, port)
        : board.load(aries - firstAries, port);
  }

  // ---------------------------------------------------------------- parallel ports

  /** Returns the least loaded of three black links. */
  private int blackPort(int router, int first, long id) {
    final boolean drawn = draws.mode(id).deterministic();
    if (faults != null) {
      return livingBlackPort(router, first, id, drawn);
    }
    if (drawn) {
      return first + Draws.pick(draws.draw(id, RouteDraws.DRAW_PORTS), Dragonfly.BLACK_LINKS);
    }
    int best = first + (int) (CascadePacketId.sequence(id) % Dragonfly.BLACK_LINKS);
    int least = switches.load(router, best);
    int port = best;
    for (int i = 1; i < Dragonfly.BLACK_LINKS && least > 0; i++) {
      port = port + 1 < first + Dragonfly.BLACK_LINKS ? port + 1 : first;
      final int load = switches.load(router, port);
      if (load < least) {
        least = load;
        best = port;
      }
    }
    return best;
  }

  /** Returns the least loaded, or the first, of those that have not failed; any if all have. */
  private int livingBlackPort(int router, int first, long id, boolean drawn) {
    final int start =
        drawn
            ? Draws.pick(draws.draw(id, RouteDraws.DRAW_PORTS), Dragonfly.BLACK_LINKS)
            : (int) (CascadePacketId.sequence(id) % Dragonfly.BLACK_LINKS);
    int best = first + start;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < Dragonfly.BLACK_LINKS; i++) {
      final int port = first + (start + i) % Dragonfly.BLACK_LINKS;
      final int load = drawn ? 0 : switches.load(router, port);
      if (load < least && !faults.hasFailed(firstAries + router, port, now)) {
        least = load;
        best = port;
      }
    }
    return best;
  }

  /** Returns the processor tile of the destination's pair that is free first, and its queue. */
  private int tile(int router, long id, long tick) {
    final int nic = topology.nicOf(CascadePacketId.destination(id));
    final int first = Dragonfly.TILES + TILES_PER_PAIR * (nic >>> 1);
    final int queue = 2 * CascadePacketId.packetClass(id) + (nic & 1);
    if (draws.mode(id).deterministic()) {
      final int drawn =
          Draws.pick(draws.draw(id, RouteDraws.DRAW_PORTS) << Integer.SIZE, TILES_PER_PAIR);
      return vcs.of(first + drawn, queue);
    }
    final int start = (int) CascadePacketId.sequence(id) & TILES_PER_PAIR - 1;
    int best = 0;
    long least = Long.MAX_VALUE;
    for (int i = 0; i < TILES_PER_PAIR && least > 0; i++) {
      final int port = first + (start + i & TILES_PER_PAIR - 1);
      final long wait =
          (long) tileFlitTicks * switches.waitingFlits(router, port)
              + Math.max(0, switches.busyUntil(router, port) - tick);
      if (wait < least) {
        least = wait;
        best = port;
      }
    }
    return vcs.of(best, queue);
  }
}
