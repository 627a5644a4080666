package io.hopwright.models.messaging.jobs;

import java.util.Arrays;
import java.util.List;

/**
 * Map from ranks to their nodes and back. Immutable; safe for any thread; 8 B per node and 4 B per
 * rank plus the jobs, once in a JVM.
 */
public final class JobTable {
  private final List<PlacedJob> jobs;

  /** Index of a node's first rank in {@link #ranks}. */
  private final int[] first;

  /** The ranks of all nodes, in order of slots. */
  private final int[] ranks;

  private final byte[] jobOfNode;

  /** The node of each rank of each job, the jobs' own. */
  private final int[][] nodeOfRank;

  private final Communicators communicators;

  /** Sorts the ranks of some jobs, which share no node, by nodes. */
  public JobTable(List<PlacedJob> jobs, int nodes) {
    this.jobs = List.copyOf(jobs);
    nodeOfRank = jobs.stream().map(PlacedJob::nodeOfRank).toArray(int[][]::new);
    first = new int[nodes + 1];
    jobOfNode = new byte[nodes];
    for (PlacedJob job : jobs) {
      for (int node : job.nodeOfRank()) {
        first[node + 1]++;
        jobOfNode[node] = (byte) job.number();
      }
    }
    Arrays.parallelPrefix(first, Integer::sum);
    ranks = new int[first[nodes]];
    final int[] next = Arrays.copyOf(first, nodes);
    for (PlacedJob job : jobs) {
      for (int rank = 0; rank < job.ranks(); rank++) {
        ranks[next[job.nodeOfRank()[rank]]++] = rank;
      }
    }
    communicators = new Communicators(jobs, nodes);
  }

  /** Returns the communicators that perform collectives by hardware. */
  public Communicators communicators() {
    return communicators;
  }

  /** Returns all jobs, in order of their numbers. */
  public List<PlacedJob> jobs() {
    return jobs;
  }

  /** Returns the number of ranks on a node. */
  public int ranksOn(int node) {
    return first[node + 1] - first[node];
  }

  /** Returns the job of the ranks of a node, if it has ranks. */
  public int job(int node) {
    return jobOfNode[node];
  }

  /** Returns the rank in a slot of a node. */
  public int rankAt(int node, int slot) {
    return ranks[first[node] + slot];
  }

  /** Returns the node of a rank. */
  public int node(int job, int rank) {
    return nodeOfRank[job][rank];
  }

  /** Returns the slot of a rank on its node. */
  public int slot(int node, int rank) {
    int slot = 0;
    while (ranks[first[node] + slot] != rank) {
      slot++;
    }
    return slot;
  }
}
