package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.topology.Dragonfly;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Why packets cannot wait for each other in a circle: the graph of which channel, a VC of a link, a
 * packet can hold while it waits for which other has no cycle (Dally and Seitz, IEEE Transactions
 * on Computers C-36, 1987). Requests wait for requests only; responses are the same once more.
 *
 * <p>All routes are walked, with all blue links, roots and parallel black links. Routes that have
 * come to the same channel with the same number of links behind and the same choices ahead go on as
 * one.
 */
class ChannelDependencyTest {
  private static final int NONE = -1;
  private static final int VCS = 4;

  /** The VC rules, that of the model and three that do not do. */
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

  /** Routes by where their root is: nowhere, in the group of both ends, anywhere. */
  private enum Kind {
    MINIMAL,
    WITHIN,
    ACROSS
  }

  /**
   * A packet on its way.
   *
   * @param channel the channel it holds, {@link #NONE} at the source
   */
  private record Packet(int at, int channel, int links, int blue, boolean rootPassed) {
    Packet passRoot() {
      return new Packet(at, channel, links, blue, true);
    }
  }

  private interface Next {
    void go(Packet packet);
  }

  /** All routes on a system, under a VC rule and an order of colours. */
  private static final class Graph {
    final Dragonfly dragonfly;
    final Rule rule;
    final boolean freeOrder;
    final BitSet[] next;
    final Set<Stage> seen = new HashSet<>();
    final BitSet vcs = new BitSet();
    final Map<Kind, Integer> most = new EnumMap<>(Kind.class);

    Graph(Dragonfly dragonfly, Rule rule, boolean freeOrder) {
      this.dragonfly = dragonfly;
      this.rule = rule;
      this.freeOrder = freeOrder;
      next = new BitSet[VCS * Dragonfly.TILES * dragonfly.aries()];
      for (int source = 0; source < dragonfly.aries(); source++) {
        final Packet packet = new Packet(source, NONE, 0, 0, false);
        goDown(packet, Kind.MINIMAL, dragonfly.groupOf(source));
        rootWithin(packet);
        rootElsewhere(packet);
      }
    }

    private void rootWithin(Packet packet) {
      toAll(
          packet,
          root -> {
            arrive(root.passRoot(), Kind.WITHIN);
            goDown(root.passRoot(), Kind.ACROSS, dragonfly.groupOf(packet.at));
          });
    }

    private void rootElsewhere(Packet packet) {
      final int source = dragonfly.groupOf(packet.at);
      for (int group = 0; group < dragonfly.groups(); group++) {
        over(packet, group, arrived -> goToRoots(arrived, source));
      }
    }

    private void goToRoots(Packet packet, int source) {
      if (seen.add(new Stage(Kind.ACROSS, source, packet))) {
        toAll(packet, root -> goDown(root.passRoot(), Kind.ACROSS, source));
      }
    }

    /**
     * Goes minimally to all destinations; non-minimally only to those outside of the source's
     * group, as packets to that have their root in it.
     */
    private void goDown(Packet packet, Kind kind, int source) {
      if (seen.add(new Stage(kind, source, packet))) {
        if (kind == Kind.MINIMAL || dragonfly.groupOf(packet.at) != source) {
          arrive(packet, kind);
        }
        for (int group = 0; group < dragonfly.groups(); group++) {
          if (group != source) {
            over(packet, group, arrived -> arrive(arrived, kind));
          }
        }
      }
    }

    private void arrive(Packet packet, Kind kind) {
      if (seen.add(new Stage(kind, NONE, packet))) {
        toAll(packet, there -> most.merge(kind, there.links, Math::max));
      }
    }

    private void toAll(Packet packet, Next then) {
      final int group = dragonfly.groupOf(packet.at);
      for (int a = 0; a < dragonfly.ariesIn(group); a++) {
        within(packet, dragonfly.firstAries(group) + a, then);
      }
    }

    /** Goes over each blue link to another group; nowhere if it is the packet's own. */
    private void over(Packet packet, int to, Next then) {
      final int from = dragonfly.groupOf(packet.at);
      for (int link = 0; link < dragonfly.blueLinks(from, to); link++) {
        final int port = dragonfly.gatewayPort(from, to, link);
        within(packet, dragonfly.gateway(from, to, link), there -> then.go(step(there, port)));
      }
    }

    private void within(Packet packet, int to, Next then) {
      final int port = dragonfly.localPort(packet.at, to);
      if (port == Dragonfly.NONE) {
        then.go(packet);
        return;
      }
      take(packet, port, to, then);
      if (freeOrder && dragonfly.chassisOf(packet.at) != dragonfly.chassisOf(to)) {
        final int ofBlade = to - dragonfly.bladeOf(to) + dragonfly.bladeOf(packet.at);
        take(packet, dragonfly.localPort(packet.at, ofBlade), to, then);
      }
    }

    private void take(Packet packet, int port, int to, Next then) {
      final int links = port < Dragonfly.BLACK ? 1 : Dragonfly.BLACK_LINKS;
      for (int link = 0; link < links; link++) {
        within(step(packet, port + link), to, then);
      }
    }

    private Packet step(Packet packet, int port) {
      final int vc = rule.vc(packet.blue, packet.rootPassed);
      vcs.set(vc);
      final int channel = VCS * (Dragonfly.TILES * packet.at + port) + vc;
      if (packet.channel != NONE) {
        if (next[packet.channel] == null) {
          next[packet.channel] = new BitSet();
        }
        next[packet.channel].set(channel);
      }
      final int blue = packet.blue + (port < Dragonfly.BLUE ? 0 : 1);
      return new Packet(
          dragonfly.neighbour(packet.at, port), channel, packet.links + 1, blue, packet.rootPassed);
    }

    /**
     * Takes away channels that none is before; what cannot be taken away is on or after a cycle.
     */
    boolean hasCycle() {
      final int[] before = new int[next.length];
      for (BitSet after : next) {
        if (after != null) {
          after.stream().forEach(channel -> before[channel]++);
        }
      }
      final ArrayDeque<Integer> free = new ArrayDeque<>();
      IntStream.range(0, next.length).filter(channel -> before[channel] == 0).forEach(free::add);
      int taken = 0;
      while (!free.isEmpty()) {
        final int channel = free.remove();
        taken++;
        if (next[channel] != null) {
          next[channel].stream().filter(after -> --before[after] == 0).forEach(free::add);
        }
      }
      return taken < next.length;
    }
  }

  /** Where routes meet: the same packet, at the same stage, from the same group if that matters. */
  private record Stage(Kind kind, int source, Packet packet) {}

  @ParameterizedTest
  @CsvSource({"6, 3, 3, 4, 0", "4, 2, 1, 4, 0", "3, 6, 6, 2, 1", "2, 2, 2, 6, 0"})
  void shouldHaveNoCycleOnFourVcsAndAtMostTenLinks(
      int groups, int chassis, int last, int blades, int cables) {
    final Graph graph =
        new Graph(dragonfly(groups, chassis, last, blades, cables), Rule.BLUE_AND_ROOT, false);
    assertFalse(graph.hasCycle());
    assertEquals(groups > 2 ? VCS : VCS - 1, graph.vcs.cardinality());
    assertTrue(graph.vcs.length() <= VCS);
    assertEquals(5, graph.most.get(Kind.MINIMAL));
    assertEquals(4, graph.most.get(Kind.WITHIN));
    assertEquals(groups > 2 ? 10 : 7, graph.most.get(Kind.ACROSS));
  }

  @ParameterizedTest
  @CsvSource({"SINGLE, false", "BLUE, false", "BLUE_AND_ROOT, true"})
  @Trap(
      number = 1,
      fallenInto = "green and black links in any order; one VC; no further VC after the root",
      shown = Shown.IN_THE_TEST)
  void shouldHaveACycleUnderAnyOtherRule(Rule rule, boolean freeOrder) {
    assertTrue(new Graph(dragonfly(6, 3, 3, 4, 0), rule, freeOrder).hasCycle());
    assertTrue(new Graph(dragonfly(4, 2, 1, 4, 0), rule, freeOrder).hasCycle());
  }

  private static Dragonfly dragonfly(int groups, int chassis, int last, int blades, int cables) {
    return new Dragonfly(new Dragonfly.Plan(groups, groups, chassis, last, blades, cables, 0));
  }
}
