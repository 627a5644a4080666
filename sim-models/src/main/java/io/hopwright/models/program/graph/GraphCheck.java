package io.hopwright.models.program.graph;

import io.hopwright.models.program.OperationGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Check for cycles of operations that wait for each other; 8 B for each operation. */
public final class GraphCheck {
  private static final int SHOWN = 8;

  private GraphCheck() {}

  /** Returns a cycle of operations: each waits for the next one, and the last for the first. */
  public static List<Integer> cycle(OperationGraph graph) {
    final int operations = graph.operations();
    final int[] open = new int[operations];
    final int[] ready = new int[operations];
    int end = 0;
    for (int operation = 0; operation < operations; operation++) {
      open[operation] = graph.dependencies(operation);
      if (open[operation] == 0) {
        ready[end++] = operation;
      }
    }
    for (int next = 0; next < end; next++) {
      for (int list = 0; list < 2; list++) {
        final int successors = graph.successors(ready[next], list == 1);
        for (int k = 0; k < successors; k++) {
          final int successor = graph.successor(ready[next], list == 1, k);
          if (--open[successor] == 0) {
            ready[end++] = successor;
          }
        }
      }
    }
    return end == operations ? List.of() : among(graph, open, ready);
  }

  /** All that is left waits for something that is left, too. */
  private static List<Integer> among(OperationGraph graph, int[] open, int[] waitsFor) {
    int some = 0;
    for (int operation = 0; operation < open.length; operation++) {
      for (int list = 0; list < 2 && open[operation] > 0; list++) {
        for (int k = 0; k < graph.successors(operation, list == 1); k++) {
          waitsFor[graph.successor(operation, list == 1, k)] = operation;
        }
        some = operation;
      }
    }
    for (int step = 0; step < open.length; step++) {
      some = waitsFor[some];
    }
    final List<Integer> cycle = new ArrayList<>();
    int operation = some;
    do {
      cycle.add(operation);
      operation = waitsFor[operation];
    } while (operation != some && cycle.size() < SHOWN);
    Collections.addAll(cycle, operation);
    return cycle;
  }
}
