package io.hopwright.core.window;

import io.hopwright.core.state.StateImage;
import io.hopwright.core.statistics.Words;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Observer's view of a run in progress, and the only means to end the run from outside.
 *
 * <p>Thread-safe: the run writes a new {@link Snapshot} at most every few milliseconds, and any
 * thread can read it.
 */
public final class RunMonitor {
  /**
   * The state of a run at the end of some window.
   *
   * @param clockTicks tick up to which everything has been simulated
   * @param windows number of windows so far
   * @param packetHops packets started on a link, summed over links
   * @param packetsDelivered packets delivered
   * @param packetsAwaited tracked packets of the measured interval that have not arrived;
   *     meaningless before the end of the interval
   * @param operationsDone completed operations of the jobs that the run waits for
   * @param busyNanos time spent simulating, per partition
   */
  public record Snapshot(
      long clockTicks,
      long windows,
      long packetHops,
      long packetsDelivered,
      long packetsAwaited,
      long operationsDone,
      List<Long> busyNanos) {}

  /**
   * Listener for the end of every window. Called by the thread that ended the window; must be
   * quick.
   */
  @FunctionalInterface
  public interface WindowListener {
    /**
     * All partitions have simulated all ticks before {@code clockTicks}.
     *
     * @param total counts of all partitions; valid during the call
     */
    void windowEnded(long clockTicks, Progress total);
  }

  /**
   * Listener for the work of every window. Called by the thread that ended the window; must be
   * quick.
   */
  @FunctionalInterface
  public interface WorkListener {
    /** Listener that ignores everything. */
    WorkListener NONE = (busyNanos, sent) -> {};

    /**
     * Records that all partitions have simulated another window.
     *
     * @param busyNanos time spent simulating so far, per partition of this JVM; valid during the
     *     call
     * @param sent events sent so far, per partition of this JVM and neighbour; valid during the
     *     call
     */
    void windowEnded(long[] busyNanos, long[][] sent);
  }

  /**
   * Listener that receives the measurements so far, once. Called by a thread that ended a window;
   * must be quick.
   */
  @FunctionalInterface
  public interface PreviewListener {
    /**
     * Receives the measurements of the partitions of this JVM; other partitions count as lost.
     *
     * @param soFar outcome of a run that ended at this tick of the stop grid; null if the
     *     partitions cannot compute it before the end
     */
    void measured(RunOutcome<?> soFar);

    /** Receives the reason why the result is not available now; the run continues. */
    default void failed(Throwable failure) {}
  }

  /**
   * Listener that receives the waiting operations, once. Called by a thread that ended a window;
   * must be quick.
   */
  @FunctionalInterface
  public interface WaitsListener {
    /**
     * Receives the waits of the partitions of this JVM.
     *
     * @param waits as {@link Partition#saveWaits} writes all of them, a run of words per partition
     * @param total counts of all partitions at the end of one of the last windows
     */
    void waiting(List<Words> waits, Progress total);
  }

  /** Checkpoint taker. Called by a thread that ended a window. */
  public interface Checkpoints {
    /** No checkpoints are taken. */
    Checkpoints NONE =
        new Checkpoints() {
          @Override
          public boolean isDue(long tick) {
            return false;
          }

          @Override
          public void take(SavedRun saved) {}
        };

    /**
     * Returns whether a checkpoint is due at this tick of the stop grid. If one of several JVMs
     * returns true, all take one.
     */
    boolean isDue(long tick);

    /** Notes that the states of this JVM are copied, so that its partitions can go on. */
    default void copied() {}

    /**
     * Receives the state of the partitions of this JVM; must be quick. It releases the states when
     * it does not need them any more, so that the next ones can use their memory.
     */
    void take(SavedRun saved);

    /**
     * Keeps the state of a partition of another JVM until the checkpoint of its tick is complete,
     * if possible not in memory.
     *
     * @return the same state
     * @throws RuntimeException if it cannot be kept; then this tick has no checkpoint
     */
    default StateImage keep(long tick, int partition, StateImage state) {
      return state;
    }

    /**
     * Receives why the state of a tick at which a checkpoint was due is missing; the run goes on.
     */
    default void failed(long tick, Throwable failure) {}

    /**
     * Returns whether the run would restart from a checkpoint if a JVM were lost now; then the
     * measurements are not needed.
     */
    default boolean recovers() {
      return false;
    }
  }

  private static final long UPDATE_NANOS = 20_000_000;

  private final WindowListener listener;
  private final WorkListener work;
  private final Checkpoints checkpoints;
  private final AtomicReference<PreviewListener> asking = new AtomicReference<>();
  private final AtomicReference<WaitsListener> askingWaits = new AtomicReference<>();
  private volatile boolean interrupted;
  private volatile Snapshot latest = new Snapshot(0, 0, 0, 0, 0, 0, List.of());
  private long nextUpdateNanos = System.nanoTime();

  /** Creates a monitor without a listener. */
  public RunMonitor() {
    this((clockTicks, total) -> {});
  }

  /** Creates a monitor that reports every window to {@code listener}. */
  public RunMonitor(WindowListener listener) {
    this(listener, WorkListener.NONE);
  }

  /** Creates a monitor that also reports the cost of every window to {@code work}. */
  public RunMonitor(WindowListener listener, WorkListener work) {
    this(listener, work, Checkpoints.NONE);
  }

  /** Creates a monitor that also lets {@code checkpoints} save the state when it is due. */
  public RunMonitor(WindowListener listener, WorkListener work, Checkpoints checkpoints) {
    this.listener = listener;
    this.work = work;
    this.checkpoints = checkpoints;
  }

  /** Asks the run to end after the current window. */
  public void interrupt() {
    interrupted = true;
  }

  /** Returns whether {@link #interrupt} was called. */
  public boolean interrupted() {
    return interrupted;
  }

  /** Returns the latest snapshot. */
  public Snapshot latest() {
    return latest;
  }

  /**
   * Requests one call of {@code listener}, at the next tick of the stop grid at which a window
   * ends.
   */
  public void preview(PreviewListener listener) {
    asking.set(listener);
  }

  /**
   * Passes a preview to the listener that requested it. Failures, mostly for lack of memory, are
   * passed to the listener, because they must not end the run.
   */
  void answer(Supplier<RunOutcome<?>> preview) {
    final PreviewListener listener = asking.getAndSet(null);
    if (listener == null) {
      return;
    }
    try {
      listener.measured(preview.get());
    } catch (RuntimeException | Error failure) {
      listener.failed(failure);
    }
  }

  /** Requests that {@code listener} receives the waits once, at the end of the next window. */
  public void askWaits(WaitsListener listener) {
    askingWaits.set(listener);
  }

  /** Answers {@link #askWaits}, if it was called. */
  void answerWaits(Progress total, Supplier<List<Words>> waits) {
    if (askingWaits.get() != null) {
      askingWaits.getAndSet(null).waiting(waits.get(), total);
    }
  }

  /** Returns who takes checkpoints. */
  public Checkpoints checkpoints() {
    return checkpoints;
  }

  WorkListener work() {
    return work;
  }

  void update(long clock, long windows, Progress total, Supplier<List<Long>> busyNanos) {
    listener.windowEnded(clock, total);
    final long now = System.nanoTime();
    if (now - nextUpdateNanos >= 0) {
      nextUpdateNanos = now + UPDATE_NANOS;
      latest =
          new Snapshot(
              clock,
              windows,
              total.packetHops,
              total.packetsDelivered,
              total.packetsAwaited,
              total.operationsDone,
              busyNanos.get());
    }
  }
}
