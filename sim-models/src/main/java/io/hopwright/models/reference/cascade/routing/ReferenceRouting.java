package io.hopwright.models.reference.cascade.routing;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly.BlueLink;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * Candidate routes and the choice among them: section "Routes" of {@code docs/models/cascade.md},
 * and "Routes with faults" of {@code docs/models/cascade-faults.md}.
 */
public final class ReferenceRouting {
  /** Load of an output as the source Aries of a packet knows it. */
  @FunctionalInterface
  public interface KnownLoads {
    long flits(int aries, int port);
  }

  /** Step of a route: an Aries, and its outputs for the next link. */
  private record Hop(int aries, Step step) {}

  private final ReferenceCascadeConfig config;
  private final ReferenceDragonfly dragonfly;
  private final ReferenceDraws draws;
  private final ReferenceModes modes;
  private final ReferenceFaults faults;

  public ReferenceRouting(
      ReferenceCascadeConfig config,
      ReferenceDragonfly dragonfly,
      ReferenceDraws draws,
      ReferenceModes modes,
      ReferenceFaults faults) {
    this.config = config;
    this.dragonfly = dragonfly;
    this.draws = draws;
    this.modes = modes;
    this.faults = faults;
  }

  /**
   * Returns the route with the lowest cost, and of equal ones the one with the lowest number; null
   * without a route.
   */
  public ReferenceRoute choose(ReferenceCascadePacket packet, KnownLoads loads, long tick) {
    final int source = dragonfly.seat(packet.source()).aries();
    if (source == dragonfly.seat(packet.destination()).aries()) {
      return candidate(packet, 0, tick); // "ejected at once, whatever the routing"
    }
    final ReferenceMode mode = modes.of(packet);
    ReferenceRoute lowest = null;
    ReferenceRoute best = null;
    long bestCost = Long.MAX_VALUE;
    for (final int number : mode.candidates()) {
      final ReferenceRoute candidate = candidate(packet, number, tick);
      lowest = lowest == null ? candidate : lowest;
      if (candidate != null && !isKnownDead(candidate, source, tick)) {
        final long load = load(candidate, source, loads, tick);
        final long cost = mode.cost(candidate.isMinimal(), load, hops(candidate, source).size());
        if (best == null || cost < bestCost) {
          best = candidate;
          bestCost = cost;
        }
      }
    }
    if (lowest == null) {
      return candidate(packet, 2, tick); // in any mode, if it exists
    }
    return best == null ? lowest : best;
  }

  private boolean isKnownDead(ReferenceRoute route, int source, long tick) {
    return faults.any()
        && hops(route, source).stream()
            .anyMatch(hop -> faults.isKnownDead(hop.aries(), hop.step(), source, tick));
  }

  /**
   * Returns candidate 0…3 of a packet; the even ones use {@code high}, the odd ones {@code low}.
   */
  public ReferenceRoute candidate(ReferenceCascadePacket packet, int number, long tick) {
    final int source = dragonfly.seat(packet.source()).aries();
    final int destination = dragonfly.seat(packet.destination()).aries();
    final int g = dragonfly.group(source);
    final int h = dragonfly.group(destination);
    final boolean high = number % 2 == 0;
    final boolean fixed = modes.of(packet).isInOrder();
    final int blackLink =
        fixed ? ReferenceDraws.pick(draw(packet, 4), ReferenceDragonfly.BLACK_LINKS) : -1;
    final int tile = fixed ? ReferenceDraws.low(draw(packet, 4), 4) : -1;
    if (number < 2) {
      return !exists(source, destination, tick)
          ? null
          : new ReferenceRoute(
              -1,
              null,
              destination,
              blue(packet, 0, high, source, destination, tick),
              blackLink,
              tile);
    }
    final int first = g == h ? dragonfly.firstAries(g) : 0;
    final int count = g == h ? dragonfly.ariesOf(g) : dragonfly.aries();
    final int drawn = half(packet, 1, high, count);
    for (int i = 0; i < count; i++) {
      final int root = first + (drawn + i) % count;
      if (exists(source, root, tick) && exists(root, destination, tick)) {
        return new ReferenceRoute(
            root,
            blue(packet, 2, high, source, root, tick),
            destination,
            blue(packet, 3, high, root, destination, tick),
            blackLink,
            tile);
      }
    }
    return null;
  }

  /** Returns whether a leg exists. */
  private boolean exists(int from, int to, long tick) {
    return !faults.any()
        || (dragonfly.group(from) == dragonfly.group(to)
            ? isAlive(from, to, null, tick)
            : !blueLinks(from, to, tick).isEmpty());
  }

  /** Returns whether the tables do not exclude the minimal route over a blue link. */
  private boolean isAlive(int from, int to, BlueLink over, long tick) {
    return hops(new ReferenceRoute(-1, null, to, over, -1, -1), from).stream()
        .noneMatch(hop -> faults.isTabledDead(hop.aries(), hop.step(), tick));
  }

  /** The blue links that a leg to another group may take, in their order. */
  private List<BlueLink> blueLinks(int from, int to, long tick) {
    final List<BlueLink> all = dragonfly.blueLinks(dragonfly.group(from), dragonfly.group(to));
    if (config.nearGateways) {
      return nearest(from, all);
    }
    return faults.any() ? all.stream().filter(over -> isAlive(from, to, over, tick)).toList() : all;
  }

  /** The blue link that is drawn for a leg; null within a group. */
  private BlueLink blue(
      ReferenceCascadePacket packet, int index, boolean high, int from, int to, long tick) {
    if (dragonfly.group(from) == dragonfly.group(to)) {
      return null;
    }
    final List<BlueLink> links = blueLinks(from, to, tick);
    return links.get(half(packet, index, high, links.size()));
  }

  /** Returns, in their order, only the links with the fewest local links before them. */
  private List<BlueLink> nearest(int from, List<BlueLink> links) {
    for (int distance = 0; ; distance++) {
      final int away = distance;
      final List<BlueLink> there =
          links.stream().filter(link -> localLinks(from, link.from().router()) == away).toList();
      if (!there.isEmpty()) {
        return there;
      }
    }
  }

  private int localLinks(int from, int to) {
    return hops(new ReferenceRoute(-1, null, to, null, -1, -1), from).size();
  }

  private int half(ReferenceCascadePacket packet, int index, boolean high, int n) {
    final long draw = draw(packet, index);
    return high ? ReferenceDraws.pick(draw, n) : ReferenceDraws.low(draw, n);
  }

  private long draw(ReferenceCascadePacket packet, int index) {
    return draws.draw(
        Purpose.ROUTE,
        2L * packet.requester + packet.packetClass,
        modes.of(packet).isInOrder() ? packet.target : packet.sequence,
        index);
  }

  /** The whole way of a route; a root is passed on arrival, also at the source. */
  private List<Hop> hops(ReferenceRoute route, int source) {
    final List<Hop> hops = new ArrayList<>();
    int at = source;
    boolean rootPassed = route.root() == source;
    Step step = dragonfly.step(at, route.goal(rootPassed), route.over(rootPassed));
    while (step != null) {
      hops.add(new Hop(at, step));
      at = dragonfly.farEnd(at, step.firstPort()).router();
      rootPassed |= route.root() == at;
      step = dragonfly.step(at, route.goal(rootPassed), route.over(rootPassed));
    }
    return hops;
  }

  /**
   * Returns the load of a route: that of its links that start in the source's group, up to the
   * first blue link.
   */
  public long load(ReferenceRoute route, int source, KnownLoads loads, long tick) {
    long sum = 0;
    for (final Hop hop : hops(route, source)) {
      final int first = hop.step().firstPort();
      long least = Long.MAX_VALUE;
      for (int port = first; port < first + hop.step().links(); port++) {
        if (!faults.any() || !faults.isKnown(hop.aries(), port, source, tick)) {
          least = Math.min(least, loads.flits(hop.aries(), port));
        }
      }
      sum += least;
      if (ReferenceDragonfly.colour(first) == ReferenceDragonfly.Colour.BLUE) {
        return sum;
      }
    }
    return sum;
  }
}
