package io.hopwright.runner.execution;

import java.util.Arrays;

/**
 * Stepwise improvement of a placement: moves a partition to the JVM of one of its neighbours, or
 * swaps it with a partition there, whichever saves most links. No JVM may exceed its limit of nodes
 * or lose all its partitions. After Kernighan and Lin (1970), without steps that temporarily cut
 * more links.
 *
 * <p>Ends when no step saves a link, or after {@value #MAX_PASSES} passes over all partitions.
 * Confined to one thread.
 */
final class Swaps {
  private static final int MAX_PASSES = 32;
  private static final int NONE = -1;

  private final PartitionGraph graph;
  private final int[] memberOf;
  private final long mostNodes;
  private final long[] nodes;
  private final int[] counts;

  /** {@code [member]}: its first partition; {@code next} leads to the others. */
  private final int[] first;

  /** {@code [member]}: the last partition for which it was looked at in this pass. */
  private final int[] consideredFor;

  private final int[] next;
  private final int[] previous;

  private int bestMember;
  private int bestOther;
  private long mostSaved;

  private Swaps(PartitionGraph graph, int[] memberOf, int members, long mostNodes) {
    this.graph = graph;
    this.memberOf = memberOf;
    this.mostNodes = mostNodes;
    nodes = new long[members];
    counts = new int[members];
    first = new int[members];
    consideredFor = new int[members];
    next = new int[memberOf.length];
    previous = new int[memberOf.length];
    Arrays.fill(first, NONE);
    for (int partition = memberOf.length - 1; partition >= 0; partition--) {
      add(partition, memberOf[partition]);
    }
  }

  /**
   * Improves {@code memberOf}, the member of each partition.
   *
   * @param mostNodes what no member may have more of
   */
  static void improve(PartitionGraph graph, int[] memberOf, int members, long mostNodes) {
    final Swaps swaps = new Swaps(graph, memberOf, members, mostNodes);
    int passes = 0;
    while (passes < MAX_PASSES && swaps.pass()) {
      passes++;
    }
  }

  /** Performs the best step of each partition; returns whether there was any. */
  private boolean pass() {
    boolean any = false;
    Arrays.fill(consideredFor, NONE);
    for (int partition = 0; partition < memberOf.length; partition++) {
      mostSaved = 0;
      for (int neighbour : graph.neighbours(partition)) {
        final int member = memberOf[neighbour];
        if (member != memberOf[partition] && consideredFor[member] != partition) {
          consideredFor[member] = partition;
          consider(partition, member);
        }
      }
      if (mostSaved > 0) {
        any = true;
        final int here = memberOf[partition];
        move(partition, bestMember);
        if (bestOther != NONE) {
          move(bestOther, here);
        }
      }
    }
    return any;
  }

  /** Evaluates the best step that moves a partition to a member. */
  private void consider(int partition, int member) {
    final int here = memberOf[partition];
    final long saved =
        graph.links(partition, memberOf, member) - graph.links(partition, memberOf, here);
    if (counts[here] > 1 && nodes[member] + graph.nodes(partition) <= mostNodes) {
      keep(saved, member, NONE);
    }
    for (int other = first[member]; other != NONE; other = next[other]) {
      final long more = graph.nodes(partition) - graph.nodes(other);
      if (nodes[member] + more <= mostNodes && nodes[here] - more <= mostNodes) {
        final long savedByOther =
            graph.links(other, memberOf, here) - graph.links(other, memberOf, member);
        if (saved + savedByOther > mostSaved) {
          keep(saved + savedByOther - 2 * graph.links(partition, other), member, other);
        }
      }
    }
  }

  private void keep(long saved, int member, int other) {
    if (saved > mostSaved) {
      mostSaved = saved;
      bestMember = member;
      bestOther = other;
    }
  }

  private void move(int partition, int member) {
    remove(partition);
    add(partition, member);
  }

  private void add(int partition, int member) {
    memberOf[partition] = member;
    nodes[member] += graph.nodes(partition);
    counts[member]++;
    previous[partition] = NONE;
    next[partition] = first[member];
    if (first[member] != NONE) {
      previous[first[member]] = partition;
    }
    first[member] = partition;
  }

  private void remove(int partition) {
    final int member = memberOf[partition];
    nodes[member] -= graph.nodes(partition);
    counts[member]--;
    if (previous[partition] == NONE) {
      first[member] = next[partition];
    } else {
      next[previous[partition]] = next[partition];
    }
    if (next[partition] != NONE) {
      previous[next[partition]] = previous[partition];
    }
  }
}
