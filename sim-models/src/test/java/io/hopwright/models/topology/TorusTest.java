package io.hopwright.models.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares with coordinates kept apart and with a breadth-first search, over all small shapes. */
class TorusTest {
  static Stream<Torus> shapes() {
    final Stream.Builder<Torus> shapes = Stream.builder();
    for (int x = 1; x <= 5; x++) {
      for (int y = 1; y <= 4; y++) {
        for (int z = 1; z <= 3; z++) {
          shapes.add(new Torus(x, y, z));
        }
      }
    }
    return shapes.build();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void shouldNumberNodesWithXFastest(Torus torus) {
    int node = 0;
    for (int z = 0; z < torus.extent(2); z++) {
      for (int y = 0; y < torus.extent(1); y++) {
        for (int x = 0; x < torus.extent(0); x++) {
          assertEquals(node, torus.node(x, y, z));
          assertEquals(x, torus.coordinate(node, 0));
          assertEquals(y, torus.coordinate(node, 1));
          assertEquals(z, torus.coordinate(node, 2));
          node++;
        }
      }
    }
    assertEquals(node, torus.nodes());
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void shouldLeadToTheNeighbourInTheDirectionOfThePort(Torus torus) {
    for (int node = 0; node < torus.nodes(); node++) {
      for (int port = 0; port < Torus.PORTS; port++) {
        final int[] at = coordinates(torus, node);
        final int k = torus.extent(port / 2);
        at[port / 2] = (at[port / 2] + (port % 2 == 0 ? 1 : k - 1)) % k;
        final int neighbour = torus.neighbour(node, port);
        assertEquals(torus.node(at[0], at[1], at[2]), neighbour, "node " + node + " port " + port);
        assertEquals(node, torus.neighbour(neighbour, port ^ 1));
      }
    }
  }

  private static int[] coordinates(Torus torus, int node) {
    return new int[] {
      torus.coordinate(node, 0), torus.coordinate(node, 1), torus.coordinate(node, 2)
    };
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void shouldCountHopsAsASearchDoes(Torus torus) {
    int farthest = 0;
    for (int from = 0; from < torus.nodes(); from++) {
      final int[] hops = search(torus, from);
      for (int to = 0; to < torus.nodes(); to++) {
        assertEquals(hops[to], torus.distance(from, to), from + " to " + to);
        farthest = Math.max(farthest, hops[to]);
      }
    }
    assertEquals(farthest, torus.diameter());
  }

  private static int[] search(Torus torus, int from) {
    final int[] hops = new int[torus.nodes()];
    Arrays.fill(hops, -1);
    hops[from] = 0;
    final Queue<Integer> queue = new ArrayDeque<>();
    queue.add(from);
    while (!queue.isEmpty()) {
      final int node = queue.remove();
      for (int port = 0; port < Torus.PORTS; port++) {
        final int next = torus.neighbour(node, port);
        if (torus.hasLink(port) && hops[next] < 0) {
          hops[next] = hops[node] + 1;
          queue.add(next);
        }
      }
    }
    return hops;
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void shouldFindTheOffsetByWalkingInPlusDirection(Torus torus) {
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      for (int from = 0; from < torus.nodes(); from++) {
        for (int to = 0; to < torus.nodes(); to++) {
          int offset = 0;
          for (int at = from;
              torus.coordinate(at, dimension) != torus.coordinate(to, dimension);
              at = torus.neighbour(at, 2 * dimension)) {
            offset++;
          }
          assertEquals(offset, torus.offset(from, to, dimension));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void shouldCountTheHopsThroughAPortByWalking(Torus torus) {
    for (int port = 0; port < Torus.PORTS; port++) {
      for (int from = 0; from < torus.nodes(); from++) {
        int hops = 0;
        for (int at = from; hops < torus.extent(port / 2); at = torus.neighbour(at, port)) {
          assertEquals(hops, torus.hopsThrough(from, at, port), from + " to " + at);
          hops++;
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void shouldFindTheNodesOfALineStraightAhead(Torus torus) {
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      for (int from = 0; from < torus.nodes(); from++) {
        for (int to = 0; to < torus.nodes(); to++) {
          final int[] one = coordinates(torus, from);
          final int[] other = coordinates(torus, to);
          one[dimension] = 0;
          other[dimension] = 0;
          assertEquals(
              Arrays.equals(one, other), torus.straight(from, to, dimension), from + " to " + to);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void shouldCountLinksOfDimensionsThatHaveAny(Torus torus) {
    long all = 0;
    for (int port = 0; port < Torus.PORTS; port += 2) {
      long links = 0;
      for (int node = 0; node < torus.nodes(); node++) {
        links += torus.neighbour(node, port) != node ? 1 : 0;
        links += torus.neighbour(node, port + 1) != node ? 1 : 0;
      }
      assertEquals(links, torus.links(port / 2));
      assertEquals(links > 0, torus.hasLink(port));
      assertEquals(links > 0, torus.hasLink(port + 1));
      all += links;
    }
    assertEquals(all, torus.links());
  }

  @Test
  void shouldHoldTheWholeMachine() {
    final Torus torus = new Torus(64, 32, 32);
    assertEquals(65_536, torus.nodes());
    assertEquals(6 * 65_536, torus.links());
    assertEquals(64, torus.diameter());
    assertEquals("64x32x32", torus.toString());
    assertEquals("x+ x- y+ y- z+ z-", portNames());
  }

  private static String portNames() {
    final StringBuilder names = new StringBuilder();
    for (int port = 0; port < Torus.PORTS; port++) {
      names.append(port == 0 ? "" : " ").append(Torus.portName(port));
    }
    return names.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1",
    "1, 0, 1",
    "1, 1, 0",
    "-2, -2, 1",
    "65536, 65536, 1",
    "4194304, 2097152, 2097152",
    "32768, 65536, 1"
  })
  void shouldRefuseExtentsThatAreNotPositiveOrTooLarge(int x, int y, int z) {
    assertThrows(IllegalArgumentException.class, () -> new Torus(x, y, z));
  }

  @Test
  void shouldHoldNearlyAsManyNodesAsAnIntCounts() {
    assertEquals(Integer.MAX_VALUE, new Torus(Integer.MAX_VALUE, 1, 1).nodes());
    assertEquals(1_290L * 1_290 * 1_290, new Torus(1_290, 1_290, 1_290).nodes());
  }
}
