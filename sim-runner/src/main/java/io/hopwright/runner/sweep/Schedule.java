package io.hopwright.runner.sweep;

import io.hopwright.runner.failure.InputException;
import io.hopwright.runner.plan.Estimate;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Which points are simulated at once, and which one after the other, each on all threads. Results
 * do not depend on it.
 *
 * @param together points of which several are simulated at once
 * @param atOnce number of those, at least 1
 * @param threadsEach threads of each
 * @param inTurn the others
 */
public record Schedule(List<Job> together, int atOnce, int threadsEach, List<Job> inTurn) {
  /** The collector needs room, and estimates err. */
  private static final double ROOM = 2;

  /**
   * By how much points on a thread each slow down that do not fit the cache together: 2.4 times on
   * two threads, 4 on four ({@code docs/performance.md}).
   */
  private static final double CROWDED = 2;

  /** Returns a schedule of one point after the other. */
  public static Schedule inTurn(List<Job> jobs) {
    return new Schedule(List.of(), 1, 1, jobs);
  }

  /**
   * Chooses what is expected to be done sooner: as many points at once as there are threads, each
   * on one, if their heaps fit; or one after the other, each on all threads. Points that are large
   * for the cache, and have partitions enough, go one after the other anyway.
   *
   * @param heapBytes heap of this JVM
   * @param cacheBytes the cache that all threads share
   */
  public static Schedule choose(List<Job> jobs, int threads, long heapBytes, long cacheBytes) {
    final Schedule schedule =
        split(
            jobs,
            threads,
            1,
            job ->
                threads * job.stateBytes() <= cacheBytes
                    || CROWDED * job.work() / threads <= job.seconds());
    final List<Job> together = schedule.together;
    final int atOnce = Math.min(threads, together.size());
    final double inTurn = together.stream().mapToDouble(Job::seconds).sum();
    return atOnce > 1
            && ROOM * heapBytes(together, atOnce) <= heapBytes
            && span(together, atOnce) <= inTurn
        ? schedule
        : inTurn(jobs);
  }

  /**
   * Takes what the user asks for.
   *
   * @throws InputException if that does not fit the heap
   */
  public static Schedule asked(List<Job> jobs, int atOnce, int threads, long heapBytes) {
    if (atOnce == 1) {
      return inTurn(jobs);
    }
    final Schedule schedule = split(jobs, atOnce, Math.max(1, threads / atOnce), job -> true);
    final double needed = heapBytes(schedule.together, atOnce);
    if (needed > heapBytes) {
      throw new InputException(
          "--at-once "
              + atOnce
              + ": needs about "
              + Estimate.memory(needed)
              + " of heap, but this JVM has "
              + Estimate.memory((double) heapBytes)
              + "; use fewer at once, or set HOPWRIGHT_JAVA_OPTS=-Xmx…");
    }
    return schedule;
  }

  private static Schedule split(
      List<Job> jobs, int atOnce, int threadsEach, Predicate<Job> together) {
    final Predicate<Job> may = together.and(job -> !job.alone());
    return new Schedule(
        jobs.stream().filter(may).toList(),
        atOnce,
        threadsEach,
        Stream.of(false, true)
            .flatMap(
                alone -> jobs.stream().filter(may.negate()).filter(job -> job.alone() == alone))
            .toList());
  }

  /** Returns the heap of the largest points at once. */
  private static double heapBytes(List<Job> jobs, int atOnce) {
    return jobs.stream()
        .map(Job::heapBytes)
        .sorted(Comparator.reverseOrder())
        .limit(atOnce)
        .mapToDouble(Double::doubleValue)
        .sum();
  }

  /** Returns the points in the order to begin them: longest first, so that none is left to last. */
  static List<Job> ordered(List<Job> jobs) {
    return jobs.stream().sorted(Comparator.comparingDouble(Job::work).reversed()).toList();
  }

  private static double span(List<Job> jobs, int atOnce) {
    final PriorityQueue<Double> ends = new PriorityQueue<>();
    for (int i = 0; i < atOnce; i++) {
      ends.add(0.0);
    }
    double last = 0;
    for (Job job : ordered(jobs)) {
      final double end = ends.remove() + job.work();
      ends.add(end);
      last = Math.max(last, end);
    }
    return last;
  }
}
