package io.hopwright.runner.results;

import io.hopwright.models.run.SharedMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Caveats about the numbers of a run: saturation, no steady state, missing packets.
 *
 * @param saturated whether the offered load exceeded the machine's capacity
 * @param change quantity that changed during the measurement of a run that was not steady; empty if
 *     none is known
 * @param arrived number of packets with known latencies
 * @param missing number of tracked packets that did not arrive
 * @param share share of the packets that arrived; NaN if it was not measured
 * @param withheld whether latencies are not reported because too few packets arrived
 * @param pilot reason why a pilot found no steady state; empty if it did, or there was none
 */
public record Caveats(
    boolean saturated,
    String change,
    long arrived,
    long missing,
    double share,
    boolean withheld,
    String pilot) {
  private static final String SATURATED = "saturated";

  /** Reads the caveats from a summary. */
  public static Caveats of(StoredDocument summary) {
    final double share = summary.number("arrivedShare").orElse(Double.NaN);
    return new Caveats(
        Boolean.TRUE.equals(summary.value(SATURATED)),
        Boolean.FALSE.equals(summary.value("steady"))
            ? summary.textOrEmpty("steadiness.reason")
            : "",
        count(summary.value("responseTicks.count")),
        count(summary.value("packetsUnfinished")),
        share,
        share < 1 && summary.value("responseTicks.mean") == null,
        summary.textOrEmpty("steadyState.reason"));
  }

  private static long count(Object value) {
    return value instanceof Number number ? number.longValue() : 0;
  }

  /** Returns whether the run was not steady in the measured interval. */
  public boolean unsteady() {
    return !change.isEmpty();
  }

  /** Returns whether a number of the summary is a latency that is not reported. */
  public boolean withholds(String path) {
    return withheld && SharedMetrics.isLatency(path);
  }

  /** Returns the number of packets on which latencies are based; empty if all arrived. */
  public String arrivals() {
    if (withheld) {
      return missing > 0
          ? String.format(
              Locale.ROOT, "no latencies: %,d of %,d packets arrived", arrived, arrived + missing)
          : String.format(Locale.ROOT, "no latencies: %.0f %% of the packets arrived", 100 * share);
    }
    return missing == 0
        ? ""
        : String.format(Locale.ROOT, "latencies of %,d of %,d packets", arrived, arrived + missing);
  }

  /** Returns the remarks about the run's numbers. */
  public List<String> remarks() {
    final List<String> remarks = new ArrayList<>();
    remarks.add(saturated ? SATURATED : "");
    remarks.add(unsteady() ? "not steady: " + change : "");
    remarks.add(arrivals());
    remarks.removeIf(String::isEmpty);
    return remarks;
  }

  /** Returns the remarks in one line; empty if there are none. */
  public String note() {
    return String.join(", ", remarks());
  }
}
