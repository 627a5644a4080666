package io.hopwright.runner.execution;

import io.hopwright.partition.cluster.MemberAccount;
import java.util.Collections;
import java.util.List;

/**
 * Execution of a run: everything that differs between executors, splits and computers. Of a resumed
 * run it is the part since the last start.
 *
 * @param executor executor of the partitions
 * @param threads number of threads of all JVMs
 * @param partitions number of partitions
 * @param windows number of windows
 * @param lookaheadTicks longest window that loses no event
 * @param windowTicks length of a window
 * @param simulatedMicroseconds simulated time
 * @param buildSeconds time until all partitions were built
 * @param wallSeconds time from the first window to the last
 * @param cpuSeconds processor time of all processes meanwhile; NaN if others used it, too
 * @param packetHops packets started on a link, summed over links
 * @param events events taken from event queues
 * @param busySeconds time spent simulating, per partition
 * @param peakHeapBytes most heap in use in this JVM, garbage included; {@link #UNKNOWN_BYTES} if
 *     others used it, too
 * @param memberOf JVM of each partition; this one is 0
 * @param others other JVMs; empty if the run was lost
 */
public record Execution(
    ExecutorKind executor,
    int threads,
    int partitions,
    long windows,
    long lookaheadTicks,
    long windowTicks,
    double simulatedMicroseconds,
    double buildSeconds,
    double wallSeconds,
    double cpuSeconds,
    long packetHops,
    long events,
    List<Double> busySeconds,
    long peakHeapBytes,
    List<Integer> memberOf,
    List<MemberAccount> others) {
  /** Stands for an unknown number of bytes. */
  public static final long UNKNOWN_BYTES = -1;

  /** Returns the number of JVMs. */
  public int jvms() {
    return 1 + Collections.max(memberOf);
  }

  /**
   * Returns the share of the threads' time in which they wait for each other instead of simulating.
   */
  public double barrierShare() {
    final double busy = busySeconds.stream().mapToDouble(Double::doubleValue).sum();
    return Math.max(0, 1 - busy / (threads * wallSeconds));
  }

  /** Returns the partition that took the most time. */
  public int slowestPartition() {
    return busySeconds.indexOf(Collections.max(busySeconds));
  }
}
