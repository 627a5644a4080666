package io.hopwright.models.measure;

/**
 * Number that a machine counts in addition to those of all machines: a constant of an enum,
 * declared once. The same constant is used to count, to read the count, and to name it in results.
 * Counting costs an addition to a vector, as for {@link Totals}.
 */
public interface Counter {
  /** Ticks over which a result counts. */
  enum Scope {
    /** The whole run. */
    RUN,
    /** The measured interval; in a series, an interval of it. */
    INTERVAL
  }

  /**
   * Appearance of a counter in results.
   *
   * @param scope of its value in the summary
   * @param metric of which the value is the count
   */
  record Result(Scope scope, Metric metric) {
    /** Declares a count over the whole run. */
    public static Result ofRun(String name, String unit, String label, String meaning) {
      return new Result(Scope.RUN, Metric.of(name, unit, label, meaning));
    }

    /** Declares a count over the measured interval, or an interval of the series. */
    public static Result ofInterval(String name, String unit, String label, String meaning) {
      return new Result(Scope.INTERVAL, Metric.of(name, unit, label, meaning));
    }
  }

  /** Returns the place among the totals, {@link Totals#FIRST_OWN} or more. */
  int slot();

  /** Returns how results have it; null if only other numbers are computed from it. */
  Result result();
}
