package io.hopwright.models.tofu.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.testkit.FollowedPackets;
import io.hopwright.models.testkit.FollowedPackets.Hop;
import io.hopwright.models.topology.ChannelDependencies;
import io.hopwright.models.topology.Tofu6D;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All pairs of nodes on all twelve paths: the routes and VCs of packets, and the absence of cyclic
 * waits.
 */
public class TofuPathsTest {
  private static Tofu6D machine(boolean rings, int... shape) {
    final boolean[] ring = new boolean[shape.length];
    for (int axis = 0; axis < shape.length; axis++) {
      ring[axis] = rings && shape[axis] > 2;
    }
    return new Tofu6D(shape, ring);
  }

  static Stream<Tofu6D> machines() {
    return Stream.of(
        machine(true, 1, 1, 1),
        machine(true, 5, 1, 1),
        machine(true, 6, 1, 1),
        machine(true, 4, 3, 1),
        machine(true, 3, 2, 2),
        machine(true, 1, 2, 4),
        machine(false, 2, 1, 1),
        machine(false, 4, 1, 3));
  }

  /** The VC rule, or the rule without one of its parts. */
  private enum Rule {
    /** As the page has it. */
    WHOLE,
    /** Without a separate VC for packets that have crossed the dateline. */
    NO_DATELINE,
    /** The last part of a route uses the VC of the first. */
    LAST_PART_LIKE_FIRST
  }

  /**
   * Packet in flight: its destination, its path, and whether it has reached the coordinates of the
   * path.
   */
  private record Packet(int destination, int path, boolean lastPart, int vc) {}

  /** Follows the fast model's tables as {@link TofuRouting} does. */
  private static List<Hop<Packet>> hops(
      Tofu6D machine, TofuPaths ways, Rule rule, int router, int port, Packet packet) {
    final CoordinateWord places = new CoordinateWord(machine);
    final int here = places.of(router);
    if (!packet.lastPart()) {
      final int next = ways.towardsPath(here, packet.path());
      if (next != TofuPaths.THERE) {
        return List.of(
            new Hop<>(next, 0, new Packet(packet.destination(), packet.path(), false, 0)));
      }
    }
    final int link = ways.towards(here, places.of(packet.destination()));
    if (link == TofuPaths.THERE) {
      return List.of();
    }
    final int output = TofuPaths.port(link);
    int vc = TofuPaths.vc(link, port, packet.vc());
    vc = rule == Rule.NO_DATELINE && output < Tofu6D.A ? 0 : vc;
    vc = rule == Rule.LAST_PART_LIKE_FIRST && output >= Tofu6D.A ? 0 : vc;
    return List.of(
        new Hop<>(output, vc, new Packet(packet.destination(), packet.path(), true, vc)));
  }

  private static ChannelDependencies dependencies(Tofu6D machine, Rule rule) {
    final TofuPaths ways = new TofuPaths(machine);
    return FollowedPackets.of(
        machine,
        2,
        new FollowedPackets.Routing<Packet>() {
          @Override
          public Iterable<Packet> starts(int router) {
            return IntStream.range(0, machine.routers())
                .filter(destination -> destination != router)
                .boxed()
                .flatMap(
                    destination ->
                        IntStream.range(0, PathPolicy.PATHS)
                            .mapToObj(path -> new Packet(destination, path, false, 0)))
                .toList();
          }

          @Override
          public Iterable<Hop<Packet>> hops(int router, int port, Packet packet) {
            return TofuPathsTest.hops(machine, ways, rule, router, port, packet);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldHaveNoCycle(Tofu6D machine) {
    assertEquals(List.of(), dependencies(machine, Rule.WHOLE).cycle());
  }

  @Test
  @Trap(number = 3, fallenInto = "rings without a dateline", shown = Shown.IN_THE_TEST)
  void shouldHaveACycleWithoutADateline() {
    assertFalse(dependencies(machine(true, 4, 1, 1), Rule.NO_DATELINE).cycle().isEmpty());
    assertFalse(dependencies(machine(true, 5, 1, 1), Rule.NO_DATELINE).cycle().isEmpty());
  }

  @Test
  @Trap(number = 3, fallenInto = "both parts of a route on one VC", shown = Shown.IN_THE_TEST)
  void shouldHaveACycleWithBothPartsOnOneVc() {
    assertFalse(dependencies(machine(false, 2, 1, 1), Rule.LAST_PART_LIKE_FIRST).cycle().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("machines")
  @Trap(
      number = 3,
      fallenInto = "a dateline that counts in the dimensions after it as well",
      shown = Shown.IN_THE_SOURCE)
  void shouldArriveByEveryPath(Tofu6D machine) {
    final TofuPaths ways = new TofuPaths(machine);
    for (int source = 0; source < machine.routers(); source++) {
      for (int destination = 0; destination < machine.routers(); destination++) {
        for (int path = 0; path < PathPolicy.PATHS; path++) {
          shouldArrive(machine, ways, source, destination, path);
        }
      }
    }
  }

  private static void shouldArrive(
      Tofu6D machine, TofuPaths ways, int source, int destination, int path) {
    final List<Integer> axes = new ArrayList<>();
    int at = source;
    int port = Topology.NONE;
    boolean crossed = false;
    Packet packet = new Packet(destination, path, false, 0);
    for (List<Hop<Packet>> next = hops(machine, ways, Rule.WHOLE, at, port, packet);
        !next.isEmpty();
        next = hops(machine, ways, Rule.WHOLE, at, port, packet)) {
      final Hop<Packet> hop = next.get(0);
      final int axis = Tofu6D.axisOfPort(hop.port());
      final int before = axes.isEmpty() ? Topology.NONE : axes.get(axes.size() - 1);
      final int there = machine.coordinate(machine.neighbour(at, hop.port()), axis);
      final boolean wraps = Math.abs(there - machine.coordinate(at, axis)) > 1;
      crossed = wraps || (axis == before && crossed);
      final boolean second = axis < Tofu6D.OUTER_AXES ? crossed : hop.state().lastPart();
      final int expectedVc = second ? 1 : 0;
      assertEquals(expectedVc, hop.vc(), "VC of a link along " + Tofu6D.AXES.get(axis));
      axes.add(axis);
      port = machine.neighbourPort(at, hop.port());
      at = machine.neighbour(at, hop.port());
      packet = hop.state();
    }
    assertEquals(destination, at);
    final int[] from = machine.coordinates(source);
    final int[] to = machine.coordinates(destination);
    final int[] by = {0, 0, 0, path / 6, path / 2 % 3, path % 2};
    final List<Integer> expected = new ArrayList<>();
    addInner(expected, from, by);
    for (int axis = 0; axis < Tofu6D.OUTER_AXES; axis++) {
      final int direct = Math.abs(to[axis] - from[axis]);
      final int hops =
          machine.isRing(axis) ? Math.min(direct, machine.extent(axis) - direct) : direct;
      for (int hop = 0; hop < hops; hop++) {
        expected.add(axis);
      }
    }
    addInner(expected, by, to);
    assertEquals(expected, axes, () -> source + " to " + destination + " by " + path);
  }

  /** Adds at most one link each along a, c and b. */
  private static void addInner(List<Integer> axes, int[] from, int[] to) {
    for (int axis : new int[] {3, 5, 4}) {
      if (from[axis] != to[axis]) {
        axes.add(axis);
      }
    }
  }

  /**
   * Uniform traffic on a ring of six and a line of two, summed over all pairs. Along x, packets
   * with two shortest directions take either in equal numbers, or in the ratio 2:1.
   */
  @ParameterizedTest
  @Trap(
      number = 4,
      fallenInto = "always + where both directions of a ring are equally long",
      shown = Shown.IN_THE_SOURCE)
  @CsvSource({"SOURCE, 108, 108", "DESTINATION, 96, 120"})
  void shouldBalanceTies(PathPolicy policy, double leastAlongX, double mostAlongX) {
    final Tofu6D machine = machine(true, 6, 2, 1);
    final LinkLoads loads = new LinkLoads(machine);
    int hops = 0;
    for (int source = 0; source < machine.routers(); source++) {
      for (int destination = 0; destination < machine.routers(); destination++) {
        if (source != destination) {
          final int end = policy == PathPolicy.SOURCE ? source : destination;
          hops += loads.add(source, destination, end % PathPolicy.PATHS, 1);
        }
      }
    }
    final double[] others = {0, 0, 72, 72, 0, 0, 72, 48, 48, 72};
    double alongX = 0;
    for (int node = 0; node < machine.routers(); node++) {
      final double up = loads.of(node, 0);
      assertTrue(up == leastAlongX || up == mostAlongX, "load " + up);
      alongX += up - loads.of(node, 1);
      for (int port = 2; port < Tofu6D.PORTS; port++) {
        final boolean link = machine.neighbour(node, port) != Topology.NONE;
        assertEquals(link ? others[port] : 0, loads.of(node, port));
      }
    }
    assertEquals(0, alongX);
    assertEquals(mostAlongX, loads.most());
    assertEquals(3.6923, hops / (144.0 * 143), 1e-4);
  }
}
