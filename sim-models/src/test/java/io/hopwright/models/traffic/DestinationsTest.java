package io.hopwright.models.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.random.Draws;
import io.hopwright.core.random.KeyedPermutation;
import io.hopwright.models.topology.HotBox;
import io.hopwright.models.topology.SubGrid;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

  @ParameterizedTest(name = "first in dimension {0}")
  @ValueSource(ints = {0, 1, 2})
  void shouldGoAlongOneDimensionFirst(int dimension) {
    final Torus torus = new Torus(4, 3, 5);
    final Destinations whole = new UniformDestinations(Draws.of(7, 0), 0, torus.nodes());
    final Destinations legs = new TwoPhaseDestinations(whole, torus, dimension);
    for (int source = 0; source < torus.nodes(); source++) {
      for (long count = 0; count < 200; count++) {
        final int end = whole.destination(source, count);
        final int between = legs.destination(source, 2 * count);
        assertEquals(end, legs.destination(source, 2 * count + 1));
        for (int each = 0; each < Torus.DIMENSIONS; each++) {
          final int from = each == dimension ? end : source;
          assertEquals(torus.coordinate(from, each), torus.coordinate(between, each));
        }
      }
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
            new SubGrid(new Torus(nodes, 1, 1), true, true, true),
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

  @ParameterizedTest
  @CsvSource({
    "4, 3, 2, 7, 1, 1",
    "4, 3, 2, 7, 2, 1",
    "4, 3, 2, 5, 1, 3",
    "4, 3, 2, 5, 2, 2",
    "5, 4, 3, 1, 2, 1",
    "2, 3, 5, 6, 2, 1",
    "2, 1, 1, 1, 2, 3"
  })
  void shouldGoThroughAllOtherMembersOfTheGroupAndTheirCores(
      int x, int y, int z, int free, int cores, int inARow) {
    final Torus torus = new Torus(x, y, z);
    final SubGrid group = new SubGrid(torus, (free & 1) != 0, (free & 2) != 0, (free & 4) != 0);
    final int targets = (group.nodes() - 1) * cores;
    final AllToAllDestinations allToAll =
        new AllToAllDestinations(
            group, cores, new KeyedPermutation(Draws.of(1, 4), targets), inARow);
    for (int source = 0; source < torus.nodes(); source++) {
      for (int core = 0; core < cores; core++) {
        final Set<List<Integer>> seen = new HashSet<>();
        for (int count = 0; count < targets * inARow; count++) {
          final long sequence = (long) cores * count + core;
          final int to = allToAll.destination(source, sequence);
          final int toCore = allToAll.core(source, sequence);
          assertTrue(to != source && toCore >= 0 && toCore < cores);
          for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
            assertTrue(
                (free >> dimension & 1) != 0
                    || torus.coordinate(source, dimension) == torus.coordinate(to, dimension),
                "leaves its group");
          }
          assertEquals(count % inARow == 0, seen.add(List.of(to, toCore)), "in a row");
        }
        assertEquals(targets, seen.size());
      }
    }
  }

  @Test
  void shouldGiveEachCoreAnOrderOfItsOwn() {
    final SubGrid all = new SubGrid(new Torus(8, 8, 1), true, true, true);
    final AllToAllDestinations allToAll =
        new AllToAllDestinations(all, 2, new KeyedPermutation(Draws.of(1, 4), 126), 1);
    int same = 0;
    for (long count = 0; count < 126; count++) {
      same += allToAll.destination(5, 2 * count) == allToAll.destination(5, 2 * count + 1) ? 1 : 0;
    }
    assertTrue(same < 20, same + " of 126 in step");
  }

  @ParameterizedTest
  @CsvSource({"2, 2, 1, 0.25", "1, 1, 1, 0.5", "3, 2, 2, 1", "4, 3, 2, 0.5", "2, 1, 2, 0"})
  void shouldSendItsFractionToTheHotBox(int x, int y, int z, double fraction) {
    final Torus torus = new Torus(4, 3, 2);
    final HotBox box = new HotBox(torus, x, y, z);
    final int nodes = torus.nodes();
    final HotRegionDestinations hotRegion =
        new HotRegionDestinations(
            box,
            Draws.of(7, 11),
            Draws.threshold(fraction),
            Draws.of(7, 0),
            0,
            new UniformDestinations(Draws.of(7, 0), 0, nodes));
    final int packets = 40_000;
    for (int source : new int[] {0, 1, 23}) {
      final int[] counts = new int[nodes];
      for (long sequence = 0; sequence < packets; sequence++) {
        counts[hotRegion.destination(source, sequence)]++;
      }
      final boolean inside = box.contains(source);
      final int others = box.nodes() - (inside ? 1 : 0);
      for (int to = 0; to < nodes; to++) {
        final double hot = others == 0 ? 0 : fraction;
        double share = (1 - hot) / (nodes - 1);
        share += box.contains(to) && others > 0 ? hot / others : 0;
        share = to == source ? 0 : share;
        final double deviation = Math.sqrt(packets * share * (1 - share));
        assertEquals(packets * share, counts[to], 5 * deviation, source + " to " + to);
      }
    }
  }

  @Test
  void shouldLeaveColdPacketsWhereTheyWouldGoAnyway() {
    final Torus torus = new Torus(4, 3, 2);
    final UniformDestinations uniform = new UniformDestinations(Draws.of(7, 0), 0, 24);
    final Draws hot = Draws.of(7, 11);
    final HotRegionDestinations hotRegion =
        new HotRegionDestinations(
            new HotBox(torus, 2, 2, 2), hot, Draws.threshold(0.5), Draws.of(7, 0), 0, uniform);
    for (long sequence = 0; sequence < 1_000; sequence++) {
      final boolean isHot = (hot.draw(9, sequence, 0) >>> 32) < 1L << 31;
      final int to = hotRegion.destination(9, sequence);
      assertTrue(isHot ? torus.coordinate(to, 0) < 2 : to == uniform.destination(9, sequence));
    }
  }

  @ParameterizedTest
  @CsvSource({"4, 3, 2, 1", "4, 3, 2, 2", "5, 1, 3, 1", "2, 2, 1, 2", "1, 1, 6, 1"})
  void shouldLeaveThroughThePortsInTurn(int x, int y, int z, int cores) {
    final Torus torus = new Torus(x, y, z);
    final List<Integer> ports = new ArrayList<>();
    for (int port = 0; port < Torus.PORTS; port++) {
      if (torus.extent(port / 2) > 1) {
        ports.add(port);
      }
    }
    final RingDestinations next = new RingDestinations(torus, ports, cores, false);
    final RingDestinations around = new RingDestinations(torus, ports, cores, true);
    for (int source = 0; source < torus.nodes(); source++) {
      for (int core = 0; core < cores; core++) {
        for (int count = 0; count < 20; count++) {
          final long sequence = (long) cores * count + core;
          final int port = ports.get(count % ports.size());
          assertEquals(port, next.onlyPort(source, sequence));
          assertEquals(port, around.onlyPort(source, sequence));
          assertEquals(core, next.core(source, sequence), "the sender's own number");
          assertEquals(core, around.core(source, sequence));
          assertEquals(torus.neighbour(source, port), next.destination(source, sequence));
          int last = source;
          for (int hop = 1; hop < torus.extent(port / 2); hop++) {
            last = torus.neighbour(last, port);
          }
          assertEquals(last, around.destination(source, sequence));
        }
      }
    }
  }

  @Test
  void shouldDrawACoreAndKeepTheNode() {
    final UniformDestinations uniform = new UniformDestinations(Draws.of(7, 0), 0, 24);
    final RandomCore random = new RandomCore(uniform, Draws.of(7, 12), 0, 2);
    final int packets = 40_000;
    int ones = 0;
    int sameAsNext = 0;
    for (long sequence = 0; sequence < packets; sequence++) {
      assertEquals(uniform.destination(3, sequence), random.destination(3, sequence));
      assertEquals(Destinations.ANY_WAY, random.onlyPort(3, sequence));
      assertEquals(0, uniform.core(3, sequence));
      final int core = random.core(3, sequence);
      assertTrue(core == 0 || core == 1);
      ones += core;
      sameAsNext += core == random.core(3, sequence + 1) ? 1 : 0;
    }
    // Standard deviation of both counts: 100.
    assertEquals(packets / 2, ones, 500);
    assertEquals(packets / 2, sameAsNext, 500);
  }
}
