package io.hopwright.models.reference.tofu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.ReferenceCrossbarRouter.End;
import io.hopwright.models.reference.tofu.TofuRoutes.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes, links and routes of the reference TofuD against brute-force counts and cycles. */
class TofuRoutesTest {
  /** A VC of a link of one class. */
  private record Channel(int node, int port, int v) {}

  private static final List<TofuTestMachine> SMALL =
      List.of(
          TofuTestMachine.of(1, 1, 1),
          TofuTestMachine.of(2, 1, 1),
          TofuTestMachine.of(3, 1, 1),
          TofuTestMachine.of(3, 2, 2),
          TofuTestMachine.of(1, 1, 4),
          TofuTestMachine.of(4, 3, 1).with("machine.rings", List.of("x")),
          TofuTestMachine.of(5, 1, 3).with("machine.rings", List.of()),
          TofuTestMachine.of(2, 4, 1));

  // -------------------------------------------------------------------------------- topology

  @Test
  void shouldNumberNodesAsThePageDoes() {
    final ReferenceTofuTopology topology = TofuTestMachine.of(24, 23, 24).topology();
    assertEquals(158_976, topology.nodes());
    assertEquals(((((7 * 23 + 5) * 24 + 3) * 2 + 1) * 3 + 2) * 2, topology.node(7, 5, 3, 1, 2, 0));
    for (int node = 0; node < topology.nodes(); node += 97) {
      assertEquals(node, topology.node(topology.coordinates(node)));
    }
  }

  @Test
  void shouldLeadBackFromTheFarEndOfEveryLink() {
    for (final TofuTestMachine machine : SMALL) {
      final ReferenceTofuTopology topology = machine.topology();
      for (int node = 0; node < topology.nodes(); node++) {
        for (int port = 0; port < ReferenceTofuTopology.FIRST_TNI; port++) {
          final End far = topology.farEnd(node, port);
          if (far != null) {
            assertEquals(new End(node, port), topology.farEnd(far.router(), far.port()));
            assertTrue(far.router() != node, () -> machine + ": a link to itself");
          }
        }
      }
    }
  }

  @Test
  void shouldHaveLinksAtTheEndsOfRingsOnly() {
    final ReferenceTofuTopology topology =
        TofuTestMachine.of(3, 3, 1).with("machine.rings", List.of("y")).topology();
    final int corner = topology.node(0, 0, 0, 0, 0, 0);
    assertEquals(new End(topology.node(1, 0, 0, 0, 0, 0), 1), topology.farEnd(corner, 0));
    assertEquals(null, topology.farEnd(corner, 1));
    assertEquals(new End(topology.node(0, 2, 0, 0, 0, 0), 2), topology.farEnd(corner, 3));
    assertEquals(null, topology.farEnd(corner, 4));
    assertEquals(null, topology.farEnd(corner, 5));
    assertEquals(new End(topology.node(0, 0, 0, 1, 0, 0), 6), topology.farEnd(corner, 6));
    assertEquals(new End(topology.node(0, 0, 0, 0, 1, 0), 8), topology.farEnd(corner, 7));
    assertEquals(new End(topology.node(0, 0, 0, 0, 2, 0), 7), topology.farEnd(corner, 8));
    assertEquals(new End(corner ^ 1, 9), topology.farEnd(corner, 9));
  }

  /**
   * Shares are 25.0 % and 66.7 % with rings in all dimensions; a board of two nodes has two or
   * three cables.
   */
  @Test
  void shouldTellOpticalLinksByUnits() {
    final List<String> rings = List.of("x", "y", "z");
    final TofuTestMachine tofud = TofuTestMachine.of(4, 4, 8).with("machine.rings", rings);
    assertEquals(0.25, opticalShare(tofud.topology()));
    final TofuTestMachine tofu2 =
        TofuTestMachine.of(3, 3, 6).with("machine.rings", rings, "machine.generation", "tofu2");
    assertEquals(2.0 / 3, opticalShare(tofu2.topology()));
    assertEquals(0, opticalShare(tofud.with("machine.generation", "tofu").topology()));
    final Map<Long, Integer> boards = new TreeMap<>();
    final ReferenceTofuTopology topology = tofud.topology();
    for (int node = 0; node < topology.nodes(); node += 2) {
      boards.merge(optical(topology, node) + optical(topology, node + 1), 1, Integer::sum);
    }
    assertEquals(Map.of(4L, 384, 6L, 384), boards);
  }

  private static long optical(ReferenceTofuTopology topology, int node) {
    return IntStream.range(0, ReferenceTofuTopology.FIRST_TNI)
        .filter(port -> topology.farEnd(node, port) != null && topology.isOptical(node, port))
        .count();
  }

  private static double opticalShare(ReferenceTofuTopology topology) {
    long links = 0;
    long optical = 0;
    for (int node = 0; node < topology.nodes(); node++) {
      for (int port = 0; port < ReferenceTofuTopology.FIRST_TNI; port++) {
        links += topology.farEnd(node, port) == null ? 0 : 1;
      }
      optical += optical(topology, node);
    }
    return (double) optical / links;
  }

  @Test
  void shouldFoldAVirtualTorus() {
    for (final TofuTestMachine machine : SMALL) {
      final ReferenceTofuTopology topology = machine.topology();
      final boolean wide = topology.extent(0) >= 2 && topology.extent(1) >= 2;
      for (int node = 0; node < topology.nodes(); node++) {
        final Set<Integer> ports = new HashSet<>();
        for (int neighbour = 0; neighbour < 6; neighbour++) {
          final int there = topology.virtualNeighbour(node, neighbour);
          assertEquals(node, topology.virtualNeighbour(there, neighbour ^ 1));
          ports.add(portTo(topology, node, there));
        }
        assertFalse(ports.contains(-1), () -> machine + ": a neighbour there, none here");
        assertTrue(!wide || ports.size() == 6, () -> machine + ": two behind one port");
      }
    }
  }

  private static int portTo(ReferenceTofuTopology topology, int node, int there) {
    return IntStream.range(0, ReferenceTofuTopology.FIRST_TNI)
        .filter(port -> topology.farEnd(node, port) != null)
        .filter(port -> topology.farEnd(node, port).router() == there)
        .findFirst()
        .orElse(-1);
  }

  // ------------------------------------------------------------------------------------ ways

  /** Route from one node to another on a path. */
  @FunctionalInterface
  private interface OfWay {
    void take(int source, int destination, List<Integer> path, List<Step> way);
  }

  private static void forAllWays(TofuTestMachine machine, OfWay taker) {
    final ReferenceTofuTopology topology = machine.topology();
    final TofuRoutes routes = new TofuRoutes(topology);
    for (int source = 0; source < topology.nodes(); source++) {
      for (int destination = 0; destination < topology.nodes(); destination++) {
        for (int i = 0; i < TofuRoutes.PATHS; i++) {
          final List<Integer> path = TofuRoutes.path(i);
          taker.take(source, destination, path, routes.way(source, destination, path));
        }
      }
    }
  }

  @Test
  void shouldArriveOverAsFewLinksAsTheyAreApart() {
    assertEquals(12, IntStream.range(0, 12).mapToObj(TofuRoutes::path).distinct().count(), "paths");
    for (final TofuTestMachine machine : SMALL) {
      final ReferenceTofuTopology topology = machine.topology();
      forAllWays(
          machine,
          (source, destination, path, way) -> {
            int at = source;
            for (final Step step : way) {
              at = topology.farEnd(at, step.port()).router();
            }
            assertEquals(destination, at);
            final int[] s = topology.coordinates(source);
            final int[] d = topology.coordinates(destination);
            int links = 0;
            for (int axis = 0; axis < 3; axis++) {
              final int apart = Math.abs(s[axis] - d[axis]);
              final int around = topology.extent(axis) - apart;
              links += topology.isRing(axis) ? Math.min(apart, around) : apart;
              links += s[3 + axis] == path.get(axis) ? 0 : 1;
              links += d[3 + axis] == path.get(axis) ? 0 : 1;
            }
            assertEquals(links, way.size());
          });
    }
  }

  /** The order is A, C, B; x, y, z; A, C, B. v is 1 behind a dateline, and in the last part. */
  @Test
  void shouldTakeDimensionsInOrder() {
    final ReferenceTofuTopology topology = TofuTestMachine.of(4, 1, 3).topology();
    final TofuRoutes routes = new TofuRoutes(topology);
    assertEquals(
        List.of(
            new Step(6, 0),
            new Step(9, 0),
            new Step(8, 0),
            new Step(0, 0),
            new Step(0, 1),
            new Step(5, 1),
            new Step(6, 1),
            new Step(9, 1),
            new Step(7, 1)),
        routes.way(
            topology.node(2, 0, 0, 0, 0, 0), topology.node(0, 0, 2, 0, 0, 0), List.of(1, 2, 1)));
    assertEquals(
        List.of(new Step(1, 0), new Step(1, 1)),
        routes.way(
            topology.node(1, 0, 0, 1, 2, 1), topology.node(3, 0, 0, 1, 2, 1), List.of(1, 2, 1)));
  }

  @Test
  void shouldBalanceTies() {
    for (final TofuTestMachine machine :
        List.of(TofuTestMachine.of(4, 1, 1), TofuTestMachine.of(1, 6, 1))) {
      final Map<Channel, Integer> loads = new HashMap<>();
      final ReferenceTofuTopology topology = machine.topology();
      forAllWays(machine, (source, destination, path, way) -> count(topology, source, way, loads));
      final int plus = topology.extent(0) > 1 ? 0 : 2;
      for (int node = 0; node < topology.nodes(); node++) {
        assertEquals(load(loads, 0, plus), load(loads, node, plus));
        assertEquals(load(loads, 0, plus), load(loads, node, plus + 1));
      }
    }
  }

  private static void count(
      ReferenceTofuTopology topology, int source, List<Step> way, Map<Channel, Integer> loads) {
    int at = source;
    for (final Step step : way) {
      loads.merge(new Channel(at, step.port(), step.v()), 1, Integer::sum);
      at = topology.farEnd(at, step.port()).router();
    }
  }

  private static int load(Map<Channel, Integer> loads, int node, int port) {
    return loads.getOrDefault(new Channel(node, port, 0), 0)
        + loads.getOrDefault(new Channel(node, port, 1), 0);
  }

  /** Loads of links per axis under uniform traffic, computed by hand. */
  @Test
  void shouldLoadLinksUnderUniformTrafficAsTheSumsSay() {
    final List<Integer> six = List.of(108, 72, 0, 72, 48, 72); // a mean of 1.5 links in x
    final List<Integer> four = List.of(48, 48, 0, 48, 32, 48);
    checkUniformLoads(TofuTestMachine.of(6, 2, 1), true, six);
    checkUniformLoads(TofuTestMachine.of(4, 2, 1), true, four);
    checkUniformLoads(TofuTestMachine.of(4, 2, 1), false, four);
  }

  private static void checkUniformLoads(
      TofuTestMachine machine, boolean pathOfSource, List<Integer> byAxis) {
    final ReferenceTofuTopology topology = machine.topology();
    final TofuRoutes routes = new TofuRoutes(topology);
    final Map<Channel, Integer> loads = new HashMap<>();
    for (int source = 0; source < topology.nodes(); source++) {
      for (int destination = 0; destination < topology.nodes(); destination++) {
        final List<Integer> path = routes.pathOf(pathOfSource ? source : destination);
        count(topology, source, routes.way(source, destination, path), loads);
      }
    }
    for (int node = 0; node < topology.nodes(); node++) {
      for (int port = 0; port < ReferenceTofuTopology.FIRST_TNI; port++) {
        final boolean there = topology.farEnd(node, port) != null;
        final int expected = there ? byAxis.get(ReferenceTofuTopology.axis(port)) : 0;
        assertEquals(expected, load(loads, node, port), machine + ", port " + port);
      }
    }
  }

  // -------------------------------------------------------------------------------- deadlock

  /** "Without the dateline, or with v = 0 in the last part too, there are cycles". */
  @Tag("slow")
  @Test
  void shouldHaveNoCycleOfChannels() {
    for (final TofuTestMachine machine : SMALL) {
      assertFalse(hasCycle(machine, UnaryOperator.identity()), machine::toString);
    }
    assertTrue(hasCycle(TofuTestMachine.of(1, 1, 1), TofuRoutesTest::oneVcInBothParts));
    assertTrue(hasCycle(TofuTestMachine.of(3, 1, 1), TofuRoutesTest::oneVcInBothParts));
    assertTrue(hasCycle(TofuTestMachine.of(4, 1, 1), TofuRoutesTest::noDateline));
    assertFalse(hasCycle(TofuTestMachine.of(2, 1, 1), TofuRoutesTest::noDateline));
  }

  /** Returns a route by the broken rule with v = 0 in x, y and z. */
  static List<Step> noDateline(List<Step> way) {
    return way.stream().map(step -> step.port() < 6 ? new Step(step.port(), 0) : step).toList();
  }

  /** Returns a route by the broken rule with v = 0 in the last part too. */
  static List<Step> oneVcInBothParts(List<Step> way) {
    return way.stream().map(step -> step.port() < 6 ? step : new Step(step.port(), 0)).toList();
  }

  private static boolean hasCycle(TofuTestMachine machine, UnaryOperator<List<Step>> rules) {
    final ReferenceTofuTopology topology = machine.topology();
    final Map<Channel, Set<Channel>> next = new HashMap<>();
    forAllWays(
        machine,
        (source, destination, path, way) -> {
          int at = source;
          Channel before = null;
          for (final Step step : rules.apply(way)) {
            final Channel channel = new Channel(at, step.port(), step.v());
            next.computeIfAbsent(channel, key -> new HashSet<>());
            if (before != null) {
              next.get(before).add(channel);
            }
            before = channel;
            at = topology.farEnd(at, step.port()).router();
          }
        });
    boolean fewer = true;
    while (fewer) { // channels that wait for no other channel are in no cycle
      final List<Channel> ends = new ArrayList<>();
      next.forEach(
          (channel, waitsFor) -> {
            if (waitsFor.isEmpty()) {
              ends.add(channel);
            }
          });
      ends.forEach(next::remove);
      final Set<Channel> gone = new HashSet<>(ends);
      next.values().forEach(waitsFor -> waitsFor.removeAll(gone));
      fewer = !ends.isEmpty();
    }
    return !next.isEmpty();
  }
}
