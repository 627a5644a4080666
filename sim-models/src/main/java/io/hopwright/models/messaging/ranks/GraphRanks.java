package io.hopwright.models.messaging.ranks;

import io.hopwright.models.messaging.jobs.JobTable;
import io.hopwright.models.messaging.path.PathLog;
import io.hopwright.models.messaging.path.RankLog;
import io.hopwright.models.messaging.statistics.RankActivity;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationGraph;

/**
 * Ranks of a partition whose programs are graphs ({@code docs/models/goal.md}, "What a rank does"):
 * their streams, ready operations, and waiting time. Confined to its partition.
 */
final class GraphRanks {
  private final Ranks ranks;
  private final Requests requests;
  private final OpenRequests waits;
  private final RankStatistics statistics;
  private final Processors processors;
  private final GraphRank[] of;

  /** Null unless critical paths are found. */
  private final PathLog path;

  /** Creates all graphs at their beginnings. */
  GraphRanks(
      JobTable table,
      Ranks ranks,
      Requests requests,
      OpenRequests waits,
      RankStatistics statistics,
      Processors processors,
      PathLog path) {
    this.path = path;
    this.ranks = ranks;
    this.requests = requests;
    this.waits = waits;
    this.statistics = statistics;
    this.processors = processors;
    of = new GraphRank[ranks.count];
    for (int r = 0; r < of.length; r++) {
      final OperationGraph graph = table.jobs().get(ranks.job(r)).program().graph(ranks.rank(r));
      if (graph != null) {
        final PathLog.Ready reasons = path == null ? null : PathLog.ready(graph.operations());
        of[r] =
            new GraphRank(
                graph,
                statistics.calls(r, graph),
                reasons,
                table.jobs().get(ranks.job(r)).startTick());
      }
    }
  }

  /** Returns whether there are any. */
  static boolean isIn(JobTable table) {
    return table.jobs().stream().anyMatch(job -> job.program().graph(0) != null);
  }

  /** Returns whether a rank's program is a graph. */
  boolean has(int r) {
    return of[r] != null;
  }

  GraphRank rank(int r) {
    return of[r];
  }

  /** Returns the line of the statement that a request is of, whatever its rank's program is. */
  int line(int r, int request) {
    return has(r) ? of[r].graph.line((int) requests.operation(request)) : requests.line(request);
  }

  // ---------------------------------------------------------------- streams

  /** Streams end and begin, until they can do nothing more in this tick. */
  void advance(int r, long tick) {
    final GraphRank one = of[r];
    boolean changed = one.streams() > 0;
    while (changed) {
      changed = false;
      for (int stream = 0; stream < one.streams(); stream++) {
        final int ended = one.endStream(stream, tick);
        if (ended != GraphRank.NONE) {
          one.note(ended, tick, true, false, 0, idle(r, tick));
          changed = true;
        }
      }
      for (int stream = 0; stream < one.streams(); stream++) {
        final int next = one.nextOfStream(stream);
        if (next != GraphRank.NONE) {
          beginStream(r, stream, next, tick);
          changed = true;
        }
      }
    }
  }

  private void beginStream(int r, int stream, int number, long tick) {
    final GraphRank one = of[r];
    processors.take(r, one.graph, number);
    final long before = one.computed(stream);
    final long after = processors.computedAfter(r, before);
    final long until = processors.computedUntil(r, before, after, tick);
    int logged = RankLog.PROCESSOR;
    int reason = RankLog.PROCESSOR;
    if (path != null) {
      reason = one.reason(stream, number, tick);
      logged = path.calc(r, tick, until, processors.number(r, number), reason);
    }
    one.compute(stream, after, until, logged);
    one.begin(number, tick, reason);
  }

  /** Returns the ticks without work since the rank's processor waits. */
  private long idle(int r, long tick) {
    return tick - ranks.waitBegan(r) - ranks.waitWork(r) + Math.max(ranks.busyUntil(r) - tick, 0);
  }

  // ---------------------------------------------------------------- what is complete

  /** Completes a calc or an eager send of the processor. */
  void completeByProcessor(int r, int number, long tick) {
    of[r].complete(number, tick, RankLog.PROCESSOR);
  }

  /** Completes a request; a receive can still need work. */
  void complete(int r, int request, long tick) {
    final GraphRank one = of[r];
    final int number = (int) requests.operation(request);
    final boolean send = requests.isSend(request);
    one.note(number, tick, false, send, requests.posted(request), idle(r, tick));
    final int reason = path == null ? RankLog.PROCESSOR : path.reason(r, tick);
    if (send) {
      waits.remove(r, request);
    } else if (waits.closing(request) > 0) {
      one.closing.add((long) number << Integer.SIZE | request);
      if (path != null) {
        one.reasons().set(number, number, tick, reason);
      }
      return;
    }
    requests.free(request);
    one.complete(number, tick, reason);
  }

  /** Begins to work for the first receive that has to be; returns the ticks that it takes. */
  long beginClosing(int r) {
    final GraphRank one = of[r];
    final long first = one.closing.removeLowest();
    final int request = (int) first;
    one.current = (int) (first >> Integer.SIZE);
    final long ticks = waits.closing(request);
    requests.free(request);
    return ticks;
  }

  /** Handles the loss of a rank: no operation is ready any more, and its arrivals are useless. */
  void lose(int r) {
    final GraphRank one = of[r];
    while (!one.closing.isEmpty()) {
      requests.free((int) one.closing.removeLowest());
    }
    one.stop();
  }

  // ---------------------------------------------------------------- waiting

  /** Records that the processor has no operation to begin. */
  void await(int r, long tick) {
    final GraphRank one = of[r];
    if (!one.waits) {
      one.waits = true;
      one.last = GraphRank.NONE;
      ranks.beginWait(r, tick);
    }
  }

  /** Records that the processor has an operation again, and attributes the ticks without work. */
  void goOn(int r, long tick) {
    final GraphRank one = of[r];
    if (!one.waits) {
      return;
    }
    one.waits = false;
    final long idle = one.last == GraphRank.NONE ? 0 : one.idleTicks;
    if (one.lastWasCalc) {
      statistics.waited(r, RankActivity.COMPUTE, idle, RankActivity.NETWORK, 0, tick);
    } else {
      final long late = Math.min(Math.max(one.lastPosted - ranks.waitBegan(r), 0), idle);
      statistics.waited(
          r,
          one.lastWasSend ? RankActivity.LATE_RECEIVERS : RankActivity.LATE_SENDERS,
          late,
          RankActivity.NETWORK,
          idle - late,
          tick);
    }
    ranks.endWait(r);
  }

  /** Logs why a processor that did nothing from a tick on begins an operation, or its end. */
  void traceBegin(int r, int number, long free, long tick) {
    final PathLog.Ready reasons = of[r].reasons();
    path.begin(r, free, reasons.tick(number), reasons.reason(number), tick);
  }

  /** Returns whether the operation that the processor would take next is a calc that takes time. */
  boolean computesNext(int r) {
    final GraphRank one = of[r];
    if (!one.closing.isEmpty() || one.ready.isEmpty()) {
      return false;
    }
    final int next = (int) one.ready.lowest();
    return one.graph.isCalc(next) && one.graph.picoseconds(next) > 0;
  }

  /** Fills in the operation that the processor would take next; whether there is one. */
  boolean peek(int r, Operation operation) {
    final GraphRank one = of[r];
    if (one.ready.isEmpty() && !one.isOver()) {
      return false;
    }
    one.graph.fill(one.isOver() ? one.graph.operations() : (int) one.ready.lowest(), operation);
    return true;
  }

  /** Lets the processor take the operation. */
  void take(int r, long tick) {
    final GraphRank one = of[r];
    one.current = (int) one.ready.removeLowest();
    one.begin(one.current, tick, RankLog.PROCESSOR);
  }
}
