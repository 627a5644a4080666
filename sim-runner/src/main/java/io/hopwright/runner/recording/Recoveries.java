package io.hopwright.runner.recording;

import io.hopwright.core.state.StateImage;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.SavedRun;
import io.hopwright.partition.StartFailedException;
import io.hopwright.partition.cluster.MemberFailedException;
import io.hopwright.partition.cluster.MemberLostException;
import io.hopwright.partition.cluster.RefusedException;
import io.hopwright.partition.wire.MalformedMessageException;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.results.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Losses of JVMs that one run survives: after each the run resumes from its newest checkpoint with
 * a new group of members.
 *
 * <p>Called by the thread that leads the run, except for the checkpoints that {@link #watched}
 * returns.
 */
public final class Recoveries {
  private static final int ENVIRONMENT_FAILED = 75;
  private static final double NANOS = 1e-9;

  private final int most;
  private final boolean local;
  private final Interruption interruption;
  private final List<Map<String, Object>> losses;
  private final Map<Long, Long> takenNanos = new HashMap<>();

  /** Losses after which no window has been simulated yet. */
  private final List<Open> open = new ArrayList<>();

  private int inARow;
  private volatile long fromTick;
  private volatile long reachedTick;

  /** Number of the course in progress: each loss ends one. */
  private int course;

  /**
   * Loss after which no window has been simulated yet.
   *
   * @param nanos time at which it was noticed
   */
  private record Open(Map<String, Object> loss, long nanos) {}

  /**
   * Creates the record of one run.
   *
   * @param most number of consecutive losses, without a new checkpoint in between, that it survives
   * @param local whether this JVM starts all others
   * @param before losses of parts of the run before its checkpoint
   */
  public Recoveries(
      int most, boolean local, Interruption interruption, List<Map<String, Object>> before) {
    this.most = most;
    this.local = local;
    this.interruption = interruption;
    losses = new ArrayList<>(before);
  }

  /** Adds losses of parts of the run before its checkpoint. */
  public void addEarlier(List<Map<String, Object>> earlier) {
    losses.addAll(0, earlier);
  }

  /** Returns the checkpoints of a run that takes none itself; it restarts after a loss. */
  public RunMonitor.Checkpoints watched(long from) {
    return watched(RunMonitor.Checkpoints.NONE, from);
  }

  /** Returns checkpoints of a run that begins at a tick, so that its losses can be survived. */
  public RunMonitor.Checkpoints watched(RunMonitor.Checkpoints checkpoints, long from) {
    final int mine = begin(from);
    return new RunMonitor.Checkpoints() {
      @Override
      public boolean isDue(long tick) {
        reached(tick, mine);
        return checkpoints.isDue(tick);
      }

      @Override
      public void copied() {
        checkpoints.copied();
      }

      @Override
      public void take(SavedRun saved) {
        remember(saved.tick());
        checkpoints.take(saved);
      }

      @Override
      public StateImage keep(long tick, int partition, StateImage state) {
        return checkpoints.keep(tick, partition, state);
      }

      @Override
      public void failed(long tick, Throwable failure) {
        checkpoints.failed(tick, failure);
      }

      @Override
      public boolean recovers() {
        return left();
      }
    };
  }

  private synchronized void remember(long tick) {
    takenNanos.put(tick, System.nanoTime());
  }

  private synchronized int begin(long from) {
    fromTick = from;
    reachedTick = from;
    remember(from);
    return ++course;
  }

  /**
   * Notes that windows are being simulated, after losses how long that took. Partitions of a course
   * that a loss has ended can still come to the end of a window; that does not count.
   */
  private synchronized void reached(long tick, int inCourse) {
    if (inCourse != course) {
      return;
    }
    reachedTick = tick;
    final long now = System.nanoTime();
    open.forEach(each -> each.loss().put("secondsUntilItWentOn", (now - each.nanos()) * NANOS));
    open.clear();
  }

  /** Returns whether another loss would be survived. */
  public boolean left() {
    return inARow < most && !interruption.requested();
  }

  /** Returns whether the run continues after a failure. */
  public boolean survives(RuntimeException failure) {
    if (!left()) {
      return false;
    }
    if (failure instanceof MemberLostException || failure instanceof StartFailedException) {
      return true;
    }
    if (failure instanceof RefusedException) {
      // Of JVMs that are started here one is frozen or slow; others were waited for.
      return local;
    }
    // A member that has simulated is healthy: what went wrong is between the members.
    return reachedTick > fromTick
        && (failure instanceof MalformedMessageException
            || (failure instanceof MemberFailedException other
                && other.exitCode() == ENVIRONMENT_FAILED));
  }

  /**
   * Records a loss, and returns the message for the user.
   *
   * @param newestTick tick of the newest checkpoint, from which the run continues
   */
  public synchronized String lost(RuntimeException failure, long newestTick) {
    inARow = newestTick > fromTick ? 1 : inARow + 1;
    final double seconds =
        (System.nanoTime() - takenNanos.getOrDefault(newestTick, System.nanoTime())) * NANOS;
    final long again = Math.max(0, reachedTick - newestTick);
    final Map<String, Object> loss =
        new JsonObject()
            .with("when", Instant.now().toString())
            .with("reason", failure.getMessage())
            .with("fromTick", newestTick)
            .with("simulatedAgainTicks", again)
            .with("simulatedAgainSeconds", seconds);
    losses.add(loss);
    open.add(new Open(loss, System.nanoTime()));
    course++;
    reachedTick = newestTick;
    fromTick = newestTick;
    return String.format(
        Locale.ROOT,
        "%s; continuing from %s, which repeats %s ticks (%.1f s); loss %s of this run",
        failure.getMessage(),
        newestTick == 0 ? "its first tick" : "the checkpoint of tick " + newestTick,
        again,
        seconds,
        losses.size());
  }

  /** Returns whether a member was lost since the run was started here. */
  public boolean again() {
    return inARow > 0;
  }

  /** Returns the losses so far, the oldest first. */
  public List<Map<String, Object>> losses() {
    return List.copyOf(losses);
  }
}
