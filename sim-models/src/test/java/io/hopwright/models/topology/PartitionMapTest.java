package io.hopwright.models.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionMapTest {
  @ParameterizedTest(name = "{0} axes")
  @ValueSource(ints = {1, 2, 3})
  void shouldCutEverySmallGrid(int count) {
    for (Grid.Axis[] axes : GridTest.shapes(count)) {
      final Grid grid = new Grid(axes);
      final int[] box = new int[count];
      Arrays.fill(box, 1);
      while (box[count - 1] <= axes[count - 1].extent()) {
        checkBoxes(grid, box);
        box[0]++;
        for (int axis = 0; axis + 1 < count && box[axis] > axes[axis].extent() + 1; axis++) {
          box[axis] = 1;
          box[axis + 1]++;
        }
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldCutLargerGrids(long seed) {
    final Random random = new Random(seed);
    final Grid.Axis[] axes = new Grid.Axis[1 + random.nextInt(6)];
    Arrays.setAll(
        axes, axis -> new Grid.Axis("" + axis, 1 + random.nextInt(7), random.nextBoolean()));
    checkBoxes(new Grid(axes), random.ints(axes.length, 1, 8).toArray());
  }

  @Test
  void shouldCutARing() {
    for (int routers = 1; routers < 12; routers++) {
      final Grid ring = new Grid(Grid.Axis.ring("x", routers));
      for (int together = 1; together < 14; together++) {
        final PartitionMap map = PartitionMap.ranges(ring, together);
        check(ring, map, routers + " by " + together);
        for (int router = 0; router < routers; router++) {
          assertEquals(router / together, map.partitionOf(router));
          assertEquals(router % together, map.localIndex(router));
        }
      }
    }
  }

  @Test
  void shouldCutADragonflyBetweenGroups() {
    for (int groups = 1; groups <= 4; groups++) {
      final Dragonfly dragonfly = new Dragonfly(new Dragonfly.Plan(groups, groups, 2, 1, 2, 0, 0));
      for (int together = 1; together <= groups; together++) {
        final PartitionMap map = PartitionMap.ranges(dragonfly, dragonfly.firstAries(together));
        check(dragonfly, map, together + " of " + groups);
        assertEquals((groups + together - 1) / together, map.partitions());
        for (int aries = 0; aries < dragonfly.aries(); aries++) {
          assertEquals(dragonfly.groupOf(aries) / together, map.partitionOf(aries));
        }
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldTakeAnyAssignment(long seed) {
    final Random random = new Random(seed);
    final Grid grid = new Grid(Grid.Axis.ring("x", 5), Grid.Axis.line("y", 7));
    final int[] partitions = random.ints(35, 0, 4).toArray();
    for (int each = 0; each < 4; each++) {
      partitions[each] = each;
    }
    final PartitionMap map = PartitionMap.assigned(grid, partitions);
    check(grid, map, Arrays.toString(partitions));
    assertEquals(4, map.partitions());
    for (int router = 0; router < 35; router++) {
      assertEquals(partitions[router], map.partitionOf(router));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> PartitionMap.assigned(grid, new int[] {0, 2}),
        "partition 1 has no router");
  }

  private static void checkBoxes(Grid grid, int[] box) {
    final String name = grid + " in " + Arrays.toString(box);
    final PartitionMap map = PartitionMap.boxes(grid, box);
    check(grid, map, name);
    for (int router = 0; router < grid.routers(); router++) {
      final int[] at = map.position(map.partitionOf(router));
      for (int axis = 0; axis < grid.axes(); axis++) {
        final int wanted = Math.min(box[axis], grid.extent(axis));
        assertEquals(grid.coordinate(router, axis) / wanted, at[axis], name);
      }
    }
  }

  private static void check(Topology topology, PartitionMap map, String name) {
    final int[] seen = new int[topology.routers()];
    for (int partition = 0; partition < map.partitions(); partition++) {
      final int[] routers = map.routersOf(partition);
      assertTrue(routers.length > 0, name);
      assertEquals(routers.length, map.routers(partition), name);
      for (int local = 0; local < routers.length; local++) {
        seen[routers[local]]++;
        assertEquals(routers[local], map.router(partition, local), name);
        assertEquals(partition, map.partitionOf(routers[local]), name);
        assertEquals(local, map.localIndex(routers[local]), name);
        assertTrue(local == 0 || routers[local] > routers[local - 1], name);
      }
      final Map<Integer, Long> links = links(topology, map, partition);
      assertArrayEquals(
          links.keySet().stream().mapToInt(i -> i).toArray(), map.neighbours(partition), name);
      assertArrayEquals(
          links.values().stream().mapToLong(i -> i).toArray(), map.links(partition), name);
    }
    assertTrue(IntStream.of(seen).allMatch(times -> times == 1), name);
  }

  /** Returns the number of links to each other partition, counted one by one. */
  private static Map<Integer, Long> links(Topology topology, PartitionMap map, int from) {
    final Map<Integer, Long> links = new TreeMap<>();
    for (int router = 0; router < topology.routers(); router++) {
      for (int port = 0; port < topology.ports(); port++) {
        final int to = topology.neighbour(router, port);
        if (to >= 0 && map.partitionOf(router) == from && map.partitionOf(to) != from) {
          links.merge(map.partitionOf(to), 1L, Long::sum);
        }
      }
    }
    return links;
  }

  @Test
  void shouldNumberMidplanesWithXFastest() {
    final Torus torus = new Torus(16, 16, 8);
    final PartitionMap map = PartitionMap.boxes(torus, 8, 8, 8);
    assertEquals(4, map.partitions());
    assertEquals(1, map.partitionOf(torus.node(8, 7, 7)));
    assertEquals(2, map.partitionOf(torus.node(0, 8, 0)));
    assertArrayEquals(new int[] {1, 2}, map.neighbours(0));
    assertArrayEquals(new long[] {128, 128}, map.links(0));
  }

  @Test
  void shouldTakeABoxLargerThanTheGridAsTheWholeOfIt() {
    final PartitionMap map = PartitionMap.boxes(new Torus(3, 4, 5), 8, 8, Integer.MAX_VALUE);
    assertEquals(1, map.partitions());
    assertEquals(60, map.routers(0));
    assertEquals(0, map.neighbours(0).length);
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 1", "1, -1, 1", "1, 1, 0"})
  void shouldRefuseBoxesWithoutRouters(int x, int y, int z) {
    final Torus torus = new Torus(4, 4, 4);
    assertThrows(IllegalArgumentException.class, () -> PartitionMap.boxes(torus, x, y, z));
  }

  @Test
  void shouldRefuseBoxesOfOtherThanTheGridsAxes() {
    final Torus torus = new Torus(4, 4, 4);
    assertThrows(IllegalArgumentException.class, () -> PartitionMap.boxes(torus, 2, 2));
    assertThrows(IllegalArgumentException.class, () -> PartitionMap.boxes(torus, 2, 2, 2, 2));
  }
}
