package io.hopwright.runner.sweep;

import io.hopwright.runner.results.JsonObject;
import java.util.Map;

/**
 * Accuracy of estimates: measured divided by estimated costs of the shipped studies at quick scale
 * ({@code docs/plan.md} lists every run, the computer and the commands).
 */
public final class Accuracy {
  private static final String SOURCE = "docs/plan.md";
  private static final int TIMED_RUNS = 136;
  private static final double MEDIAN_TIME = 0.94;
  private static final double LEAST_TIME = 0.36;
  private static final double MOST_TIME = 2.91;
  private static final int WEIGHED_RUNS = 52;
  private static final double MEDIAN_HEAP = 0.92;
  private static final double LEAST_HEAP = 0.61;
  private static final double MOST_HEAP = 1.46;

  private Accuracy() {}

  /** Returns the accuracy in one line. */
  public static String text() {
    return "for the shipped studies, measured / estimated: time %s, heap %s (%s)"
        .formatted(
            range(LEAST_TIME, MEDIAN_TIME, MOST_TIME),
            range(LEAST_HEAP, MEDIAN_HEAP, MOST_HEAP),
            SOURCE);
  }

  private static String range(double least, double median, double most) {
    return median + " (median), " + least + " to " + most;
  }

  /** Returns the accuracy as named numbers. */
  public static Map<String, Object> document() {
    return new JsonObject()
        .with("time", range(TIMED_RUNS, LEAST_TIME, MEDIAN_TIME, MOST_TIME))
        .with("heap", range(WEIGHED_RUNS, LEAST_HEAP, MEDIAN_HEAP, MOST_HEAP))
        .with("source", SOURCE);
  }

  private static Map<String, Object> range(int runs, double least, double median, double most) {
    return new JsonObject()
        .with("ratio", "measured / estimated")
        .with("runs", runs)
        .with("least", least)
        .with("median", median)
        .with("most", most);
  }
}
