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
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Shortest interval that is chosen from the cost of checkpoints. */
  private static final long SHORTEST_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** Interval between two checkpoints, in multiples of what one costs. */
  private static final long TIMES_COST = 100;

  private final long everyTicks;
  private final long everyNanos;
  private final boolean automatic;
  private final long begun = System.nanoTime();
  private long stopAtNanos;
  private volatile boolean stopWanted;
  private volatile Path written;
  private volatile boolean stopped;
  private volatile boolean keeps;
  private volatile long keptTick = NEVER;

  /**
   * Creates a plan.
   *
   * @param everyTicks ticks between checkpoints, 0 for none by ticks
   * @param everyNanos time between checkpoints, 0 for none by time
   * @param stopAfterNanos time after which the run ends with a checkpoint, 0 for never
   */
  public CheckpointPlan(long everyTicks, long everyNanos, long stopAfterNanos) {
    this(everyTicks, everyNanos, stopAfterNanos, false);
  }

  private CheckpointPlan(long everyTicks, long everyNanos, long stopAfterNanos, boolean automatic) {
    this.automatic = automatic;
    this.everyTicks = everyTicks == 0 ? NEVER : everyTicks;
    this.everyNanos = everyNanos == 0 ? NEVER : everyNanos;
    stopAtNanos = stopAfterNanos == 0 ? NEVER : stopAfterNanos;
  }

  /**
   * Returns a plan whose checkpoints take less than 1 % of the time: the interval is 100 times the
   * duration of the last one, and at least a minute.
   *
   * @param stopAfterNanos time after which the run ends with a checkpoint, 0 for never
   */
  public static CheckpointPlan automatic(long stopAfterNanos) {
    return new CheckpointPlan(0, SHORTEST_NANOS, stopAfterNanos, true);
  }

  /** Returns the interval of an automatic plan in seconds, from the duration of a checkpoint. */
  public static double automaticSeconds(double checkpointSeconds) {
    return Math.max(SHORTEST_NANOS / NANOS_PER_SECOND, TIMES_COST * checkpointSeconds);
  }

  /** Keeps checkpoints after the end of the run. */
  public void keep() {
    keeps = true;
  }

  /** Returns whether checkpoints stay after the end of the run. */
  boolean keeps() {
    return keeps;
  }

  /**
   * Lets a run that keeps its checkpoints take one at the end of its measured interval.
   *
   * @param tick last tick of the stop grid in it, {@code Long.MAX_VALUE} for none
   */
  public void keepAt(long tick) {
    keptTick = tick;
  }

  /** Returns whether a permanent checkpoint is due at a tick. */
  boolean isKept(long tick) {
    return keeps && tick == keptTick;
  }

  /** Requests that the run ends with a checkpoint at the next tick of the stop grid. */
  public void stop() {
    stopWanted = true;
  }

  /** Returns whether the run has ended with a checkpoint because of this plan. */
  public boolean stopped() {
    return stopped;
  }

  /** Returns the place of the result of the run that has written a checkpoint; null if none has. */
  public Path written() {
    return written;
  }

  /** Returns whether runs must end with a checkpoint now. */
  public synchronized boolean stops() {
    return (stopWanted || stopAtNanos != NEVER) && elapsed() >= (stopWanted ? 0 : stopAtNanos);
  }

  private long elapsed() {
    return System.nanoTime() - begun;
  }

  /**
   * Returns whether a checkpoint is due so long after the last one.
   *
   * @param costNanos time that the last one took, 0 if it is not known
   */
  boolean isDue(long ticks, long nanos, long costNanos) {
    final long least = automatic ? Math.max(everyNanos, TIMES_COST * costNanos) : everyNanos;
    return ticks >= everyTicks || nanos >= least;
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
    if (automatic) {
      return "a minute, or %s times the time of a checkpoint,".formatted(TIMES_COST);
    }
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
