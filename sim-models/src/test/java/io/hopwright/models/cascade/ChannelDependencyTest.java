package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.testkit.FollowedPackets;
import io.hopwright.models.topology.ChannelDependencies;
import io.hopwright.models.topology.Dragonfly;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Test that packets cannot wait for each other in a cycle: the channel dependency graph has no
 * cycle. A channel is a VC of a link; it depends on each channel for which a packet can wait while
 * it holds the first. Requests wait only for requests; the same holds for responses.
 *
 * <p>All routes are walked, with all blue links, roots and parallel black links.
 */
class ChannelDependencyTest {
  private static final int VCS = 4;

  /** The VC rule of the model, and three wrong ones. */
  private enum Rule {
    BLUE_AND_ROOT,
    BLUE,
    SINGLE;

    int vc(int blue, boolean rootPassed) {
      return switch (this) {
        case BLUE_AND_ROOT -> blue + (rootPassed ? 1 : 0);
        case BLUE -> blue;
        case SINGLE -> 0;
      };
    }
  }

  /** Routes by the place of their root: none, in the group of both ends, anywhere. */
  private enum Kind {
    MINIMAL,
    WITHIN,
    ACROSS
  }

  /** Role of the Aries for which a packet heads within a group. */
  private enum Goal {
    LINK_TO_ROOT,
    ROOT,
    LINK_TO_DESTINATION,
    DESTINATION
  }

  /**
   * Packet in flight.
   *
   * @param goal within the group it is in
   * @param aries the goal, {@link Dragonfly#NONE} if any may be it
   * @param source group of the source
   */
  private record Packet(Goal goal, int aries, int source, int links, int blue, boolean rootPassed) {
    Packet overLocal() {
      return new Packet(goal, aries, source, links + 1, blue, rootPassed);
    }

    Packet overBlue(Goal next) {
      return new Packet(next, Dragonfly.NONE, source, links + 1, blue + 1, rootPassed);
    }

    Packet to(int next) {
      return new Packet(goal, next, source, links, blue, rootPassed);
    }

    Packet passRoot(Goal next) {
      return new Packet(next, Dragonfly.NONE, source, links, blue, true);
    }
  }

  /** All routes of a system, under a VC rule and an order of colours. */
  private static final class Routes implements FollowedPackets.Routing<Packet> {
    final Dragonfly dragonfly;
    final Rule rule;
    final boolean freeOrder;
    final BitSet vcs = new BitSet();
    final Map<Kind, Integer> most = new EnumMap<>(Kind.class);

    Routes(Dragonfly dragonfly, Rule rule, boolean freeOrder) {
      this.dragonfly = dragonfly;
      this.rule = rule;
      this.freeOrder = freeOrder;
    }

    List<ChannelDependencies.Channel> cycle() {
      return FollowedPackets.of(dragonfly, VCS, this).cycle();
    }

    @Override
    public List<Packet> starts(int router) {
      final int group = dragonfly.groupOf(router);
      return Stream.of(Goal.values())
          .map(goal -> new Packet(goal, Dragonfly.NONE, group, 0, 0, false))
          .toList();
    }

    @Override
    public List<FollowedPackets.Hop<Packet>> hops(int router, int port, Packet packet) {
      if (packet.aries == Dragonfly.NONE) {
        final int group = dragonfly.groupOf(router);
        return IntStream.range(0, dragonfly.ariesIn(group))
            .mapToObj(place -> packet.to(dragonfly.firstAries(group) + place))
            .flatMap(next -> hops(router, port, next).stream())
            .toList();
      }
      if (router != packet.aries) {
        return localHops(router, packet);
      }
      return switch (packet.goal) {
        case LINK_TO_ROOT -> blueHops(router, packet, Goal.ROOT);
        case LINK_TO_DESTINATION -> blueHops(router, packet, Goal.DESTINATION);
        case ROOT ->
            Stream.of(Goal.LINK_TO_DESTINATION, Goal.DESTINATION)
                .flatMap(next -> hops(router, port, packet.passRoot(next)).stream())
                .toList();
        case DESTINATION -> {
          most.merge(kind(packet), packet.links, Math::max);
          yield List.of();
        }
      };
    }

    private Kind kind(Packet packet) {
      final boolean within = dragonfly.groupOf(packet.aries) == packet.source;
      return packet.rootPassed ? within ? Kind.WITHIN : Kind.ACROSS : Kind.MINIMAL;
    }

    /**
     * Returns the blue hops of a packet; a packet within one group has its root there and never
     * leaves it.
     */
    private List<FollowedPackets.Hop<Packet>> blueHops(int router, Packet packet, Goal next) {
      final List<FollowedPackets.Hop<Packet>> hops = new ArrayList<>();
      for (int port = Dragonfly.BLUE; port < Dragonfly.TILES; port++) {
        final int far = dragonfly.neighbour(router, port);
        final boolean back = far >= 0 && dragonfly.groupOf(far) == packet.source;
        if (far >= 0 && (next == Goal.ROOT || !back)) {
          hops.add(hop(packet, port, packet.overBlue(next)));
        }
      }
      return hops;
    }

    private List<FollowedPackets.Hop<Packet>> localHops(int router, Packet packet) {
      final int blackFirst =
          packet.aries - dragonfly.bladeOf(packet.aries) + dragonfly.bladeOf(router);
      final List<FollowedPackets.Hop<Packet>> hops = new ArrayList<>();
      addHops(hops, packet, dragonfly.localPort(router, packet.aries));
      if (freeOrder && blackFirst != router) {
        addHops(hops, packet, dragonfly.localPort(router, blackFirst));
      }
      return hops;
    }

    private void addHops(List<FollowedPackets.Hop<Packet>> hops, Packet packet, int port) {
      final int links = port < Dragonfly.BLACK ? 1 : Dragonfly.BLACK_LINKS;
      for (int link = 0; link < links; link++) {
        hops.add(hop(packet, port + link, packet.overLocal()));
      }
    }

    private FollowedPackets.Hop<Packet> hop(Packet packet, int port, Packet behind) {
      final int vc = rule.vc(packet.blue, packet.rootPassed);
      vcs.set(vc);
      return new FollowedPackets.Hop<>(port, vc, behind);
    }
  }

  @ParameterizedTest
  @CsvSource({"6, 3, 3, 4, 0", "4, 2, 1, 4, 0", "3, 6, 6, 2, 1", "2, 2, 2, 6, 0"})
  void shouldHaveNoCycleOnFourVcsAndAtMostTenLinks(
      int groups, int chassis, int last, int blades, int cables) {
    final Routes routes =
        new Routes(dragonfly(groups, chassis, last, blades, cables), Rule.BLUE_AND_ROOT, false);
    assertEquals(List.of(), routes.cycle());
    assertEquals(groups > 2 ? VCS : VCS - 1, routes.vcs.cardinality());
    assertTrue(routes.vcs.length() <= VCS);
    assertEquals(5, routes.most.get(Kind.MINIMAL));
    assertEquals(4, routes.most.get(Kind.WITHIN));
    assertEquals(groups > 2 ? 10 : 7, routes.most.get(Kind.ACROSS));
  }

  @ParameterizedTest
  @CsvSource({"SINGLE, false", "BLUE, false", "BLUE_AND_ROOT, true"})
  @Trap(
      number = 1,
      fallenInto = "green and black links in any order; one VC; no further VC after the root",
      shown = Shown.IN_THE_TEST)
  void shouldHaveACycleUnderAnyOtherRule(Rule rule, boolean freeOrder) {
    assertNotEquals(List.of(), new Routes(dragonfly(5, 2, 2, 4, 0), rule, freeOrder).cycle());
    assertNotEquals(List.of(), new Routes(dragonfly(4, 2, 1, 4, 0), rule, freeOrder).cycle());
  }

  private static Dragonfly dragonfly(int groups, int chassis, int last, int blades, int cables) {
    return new Dragonfly(new Dragonfly.Plan(groups, groups, chassis, last, blades, cables, 0));
  }
}
