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

  /** Returns how rates are told. */
  Rate rate();

  /** Returns the number of links, of one direction each. */
  long links();

  /**
   * Puts what only this machine measures into a summary, if it measures anything.
   *
   * @param ticks length of the measured interval, as far as it was simulated
   * @param summary of the fast model's form; what is not put stays unmeasured
   */
  default void summarize(ReferenceStatistics measured, long ticks, Map<String, Object> summary) {}

  /** Returns what only this machine has in a row of the series, by the names of the columns. */
  default Map<String, Object> row(ReferenceCounts interval) {
    return Map.of();
  }
}
