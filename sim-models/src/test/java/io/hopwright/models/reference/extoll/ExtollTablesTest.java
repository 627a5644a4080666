package io.hopwright.models.reference.extoll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.reference.ReferenceCrossbarRouter.End;
import io.hopwright.models.reference.extoll.ExtollTables.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links and routes of all small machines. */
class ExtollTablesTest {
  private static final int UNIT = ReferenceExtollTopology.FIRST_UNIT;

  /** Link, and the bit d of the VC that a packet takes on it. */
  record Hop(int node, int output, int d) {}

  static Stream<ExtollTestMachine> machines() {
    final List<ExtollTestMachine> machines = new ArrayList<>();
    for (final int[] shape :
        new int[][] {
          {1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {3, 1, 1}, {4, 1, 1}, {1, 1, 5}, {2, 2, 1}, {2, 2, 2},
          {3, 2, 2}, {4, 2, 4}, {3, 3, 3}, {4, 4, 2}, {6, 2, 1}, {5, 4, 1}, {1, 6, 4}, {8, 1, 2}
        }) {
      final ExtollTestMachine machine = ExtollTestMachine.of(shape[0], shape[1], shape[2]);
      machines.add(machine);
      machines.add(machine.with("machine.pairLinks", "double"));
      final int last = shape[0] * shape[1] * shape[2] - 1;
      machines.add(machine.with("machine.hosts", 1, "machine.firstGateway", last));
    }
    return machines.stream();
  }

  private static List<Hop> way(
      ReferenceExtollTopology topology, ExtollTables tables, int source, int destination) {
    final List<Hop> hops = new ArrayList<>();
    int node = source;
    int input = UNIT + source % 3;
    int d = 0;
    while (node != destination) {
      final Step step = tables.step(node, input, destination);
      d = step.dateline().after(d);
      hops.add(new Hop(node, step.output(), d));
      final End end = topology.farEnd(node, step.output());
      node = end.router();
      input = end.port();
      assertTrue(hops.size() <= topology.mostLinks());
    }
    return hops;
  }

  private static int distance(ReferenceExtollTopology topology, int from, int to) {
    int links = (topology.isHost(from) ? 1 : 0) + (topology.isHost(to) ? 1 : 0);
    for (int dimension = 0; dimension < 3; dimension++) {
      final int extent = topology.shape.get(dimension);
      final int there =
          Math.floorMod(
              topology.coordinate(topology.gateway(to), dimension)
                  - topology.coordinate(topology.gateway(from), dimension),
              extent);
      links += Math.min(there, extent - there);
    }
    return links;
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldLeadEverywhereByShortestWays(ExtollTestMachine machine) {
    final ReferenceExtollTopology topology = machine.topology();
    final ExtollTables tables = new ExtollTables(topology, null);
    for (int from = 0; from < topology.nodes(); from++) {
      for (int to = 0; to < topology.nodes(); to++) {
        if (from != to) {
          assertEquals(distance(topology, from, to), way(topology, tables, from, to).size());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldJoinPortsBothWays(ExtollTestMachine machine) {
    final ReferenceExtollTopology topology = machine.topology();
    for (int node = 0; node < topology.nodes(); node++) {
      for (int port = 0; port < UNIT; port++) {
        final End end = topology.farEnd(node, port);
        if (end != null) {
          assertEquals(new End(node, port), topology.farEnd(end.router(), end.port()));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldHaveNoCycleOfWaitingPackets(ExtollTestMachine machine) {
    assertFalse(hasCycle(machine, new ExtollRules()));
  }

  /** Returns whether packets may wait for each other in a cycle. */
  static boolean hasCycle(ExtollTestMachine machine, ExtollRules rules) {
    return hasCycle(waits(machine, rules));
  }

  /** Returns, for each hop that a packet holds, the hops for which it may wait. */
  private static Map<Hop, Set<Hop>> waits(ExtollTestMachine machine, ExtollRules rules) {
    final ReferenceExtollTopology topology = machine.topology();
    final ExtollTables tables = new ExtollTables(topology, null, rules);
    final Map<Hop, Set<Hop>> waits = new HashMap<>();
    for (int from = 0; from < topology.nodes(); from++) {
      for (int to = 0; to < topology.nodes(); to++) {
        Hop before = null;
        for (final Hop hop : way(topology, tables, from, to)) {
          if (before != null) {
            waits.computeIfAbsent(before, key -> new LinkedHashSet<>()).add(hop);
          }
          before = hop;
        }
      }
    }
    return waits;
  }

  /** Returns whether hops remain if those that wait for no remaining one are removed repeatedly. */
  private static boolean hasCycle(Map<Hop, Set<Hop>> waits) {
    final Map<Hop, Set<Hop>> left = new HashMap<>(waits);
    final Predicate<Hop> free = hop -> left.get(hop).stream().noneMatch(left::containsKey);
    while (true) {
      final Set<Hop> ended = new HashSet<>();
      left.keySet().stream().filter(free).forEach(ended::add);
      if (ended.isEmpty()) {
        return !left.isEmpty();
      }
      left.keySet().removeAll(ended);
    }
  }

  /** GreenICE: in an all-to-all all links carry the same load. */
  @Test
  void shouldLoadAllLinksAlikeWhereTheOtherExtentsAreEven() {
    final ExtollTestMachine machine = ExtollTestMachine.of(4, 2, 4).with("machine.hosts", 0);
    assertEquals(Set.of(16), loads(machine));
    assertEquals(Set.of(16, 8), loads(machine.with("machine.pairLinks", "double")));
  }

  /** Returns the numbers of paths over a link, between all pairs of NAAs. */
  static Set<Integer> loads(ExtollTestMachine machine) {
    final ReferenceExtollTopology topology = machine.topology();
    final ExtollTables tables = new ExtollTables(topology, null);
    final Map<List<Integer>, Integer> ways = new HashMap<>();
    for (int from = 0; from < topology.accelerators(); from++) {
      for (int to = 0; to < topology.accelerators(); to++) {
        way(topology, tables, from, to)
            .forEach(hop -> ways.merge(List.of(hop.node, hop.output), 1, Integer::sum));
      }
    }
    final long links =
        IntStream.range(0, topology.accelerators() * UNIT)
            .filter(i -> topology.farEnd(i / UNIT, i % UNIT) != null)
            .count();
    assertEquals(links, ways.size());
    return Set.copyOf(ways.values());
  }

  @Test
  void shouldReachHostsThroughTheirGateways() {
    final ExtollTestMachine machine =
        ExtollTestMachine.of(4, 1, 1)
            .with("machine.hosts", 2, "machine.firstGateway", 1, "machine.gatewayStep", 2);
    final ReferenceExtollTopology topology = machine.topology();
    final ExtollTables tables = new ExtollTables(topology, null);
    assertEquals(6, topology.nodes());
    assertNull(topology.farEnd(4, 0));
    assertEquals(new End(1, 6), topology.farEnd(4, 6));
    assertEquals(new End(3, 6), topology.farEnd(5, 6));
    assertNull(topology.farEnd(0, 6));
    // 3 → 0 crosses the dateline; at half the ring 3, which is odd, goes down
    assertEquals(List.of(new Hop(5, 6, 0), new Hop(3, 0, 1)), way(topology, tables, 5, 0));
    assertEquals(
        List.of(new Hop(5, 6, 0), new Hop(3, 1, 0), new Hop(2, 1, 0), new Hop(1, 6, 0)),
        way(topology, tables, 5, 4));
  }

  @Test
  void shouldReplaceEntries(@TempDir Path folder) throws IOException {
    final Path file = folder.resolve("tables.txt");
    Files.writeString(
        file,
        """
        # the long way round
        0 unit 1 x- 1   # from the units
        3 x+ 1 x- 0
        2 * 1 x+ keep

        2 * 1 x- keep
        """);
    final ReferenceExtollTopology topology = ExtollTestMachine.of(4, 1, 1).topology();
    final ExtollTables tables = new ExtollTables(topology, InputFile.of(file));
    assertEquals(
        List.of(new Hop(0, 1, 1), new Hop(3, 1, 0), new Hop(2, 1, 0)), way(topology, tables, 0, 1));
    assertEquals(2, way(topology, tables, 3, 1).size());
    assertEquals(1, way(topology, tables, 2, 1).size());
  }
}
