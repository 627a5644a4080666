package io.hopwright.models.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares with separate coordinates and with a breadth-first search, over all small grids. */
class GridTest {
  private static final int[] LARGEST = {5, 4, 2, 2};

  /** Returns all grids with this number of axes, each a ring or a line. */
  static List<Grid.Axis[]> shapes(int axes) {
    final List<Grid.Axis[]> shapes = new ArrayList<>();
    add(shapes, new Grid.Axis[axes], 0);
    return shapes;
  }

  private static void add(List<Grid.Axis[]> shapes, Grid.Axis[] axes, int axis) {
    if (axis == axes.length) {
      shapes.add(axes.clone());
      return;
    }
    final String name = "xyza".substring(axis, axis + 1);
    for (int extent = 1; extent <= LARGEST[axis]; extent++) {
      axes[axis] = Grid.Axis.ring(name, extent);
      add(shapes, axes, axis + 1);
      axes[axis] = Grid.Axis.line(name, extent);
      add(shapes, axes, axis + 1);
    }
  }

  private static int[] coordinates(Grid grid, int router) {
    return IntStream.range(0, grid.axes()).map(axis -> grid.coordinate(router, axis)).toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldNumberRoutersWithTheFirstAxisFastest(int count) {
    for (Grid.Axis[] axes : shapes(count)) {
      final Grid grid = new Grid(axes);
      final int[] at = new int[count];
      for (int router = 0; router < grid.routers(); router++) {
        assertArrayEquals(at, coordinates(grid, router), grid.toString());
        for (int axis = 0; axis < count && ++at[axis] == axes[axis].extent(); axis++) {
          at[axis] = 0;
        }
      }
      assertArrayEquals(new int[count], at, grid.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldHaveLinksToTheNextAlongEachAxis(int count) {
    for (Grid.Axis[] axes : shapes(count)) {
      final Grid grid = new Grid(axes);
      Topologies.check(grid);
      long links = 0;
      for (int axis = 0; axis < count; axis++) {
        links += checkLinks(grid, axis, axes[axis].ring());
      }
      assertEquals(links, grid.links(), grid.toString());
    }
  }

  private static long checkLinks(Grid grid, int axis, boolean ring) {
    final int k = grid.extent(axis);
    long links = 0;
    for (int router = 0; router < grid.routers(); router++) {
      for (int minus = 0; minus < 2; minus++) {
        final int[] at = coordinates(grid, router);
        final int to = at[axis] + 1 - 2 * minus;
        final int neighbour = grid.neighbour(router, 2 * axis + minus);
        if (k > 1 && (ring || (to >= 0 && to < k))) {
          at[axis] = Math.floorMod(to, k);
          assertArrayEquals(at, coordinates(grid, neighbour), grid.toString());
          assertEquals(neighbour, grid.withCoordinate(router, axis, at[axis]));
          links++;
        } else {
          assertEquals(Topology.NONE, neighbour, grid.toString());
        }
      }
    }
    assertEquals(links, grid.links(axis), grid.toString());
    return links;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldCountHopsAsASearchDoes(int count) {
    for (Grid.Axis[] axes : shapes(count)) {
      final Grid grid = new Grid(axes);
      int farthest = 0;
      for (int from = 0; from < grid.routers(); from++) {
        final int[] hops = search(grid, from);
        for (int to = 0; to < grid.routers(); to++) {
          assertEquals(hops[to], grid.distance(from, to));
          farthest = Math.max(farthest, hops[to]);
        }
      }
      assertEquals(farthest, grid.diameter(), grid.toString());
    }
  }

  private static int[] search(Grid grid, int from) {
    final int[] hops = new int[grid.routers()];
    Arrays.fill(hops, -1);
    hops[from] = 0;
    final Queue<Integer> queue = new ArrayDeque<>(List.of(from));
    while (!queue.isEmpty()) {
      final int router = queue.remove();
      for (int port = 0; port < grid.ports(); port++) {
        final int next = grid.neighbour(router, port);
        if (next != Topology.NONE && hops[next] < 0) {
          hops[next] = hops[router] + 1;
          queue.add(next);
        }
      }
    }
    return hops;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldFindTheRoutersStraightAhead(int count) {
    for (Grid.Axis[] axes : shapes(count)) {
      final Grid grid = new Grid(axes);
      for (int axis = 0; axis < count; axis++) {
        for (int from = 0; from < grid.routers(); from++) {
          for (int to = 0; to < grid.routers(); to++) {
            final int[] one = coordinates(grid, from);
            final int[] other = coordinates(grid, to);
            one[axis] = other[axis];
            assertEquals(Arrays.equals(one, other), grid.straight(from, to, axis));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"5, 4, 3", "1, 2, 3", "2, 1, 5", "4, 3, 1"})
  void shouldCountTheHopsThroughAPortByWalking(int x, int y, int z) {
    final Grid grid =
        new Grid(Grid.Axis.ring("x", x), Grid.Axis.ring("y", y), Grid.Axis.ring("z", z));
    for (int port = 0; port < grid.ports(); port++) {
      for (int from = 0; from < grid.routers(); from++) {
        int at = from;
        for (int hops = 0; hops < grid.extent(port / 2); hops++) {
          assertEquals(hops, grid.hopsThrough(from, at, port), from + " to " + at);
          assertEquals(
              hops,
              port % 2 == 0 ? grid.offset(from, at, port / 2) : grid.offset(at, from, port / 2));
          at = grid.neighbour(at, port);
        }
      }
    }
  }

  @Test
  void shouldHoldTheWholeOfATorusOfSixAxes() {
    final Grid tofu =
        new Grid(
            Grid.Axis.ring("x", 24),
            Grid.Axis.ring("y", 23),
            Grid.Axis.ring("z", 24),
            Grid.Axis.line("a", 2),
            Grid.Axis.ring("b", 3),
            Grid.Axis.line("c", 2));
    assertEquals(158_976, tofu.routers());
    assertEquals(12, tofu.ports());
    assertEquals(10 * 158_976, tofu.links());
    assertEquals("24x23x24x2x3x2", tofu.toString());
    assertEquals(List.of(24L, 23L, 24L, 2L, 3L, 2L), tofu.shape());
    assertEquals(List.of("x", "y", "z", "a", "b", "c"), tofu.coordinateNames());
    assertEquals("x+ x- y+ y- z+ z- a+ a- b+ b- c+ c-", names(tofu));
  }

  private static String names(Grid grid) {
    return String.join(
        " ", IntStream.range(0, grid.ports()).mapToObj(grid::portName).toArray(String[]::new));
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
  void shouldHoldNearlyAsManyRoutersAsAnIntCounts() {
    final Grid line = new Grid(Grid.Axis.line("x", Integer.MAX_VALUE));
    assertEquals(Integer.MAX_VALUE, line.routers());
    assertEquals(Integer.MAX_VALUE - 1, line.coordinate(Integer.MAX_VALUE - 1, 0));
    assertEquals(1_290L * 1_290 * 1_290, new Torus(1_290, 1_290, 1_290).nodes());
  }
}
