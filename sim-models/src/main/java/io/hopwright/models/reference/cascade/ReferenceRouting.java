package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.reference.cascade.ReferenceCascadeConfig.Routing;
import io.hopwright.models.reference.cascade.ReferenceDragonfly.BlueLink;
import io.hopwright.models.reference.cascade.ReferenceDragonfly.Step;
import java.util.List;

/** Candidates and the choice among them: section "Routes" of {@code docs/models/cascade.md}. */
final class ReferenceRouting {
  /** Load of an output as the source Aries of a packet knows it. */
  @FunctionalInterface
  interface KnownLoads {
    long flits(int aries, int port);
  }

  private final ReferenceCascadeConfig config;
  private final ReferenceDragonfly dragonfly;
  private final ReferenceDraws draws;

  ReferenceRouting(
      ReferenceCascadeConfig config, ReferenceDragonfly dragonfly, ReferenceDraws draws) {
    this.config = config;
    this.dragonfly = dragonfly;
    this.draws = draws;
  }

  /** "The one of lowest cost wins, of equal ones the lowest-numbered". */
  ReferenceRoute choose(ReferenceCascadePacket packet, KnownLoads loads) {
    final int source = dragonfly.seat(packet.source()).aries();
    if (source == dragonfly.seat(packet.destination()).aries()) {
      return candidate(packet, 0); // "ejected at once, whatever the routing"
    }
    ReferenceRoute best = null;
    long bestCost = Long.MAX_VALUE;
    for (final int number : candidates(config.routing)) {
      final ReferenceRoute candidate = candidate(packet, number);
      final long cost = cost(candidate, source, load(candidate, source, loads));
      if (best == null || cost < bestCost) {
        best = candidate;
        bestCost = cost;
      }
    }
    return best;
  }

  private long cost(ReferenceRoute candidate, int source, long load) {
    final int bias = candidate.isMinimal() ? 0 : config.bias;
    return switch (config.routing) {
      case ADAPTIVE -> candidate.isMinimal() ? load : config.nonMinimalWeight * load + bias;
      case TUNED -> links(candidate, source) * load + bias;
      default -> load;
    };
  }

  /** "The number of links of the candidate's whole way". */
  private long links(ReferenceRoute route, int source) {
    int links = 0;
    int at = source;
    boolean rootPassed = route.root() == source;
    Step step = dragonfly.step(at, route.goal(rootPassed), route.over(rootPassed));
    while (step != null) {
      links++;
      at = dragonfly.farEnd(at, step.firstPort()).aries();
      rootPassed |= route.root() == at;
      step = dragonfly.step(at, route.goal(rootPassed), route.over(rootPassed));
    }
    return links;
  }

  private static List<Integer> candidates(Routing routing) {
    return switch (routing) {
      case MINIMAL -> List.of(0);
      case VALIANT -> List.of(2);
      case ADAPTIVE, TUNED -> List.of(0, 1, 2, 3);
      case DETERMINISTIC -> List.of(0);
      case DETERMINISTIC_VALIANT -> List.of(2);
    };
  }

  /** Candidate 0…3 of a packet; the even ones take {@code high}, the odd ones {@code low}. */
  ReferenceRoute candidate(ReferenceCascadePacket packet, int number) {
    final int source = dragonfly.seat(packet.source()).aries();
    final int destination = dragonfly.seat(packet.destination()).aries();
    final int g = dragonfly.group(source);
    final int h = dragonfly.group(destination);
    final boolean high = number % 2 == 0;
    final boolean fixed = config.routing.isDeterministic();
    final int blackLink =
        fixed ? ReferenceDraws.pick(draw(packet, 4), ReferenceDragonfly.BLACK_LINKS) : -1;
    final int tile = fixed ? ReferenceDraws.low(draw(packet, 4), 4) : -1;
    if (number < 2) {
      return new ReferenceRoute(
          -1, null, destination, blue(packet, 0, high, source, h), blackLink, tile);
    }
    final int root =
        g == h
            ? dragonfly.firstAries(g) + half(packet, 1, high, dragonfly.ariesOf(g))
            : half(packet, 1, high, dragonfly.aries());
    return new ReferenceRoute(
        root,
        blue(packet, 2, high, source, dragonfly.group(root)),
        destination,
        blue(packet, 3, high, root, h),
        blackLink,
        tile);
  }

  /** The blue link that is drawn for the way from an Aries to a group; null within a group. */
  private BlueLink blue(
      ReferenceCascadePacket packet, int index, boolean high, int from, int toGroup) {
    if (dragonfly.group(from) == toGroup) {
      return null;
    }
    final List<BlueLink> all = dragonfly.blueLinks(dragonfly.group(from), toGroup);
    final List<BlueLink> links = config.nearGateways ? nearest(from, all) : all;
    return links.get(half(packet, index, high, links.size()));
  }

  /** "Only those links, in their order, that are the fewest local links away". */
  private List<BlueLink> nearest(int from, List<BlueLink> links) {
    for (int distance = 0; ; distance++) {
      final int away = distance;
      final List<BlueLink> there =
          links.stream().filter(link -> localLinks(from, link.from().aries()) == away).toList();
      if (!there.isEmpty()) {
        return there;
      }
    }
  }

  private int localLinks(int from, int to) {
    int links = 0;
    int at = from;
    for (Step step = dragonfly.step(at, to, null); step != null; links++) {
      at = dragonfly.farEnd(at, step.firstPort()).aries();
      step = dragonfly.step(at, to, null);
    }
    return links;
  }

  private int half(ReferenceCascadePacket packet, int index, boolean high, int n) {
    final long draw = draw(packet, index);
    return high ? ReferenceDraws.pick(draw, n) : ReferenceDraws.low(draw, n);
  }

  private long draw(ReferenceCascadePacket packet, int index) {
    return draws.draw(
        Purpose.ROUTE,
        2L * packet.requester + packet.packetClass,
        config.routing.isDeterministic() ? packet.target : packet.sequence,
        index);
  }

  /** "The links of its way that start in the source's group, up to the first blue link". */
  long load(ReferenceRoute route, int source, KnownLoads loads) {
    long sum = 0;
    int at = source;
    boolean rootPassed = route.root() == source;
    while (true) {
      final Step step = dragonfly.step(at, route.goal(rootPassed), route.over(rootPassed));
      if (step == null) {
        return sum; // the destination, since a root is passed on arrival
      }
      long least = Long.MAX_VALUE;
      for (int link = 0; link < step.links(); link++) {
        least = Math.min(least, loads.flits(at, step.firstPort() + link));
      }
      sum += least;
      if (ReferenceDragonfly.colour(step.firstPort()) == ReferenceDragonfly.Colour.BLUE) {
        return sum;
      }
      at = dragonfly.farEnd(at, step.firstPort()).aries();
      rootPassed |= route.root() == at;
    }
  }
}
