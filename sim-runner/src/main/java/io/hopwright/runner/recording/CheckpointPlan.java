package io.hopwright.runner.recording;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Plan of checkpoints: when runs take them, and whether they end with one. Thread-safe; runs read
 * it at each tick of the stop grid.
 */
public final class CheckpointPlan {
  /** No checkpoints, for a run that only goes on from one. */
  public static final CheckpointPlan NONE = new CheckpointPlan(0, 0, 0);

  private static final long NEVER = Long.MAX_VALUE;
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final long everyTicks;
  private final long everyNanos;
  private final long begun = System.nanoTime();
  private long stopAtNanos;
  private volatile boolean stopWanted;
  private volatile Path written;
  private volatile boolean stopped;

  /**
   * Creates a plan.
   *
   * @param everyTicks ticks between checkpoints, 0 for none by ticks
   * @param everyNanos time between checkpoints, 0 for none by time
   * @param stopAfterNanos time after which the run ends with a checkpoint, 0 for never
   */
  public CheckpointPlan(long everyTicks, long everyNanos, long stopAfterNanos) {
    this.everyTicks = everyTicks == 0 ? NEVER : everyTicks;
    this.everyNanos = everyNanos == 0 ? NEVER : everyNanos;
    stopAtNanos = stopAfterNanos == 0 ? NEVER : stopAfterNanos;
  }

  /** Requests that the run ends with a checkpoint at the next tick of the stop grid. */
  public void stop() {
    stopWanted = true;
  }

  /** Returns whether the run has ended with a checkpoint, as this plan said. */
  public boolean stopped() {
    return stopped;
  }

  /** Returns where the result goes of the run that has written a checkpoint; null if none has. */
  public Path written() {
    return written;
  }

  /** Returns whether runs are to end with a checkpoint now. */
  public synchronized boolean stops() {
    return (stopWanted || stopAtNanos != NEVER) && elapsed() >= (stopWanted ? 0 : stopAtNanos);
  }

  private long elapsed() {
    return System.nanoTime() - begun;
  }

  /** Returns whether a checkpoint is due so long after the last one. */
  boolean isDue(long ticks, long nanos) {
    return ticks >= everyTicks || nanos >= everyNanos;
  }

  /** Notes that a checkpoint is complete of a run whose result goes to {@code place}. */
  void written(Path place) {
    written = place;
  }

  /** Notes that the run ends with the checkpoint that is complete. */
  void ended() {
    stopped = true;
  }

  /** Returns the longest interval between two checkpoints, as text; null without checkpoints. */
  public String interval() {
    if (everyNanos != NEVER) {
      return TimeUnit.NANOSECONDS.toSeconds(everyNanos) + " s";
    }
    return everyTicks == NEVER ? null : everyTicks + " ticks";
  }

  /** Tries to end the run with a checkpoint again after a while, as this one failed. */
  synchronized void endLater() {
    stopWanted = false;
    stopAtNanos = elapsed() + RETRY_NANOS;
  }
}
