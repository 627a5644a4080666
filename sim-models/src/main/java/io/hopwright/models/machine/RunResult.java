package io.hopwright.models.machine;

import io.hopwright.core.statistics.TickHistogram;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a run measured, equal for every split over partitions, threads and JVMs.
 *
 * @param summary named results in the order to write them: numbers, strings, booleans, null for
 *     what was not measured, and nested maps of these
 * @param columns of the series: name and unit
 * @param rows of the series, one per interval
 * @param histograms distributions in ticks, by name
 * @param tables what was measured only because it was asked for, by name
 */
public record RunResult(
    Map<String, Object> summary,
    List<Column> columns,
    List<double[]> rows,
    Map<String, TickHistogram> histograms,
    Map<String, Table> tables) {
  /** The column of every machine's series that counts packets delivered. */
  public static final String DELIVERED = "packetsDelivered";

  /** The column of every machine's series with the mean response time; NaN if there was none. */
  public static final String RESPONSE = "response";

  /**
   * A table of its own.
   *
   * @param columns name and unit of each
   * @param rows with a string, a whole or a real number, or null for each column
   */
  public record Table(List<Column> columns, List<List<Object>> rows) {}

  /** Returns this result with one more entry at the end of its summary. */
  public RunResult with(String name, Object value) {
    final Map<String, Object> longer = new LinkedHashMap<>(summary);
    longer.put(name, value);
    return new RunResult(longer, columns, rows, histograms, tables);
  }

  /** Returns the names of the columns of the series. */
  public Set<String> columnNames() {
    return columns.stream().map(Column::name).collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the values of a column of the series; null if there is no such column. */
  public double[] column(String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        final int index = i;
        return rows.stream().mapToDouble(row -> row[index]).toArray();
      }
    }
    return null;
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

  /**
   * A column of the series.
   *
   * @param name what is measured
   * @param unit its unit, empty for a pure number
   */
  public record Column(String name, String unit) {
    /** Returns the heading of the column in a table: {@code busy [ticks]}. */
    public String heading() {
      return unit.isEmpty() ? name : name + " [" + unit + "]";
    }
  }
}
