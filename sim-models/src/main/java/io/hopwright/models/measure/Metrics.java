package io.hopwright.models.measure;

import io.hopwright.core.statistics.TickHistogram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Metrics in the order of output, with the functions that compute them; null stands for a value
 * that was not measured.
 *
 * @param <T> input of the functions
 */
public final class Metrics<T> {
  private static final List<String> OF_DISTRIBUTION =
      List.of("count", Metric.MEAN, "p50", "p90", "p95", Metric.P99, "p999", "max");

  /** Steps of a rounded share: as many digits as an interval of a million ticks can give. */
  private static final double SHARE_STEPS = 1e6;

  /**
   * Metric and its function. The value is the list of the members' values if there are members, or
   * null if none has one.
   */
  private record Entry<T>(Metric metric, Function<? super T, ?> value) {}

  private final List<Entry<T>> entries = new ArrayList<>();

  /** Returns {@code part / whole}, null if the whole is 0. */
  public static Double ratio(double part, double whole) {
    return whole > 0 ? part / whole : null;
  }

  /** Returns {@code part / whole}, null if the whole is 0. */
  public static Double ratio(long part, double whole) {
    return ratio((double) part, whole);
  }

  /** Returns a value, null if it is infinite or undefined. */
  public static Double finite(double value) {
    return Double.isFinite(value) ? (Double) value : null;
  }

  /** Returns a share in the precision of tables, in millionths. */
  public static double rounded(double share) {
    return Math.rint(share * SHARE_STEPS) / SHARE_STEPS;
  }

  /**
   * Builder stage: a metric that still needs a meaning.
   *
   * @param <T> input of its function
   */
  @FunctionalInterface
  public interface Draft<T> {
    /** Sets the meaning, in the field's terms, and adds the metric. */
    Metrics<T> meaning(String meaning);
  }

  /** Declares a single number. */
  public Draft<T> add(
      String name, String unit, String label, Function<? super T, ?> value, Metric.Role... roles) {
    return draft(
        meaning -> new Metric(name, unit, label, meaning, "", List.of(), Set.of(roles)), value);
  }

  /** Declares the results of counters in the given order. */
  public <C extends Counter> Metrics<T> counters(
      Collection<C> counters, BiFunction<? super T, C, ?> value) {
    counters.forEach(
        counter ->
            entries.add(
                new Entry<>(
                    counter.result().metric(), measured -> value.apply(measured, counter))));
    return this;
  }

  /** Declares a family of members of one kind; {@code value} receives their indices. */
  public Draft<T> family(
      String name,
      String unit,
      String label,
      String each,
      List<String> members,
      BiFunction<? super T, Integer, ?> value,
      Metric.Role... roles) {
    return draft(
        meaning -> new Metric(name, unit, label, meaning, each, members, Set.of(roles)),
        measured -> {
          final List<Object> values = new ArrayList<>();
          for (int i = 0; i < members.size(); i++) {
            values.add(value.apply(measured, i));
          }
          return values;
        });
  }

  /**
   * Declares a family of members of different kinds; {@code values} may be null if there are no
   * values at all.
   */
  public Draft<T> statistics(
      String name,
      String unit,
      String label,
      List<String> members,
      Function<? super T, List<?>> values,
      Metric.Role... roles) {
    return draft(
        meaning -> new Metric(name, unit, label, meaning, "", members, Set.of(roles)), values);
  }

  /** Distribution reported by its count alone if too many values are missing. */
  private record CountOnly(TickHistogram histogram) {}

  /** Declares a distribution of times: its count, mean, percentiles and largest value. */
  public Draft<T> distribution(
      String name,
      String label,
      Function<? super T, TickHistogram> histogram,
      Set<Metric.Role> roles) {
    return distribution(name, "ticks", label, histogram, roles);
  }

  /** Declares a distribution of times that reports only its count unless enough times are known. */
  public Draft<T> distribution(
      String name,
      String label,
      Function<? super T, TickHistogram> histogram,
      Predicate<? super T> enough,
      Set<Metric.Role> roles) {
    return draft(
        meaning -> new Metric(name, "ticks", label, meaning, "", OF_DISTRIBUTION, roles),
        measured -> {
          final TickHistogram times = histogram.apply(measured);
          return enough.test(measured) ? times : new CountOnly(times);
        });
  }

  /** Declares a distribution of anything: its count, mean, percentiles and largest value. */
  public Draft<T> distribution(
      String name,
      String unit,
      String label,
      Function<? super T, TickHistogram> histogram,
      Set<Metric.Role> roles) {
    return draft(
        meaning -> new Metric(name, unit, label, meaning, "", OF_DISTRIBUTION, roles), histogram);
  }

  /** Keeps the position of a metric; a missing meaning fails at the first use of any metric. */
  private Draft<T> draft(Function<String, Metric> metric, Function<? super T, ?> value) {
    final int place = entries.size();
    entries.add(null);
    return meaning -> {
      entries.set(place, new Entry<>(metric.apply(meaning), value));
      return this;
    };
  }

  /** Adds all metrics of the same measurements. */
  public Metrics<T> addAll(Metrics<? super T> metrics) {
    return addAll(metrics, measured -> measured);
  }

  /** Adds all metrics of a part of the measurements. */
  public <S> Metrics<T> addAll(Metrics<S> metrics, Function<? super T, ? extends S> part) {
    metrics.entries.forEach(
        entry ->
            entries.add(
                new Entry<>(
                    entry.metric(), measured -> entry.value().apply(part.apply(measured)))));
    return this;
  }

  /** Returns the declarations. */
  public List<Metric> declared() {
    return entries.stream().map(Entry::metric).toList();
  }

  /** Returns the values as nested maps by the parts of their names. */
  public Map<String, Object> summary(T measured) {
    final Map<String, Object> summary = new LinkedHashMap<>();
    for (Entry<T> entry : entries) {
      final String[] parts = entry.metric().name().split("\\.", -1);
      Map<String, Object> section = summary;
      for (int i = 0; i + 1 < parts.length; i++) {
        section = section(section, parts[i]);
      }
      section.put(parts[parts.length - 1], value(entry, measured));
    }
    return summary;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> section(Map<String, Object> outer, String name) {
    return (Map<String, Object>) outer.computeIfAbsent(name, unseen -> new LinkedHashMap<>());
  }

  private static <T> Object value(Entry<T> entry, T measured) {
    final Metric metric = entry.metric();
    final Object value = entry.value().apply(measured);
    if (metric.members().isEmpty() || value == null) {
      return value;
    }
    final List<?> ofMembers = members(value);
    final Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < metric.members().size(); i++) {
      values.put(metric.members().get(i), ofMembers.get(i));
    }
    return values;
  }

  private static List<?> members(Object value) {
    if (value instanceof CountOnly few) {
      return statistics(few.histogram(), false);
    }
    return value instanceof TickHistogram histogram
        ? statistics(histogram, histogram.count() > 0)
        : (List<?>) value;
  }

  private static List<?> statistics(TickHistogram histogram, boolean any) {
    return Arrays.asList(
        histogram.count(),
        any ? histogram.mean() : null,
        any ? histogram.percentile(50) : null,
        any ? histogram.percentile(90) : null,
        any ? histogram.percentile(95) : null,
        any ? histogram.percentile(99) : null,
        any ? histogram.percentile(99.9) : null,
        any ? histogram.max() : null);
  }

  /**
   * Returns all distributions completely, by name, including those with only their counts reported.
   */
  public Map<String, TickHistogram> distributions(T measured) {
    final Map<String, TickHistogram> histograms = new LinkedHashMap<>();
    for (Entry<T> entry : entries) {
      if (entry.metric().is(Metric.Role.DISTRIBUTION)) {
        final Object value = entry.value().apply(measured);
        histograms.put(
            entry.metric().name(),
            value instanceof CountOnly few ? few.histogram() : (TickHistogram) value);
      }
    }
    return histograms;
  }

  /** Returns the distributions with more than their counts reported, by name. */
  public Map<String, TickHistogram> reported(T measured) {
    final Map<String, TickHistogram> histograms = distributions(measured);
    for (Entry<T> entry : entries) {
      if (entry.value().apply(measured) instanceof CountOnly) {
        histograms.remove(entry.metric().name());
      }
    }
    return histograms;
  }

  /** Returns the values as a row of a table. */
  public List<Object> row(T measured) {
    final List<Object> row = new ArrayList<>();
    for (Entry<T> entry : entries) {
      final int members = entry.metric().members().size();
      final Object value = entry.value().apply(measured);
      row.addAll(
          members == 0
              ? Collections.singletonList(value)
              : value == null ? Collections.nCopies(members, null) : (List<?>) value);
    }
    return row;
  }
}
