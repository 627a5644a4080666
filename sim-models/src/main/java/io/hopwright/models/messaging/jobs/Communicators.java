package io.hopwright.models.messaging.jobs;

import io.hopwright.models.program.Communicator;
import io.hopwright.models.program.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Communicators of all jobs that use collectives by hardware, and the communicators of each node
 * ({@code docs/models/messaging.md}, "Collectives by hardware").
 *
 * <p>At a node, communicators have indexes from 0: first those of several nodes, then those of this
 * node alone, each in order of their numbers. Immutable; safe for any thread; 16 B for each node of
 * each, once in a JVM.
 */
public final class Communicators {
  /** No place. */
  public static final int NONE = -1;

  private final List<Communicator> all = new ArrayList<>();

  /** Job, by communicator. */
  private final List<PlacedJob> jobs = new ArrayList<>();

  /** Nodes, by communicator. */
  private final List<int[]> nodes = new ArrayList<>();

  /**
   * Index of each node's first communicator; for each index the communicator, and the number of its
   * members on the node.
   */
  private final int[] first;

  private final int[] numbers;
  private final int[] members;

  /** Number of each node's communicators that have several nodes. */
  private final int[] several;

  /** Numbers the communicators of some jobs on a machine with the given number of nodes. */
  public Communicators(List<PlacedJob> jobs, int nodes) {
    final List<int[]> counts = new ArrayList<>();
    for (PlacedJob job : jobs) {
      for (Communicator communicator : job.communicators()) {
        add(job, communicator, counts);
      }
    }
    several = new int[all.isEmpty() ? 0 : nodes];
    first = new int[all.isEmpty() ? 0 : nodes + 1];
    for (int[] its : this.nodes) {
      for (int node : its) {
        first[node + 1]++;
        several[node] += its.length > 1 ? 1 : 0;
      }
    }
    Arrays.parallelPrefix(first, Integer::sum);
    final int places = all.isEmpty() ? 0 : first[nodes];
    numbers = new int[places];
    members = new int[places];
    final int[] next = Arrays.copyOf(first, several.length);
    place(counts, true, next);
    place(counts, false, next);
  }

  private void add(PlacedJob job, Communicator communicator, List<int[]> counts) {
    final java.util.Map<Integer, Integer> found = new java.util.LinkedHashMap<>();
    for (int index = 0; index < communicator.members(); index++) {
      found.merge(job.nodeOfRank()[communicator.rank(index)], 1, Integer::sum);
    }
    all.add(communicator);
    jobs.add(job);
    nodes.add(found.keySet().stream().mapToInt(Integer::intValue).toArray());
    counts.add(found.values().stream().mapToInt(Integer::intValue).toArray());
  }

  private void place(List<int[]> counts, boolean ofSeveral, int... next) {
    for (int number = 0; number < all.size(); number++) {
      final int[] its = nodes.get(number);
      for (int i = 0; i < its.length && its.length > 1 == ofSeveral; i++) {
        numbers[next[its[i]]] = number;
        members[next[its[i]]++] = counts.get(number)[i];
      }
    }
  }

  /** Returns whether there are no communicators. */
  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** Returns the number of communicators. */
  public int count() {
    return all.size();
  }

  /** Returns a communicator. */
  public Communicator get(int number) {
    return all.get(number);
  }

  /**
   * Returns the nodes of a communicator, in order of their first members; callers must not change
   * them.
   */
  public int[] nodes(int number) {
    return nodes.get(number);
  }

  /** Returns the number of ranks of a communicator. */
  public int size(int number) {
    return all.get(number).members();
  }

  /** Returns the node of a communicator's member with an index. */
  public int node(int number, int index) {
    return jobs.get(number).nodeOfRank()[all.get(number).rank(index)];
  }

  /** Returns the number of a node's communicators with several nodes. */
  public int several(int node) {
    return isEmpty() ? 0 : several[node];
  }

  /** Returns the number of a node's communicators. */
  public int places(int node) {
    return isEmpty() ? 0 : first[node + 1] - first[node];
  }

  /** Returns the number of the communicator at a place of a node. */
  public int number(int node, int place) {
    return numbers[first[node] + place];
  }

  /** Returns the place of a communicator at one of its nodes. */
  public int place(int node, int number) {
    int place = 0;
    while (number(node, place) != number) {
      place++;
    }
    return place;
  }

  /** Returns the number of members on a node of its communicator at a place. */
  public int members(int node, int place) {
    return members[first[node] + place];
  }

  /** Returns the place of the communicator of an operation, or {@link #NONE}. */
  public int find(int node, Operation operation) {
    for (int place = 0; place < places(node); place++) {
      if (all.get(number(node, place)).isOf(operation)) {
        return place;
      }
    }
    return NONE;
  }
}
