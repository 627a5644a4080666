package io.hopwright.models.messaging;

import java.util.ArrayList;
import java.util.List;

/**
 * Where the time of a partition's ranks goes and what they send, by job and, if ranks are told
 * apart, by rank. Confined to its partition; 72 B per rank that is told apart.
 */
final class RankBooks {
  private static final int STATES = State.values().length;
  private static final int MESSAGES = STATES;
  private static final int BYTES = STATES + 1;
  private static final int END = STATES + 2;
  private static final int STRIDE = STATES + 3;

  private final JobTable table;
  private final Ranks ranks;
  private final JobBooks books;
  private final long[] ofRank;

  RankBooks(JobTable table, Ranks ranks, JobBooks books) {
    this.table = table;
    this.ranks = ranks;
    this.books = books;
    ofRank = books.tellsRanksApart() ? new long[ranks.count * STRIDE] : null;
  }

  /** A rank does something for so many ticks. */
  void spend(int r, State state, long ticks) {
    books.spend(ranks.job[r], state, ticks);
    if (ofRank != null) {
      ofRank[r * STRIDE + state.ordinal()] += ticks;
    }
  }

  /** A rank begins an operation. */
  void operate(int r) {
    books.count(ranks.job[r], JobBooks.Count.OPERATIONS, 1);
  }

  /** A rank begins to send a message. */
  void send(int r, int destination, long bytes) {
    books.send(ranks.job[r], ranks.rank[r], destination, bytes);
    if (ofRank != null) {
      ofRank[r * STRIDE + MESSAGES]++;
      ofRank[r * STRIDE + BYTES] += bytes;
    }
  }

  /** A rank has received a message. */
  void receive(int r, long bytes, long latency) {
    books.receive(ranks.job[r], bytes, latency);
  }

  /** A rank has ended. */
  void end(int r, long tick) {
    final int job = ranks.job[r];
    books.count(job, JobBooks.Count.ENDED, 1);
    books.count(job, JobBooks.Count.RANK_TICKS, tick - table.jobs().get(job).startTick());
    books.note(job, JobBooks.Largest.END, tick);
    if (ofRank != null) {
      ofRank[r * STRIDE + END] = tick + 1;
    }
  }

  /** Returns the books, with a row for each rank if ranks are told apart. */
  JobBooks close() {
    if (ofRank != null) {
      final List<JobBooks.RankRow> rows = new ArrayList<>(ranks.count);
      for (int r = 0; r < ranks.count; r++) {
        rows.add(row(r));
      }
      books.setRows(rows);
    }
    return books;
  }

  private JobBooks.RankRow row(int r) {
    final List<Long> spent = new ArrayList<>(STATES);
    for (int state = 0; state < STATES; state++) {
      spent.add(ofRank[r * STRIDE + state]);
    }
    return new JobBooks.RankRow(
        ranks.job[r],
        ranks.rank[r],
        ranks.nodes[ranks.node[r]],
        ofRank[r * STRIDE + END] - 1,
        ofRank[r * STRIDE + MESSAGES],
        ofRank[r * STRIDE + BYTES],
        spent);
  }
}
