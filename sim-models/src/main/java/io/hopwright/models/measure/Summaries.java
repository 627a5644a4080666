package io.hopwright.models.measure;

import io.hopwright.core.statistics.TickHistogram;
import java.util.LinkedHashMap;
import java.util.Map;

/** Parts of a run's summary that read the same for every machine; null where nothing was seen. */
public final class Summaries {
  private Summaries() {}

  /** Returns {@code part / whole}, null if the whole is 0. */
  public static Double ratio(long part, double whole) {
    return ratio((double) part, whole);
  }

  /** Returns {@code part / whole}, null if the whole is 0. */
  public static Double ratio(double part, double whole) {
    return whole > 0 ? part / whole : null;
  }

  /** Returns count, mean, median, 99th percentile and largest value of a distribution. */
  public static Map<String, Object> distribution(TickHistogram histogram) {
    final boolean any = histogram.count() > 0;
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("count", histogram.count());
    values.put("mean", any ? histogram.mean() : null);
    values.put("p50", any ? histogram.percentile(50) : null);
    values.put("p99", any ? histogram.percentile(99) : null);
    values.put("max", any ? histogram.max() : null);
    return values;
  }

  /** Returns by how much response times exceeded those of an empty network. */
  public static Map<String, Object> excess(Measures<?> measures) {
    final boolean any = measures.response().count() > 0;
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("min", any ? measures.excessMin() : null);
    values.put("mean", any ? measures.excessMean() : null);
    values.put("max", any ? measures.excessMax() : null);
    return values;
  }
}
