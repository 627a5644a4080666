package io.hopwright.runner.sweep;

import io.hopwright.runner.support.InputException;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Number of points simulated at once. Results do not depend on it.
 *
 * @param atOnce number of points at once, at least 1
 * @param threadsEach threads of each
 */
public record Schedule(int atOnce, int threadsEach) {
  /** The collector needs room, and estimates err. */
  private static final double ROOM = 2;

  /**
   * Chooses the faster alternative by estimate: as many points at once as there are threads, each
   * on one, if their heaps fit; or one after the other, each on all threads.
   *
   * @param jobs points that may be simulated at once
   * @param heapBytes heap of this JVM
   */
  public static Schedule choose(List<PointTask> jobs, int threads, long heapBytes) {
    final int atOnce = Math.min(threads, jobs.size());
    final double inTurn = jobs.stream().mapToDouble(PointTask::seconds).sum();
    return atOnce > 1 && ROOM * heapBytes(jobs, atOnce) <= heapBytes && span(jobs, atOnce) <= inTurn
        ? new Schedule(atOnce, 1)
        : new Schedule(1, threads);
  }

  /**
   * Uses the number of points that the user requests.
   *
   * @throws InputException if they are known not to fit the heap
   */
  public static Schedule asked(List<PointTask> jobs, int atOnce, int threads, long heapBytes) {
    final double needed = heapBytes(jobs, atOnce);
    if (atOnce > 1 && needed > heapBytes && needed < Double.POSITIVE_INFINITY) {
      throw new InputException(
          String.format(
              "--at-once %s: needs about %s of heap, but this JVM has %s; use fewer at once,"
                  + " or set HOPWRIGHT_JAVA_OPTS=-Xmx…",
              atOnce, Estimate.memory(needed), Estimate.memory((double) heapBytes)));
    }
    return new Schedule(atOnce, Math.max(1, threads / atOnce));
  }

  /** Returns the heap of the largest points at once. */
  private static double heapBytes(List<PointTask> jobs, int atOnce) {
    return jobs.stream()
        .map(PointTask::heapBytes)
        .sorted(Comparator.reverseOrder())
        .limit(atOnce)
        .mapToDouble(Double::doubleValue)
        .sum();
  }

  /** Returns the points in the order to begin them: longest first, so that none is left to last. */
  static List<PointTask> ordered(List<PointTask> jobs) {
    return jobs.stream().sorted(Comparator.comparingDouble(PointTask::work).reversed()).toList();
  }

  private static double span(List<PointTask> jobs, int atOnce) {
    final PriorityQueue<Double> ends = new PriorityQueue<>();
    for (int i = 0; i < atOnce; i++) {
      ends.add(0.0);
    }
    double last = 0;
    for (PointTask job : ordered(jobs)) {
      final double end = ends.remove() + job.work();
      ends.add(end);
      last = Math.max(last, end);
    }
    return last;
  }
}
