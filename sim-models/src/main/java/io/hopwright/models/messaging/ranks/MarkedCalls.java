package io.hopwright.models.messaging.ranks;

import io.hopwright.models.messaging.statistics.CollectiveClock;
import io.hopwright.models.program.CollectiveMark;
import io.hopwright.models.program.OperationGraph;
import java.util.Arrays;
import java.util.List;

/**
 * Times of the calls of collectives that the graph of a rank marks: from the beginning of the first
 * operation of a call to the completion of its last one. Confined to its partition; 16 B per call.
 */
final class MarkedCalls {
  private static final long NEVER = -1;

  private final CollectiveClock clock;
  private final int job;
  private final OperationGraph graph;

  /** First and last operations of the calls, in ascending order. */
  private final int[] firsts;

  private final int[] lasts;

  /** Ticks at which the calls began that are not over. */
  private final long[] since;

  MarkedCalls(CollectiveClock clock, int job, OperationGraph graph) {
    this.clock = clock;
    this.job = job;
    this.graph = graph;
    final List<CollectiveMark> marks = graph.marks();
    firsts = marks.stream().mapToInt(CollectiveMark::first).toArray();
    lasts = marks.stream().mapToInt(CollectiveMark::last).toArray();
    since = new long[firsts.length];
    Arrays.fill(since, NEVER);
  }

  /** Records that an operation begins. */
  void begin(int operation, long tick) {
    final int call = Arrays.binarySearch(firsts, operation);
    if (call >= 0) {
      since[call] = tick;
    }
  }

  /** Records that an operation is complete. */
  void complete(int operation, long tick) {
    final int call = Arrays.binarySearch(lasts, operation);
    if (call >= 0 && since[call] != NEVER) {
      clock.add(job, graph.marks().get(call), tick - since[call]);
      since[call] = NEVER;
    }
  }
}
