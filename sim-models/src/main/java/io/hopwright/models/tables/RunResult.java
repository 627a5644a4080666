package io.hopwright.models.tables;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.models.measure.Metric;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.standstill.Standstill;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Result of a run, equal for every split over partitions, threads and JVMs.
 *
 * @param metrics of the summary
 * @param summary named results in the order of output: numbers, strings, booleans, null for values
 *     that were not measured, and nested maps of these
 * @param columns of the series
 * @param rows rows of the series, one per interval, NaN for values that were not measured
 * @param histograms distributions by name, in ticks if they are metrics, otherwise in their own
 *     unit
 * @param tables tables by name: percentiles of the distributions, and optional tables
 */
public record RunResult(
    List<Metric> metrics,
    Map<String, Object> summary,
    List<Metric> columns,
    List<double[]> rows,
    Map<String, TickHistogram> histograms,
    Map<String, Table> tables) {
  /**
   * Separate table.
   *
   * @param columns metrics of the columns; a family takes a column for each member
   * @param rows rows with a string, an integer or a real number, or null for each column
   */
  public record Table(List<Metric> columns, List<List<Object>> rows) {
    /** Computes a table with a row for each of {@code measured}. */
    public static <T> Table of(Metrics<T> columns, List<T> measured) {
      return new Table(columns.declared(), measured.stream().map(columns::row).toList());
    }
  }

  /** Computes a result. */
  public static <R, S> RunResult of(
      Metrics<R> metrics,
      R run,
      Metrics<S> columns,
      List<? extends S> intervals,
      Map<String, Table> tables) {
    return new RunResult(
        metrics.declared(),
        metrics.summary(run),
        columns.declared(),
        intervals.stream().map(interval -> numbers(columns.row(interval))).toList(),
        metrics.distributions(run),
        withPercentiles(metrics.reported(run), tables));
  }

  /** Returns a result with all possible metrics and tables, without measurements. */
  public static RunResult most(Metrics<?> metrics, Metrics<?> columns, Map<String, Table> tables) {
    return new RunResult(
        Stream.concat(metrics.declared().stream(), Standstill.METRICS.stream()).toList(),
        Map.of(),
        columns.declared(),
        List.of(),
        Map.of(),
        withPercentiles(Map.of(), tables));
  }

  private static Map<String, Table> withPercentiles(
      Map<String, TickHistogram> distributions, Map<String, Table> tables) {
    final Map<String, Table> all = new LinkedHashMap<>();
    all.put(PercentileTable.NAME, PercentileTable.of(distributions));
    all.putAll(tables);
    return all;
  }

  private static double[] numbers(List<Object> row) {
    return row.stream()
        .mapToDouble(value -> value instanceof Number number ? number.doubleValue() : Double.NaN)
        .toArray();
  }

  /** Returns this result with one more entry at the end of its summary. */
  public RunResult with(String name, Object value, Metric... declared) {
    final List<Metric> more = new ArrayList<>(metrics);
    more.addAll(List.of(declared));
    final Map<String, Object> longer = new LinkedHashMap<>(summary);
    longer.put(name, value);
    return new RunResult(more, longer, columns, rows, histograms, tables);
  }

  /** Returns this result with one table replaced. */
  public RunResult withTable(String name, Table table) {
    final Map<String, Table> all = new LinkedHashMap<>(tables);
    all.put(name, table);
    return new RunResult(metrics, summary, columns, rows, histograms, all);
  }

  /** Returns this result with further distributions of values other than times. */
  public RunResult with(Map<String, TickHistogram> more) {
    final Map<String, TickHistogram> all = new LinkedHashMap<>(histograms);
    all.putAll(more);
    return new RunResult(metrics, summary, columns, rows, all, tables);
  }

  /** Returns the names of the columns of the series. */
  public List<String> columnNames() {
    return columns.stream().flatMap(column -> column.paths().stream()).toList();
  }

  /** Returns the values of a column of the series; null if there is no such column. */
  public double[] column(String name) {
    final int index = columnNames().indexOf(name);
    return index < 0 ? null : rows.stream().mapToDouble(row -> row[index]).toArray();
  }

  /** Returns the paths of all numbers of the summary, measured or not: {@code bounds.meanHops}. */
  public Set<String> quantities() {
    final Set<String> paths = new TreeSet<>();
    collect("", summary, paths);
    return paths;
  }

  private static void collect(String prefix, Map<?, ?> values, Set<String> paths) {
    values.forEach(
        (name, value) -> {
          if (value instanceof Map<?, ?> inner) {
            collect(prefix + name + ".", inner, paths);
          } else if (value == null || value instanceof Number) {
            paths.add(prefix + name);
          }
        });
  }
}
