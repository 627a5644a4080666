package io.hopwright.models.messaging.ranks;

import io.hopwright.models.messaging.jobs.JobTable;
import io.hopwright.models.messaging.path.PathLog;
import io.hopwright.models.messaging.statistics.CollectiveClock;
import io.hopwright.models.messaging.statistics.CollectiveTimes;
import io.hopwright.models.messaging.statistics.FlowClock;
import io.hopwright.models.messaging.statistics.FlowTimes;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.messaging.statistics.RankActivity;
import io.hopwright.models.messaging.statistics.TimeLine;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Time of a partition's ranks by activity, and their sent messages; by job and optionally by rank.
 * Confined to its partition; 80 B per separately counted rank.
 */
final class RankStatistics {

  private static final long NEVER = -1;

  private final JobTable table;
  private final Ranks ranks;
  private final JobStatistics statistics;
  private final boolean apart;

  /** Ticks of each rank in each state. */
  private final long[][] spent;

  private final long[] messages;
  private final long[] bytesSent;
  private final long[] ends;

  /** Null unless a time line is wanted. */
  private final TimeKeeper times;

  /** Null unless collectives are timed. */
  private final CollectiveClock collectives;

  /** Null unless flows are wanted. */
  private final FlowClock flows;

  /** Null unless critical paths are found. */
  private final PathLog path;

  RankStatistics(JobTable table, Ranks ranks, JobStatistics statistics, PathLog path) {
    this.table = table;
    this.path = path;
    this.ranks = ranks;
    this.statistics = statistics;
    apart = statistics.tellsRanksApart();
    final int rows = apart ? ranks.count : 0;
    spent = new long[RankActivity.values().length][rows];
    messages = new long[rows];
    bytesSent = new long[rows];
    ends = new long[rows];
    Arrays.fill(ends, NEVER);
    times = statistics.timeLine() == null ? null : new TimeKeeper(statistics.timeLine(), ranks);
    collectives =
        statistics.collectives() == null
            ? null
            : new CollectiveClock(statistics.collectives(), ranks.count);
    flows = statistics.flows() == null ? null : new FlowClock(statistics.flows());
  }

  /**
   * Records that the processor of a rank, which has not ended and perhaps waits, works for so many
   * ticks.
   */
  void work(int r, RankActivity state, long tick, long ticks, boolean waits) {
    spend(r, state, ticks);
    if (times != null) {
      times.work(r, state, tick, ticks, waits);
    }
  }

  /**
   * Attributes the ticks without work of a rank's wait that is over: so many to one activity, then
   * so many to another.
   */
  void waited(int r, RankActivity early, long ticks, RankActivity late, long lateTicks, long tick) {
    spend(r, early, ticks);
    spend(r, late, lateTicks);
    if (times != null) {
      times.waited(r, early, ticks, late, lateTicks, tick);
    }
  }

  private void spend(int r, RankActivity state, long ticks) {
    statistics.spend(ranks.job(r), state, ticks);
    if (apart) {
      spent[state.place()][r] += ticks;
    }
  }

  /** Records the next operation of a rank whose operations come one after the other. */
  void operate(int r, Operation operation, long tick) {
    operate(r);
    if (collectives != null) {
      collectives.operate(r, ranks.job(r), operation, tick);
    }
  }

  /** Returns what measures the collectives of a rank's graph; null if nothing does. */
  MarkedCalls calls(int r, OperationGraph graph) {
    return collectives == null || graph.marks().isEmpty()
        ? null
        : new MarkedCalls(collectives, ranks.job(r), graph);
  }

  /** Counts an operation that a rank begins. */
  void operate(int r) {
    statistics.count(ranks.job(r), JobStatistics.Count.OPERATIONS, 1);
  }

  /** Records that a rank begins to send a message. */
  void send(int r, int destination, long bytes) {
    statistics.send(ranks.job(r), ranks.rank(r), destination, bytes);
    if (apart) {
      messages[r]++;
      bytesSent[r] += bytes;
    }
  }

  /** Records that a rank begins to fetch from the memory of another one. */
  void fetch(int r, int source, long bytes) {
    statistics.send(ranks.job(r), source, ranks.rank(r), bytes);
    if (apart) {
      messages[r]++;
      bytesSent[r] += bytes;
    }
  }

  /** Records that a rank has received a message, or that its one-sided operation is complete. */
  void receive(int r, long bytes, long latency) {
    statistics.receive(ranks.job(r), bytes, latency);
  }

  /** Records that a receive has found a message with a tag. */
  void match(int receive, int tag) {
    if (flows != null) {
      flows.match(receive, tag);
    }
  }

  /** Records that a rank has received a message. */
  void receive(int r, Requests requests, int receive, long tick) {
    final long bytes = requests.bytes(receive);
    final long posted = requests.posted(receive);
    receive(r, bytes, tick - posted);
    if (flows != null && !table.jobs().get(ranks.job(r)).background()) {
      flows.finish(
          receive,
          ranks.job(r),
          requests.rank(receive),
          ranks.rank(r),
          requests.isCollective(receive),
          requests.message(receive),
          bytes,
          posted,
          tick);
    }
  }

  private long start(int r) {
    return table.jobs().get(ranks.job(r)).startTick();
  }

  /** Records that a rank has ended. */
  void end(int r, long tick) {
    final int job = ranks.job(r);
    statistics.count(job, JobStatistics.Count.ENDED, 1);
    statistics.count(job, JobStatistics.Count.RANK_TICKS, tick - start(r));
    statistics.note(job, JobStatistics.Largest.END, tick);
    if (apart) {
      ends[r] = tick;
    }
    if (path != null) {
      path.end(r, tick);
    }
  }

  /** Records the loss of a rank: the completed part of its current work counts. */
  void lose(int r, long tick) {
    final int job = ranks.job(r);
    statistics.count(job, JobStatistics.Count.LOST, 1);
    statistics.count(job, JobStatistics.Count.RANK_TICKS, Math.max(0, tick - start(r)));
    spend(r, stateOf(ranks.work(r)), Math.min(0, tick - ranks.busyUntil(r)));
    if (times != null) {
      times.lose(r, tick);
    }
  }

  /**
   * Returns the statistics as of a tick up to which everything has been simulated, with a row for
   * each rank if ranks are counted separately.
   */
  JobStatistics at(long stopTick) {
    final TimeLine line = times == null ? null : statistics.timeLine().empty();
    final JobStatistics closed =
        new JobStatistics(
            table.jobs().size(),
            apart,
            false,
            false,
            line,
            collectives == null ? null : new CollectiveTimes(),
            flows == null ? null : new FlowTimes());
    closed.add(statistics);
    if (times != null) {
      times.closeInto(line, stopTick);
    }
    final List<JobStatistics.RankRow> rows = new ArrayList<>();
    for (int r = 0; r < ranks.count; r++) {
      if (!ranks.isOver(r)) {
        closed.count(
            ranks.job(r), JobStatistics.Count.RANK_TICKS, Math.max(0, stopTick - start(r)));
      }
      final long undone = ranks.busyUntil(r) - stopTick;
      final RankActivity state = stateOf(ranks.work(r));
      final boolean counted = undone > 0 && !ranks.isOver(r);
      if (counted) {
        closed.spend(ranks.job(r), state, -undone);
      }
      if (apart) {
        rows.add(row(r, counted ? state : null, undone));
      }
    }
    closed.setRows(rows);
    if (path != null) {
      closed.setLogs(path.whole(ranks::isOver));
    }
    return closed;
  }

  private static RankActivity stateOf(Ranks.Work work) {
    return switch (work) {
      case NONE, COMPUTE -> RankActivity.COMPUTE;
      case SEND, REPLY, JOIN -> RankActivity.SEND;
      case RECEIVE, WAIT_END, ARRIVAL -> RankActivity.RECEIVE;
    };
  }

  private JobStatistics.RankRow row(int r, RankActivity underWay, long undone) {
    return new JobStatistics.RankRow(
        ranks.job(r),
        ranks.rank(r),
        ranks.nodes[ranks.node(r)],
        ends[r],
        messages[r],
        bytesSent[r],
        Stream.of(RankActivity.values())
            .map(state -> spent[state.place()][r] - (state == underWay ? undone : 0))
            .toList());
  }
}
