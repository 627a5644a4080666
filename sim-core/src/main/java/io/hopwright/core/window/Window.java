package io.hopwright.core.window;

/**
 * One window of simulated time, the ticks {@code [fromTick, toTick)}, which all partitions simulate
 * in parallel.
 *
 * @param number 0, 1, 2, … without gaps; −1 only before the first
 * @param fromTick first tick
 * @param toTick tick after the last
 */
public record Window(long number, long fromTick, long toTick) {
  /** Stands for the time before the first window, in which partitions are built. */
  public static final Window BEFORE_FIRST = new Window(-1, 0, 0);
}
