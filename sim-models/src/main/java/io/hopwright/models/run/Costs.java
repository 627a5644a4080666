package io.hopwright.models.run;

import java.util.List;

/**
 * Measured costs of simulating a machine: {@code docs/performance.md}, on 2 virtual cores of an AMD
 * EPYC (Zen 4) with JDK 17; memory from the runs of {@code docs/plan.md}. Immutable; safe for any
 * thread.
 *
 * @param measured whether they were measured; otherwise they are estimates and no reason to refuse
 *     a run
 * @param speeds packet-hops per second of one thread by number of nodes, ascending; interpolated by
 *     the logarithm of the nodes
 * @param sampleSeconds time to sample the full queues of a node, once for each tick of the grid
 * @param buildSecondsPerNode time to build a node
 * @param memory size of a node in a JVM that simulates it
 * @param state size of a node in a checkpoint, or that in memory if it was not measured. States
 *     have small numbers in few bytes, and nothing of the configuration.
 * @param sharedBytesPerNode memory of a node of the machine in every JVM
 * @param partitionBytes memory of a partition besides its nodes
 * @param packetWords words of a packet on its way to another JVM
 */
public record Costs(
    boolean measured,
    List<Speed> speeds,
    double sampleSeconds,
    double buildSecondsPerNode,
    NodeBytes memory,
    NodeBytes state,
    long sharedBytesPerNode,
    long partitionBytes,
    int packetWords) {
  private static final NodeBytes AVERAGE = new NodeBytes(1_000, 20_000);

  /** Assumed costs of a machine without measurements: slow, and average in memory. */
  public static final Costs NOT_MEASURED =
      new Costs(false, List.of(new Speed(1, 1e6)), 0.2e-6, 8e-6, AVERAGE, AVERAGE, 100, 200_000, 3);

  /** Time for a tick of a partition in which little happens. */
  public static final double PARTITION_TICK_SECONDS = 0.25e-6;

  /**
   * Size of a node in bytes.
   *
   * @param rest without packets
   * @param busy with links at full load
   */
  public record NodeBytes(long rest, long busy) {
    private NodeBytes plus(long more) {
      return new NodeBytes(rest + more, busy + more);
    }

    /** Returns the size at a load of links. */
    public double at(double load) {
      return rest + load * (busy - rest);
    }
  }

  /**
   * A measured speed.
   *
   * @param nodes number of nodes of the machine
   * @param hopsPerSecond packet-hops per CPU second of one thread
   */
  public record Speed(long nodes, double hopsPerSecond) {}

  /** Returns the same costs with more bytes for each node in the JVM that simulates it. */
  public Costs withMoreBytesPerNode(long bytes) {
    return new Costs(
        measured,
        speeds,
        sampleSeconds,
        buildSecondsPerNode,
        memory.plus(bytes),
        state.plus(bytes),
        sharedBytesPerNode,
        partitionBytes,
        packetWords);
  }

  /** Returns the packet-hops per second of one thread on a machine of {@code nodes} nodes. */
  public double hopsPerSecond(long nodes) {
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
