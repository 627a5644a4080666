package io.hopwright.runner.recording;

import io.hopwright.runner.results.JsonObject;
import java.util.Map;

/** Measured size and times of the checkpoints of a run. Thread-safe. */
final class CheckpointCosts {
  private static final double NANOS = 1e-9;

  private long beginNanos;
  private long written;
  private long bytes;
  private long standstillNanos;
  private long writeNanos;
  private long mostStandstillNanos;
  private long mostWriteNanos;
  private long copies;
  private long failedCopies;
  private long mostCopyNanos;

  /** Notes that the simulation stands still. */
  synchronized void begin() {
    beginNanos = System.nanoTime();
  }

  /** Notes that the states are copied, and the simulation can go on. */
  synchronized void copied() {
    standstillNanos = System.nanoTime() - beginNanos;
    mostStandstillNanos = Math.max(mostStandstillNanos, standstillNanos);
  }

  /** Notes that a checkpoint is complete. */
  synchronized void written(long stateBytes, long nanos) {
    written++;
    bytes = stateBytes;
    writeNanos = nanos;
    mostWriteNanos = Math.max(mostWriteNanos, nanos);
  }

  /** Notes how many copies of the last checkpoint other members have, and how many failed. */
  synchronized void copiedElsewhere(int complete, int failed, long nanos) {
    copies += complete;
    failedCopies += failed;
    mostCopyNanos = Math.max(mostCopyNanos, nanos);
  }

  /** Returns whether any checkpoint is complete. */
  synchronized boolean any() {
    return written > 0;
  }

  /**
   * Returns how long the last checkpoint took, from the standstill until it was complete; 0 before
   * the first one. Writing counts in full, since it may take a processor from the simulation.
   */
  synchronized long lastNanos() {
    return standstillNanos + writeNanos;
  }

  /**
   * Returns the number of checkpoints, the size of the last one, the numbers of complete and failed
   * copies, and the longest times.
   */
  synchronized Map<String, Object> document() {
    return new JsonObject()
        .with("written", written)
        .with("bytes", bytes)
        .with("longestStandstillSeconds", mostStandstillNanos * NANOS)
        .with("longestWriteSeconds", mostWriteNanos * NANOS)
        .withIf(copies > 0, "copies", copies)
        .withIf(failedCopies > 0, "failedCopies", failedCopies)
        .withIf(copies > 0, "longestCopySeconds", mostCopyNanos * NANOS);
  }
}
