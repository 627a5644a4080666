package io.hopwright.runner.results;

import java.util.Locale;

/**
 * Whether a machine kept up with its sources, and how many of the packets whose times a run gives
 * have arrived. Times of a saturated machine grow with how long is simulated, and those of few of
 * its packets are those of the quick ones.
 *
 * @param saturated whether it did not keep up
 * @param arrived packets whose times are known
 * @param missing packets that should be among them, and did not arrive
 */
public record Arrivals(boolean saturated, long arrived, long missing) {
  private static final String SATURATED = "saturated";

  /** Reads them out of a summary. */
  public static Arrivals of(StoredDocument summary) {
    return new Arrivals(
        Boolean.TRUE.equals(summary.value(SATURATED)),
        count(summary.value("responseTicks.count")),
        count(summary.value("packetsUnfinished")));
  }

  private static long count(Object value) {
    return value instanceof Number number ? number.longValue() : 0;
  }

  /** Returns what is to be said beside the run's numbers; empty if there is nothing. */
  public String note() {
    final String of =
        missing == 0
            ? ""
            : String.format(Locale.ROOT, "times of %,d of %,d packets", arrived, arrived + missing);
    return saturated ? SATURATED + (of.isEmpty() ? "" : ", " + of) : of;
  }
}
