package io.hopwright.models.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.random.Draws;
import io.hopwright.core.random.KeyedPermutation;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RotationsTest {
  private static Rotations rotations(int nodes, int rotations, int packets) {
    return new Rotations(
        new KeyedPermutation(Draws.of(1, 24), nodes - 1), nodes, rotations, packets);
  }

  /** Returns the number of a packet from its rotation, message and place in the message. */
  private static long sequence(int rotations, int packets, int rotation, int message, int packet) {
    return ((long) message * packets + packet) * rotations + rotation;
  }

  @ParameterizedTest(name = "{0} nodes, {1} rotations, {2} packets")
  @CsvSource({"2, 1, 1", "3, 2, 3", "8, 16, 1", "29, 3, 2", "64, 5, 16"})
  void shouldGoOnceThroughAllOthersInEachRotation(int nodes, int count, int packets) {
    final Rotations rotations = rotations(nodes, count, packets);
    for (int source = 0; source < nodes; source++) {
      for (int rotation = 0; rotation < count; rotation++) {
        final BitSet met = new BitSet();
        for (int message = 0; message < nodes - 1; message++) {
          final int to =
              rotations.destination(source, sequence(count, packets, rotation, message, 0));
          for (int packet = 1; packet < packets; packet++) {
            assertEquals(
                to,
                rotations.destination(source, sequence(count, packets, rotation, message, packet)));
          }
          met.set(to);
        }
        assertTrue(!met.get(source) && met.cardinality() == nodes - 1);
      }
    }
  }

  @ParameterizedTest(name = "{0} nodes, {1} rotations, {2} packets")
  @CsvSource({"2, 1, 1", "3, 2, 3", "8, 16, 1", "29, 3, 2"})
  void shouldMeetNobodyInStep(int nodes, int count, int packets) {
    final Rotations rotations = rotations(nodes, count, packets);
    final long all = Rotations.packets(nodes, count, packets);
    assertEquals((nodes - 1L) * count * packets, all);
    for (long sequence = 0; sequence < all; sequence++) {
      final Set<Integer> destinations = new HashSet<>();
      for (int source = 0; source < nodes; source++) {
        assertTrue(destinations.add(rotations.destination(source, sequence)));
      }
    }
  }

  @Test
  void shouldHaveAnOrderOfItsOwnInEachRotation() {
    final int nodes = 29;
    final int count = 16;
    final Rotations rotations = rotations(nodes, count, 1);
    final Set<List<Integer>> orders = new HashSet<>();
    for (int rotation = 0; rotation < count; rotation++) {
      final int own = rotation;
      orders.add(
          IntStream.range(0, nodes - 1)
              .map(message -> rotations.destination(0, sequence(count, 1, own, message, 0)))
              .boxed()
              .toList());
    }
    assertEquals(count, orders.size());
  }

  @Test
  void shouldCountPacketsBeyondInt() {
    assertEquals(99_999L * 64 * 65_536, Rotations.packets(100_000, 64, 65_536));
  }
}
