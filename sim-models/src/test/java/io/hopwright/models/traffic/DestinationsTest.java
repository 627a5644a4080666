package io.hopwright.models.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.random.Draws;
import io.hopwright.core.random.KeyedPermutation;
import io.hopwright.models.topology.SubTorus;
import io.hopwright.models.topology.Torus;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DestinationsTest {
  @ParameterizedTest(name = "{0} nodes")
  @ValueSource(ints = {2, 3, 8, 27})
  void shouldSendToEveryOtherNodeAlike(int nodes) {
    final UniformDestinations uniform = new UniformDestinations(Draws.of(7, 0), 0, nodes);
    final int expected = 1_000;
    for (int source = 0; source < nodes; source++) {
      final int[] counts = new int[nodes];
      for (int sequence = 0; sequence < expected * (nodes - 1); sequence++) {
        counts[uniform.destination(source, sequence)]++;
      }
      assertEquals(0, counts[source], "a node sends to itself");
      double chiSquare = 0;
      for (int to = 0; to < nodes; to++) {
        final double off = counts[to] - expected;
        chiSquare += to == source ? 0 : off * off / expected;
      }
      final double degrees = nodes - 2;
      assertTrue(chiSquare <= degrees + 6 * Math.sqrt(2 * degrees), "chi-square " + chiSquare);
    }
  }

  @Test
  void shouldDrawAnotherDestinationForAnotherSourceSequenceOrStream() {
    final UniformDestinations normal = new UniformDestinations(Draws.of(7, 0), 0, 65_536);
    final UniformDestinations other = new UniformDestinations(Draws.of(7, 0), 1, 65_536);
    assertNotEquals(normal.destination(1, 2), normal.destination(1, 3));
    assertNotEquals(normal.destination(1, 2), normal.destination(2, 2));
    assertNotEquals(normal.destination(1, 2), other.destination(1, 2));
  }

  @ParameterizedTest(name = "{0} nodes, {1} packets each")
  @CsvSource({"2, 1", "2, 3", "3, 1", "8, 2", "17, 1", "64, 5"})
  void shouldGoThroughAllOtherNodesInBlocks(int nodes, int inARow) {
    final AllToAllDestinations allToAll =
        new AllToAllDestinations(
            new SubTorus(new Torus(nodes, 1, 1), true, true, true),
            1,
            new KeyedPermutation(Draws.of(1, 4), nodes - 1),
            inARow);
    for (int source = 0; source < nodes; source++) {
      final BitSet seen = new BitSet(nodes);
      for (int block = 0; block < nodes - 1; block++) {
        final int to = allToAll.destination(source, (long) block * inARow);
        assertTrue(to >= 0 && to < nodes && to != source && !seen.get(to), "destination " + to);
        seen.set(to);
        for (int i = 1; i < inARow; i++) {
          assertEquals(to, allToAll.destination(source, (long) block * inARow + i));
        }
      }
      assertEquals(nodes - 1, seen.cardinality());
    }
  }

  @ParameterizedTest
  @CsvSource({"5, 4, 3", "8, 1, 1", "2, 2, 2", "1, 6, 1", "1, 1, 7", "4, 4, 4"})
  void shouldClimbOneHopWithEachPacket(int x, int y, int z) {
    final Torus torus = new Torus(x, y, z);
    final LadderDestinations ladder = new LadderDestinations(torus);
    for (int source = 0; source < torus.nodes(); source++) {
      for (int sequence = 0; sequence < torus.diameter(); sequence++) {
        final int to = ladder.destination(source, sequence);
        assertEquals(sequence + 1, torus.distance(source, to));
        final int inX = Math.min(sequence + 1, x / 2);
        assertEquals(inX, torus.offset(source, to, 0), "x comes first");
      }
    }
  }
}
