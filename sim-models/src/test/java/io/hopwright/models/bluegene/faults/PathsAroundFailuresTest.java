package io.hopwright.models.bluegene.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathsAroundFailuresTest {
  private static final int[][] ORDERS = {{0, 1, 2}, {2, 1, 0}, {1, 2, 0}};

  private static PathsAroundFailures ways(Torus torus, List<Integer> nodes, List<Integer> links) {
    return new PathsAroundFailures(
        torus, FailedParts.of(torus, nodes, links), new int[] {0, 1, 2}, false);
  }

  /**
   * Reference implementation: a torus with lists of failed components; it finds paths by walking
   * them.
   */
  // The arrays of the record are never changed or compared.
  @SuppressWarnings("ArrayRecordComponent")
  private record Naive(Torus torus, List<Integer> nodes, List<Integer> links, int[] order) {
    boolean lives(int node, int port) {
      final int far = torus.neighbour(node, port);
      return !nodes.contains(node)
          && !nodes.contains(far)
          && !links.contains(6 * node + port)
          && !links.contains(6 * far + (port ^ 1));
    }

    int hops(int from, int to, int setting, int dimension) {
      final int offset = torus.offset(from, to, dimension);
      return (setting >>> dimension & 1) == 0 || offset == 0
          ? offset
          : torus.extent(dimension) - offset;
    }

    int hops(int from, int to, int setting) {
      return hops(from, to, setting, 0) + hops(from, to, setting, 1) + hops(from, to, setting, 2);
    }

    boolean ordered(int from, int to, int setting) {
      int at = from;
      for (int dimension : order) {
        final int port = 2 * dimension + (setting >>> dimension & 1);
        for (int hop = 0; hop < hops(from, to, setting, dimension); hop++) {
          if (!lives(at, port)) {
            return false;
          }
          at = torus.neighbour(at, port);
        }
      }
      return at == to;
    }

    /** Goes all ways. */
    boolean any(int at, int to, int setting, int x, int y, int z) {
      final int[] left = {x, y, z};
      for (int dimension = 0; dimension < 3; dimension++) {
        if (left[dimension] > 0) {
          final int port = 2 * dimension + (setting >>> dimension & 1);
          left[dimension]--;
          if (!lives(at, port)
              || !any(torus.neighbour(at, port), to, setting, left[0], left[1], left[2])) {
            return false;
          }
          left[dimension]++;
        }
      }
      return true;
    }

    int best(int from, int to, int preferred, boolean inOrder) {
      int best = PathsAroundFailures.NONE;
      for (int deviation = 0; deviation < 8; deviation++) {
        final int setting = preferred ^ deviation;
        boolean meaning = true;
        for (int dimension = 0; dimension < 3; dimension++) {
          meaning &= (deviation >>> dimension & 1) == 0 || torus.offset(from, to, dimension) != 0;
        }
        final boolean clear =
            inOrder
                ? ordered(from, to, setting)
                : any(
                    from,
                    to,
                    setting,
                    hops(from, to, setting, 0),
                    hops(from, to, setting, 1),
                    hops(from, to, setting, 2));
        if (meaning && clear && (best < 0 || hops(from, to, setting) < hops(from, to, best))) {
          best = setting;
        }
      }
      return best;
    }
  }

  private static List<Integer> some(Random random, int most, int bound) {
    final List<Integer> some = new ArrayList<>();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      some.add(random.nextInt(bound));
    }
    return some;
  }

  @ParameterizedTest
  @CsvSource({"5, 1, 1", "2, 2, 2", "4, 3, 1", "3, 3, 2", "2, 4, 3"})
  void shouldAgreeWithGoingAllWays(int x, int y, int z) {
    final Torus torus = new Torus(x, y, z);
    final Random random = new Random(x + 7L * y);
    for (int round = 0; round < 12; round++) {
      final List<Integer> nodes = some(random, 3, torus.nodes());
      final List<Integer> links = some(random, 3, 6 * torus.nodes());
      links.removeIf(link -> !torus.hasLink(link % 6));
      final int[] order = ORDERS[random.nextInt(3)];
      final FailedParts dead = FailedParts.of(torus, nodes, links);
      final PathsAroundFailures ways = new PathsAroundFailures(torus, dead, order, false);
      final Naive naive = new Naive(torus, nodes, links, order);
      boolean connected = true;
      int parted = 0;
      for (int from = 0; from < torus.nodes(); from++) {
        for (int to = 0; to < torus.nodes(); to++) {
          if (from != to && dead.lives(from) && dead.lives(to)) {
            final int preferred = random.nextInt(8);
            final int dynamic = naive.best(from, to, preferred, false);
            final int ordered = naive.best(from, to, preferred, true);
            final int expected =
                dynamic >= 0
                    ? dynamic
                    : ordered >= 0 ? ordered | PathsAroundFailures.STATIC : ordered;
            assertEquals(expected, ways.setting(from, to, preferred), from + " to " + to);
            assertEquals(ordered >= 0, ways.leads(from, to));
            assertTrue(dynamic < 0 || ordered >= 0, "a clear box without a clear way");
            connected &= ordered >= 0;
            parted += ordered >= 0 ? 0 : 1;
          }
        }
      }
      final int[] pair = ways.unreachable();
      assertEquals(connected, pair == null, () -> nodes + " and " + links);
      assertEquals(parted, ways.unreachablePairs(), () -> nodes + " and " + links);
      if (pair != null) {
        assertTrue(dead.lives(pair[0]) && dead.lives(pair[1]));
        assertFalse(ways.leads(pair[0], pair[1]));
      }
      assertAgreeOnSome(torus, dead, ways, random);
    }
  }

  private static void assertAgreeOnSome(
      Torus torus, FailedParts dead, PathsAroundFailures ways, Random random) {
    final int[] some =
        random.ints(4, 0, torus.nodes()).filter(dead::lives).distinct().sorted().toArray();
    boolean connected = true;
    for (int from : some) {
      for (int to : some) {
        connected &= from == to || ways.leads(from, to);
      }
    }
    final int[] pair = ways.unreachable(some);
    assertEquals(connected, pair == null, () -> Arrays.toString(some));
    if (pair != null) {
      assertFalse(ways.leads(pair[0], pair[1]));
      assertTrue(Arrays.binarySearch(some, pair[0]) >= 0);
      assertTrue(Arrays.binarySearch(some, pair[1]) >= 0);
    }
  }

  /** A failed node blocks all pairs whose packets would turn there, whatever the hint bits are. */
  @ParameterizedTest
  @CsvSource({"2, 5", "3, 28", "4, 81", "8, 833"})
  void shouldCountThePairsThatADeadNodeParts(int k, int expected) {
    assertEquals(expected, 2 * (k - 1) * (k * k - 1) - (k - 1) * (k - 1));
    final Torus torus = new Torus(k, k, k);
    final int middle = torus.nodes() / 2;
    final PathsAroundFailures ways = ways(torus, List.of(middle), List.of());
    int parted = 0;
    for (int from = 0; from < torus.nodes(); from++) {
      for (int to = 0; to < torus.nodes(); to++) {
        if (from != to && from != middle && to != middle && !ways.leads(from, to)) {
          parted++;
        }
      }
    }
    assertEquals(expected, parted);
    assertEquals(expected, ways.unreachablePairs());
  }

  /** Three nodes have failed, no two of them on one line, in all placements up to translation. */
  @Test
  void shouldConnectAllByTwoPacketsAroundThreeDeadNodesThatAreNotCoLinear() {
    final Torus torus = new Torus(4, 4, 4);
    for (int second = 1; second < torus.nodes(); second++) {
      for (int third = second + 1; third < torus.nodes(); third += 3) {
        if (!coLinear(torus, 0, second)
            && !coLinear(torus, 0, third)
            && !coLinear(torus, second, third)) {
          assertConnectedByTwo(torus, ways(torus, List.of(0, second, third), List.of()));
        }
      }
    }
  }

  private static boolean coLinear(Torus torus, int a, int b) {
    return torus.straight(a, b, 0) || torus.straight(a, b, 1) || torus.straight(a, b, 2);
  }

  private static void assertConnectedByTwo(Torus torus, PathsAroundFailures ways) {
    final int nodes = torus.nodes();
    final long[] from = new long[nodes];
    final long[] to = new long[nodes];
    for (int a = 0; a < nodes; a++) {
      for (int b = 0; b < nodes; b++) {
        if (a != b && ways.dead().lives(a) && ways.dead().lives(b) && ways.leads(a, b)) {
          from[a] |= 1L << b;
          to[b] |= 1L << a;
        }
      }
    }
    for (int a = 0; a < nodes; a++) {
      for (int b = 0; b < nodes; b++) {
        if (a != b && ways.dead().lives(a) && ways.dead().lives(b)) {
          assertTrue((from[a] >>> b & 1) != 0 || (from[a] & to[b]) != 0, a + " to " + b);
        }
      }
    }
  }

  @Test
  void shouldLeaveAllConnectedIfOneLinkOfARingIsDead() {
    final Torus torus = new Torus(4, 4, 4);
    for (int port = 0; port < 6; port++) {
      assertNull(ways(torus, List.of(), List.of(6 * 21 + port, 6 * 42 + (port ^ 1))).unreachable());
    }
    assertFalse(ways(torus, List.of(), List.of(0, 12)).leads(0, 1), "one link in each direction");
  }

  @Test
  void shouldGoTheLongWayRoundIfItHasTo() {
    final Torus torus = new Torus(8, 1, 1);
    final PathsAroundFailures ways = ways(torus, List.of(2), List.of());
    assertEquals(1, ways.setting(0, 3, 0));
    assertEquals(5, ways.hops(0, 3, 1));
    assertEquals(0, ways.setting(3, 7, 0));
    assertEquals(0, ways.setting(3, 7, 1), "the tie is decided by what is dead");
    assertNull(ways.unreachable());
    final int[] pair = ways(torus, List.of(2, 5), List.of()).unreachable();
    final Set<Integer> between = Set.of(3, 4);
    assertNotEquals(between.contains(pair[0]), between.contains(pair[1]));
  }
}
