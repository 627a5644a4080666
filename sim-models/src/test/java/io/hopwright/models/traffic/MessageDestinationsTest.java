package io.hopwright.models.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.random.Draws;
import io.hopwright.core.random.KeyedPermutation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Destinations that do not depend on a torus. */
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
}
