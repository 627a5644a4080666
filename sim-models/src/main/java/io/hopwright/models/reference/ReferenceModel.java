package io.hopwright.models.reference;

import io.hopwright.models.run.Costs;
import io.hopwright.models.run.SharedMetrics.Rate;
import java.util.Map;

/** Reference model as a run of the program uses it. Immutable; safe for any thread. */
public interface ReferenceModel {
  /** Returns the machine at tick 0. */
  ReferenceMachine build();

  /** Returns what simulating with it costs. */
  default Costs costs() {
    return Costs.NOT_MEASURED;
  }

  /** Returns the units of rates. */
  Rate rate();

  /** Returns the number of links, of one direction each. */
  long links();

  /**
   * Puts the measurements that only this machine has into a summary.
   *
   * @param ticks length of the measured interval, as far as it was simulated
   * @param summary in the fast model's form; missing values count as not measured
   */
  default void summarize(ReferenceStatistics measured, long ticks, Map<String, Object> summary) {}

  /** Returns what only this machine has in a row of the series, by the names of the columns. */
  default Map<String, Object> row(ReferenceCounts interval) {
    return Map.of();
  }
}
