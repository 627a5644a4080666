package io.hopwright.models.standstill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CyclesTest {
  private static final Comparator<List<Integer>> SHORTEST_THEN_LOWEST =
      Comparator.<List<Integer>>comparingInt(List::size)
          .thenComparing(
              (one, other) ->
                  IntStream.range(0, one.size())
                      .map(i -> Integer.compare(one.get(i), other.get(i)))
                      .filter(order -> order != 0)
                      .findFirst()
                      .orElse(0));

  private static List<Integer> canonical(int[]... edges) {
    return Cycles.canonical(edges.length, node -> edges[node]);
  }

  /** Collects all simple cycles through a node. */
  private static void collect(
      int first, int node, List<Integer> path, List<List<Integer>> cycles, int[]... edges) {
    for (int next : edges[node]) {
      if (next == first) {
        cycles.add(List.copyOf(path));
      } else if (!path.contains(next)) {
        path.add(next);
        collect(first, next, path, cycles, edges);
        path.remove(path.size() - 1);
      }
    }
  }

  private static List<Integer> naive(int[]... edges) {
    for (int first = 0; first < edges.length; first++) {
      final List<List<Integer>> cycles = new ArrayList<>();
      collect(first, first, new ArrayList<>(List.of(first)), cycles, edges);
      if (!cycles.isEmpty()) {
        return cycles.stream().min(SHORTEST_THEN_LOWEST).orElseThrow();
      }
    }
    return List.of();
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldFindTheCycleThatANaiveSearchFinds(long seed) {
    final Random random = new Random(seed);
    int without = 0;
    for (int graph = 0; graph < 1_000; graph++) {
      final int nodes = 1 + random.nextInt(7);
      final double density = random.nextDouble() * 0.5;
      final int[][] edges =
          IntStream.range(0, nodes)
              .mapToObj(
                  node ->
                      IntStream.range(0, nodes)
                          .filter(next -> random.nextDouble() < density)
                          .toArray())
              .toArray(int[][]::new);
      final List<Integer> expected = naive(edges);
      without += expected.isEmpty() ? 1 : 0;
      assertEquals(expected, canonical(edges), "seed " + seed + ", graph " + graph);
    }
    assertTrue(without > 100 && without < 900, () -> "seed " + seed);
  }

  @Test
  void shouldFollowLongChains() {
    final int nodes = 300_000;
    final List<Integer> cycle =
        Cycles.canonical(nodes, node -> new int[] {node + 1 < nodes ? node + 1 : 3});
    assertEquals(nodes - 3, cycle.size());
    assertEquals(3, cycle.get(0));
    assertEquals(
        List.of(), Cycles.canonical(nodes, node -> node == 0 ? new int[0] : new int[] {0}));
  }
}
