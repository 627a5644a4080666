package io.hopwright.models.measure;

/**
 * When is to be measured.
 *
 * @param measuredFrom first tick of the measured interval
 * @param measuredTo tick after its last, {@code Long.MAX_VALUE} if it lasts until the run ends
 * @param gridTicks interval of the series, and distance of samples
 */
public record Interval(long measuredFrom, long measuredTo, long gridTicks) {
  /** Tells whether the measured interval lasts until the run ends. */
  public boolean open() {
    return measuredTo == Long.MAX_VALUE;
  }

  /** Tells whether a tick lies in the measured interval. */
  public boolean measures(long tick) {
    return tick >= measuredFrom && tick < measuredTo;
  }
}
