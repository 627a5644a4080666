package io.hopwright.core.window;

/**
 * Window arithmetic: computes the next window, or why the run ends.
 *
 * <p>All partitions simulate {@code [t, t + w)} in parallel and then exchange events (YAWNS: Nicol,
 * Micheal and Inouye, 1989). The next window starts at the earliest tick of any event, events in
 * flight included, so that idle stretches cost nothing.
 *
 * <pre>{@code
 * Window window = controller.next(nextEffectTick, total, interrupted);
 * while (window != null) {
 *   simulate(window);
 *   window = controller.midway() && busy ? controller.follow() : controller.next(…);
 * }
 * report(controller.ending(), controller.clock());
 * }</pre>
 *
 * <ol>
 *   <li>Called by one thread at a time, with the values of all partitions at the end of the last
 *       window. There is no call after it has returned null.
 *   <li>Its results depend only on its arguments and the simulation: members with the same
 *       arguments decide the same.
 *   <li>Windows are numbered from 0 without gaps. A window begins at or after the end of the
 *       previous one. It is not longer than the simulation allows, and does not cross a tick of the
 *       stop grid or the last tick.
 *   <li>A run ends at a tick of the stop grid or at the last tick; an interrupted run ends at the
 *       end of the last window.
 *   <li>{@link #follow}, called midway, returns the window that {@link #next} would return if there
 *       was an event at the end of the last window and no reason to stop.
 * </ol>
 */
public final class WindowController {
  /** Why a run ended. */
  public enum Ending {
    /** The stop rule was satisfied, or nothing is left to happen. */
    COMPLETED,
    /** An interruption was requested. */
    INTERRUPTED,
    /** Packets or ranks are waiting and nothing will ever happen again that moves them. */
    STALLED,
    /** Another JVM was lost with its measurements. */
    LOST
  }

  private static final long NEVER = Long.MAX_VALUE;

  private final long windowTicks;
  private final long gridTicks;
  private final StopRule rule;
  private long windows;
  private long clock;
  private Ending ending;

  /** Prepares the windows of one run of {@code simulation}. */
  public WindowController(Simulation<?> simulation) {
    this(simulation, Window.BEFORE_FIRST);
  }

  /** Prepares the windows of a run after {@code last}. */
  WindowController(Simulation<?> simulation, Window last) {
    windows = last.number() + 1;
    clock = last.toTick();
    windowTicks = simulation.windowTicks();
    gridTicks = simulation.gridTicks();
    rule = simulation.stopRule();
    if (windowTicks <= 0 || gridTicks <= 0) {
      throw new IllegalArgumentException(
          "windowTicks=" + windowTicks + " and gridTicks=" + gridTicks + " must be positive");
    }
  }

  /**
   * Decides how to continue after all partitions have simulated the window before (or none).
   *
   * @param nextEffectTick earliest tick of any event, waiting or in flight; {@code Long.MAX_VALUE}
   *     for none
   * @param total counts of all partitions
   * @param interrupted whether the run should end here
   * @return the next window, or null at the end of the run
   * @throws IllegalStateException if there is an event at a tick that was simulated already
   */
  public Window next(long nextEffectTick, Progress total, boolean interrupted) {
    if (nextEffectTick < clock) {
      throw new IllegalStateException(
          "an event at tick " + nextEffectTick + " was left behind at tick " + clock);
    }
    if (interrupted) {
      return end(clock, Ending.INTERRUPTED);
    }
    final boolean reached = rule.reached(total);
    final long stop = reached ? firstStopTick() : rule.lastTick();
    final long next = Math.min(gridTickFrom(clock), rule.lastTick());
    if (next <= nextEffectTick && isStalled(nextEffectTick, total)) {
      return end(next, Ending.STALLED);
    }
    if (nextEffectTick == NEVER && stop == NEVER) {
      // Nothing wakes sources that have packets left.
      return end(next, total.packetsOutstanding > 0 ? Ending.STALLED : Ending.COMPLETED);
    }
    if (stop <= nextEffectTick) {
      return end(stop, Ending.COMPLETED);
    }
    return window(nextEffectTick);
  }

  /**
   * Returns whether nothing will move what waits: nothing at all, or nothing but jobs in the
   * background, is left to happen.
   */
  private static boolean isStalled(long nextEffectTick, Progress total) {
    return total.ranksBlocked()
        || (nextEffectTick == NEVER
            && (total.ranksRunning > 0 || total.packetsInjected > total.packetsDelivered));
  }

  private Window window(long from) {
    final long nextGrid = (from / gridTicks + 1) * gridTicks;
    clock = Math.min(Math.min(from + windowTicks, nextGrid), rule.lastTick());
    return new Window(windows++, from, clock);
  }

  /**
   * Returns whether the last window ends between two ticks of the grid. Then another window follows
   * unless no event is left.
   */
  public boolean midway() {
    return clock % gridTicks != 0 && clock < rule.lastTick();
  }

  /**
   * Returns the window that follows without a gap; allowed if {@link #midway}, independent of the
   * events of the last window.
   */
  public Window follow() {
    return window(clock);
  }

  /** Returns the first tick of the grid at which a satisfied rule may end the run. */
  private long firstStopTick() {
    final long earliest = Math.max(clock, rule.earliestTick());
    return Math.min(gridTickFrom(earliest), rule.lastTick());
  }

  private long gridTickFrom(long tick) {
    return -Math.floorDiv(-tick, gridTicks) * gridTicks;
  }

  private Window end(long stopTick, Ending reason) {
    clock = stopTick;
    ending = reason;
    return null;
  }

  /** Returns the tick, exclusive, up to which all events have been simulated. */
  public long clock() {
    return clock;
  }

  /** Returns the number of windows so far. */
  public long windows() {
    return windows;
  }

  /** Returns the reason for the end of the run; null while it continues. */
  public Ending ending() {
    return ending;
  }
}
