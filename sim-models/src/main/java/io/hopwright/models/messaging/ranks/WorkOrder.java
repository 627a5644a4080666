package io.hopwright.models.messaging.ranks;

import io.hopwright.core.random.Draws;
import io.hopwright.models.messaging.statistics.JobStatistics;

/**
 * Digests of the order in which ranks work and nodes post transfers, for two runs of the same jobs.
 * If they are equal, each processor has done the same pieces of work of the same lengths in the
 * same order, and each interface was given the same transfers in the same order ({@code
 * docs/models/baseline.md}, "Anomalies of order"). Confined to its partition; 16 B for each rank
 * and 8 B for each node.
 */
final class WorkOrder {
  private static final int WORK_BITS = 4;

  /** Kind of work of a stream of a graph, in addition to the kinds of {@link Ranks.Work}. */
  private static final int STREAM = 15;

  private final Ranks ranks;
  private final long[] ofRank;
  private final long[] ofNode;

  /** Digest of the matches of messages and receives by interfaces, by rank. */
  private final long[] matches;

  WorkOrder(Ranks ranks) {
    this.ranks = ranks;
    ofRank = new long[ranks.count];
    ofNode = new long[ranks.nodes.length];
    matches = new long[ranks.count];
  }

  /**
   * Records a piece of work that a processor begins.
   *
   * @param subject which of all of that kind
   */
  @SuppressWarnings("EnumOrdinal") // of two runs of one program
  void work(int r, Ranks.Work work, long subject, long ticks) {
    add(r, work.ordinal(), subject, ticks);
  }

  /**
   * Records that an interface matches a message with a receive, in whatever order, as that takes no
   * time.
   *
   * @param receive number of the operation
   */
  void match(int r, long subject, long receive) {
    matches[r] += Draws.mix(Draws.mix(subject) + receive);
  }

  /** Records an operation that a stream begins. */
  void stream(int r, long operation) {
    add(r, STREAM, operation, 0);
  }

  private void add(int r, int kind, long subject, long ticks) {
    ofRank[r] = Draws.mix(Draws.mix(ofRank[r] + (subject << WORK_BITS | kind)) + ticks);
  }

  /** Records a transfer that a node posts to another node. */
  void post(int node, long subject) {
    ofNode[node] = Draws.mix(ofNode[node] + subject);
  }

  /** Adds these digests to those of jobs. */
  void addTo(JobStatistics statistics) {
    for (int r = 0; r < ranks.count; r++) {
      statistics.addOrder(
          ranks.job(r), Draws.mix(Draws.mix(ofRank[r] + matches[r]) + ranks.rank(r)));
      if (ranks.slot(r) == 0) {
        final int node = ranks.node(r);
        statistics.addOrder(ranks.job(r), Draws.mix(Draws.mix(ofNode[node]) + ranks.nodes[node]));
      }
    }
  }
}
