package io.hopwright.core.window;

/**
 * One window of simulated time, the ticks {@code [fromTick, toTick)}, which all partitions simulate
 * in parallel.
 *
 * @param number 0, 1, 2, … without gaps
 * @param fromTick first tick
 * @param toTick tick after the last, larger than {@code fromTick}
 */
public record Window(long number, long fromTick, long toTick) {
  /** Returns which of the two batches of a pair of partitions this window writes: 0 or 1. */
  int parity() {
    return (int) (number & 1);
  }
}
