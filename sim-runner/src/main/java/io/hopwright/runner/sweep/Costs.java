package io.hopwright.runner.sweep;

import java.util.List;

/**
 * What simulating a machine costs, as measured: {@code docs/performance.md}, on 2 virtual cores of
 * an AMD EPYC (Zen 4) with JDK 17; memory by the runs of {@code docs/plan.md}.
 *
 * @param speeds packet-hops per second of one thread by number of nodes, ascending; between two of
 *     them by the logarithm of the nodes
 * @param partitionTickSeconds time for a tick of a partition in which little happens
 * @param sampleSeconds time to look at the queues of a node, once for each row of the series, if
 *     they are full
 * @param buildSecondsPerNode time to build
 * @param restBytesPerNode memory of a node in a JVM that simulates it, without packets
 * @param busyBytesPerNode the same with links as full as they can be
 * @param sharedBytesPerNode memory of a node of the machine in every JVM
 * @param partitionBytes memory of a partition beside its nodes
 */
record Costs(
    List<Speed> speeds,
    double partitionTickSeconds,
    double sampleSeconds,
    double buildSecondsPerNode,
    long restBytesPerNode,
    long busyBytesPerNode,
    long sharedBytesPerNode,
    long partitionBytes) {
  /** Heap of a JVM that simulates nothing, in bytes. */
  static final long JVM_HEAP_BYTES = 18L << 20;

  /** What a JVM takes beside its heap, in bytes: code, threads, buffers. */
  static final long JVM_OTHER_BYTES = 100L << 20;

  /** Time until a JVM has started and compiled what it runs most. */
  static final double START_SECONDS = 2;

  /** Time until several JVMs have found each other. */
  static final double GATHER_SECONDS = 4;

  /** Share of their time that several threads spend simulating, where windows are long. */
  static final double PARALLEL_EFFICIENCY = 0.9;

  /** Time from one window to the next between the threads of a JVM. */
  static final double THREAD_WINDOW_SECONDS = 50e-6;

  /** Time from one window to the next between JVMs of one computer. */
  static final double JVM_WINDOW_SECONDS = 1.5e-3;

  private static final Costs BLUEGENE_L =
      new Costs(
          List.of(new Speed(512, 2.2e6), new Speed(4_096, 1.7e6)),
          0.25e-6,
          0.3e-6,
          8e-6,
          800,
          4_000,
          0,
          100_000);

  private static final Costs REFERENCE =
      new Costs(List.of(new Speed(64, 7.4e3)), 0.25e-6, 1e-6, 20e-6, 16_000, 24_000, 0, 100_000);

  private static final Costs CASCADE =
      new Costs(
          List.of(new Speed(3_072, 1.5e6), new Speed(24_576, 1.3e6)),
          0.25e-6,
          0.1e-6,
          8e-6,
          1_100,
          56_000,
          100,
          200_000);

  /**
   * A measured speed.
   *
   * @param nodes number of nodes of the machine
   * @param hopsPerSecond packet-hops per CPU second of one thread
   */
  record Speed(long nodes, double hopsPerSecond) {}

  /** Returns the costs of what simulates; if nobody has measured it, those of BlueGene/L. */
  static Costs of(String implementation) {
    return switch (implementation) {
      case "cascade" -> CASCADE;
      case "bluegene-l-reference" -> REFERENCE;
      default -> BLUEGENE_L;
    };
  }

  /** Returns the packet-hops per second of one thread on a machine of {@code nodes} nodes. */
  double hopsPerSecond(long nodes) {
    Speed below = speeds.get(0);
    for (Speed above : speeds) {
      if (nodes <= above.nodes) {
        return between(below, above, nodes);
      }
      below = above;
    }
    return below.hopsPerSecond;
  }

  private static double between(Speed below, Speed above, long nodes) {
    if (nodes <= below.nodes) {
      return below.hopsPerSecond;
    }
    final double share =
        Math.log((double) nodes / below.nodes) / Math.log((double) above.nodes / below.nodes);
    return below.hopsPerSecond + share * (above.hopsPerSecond - below.hopsPerSecond);
  }
}
