package io.hopwright.models.standstill;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Canonical cycle of a directed graph whose nodes are numbered from 0: the shortest cycle through
 * the lowest node that lies on any cycle. Of several such cycles it is the one whose nodes are
 * lowest, compared one by one.
 *
 * <p>Strongly connected components by Tarjan (SIAM Journal on Computing 1, 1972), then a
 * breadth-first search. Time and memory: a few words for each node and edge.
 */
final class Cycles {
  private static final int NONE = -1;

  private final int[][] successors;
  private final int[] index;
  private final int[] low;
  private final int[] component;
  private int components;

  private Cycles(int nodes, IntFunction<int[]> edges) {
    successors = IntStream.range(0, nodes).mapToObj(edges).toArray(int[][]::new);
    index = new int[nodes];
    low = new int[nodes];
    component = new int[nodes];
    Arrays.fill(index, NONE);
    Arrays.fill(component, NONE);
  }

  /**
   * Returns the nodes of the canonical cycle in order, from the lowest one on; none if the graph
   * has no cycle.
   *
   * @param edges returns the nodes that a node leads to, in ascending order
   */
  static List<Integer> canonical(int nodes, IntFunction<int[]> edges) {
    final Cycles graph = new Cycles(nodes, edges);
    graph.findComponents();
    final int first = graph.firstOnACycle();
    return first == NONE ? List.of() : graph.shortestThrough(first);
  }

  /** Tarjan's algorithm with a stack of its own, as chains are long. */
  private void findComponents() {
    final Deque<Integer> open = new ArrayDeque<>();
    final int[] nextEdge = new int[successors.length];
    int visited = 0;
    for (int root = 0; root < successors.length; root++) {
      if (index[root] != NONE) {
        continue;
      }
      final Deque<Integer> path = new ArrayDeque<>();
      path.push(root);
      while (!path.isEmpty()) {
        final int node = path.peek();
        if (index[node] == NONE) {
          index[node] = visited;
          low[node] = visited++;
          open.push(node);
        }
        if (nextEdge[node] < successors[node].length) {
          final int next = successors[node][nextEdge[node]++];
          if (index[next] == NONE) {
            path.push(next);
          } else if (component[next] == NONE) {
            low[node] = Math.min(low[node], index[next]);
          }
          continue;
        }
        path.pop();
        if (!path.isEmpty()) {
          low[path.peek()] = Math.min(low[path.peek()], low[node]);
        }
        if (low[node] == index[node]) {
          close(node, open);
        }
      }
    }
  }

  private void close(int root, Deque<Integer> open) {
    int node;
    do {
      node = open.pop();
      component[node] = components;
    } while (node != root);
    components++;
  }

  private int firstOnACycle() {
    final int[] sizes = new int[components];
    Arrays.stream(component).forEach(number -> sizes[number]++);
    return IntStream.range(0, successors.length)
        .filter(node -> sizes[component[node]] > 1 || leadsTo(node, node))
        .findFirst()
        .orElse(NONE);
  }

  private boolean leadsTo(int node, int other) {
    return Arrays.binarySearch(successors[node], other) >= 0;
  }

  /**
   * Returns the shortest cycle through a node. Of several paths of the same length the search finds
   * the one with the lowest nodes first, as all edges are in ascending order.
   */
  private List<Integer> shortestThrough(int first) {
    final int[] before = new int[successors.length];
    Arrays.fill(before, NONE);
    final Deque<Integer> queue = new ArrayDeque<>(List.of(first));
    int last = NONE;
    while (last == NONE) {
      final int node = queue.remove();
      for (int next : successors[node]) {
        if (next == first) {
          last = node;
          break;
        }
        if (component[next] == component[first] && before[next] == NONE) {
          before[next] = node;
          queue.add(next);
        }
      }
    }
    final Deque<Integer> cycle = new ArrayDeque<>();
    for (int node = last; node != NONE; node = before[node]) {
      cycle.push(node);
    }
    return List.copyOf(cycle);
  }
}
