package io.hopwright.runner.sweep;

import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.Network;
import io.hopwright.runner.recording.CheckpointPlan;
import io.hopwright.runner.recording.CheckpointStore;
import io.hopwright.runner.support.InputException;
import java.util.stream.IntStream;

/**
 * Estimated size of a checkpoint at the end of a run.
 *
 * @param bytes of all states
 * @param largestBytes of the state of the largest partition
 */
public record CheckpointSize(double bytes, double largestBytes) {
  /** Largest state of a partition, in bytes: it is one array. */
  private static final double MOST_BYTES = Integer.MAX_VALUE;

  /** Rows of the series have small numbers, which take few bytes in a state. */
  private static final double OF_ROW = 0.2;

  /** Bytes of a partition besides nodes and series: distributions, names of classes. */
  private static final double PARTITION_BYTES = 12_000;

  /** Share of the memory of jobs that is in a state: the rest is room for more requests. */
  private static final double OF_JOBS = 0.3;

  /** Bytes that are copied in a second, measured for the first checkpoint of 32,768 nodes. */
  private static final double COPIED_PER_SECOND = 400e6;

  /** Bytes that are hashed and written to a disk in a second. */
  private static final double WRITTEN_PER_SECOND = 100e6;

  /**
   * Returns the size for a network with what it is expected to do, and a series of each partition.
   */
  static CheckpointSize of(Network<?> network, Forecast forecast, double seriesBytes) {
    final long most =
        IntStream.range(0, network.partitions()).mapToLong(network::nodes).max().orElse(0);
    final double bytesPerNode =
        network.costs().state().at(forecast.load())
            + OF_JOBS * network.jobs().bytes() / network.nodes();
    final double apart = PARTITION_BYTES + OF_ROW * seriesBytes;
    return new CheckpointSize(
        network.nodes() * bytesPerNode + network.partitions() * apart, most * bytesPerNode + apart);
  }

  /** Returns the time for which the simulation stops. */
  public double standstillSeconds() {
    return bytes / COPIED_PER_SECOND;
  }

  /** Returns the time until the checkpoint is complete. */
  public double seconds() {
    return standstillSeconds() + bytes / WRITTEN_PER_SECOND;
  }

  /**
   * Returns the largest number of bytes on a disk with checkpoints, or copies of them, while one is
   * written.
   */
  public double mostDiskBytes() {
    return (CheckpointStore.KEPT + 1) * bytes;
  }

  /**
   * Returns the largest time that the loss of a JVM costs with automatic checkpoints: the part of
   * the run that is simulated again.
   *
   * @param runSeconds time of the whole run
   */
  public double lossSeconds(double runSeconds) {
    return Math.min(runSeconds, CheckpointPlan.automaticSeconds(seconds()) + seconds());
  }

  /** Returns whether the state of each partition can be written. */
  public boolean fits() {
    return largestBytes < MOST_BYTES;
  }

  /**
   * Refuses checkpoints of a run with a partition whose state is too large.
   *
   * @param run name of the run
   */
  public void requireFits(String run) {
    if (!fits()) {
      throw new InputException(run + ": checkpoints are not possible: " + objection());
    }
  }

  /** Returns the reason why the states cannot be written, and a remedy. */
  public String objection() {
    return "the state of a partition needs about %s, and at most %s can be written; divide the machine into more partitions"
        .formatted(Estimate.memory(largestBytes), Estimate.memory(MOST_BYTES));
  }
}
