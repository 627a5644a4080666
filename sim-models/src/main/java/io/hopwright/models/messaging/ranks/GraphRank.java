package io.hopwright.models.messaging.ranks;

import io.hopwright.models.messaging.path.PathLog;
import io.hopwright.models.messaging.path.RankLog;
import io.hopwright.models.messaging.storage.NumberHeap;
import io.hopwright.models.program.OperationGraph;
import java.util.Arrays;

/**
 * Progress of a rank in its graph ({@code docs/models/goal.md}, "What a rank does"): the open
 * dependencies of each operation, the ready operations, and the rank's streams. Confined to its
 * partition; 4 B for each operation, and 8 B for each ready one.
 */
final class GraphRank {
  /** No operation. */
  static final int NONE = -1;

  final OperationGraph graph;

  /** Null unless critical paths are found. */
  private final PathLog.Ready reasons;

  /** Null unless the times of collectives are measured, and there are some. */
  private final MarkedCalls calls;

  /** Ready operations of the processor. */
  final NumberHeap ready = new NumberHeap();

  /** Receives that the processor still has to complete: number, request. */
  final NumberHeap closing = new NumberHeap();

  /** Current operation of the processor, if it is one of the graph. */
  int current = NONE;

  /** Whether {@link #current} is complete once the processor has sent it. */
  boolean completeOnceSent;

  /** Last completed operation: its tick, its number, and whether it was a calc or a send. */
  long lastTick;

  int last = NONE;
  boolean lastWasCalc;
  boolean lastWasSend;

  /** The tick at which the message of a receive was posted, or the data of a send; 0 if none. */
  long lastPosted;

  /** Ticks without work up to then. */
  long idleTicks;

  /** Whether the processor had no operation to begin at its last check. */
  boolean waits;

  private final int[] open;
  private int done;

  /** Streams, indexed by cpu − 1. */
  private final Stream[] streams;

  /** A stream. */
  private static final class Stream {
    private final NumberHeap ready = new NumberHeap();
    private int current = NONE;
    private long until;
    private long computed;

    /** Position in the log of the current or latest calc. */
    private int logged = RankLog.PROCESSOR;
  }

  GraphRank(OperationGraph graph, MarkedCalls calls, PathLog.Ready reasons, long startTick) {
    this.graph = graph;
    this.calls = calls;
    this.reasons = reasons;
    open = new int[graph.operations()];
    int cpus = 0;
    for (int operation = 0; operation < open.length; operation++) {
      if (graph.isCalc(operation)) {
        cpus = Math.max(cpus, graph.cpu(operation));
      }
    }
    streams = new Stream[cpus];
    Arrays.setAll(streams, cpu -> new Stream());
    restart(startTick);
  }

  /** Returns whether an operation is ready, or a stream computes. */
  boolean isAtWork() {
    boolean computes = false;
    for (Stream stream : streams) {
      computes |= stream.current != NONE;
    }
    return computes || !ready.isEmpty() || !closing.isEmpty();
  }

  /** Puts the rank at its beginning; what streams have computed stays. */
  void restart(long tick) {
    done = 0;
    if (reasons != null) {
      reasons.restart(tick);
    }
    for (int operation = 0; operation < open.length; operation++) {
      open[operation] = graph.dependencies(operation);
      if (open[operation] == 0) {
        makeReady(operation);
      }
    }
  }

  private void makeReady(int operation) {
    final int cpu = graph.isCalc(operation) ? graph.cpu(operation) : 0;
    (cpu == 0 ? ready : streams[cpu - 1].ready).add(operation);
  }

  /** Returns whether all operations are complete. */
  boolean isOver() {
    return done == open.length;
  }

  /** Begins an operation, for a reason that its log has. */
  void begin(int operation, long tick, int reason) {
    if (calls != null) {
      calls.begin(operation, tick);
    }
    release(operation, true, tick, reason);
  }

  /** Completes an operation, for a reason that its log has. */
  void complete(int operation, long tick, int reason) {
    done++;
    if (calls != null) {
      calls.complete(operation, tick);
    }
    release(operation, false, tick, reason);
    if (reasons != null) {
      reasons.release(graph.operations(), operation, tick, reason);
    }
  }

  private void release(int operation, boolean beginning, long tick, int reason) {
    final int successors = graph.successors(operation, beginning);
    for (int k = 0; k < successors; k++) {
      final int successor = graph.successor(operation, beginning, k);
      if (reasons != null) {
        reasons.release(successor, operation, tick, reason);
      }
      if (--open[successor] == 0) {
        makeReady(successor);
      }
    }
  }

  /** Records a completed operation, as the end of the processor's wait; the last one counts. */
  void note(int operation, long tick, boolean calc, boolean send, long posted, long idle) {
    if (last == NONE || lastTick < tick || last < operation) {
      last = operation;
      lastTick = tick;
      lastWasCalc = calc;
      lastWasSend = send;
      lastPosted = posted;
      idleTicks = idle;
    }
  }

  /** Ends the calc of a stream that ends now; returns its number, NONE if there is none. */
  int endStream(int stream, long tick) {
    final Stream one = streams[stream];
    if (one.current == NONE || one.until > tick) {
      return NONE;
    }
    final int ended = one.current;
    one.current = NONE;
    complete(ended, tick, one.logged);
    return ended;
  }

  /** Takes the calc that a stream begins next; NONE if there is none, or it is not free. */
  int nextOfStream(int stream) {
    final Stream one = streams[stream];
    if (one.current != NONE || one.ready.isEmpty()) {
      return NONE;
    }
    one.current = (int) one.ready.removeLowest();
    return one.current;
  }

  /** Streams stand still from now on. */
  void stop() {
    for (Stream stream : streams) {
      stream.current = NONE;
      stream.ready.clear();
    }
  }

  /** Returns how many streams there are. */
  int streams() {
    return streams.length;
  }

  /** Returns the time that a stream has computed, in ps. */
  long computed(int stream) {
    return streams[stream].computed;
  }

  /** Lets a stream compute up to a tick; the log has that calc at an entry. */
  void compute(int stream, long computed, long until, int logged) {
    streams[stream].computed = computed;
    streams[stream].until = until;
    streams[stream].logged = logged;
  }

  /** Returns why a stream begins a calc: its calc before, or why the calc is ready. */
  int reason(int stream, int calc, long tick) {
    final Stream one = streams[stream];
    return one.logged != RankLog.PROCESSOR && one.until == tick ? one.logged : reasons.reason(calc);
  }

  /** Returns why operations are ready; null unless critical paths are found. */
  PathLog.Ready reasons() {
    return reasons;
  }
}
