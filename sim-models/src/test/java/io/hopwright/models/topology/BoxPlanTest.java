package io.hopwright.models.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoxPlanTest {
  @ParameterizedTest(name = "extent {0}")
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void shouldCutEverySmallShape(int x) {
    for (int y = 1; y <= 4; y++) {
      for (int z = 1; z <= 3; z++) {
        for (int boxX = 1; boxX <= x + 1; boxX++) {
          for (int boxY = 1; boxY <= y; boxY++) {
            for (int boxZ = 1; boxZ <= z; boxZ++) {
              check(new Torus(x, y, z), boxX, boxY, boxZ);
            }
          }
        }
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldCutLargerShapes(long seed) {
    final Random random = new Random(seed);
    final Torus torus =
        new Torus(1 + random.nextInt(17), 1 + random.nextInt(13), 1 + random.nextInt(9));
    check(torus, 1 + random.nextInt(9), 1 + random.nextInt(9), 1 + random.nextInt(9));
  }

  private static void check(Torus torus, int boxX, int boxY, int boxZ) {
    final BoxPlan plan = new BoxPlan(torus, boxX, boxY, boxZ);
    final String name = torus + " in " + boxX + "x" + boxY + "x" + boxZ;
    final int[] seen = new int[torus.nodes()];
    for (int partition = 0; partition < plan.partitions(); partition++) {
      final int[] nodes = plan.nodesOf(partition);
      assertTrue(nodes.length > 0, name);
      assertEquals(nodes.length, plan.nodes(partition), name);
      for (int local = 0; local < nodes.length; local++) {
        seen[nodes[local]]++;
        assertEquals(partition, plan.partitionOf(nodes[local]), name);
        assertEquals(local, plan.localIndex(nodes[local]), name);
        assertTrue(local == 0 || nodes[local] > nodes[local - 1], name + ": x runs fastest");
      }
      assertInOneBox(torus, nodes, new int[] {boxX, boxY, boxZ}, name);
      assertArrayEquals(neighbours(torus, plan, partition), plan.neighbours(partition), name);
      assertArrayEquals(links(torus, plan, partition), linksOf(plan, partition), name);
    }
    assertTrue(IntStream.of(seen).allMatch(times -> times == 1), name);
    assertTrue(isSymmetric(plan), name);
  }

  private static long[] linksOf(BoxPlan plan, int from) {
    return IntStream.range(0, plan.partitions()).mapToLong(to -> plan.links(from, to)).toArray();
  }

  /** Links to each partition, link by link. */
  private static long[] links(Torus torus, BoxPlan plan, int from) {
    final long[] links = new long[plan.partitions()];
    for (int node : plan.nodesOf(from)) {
      for (int port = 0; port < Torus.PORTS; port++) {
        links[plan.partitionOf(torus.neighbour(node, port))] += torus.hasLink(port) ? 1 : 0;
      }
    }
    links[from] = 0;
    return links;
  }

  private static void assertInOneBox(Torus torus, int[] nodes, int[] box, String name) {
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      final int of = dimension;
      assertEquals(
          1,
          IntStream.of(nodes).map(node -> torus.coordinate(node, of) / box[of]).distinct().count(),
          name);
    }
  }

  private static int[] neighbours(Torus torus, BoxPlan plan, int partition) {
    final TreeSet<Integer> others = new TreeSet<>();
    for (int node : plan.nodesOf(partition)) {
      for (int other = 0; other < torus.nodes(); other++) {
        if (torus.distance(node, other) == 1) {
          others.add(plan.partitionOf(other));
        }
      }
    }
    others.remove(partition);
    return others.stream().mapToInt(i -> i).toArray();
  }

  private static boolean isSymmetric(BoxPlan plan) {
    return IntStream.range(0, plan.partitions())
        .allMatch(
            from ->
                IntStream.of(plan.neighbours(from))
                    .allMatch(
                        to -> IntStream.of(plan.neighbours(to)).anyMatch(back -> back == from)));
  }

  @Test
  void shouldNumberMidplanesWithXFastest() {
    final Torus torus = new Torus(16, 16, 8);
    final BoxPlan plan = new BoxPlan(torus, 8, 8, 8);
    assertEquals(4, plan.partitions());
    assertEquals(1, plan.partitionOf(torus.node(8, 7, 7)));
    assertEquals(2, plan.partitionOf(torus.node(0, 8, 0)));
    assertArrayEquals(new int[] {1, 2}, plan.neighbours(0));
  }

  @Test
  void shouldTakeABoxLargerThanTheTorusAsTheWholeOfIt() {
    final BoxPlan plan = new BoxPlan(new Torus(3, 4, 5), 8, 8, Integer.MAX_VALUE);
    assertEquals(1, plan.partitions());
    assertEquals(60, plan.nodes(0));
    assertEquals(0, plan.neighbours(0).length);
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 1", "1, -1, 1", "1, 1, 0"})
  void shouldRefuseBoxesWithoutNodes(int x, int y, int z) {
    final Torus torus = new Torus(4, 4, 4);
    assertThrows(IllegalArgumentException.class, () -> new BoxPlan(torus, x, y, z));
  }
}
