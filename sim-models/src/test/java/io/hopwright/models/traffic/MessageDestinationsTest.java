package io.hopwright.models.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.random.Draws;
import io.hopwright.core.random.KeyedPermutation;
import io.hopwright.models.topology.Dragonfly;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Destinations that need no torus. */
class MessageDestinationsTest {
  @ParameterizedTest(name = "{0} nodes")
  @ValueSource(ints = {2, 3, 8, 29})
  void shouldMeetNobodyInARotatingShift(int nodes) {
    final RotatingShift shift = new RotatingShift(nodes);
    for (int source = 0; source < nodes; source++) {
      final BitSet met = new BitSet();
      for (int sequence = 0; sequence < nodes - 1; sequence++) {
        final int to = shift.destination(source, sequence);
        assertEquals((source + sequence + 1) % nodes, to);
        met.set(to);
      }
      assertTrue(!met.get(source) && met.cardinality() == nodes - 1);
    }
    for (int sequence = 0; sequence < nodes - 1; sequence++) {
      final Set<Integer> destinations = new HashSet<>();
      for (int source = 0; source < nodes; source++) {
        assertTrue(destinations.add(shift.destination(source, sequence)), "in step");
      }
    }
  }

  @ParameterizedTest(name = "{0} nodes")
  @ValueSource(ints = {2, 3, 8, 29, 64})
  void shouldGoOnceThroughAllOthersInAnOrderOfItsOwn(int nodes) {
    final RandomOrder order = new RandomOrder(new KeyedPermutation(Draws.of(1, 4), nodes - 1));
    final Set<List<Integer>> orders = new HashSet<>();
    for (int source = 0; source < nodes; source++) {
      final BitSet met = new BitSet();
      final List<Integer> destinations = new ArrayList<>();
      for (int sequence = 0; sequence < nodes - 1; sequence++) {
        final int to = order.destination(source, sequence);
        met.set(to);
        destinations.add(to);
      }
      assertTrue(!met.get(source) && met.cardinality() == nodes - 1);
      orders.add(destinations);
    }
    assertEquals(nodes, orders.size(), "all in different orders");
  }

  @ParameterizedTest(name = "{0} nodes")
  @ValueSource(ints = {2, 3, 8, 29, 1_000})
  void shouldJoinAllNodesToOneRing(int nodes) {
    final KeyedPermutation order = new KeyedPermutation(Draws.of(1, 15), nodes);
    final RandomRing ring = new RandomRing(order, nodes);
    final BitSet visited = new BitSet();
    int at = order.apply(0, 0, 0);
    for (int position = 0; position < nodes; position++) {
      assertEquals(order.apply(0, 0, position), at);
      visited.set(at);
      assertNotEquals(at, ring.destination(at, position));
      assertEquals(ring.destination(at, 0), ring.destination(at, 1_000_000));
      at = ring.destination(at, 0);
    }
    assertEquals(order.apply(0, 0, 0), at);
    assertEquals(nodes, visited.cardinality());
  }

  @ParameterizedTest
  @CsvSource({"2, 2, 0, 1", "5, 2, 0, 2", "4, 1, 0, 3", "4, 2, 3, 1", "4, 1, 3, 7", "3, 1, 1, 239"})
  void shouldKeepThePlaceInAnotherGroup(int groups, int lastChassis, int ioBlades, int shift) {
    final Dragonfly topology =
        new Dragonfly(new Dragonfly.Plan(groups, groups, 2, lastChassis, 4, 0, ioBlades));
    final List<List<Integer>> members = new ArrayList<>();
    for (int group = 0; group < groups; group++) {
      members.add(new ArrayList<>());
    }
    for (int node = 0; node < topology.nodes(); node++) {
      members.get(topology.groupOf(topology.ariesOf(node))).add(node);
    }
    final GroupShift destinations = new GroupShift(topology, shift);
    for (int group = 0; group < groups; group++) {
      final List<Integer> there = members.get((group + shift) % groups);
      for (int place = 0; place < members.get(group).size(); place++) {
        final int source = members.get(group).get(place);
        assertEquals(there.get(place % there.size()), destinations.destination(source, place));
        assertNotEquals(source, destinations.destination(source, 0));
      }
    }
  }

  @Test
  void shouldAllSendToOne() {
    final ManyToOne hot = new ManyToOne(7);
    for (int source = 0; source < 20; source++) {
      assertEquals(7, hot.destination(source, 99L * source));
    }
  }
}
