package io.hopwright.runner.plan;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How far estimates were off: what the runs of the shipped studies took at quick scale, over what
 * was estimated ({@code docs/plan.md} has every run, the machine and how to repeat it).
 */
public final class Accuracy {
  private static final String SOURCE = "docs/plan.md";
  private static final int RUNS = 52;
  private static final double MEDIAN_TIME = 1.17;
  private static final double LEAST_TIME = 0.57;
  private static final double MOST_TIME = 2.22;
  private static final double MEDIAN_HEAP = 0.92;
  private static final double LEAST_HEAP = 0.61;
  private static final double MOST_HEAP = 1.46;

  private Accuracy() {}

  /** Returns it in one line. */
  public static String text() {
    return "in "
        + RUNS
        + " runs of the shipped studies, measured over estimated: time "
        + range(LEAST_TIME, MEDIAN_TIME, MOST_TIME)
        + ", heap "
        + range(LEAST_HEAP, MEDIAN_HEAP, MOST_HEAP)
        + " ("
        + SOURCE
        + ")";
  }

  private static String range(double least, double median, double most) {
    return median + " (median), " + least + " to " + most;
  }

  /** Returns it as named numbers. */
  public static Map<String, Object> document() {
    final Map<String, Object> document = new LinkedHashMap<>();
    document.put("runs", RUNS);
    document.put("time", range(LEAST_TIME, MEDIAN_TIME, MOST_TIME, "measured / estimated"));
    document.put("heap", range(LEAST_HEAP, MEDIAN_HEAP, MOST_HEAP, "measured / estimated"));
    document.put("source", SOURCE);
    return document;
  }

  private static Map<String, Object> range(double least, double median, double most, String what) {
    final Map<String, Object> range = new LinkedHashMap<>();
    range.put("ratio", what);
    range.put("least", least);
    range.put("median", median);
    range.put("most", most);
    return range;
  }
}
