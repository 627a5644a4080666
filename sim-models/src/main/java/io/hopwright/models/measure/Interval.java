package io.hopwright.models.measure;

/**
 * Interval to measure.
 *
 * @param measuredFrom first tick of the measured interval
 * @param measuredTo tick after its last, {@code Long.MAX_VALUE} if it lasts until the run ends
 * @param gridTicks distance of samples, and interval of the series as long as that is short
 */
public record Interval(long measuredFrom, long measuredTo, long gridTicks) {
  /** Beyond so many rows the series has one in place of two; even. */
  public static final int MOST_ROWS = 1 << 14;

  /** Returns the interval of the series of a run that stops at a tick. */
  public long rowTicks(long stopTick) {
    long rowTicks = gridTicks;
    while ((stopTick - 1) / MOST_ROWS >= rowTicks) {
      rowTicks *= 2;
    }
    return rowTicks;
  }

  /**
   * Returns the tick in the middle, {@code Long.MAX_VALUE} if the interval lasts until the run
   * ends.
   */
  public long midTick() {
    return open() ? measuredTo : (measuredFrom + measuredTo) / 2;
  }

  /** Returns whether the measured interval lasts until the run ends. */
  public boolean open() {
    return measuredTo == Long.MAX_VALUE;
  }

  /** Returns whether a tick lies in the measured interval. */
  public boolean measures(long tick) {
    return tick >= measuredFrom && tick < measuredTo;
  }
}
