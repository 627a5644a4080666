package io.hopwright.runner.recording;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import io.hopwright.runner.results.Sample;
import io.hopwright.runner.study.Point;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tables of the points of a study, made of what lies in their directories. */
final class PointTables {
  private static final double CONFIDENCE = 0.95;
  private static final String RUN = "run";
  private static final List<String> FIRST = List.of("path", RUN);

  /** A point, its values by heading, and its numbers by their path in the summary. */
  private record Row(StoredPoint stored, Map<String, String> values, Map<String, Object> numbers) {}

  private final List<Row> rows = new ArrayList<>();
  private final Set<String> keys;
  private final Set<String> quantities = new LinkedHashSet<>();

  /**
   * Reads what the tables are about.
   *
   * @param points of the study
   * @param done those of them that are done
   */
  PointTables(List<Point> points, List<StoredPoint> done) {
    for (StoredPoint stored : done) {
      final Map<String, Object> numbers = numbers(stored.result().summary());
      quantities.addAll(numbers.keySet());
      rows.add(new Row(stored, stored.point().fields(), numbers));
    }
    keys = keys(points);
    // What is varied stands there already.
    quantities.removeAll(keys);
  }

  /** Returns what any point varies, in the order of declaration. */
  private static Set<String> keys(List<Point> points) {
    final Set<String> varied = new HashSet<>();
    points.forEach(point -> varied.addAll(point.fields().keySet()));
    final Set<String> keys = new LinkedHashSet<>(points.get(0).headings());
    keys.retainAll(varied);
    return keys;
  }

  /** Returns the numbers of a summary, measured or not, but for how it was executed. */
  private static Map<String, Object> numbers(Map<String, Object> summary) {
    final Map<String, Object> numbers = new LinkedHashMap<>();
    final Map<String, Object> measured = new LinkedHashMap<>(summary);
    measured.remove(Documents.EXECUTION);
    collect("", measured, numbers);
    return numbers;
  }

  private static void collect(String prefix, Map<?, ?> values, Map<String, Object> numbers) {
    values.forEach(
        (name, value) -> {
          if (value instanceof Map<?, ?> inner) {
            collect(prefix + name + ".", inner, numbers);
          } else if (value == null || value instanceof Number) {
            numbers.put(prefix + name, value);
          }
        });
  }

  /** Writes a row for each point: its values, and what its summary has measured. */
  void writePoints(Writer text) throws IOException {
    final CsvWriter csv = CsvFile.writer(text);
    csv.writeRecord(joined(List.of(FIRST, keys, quantities)));
    for (Row row : rows) {
      final List<String> fields = begun(row);
      quantities.forEach(quantity -> fields.add(CsvFile.field(row.numbers().get(quantity))));
      csv.writeRecord(fields);
    }
    csv.flush();
  }

  private List<String> begun(Row row) {
    final Point point = row.stored().point();
    final List<String> fields = new ArrayList<>(List.of(point.path(), point.run()));
    keys.forEach(key -> fields.add(row.values().getOrDefault(key, "")));
    return fields;
  }

  private static List<String> joined(List<Collection<String>> columns) {
    final List<String> all = new ArrayList<>();
    columns.forEach(all::addAll);
    return all;
  }

  /** Writes a row for each point and interval: its values, and its series. */
  void writeSeries(Writer text) throws IOException {
    final Set<String> columns = new LinkedHashSet<>();
    for (Row row : rows) {
      try (CsvReader<CsvRecord> series = series(row)) {
        series.stream().limit(1).forEach(heading -> columns.addAll(heading.getFields()));
      }
    }
    final CsvWriter csv = CsvFile.writer(text);
    csv.writeRecord(joined(List.of(FIRST, keys, columns)));
    for (Row row : rows) {
      try (CsvReader<CsvRecord> series = series(row)) {
        copy(series, begun(row), columns, csv);
      }
    }
    csv.flush();
  }

  private static CsvReader<CsvRecord> series(Row row) throws IOException {
    final Path file = row.stored().result().directory().resolve(StoredResult.SERIES);
    return CsvReader.builder().ofCsvRecord(file);
  }

  private static void copy(
      CsvReader<CsvRecord> series, List<String> begun, Set<String> columns, CsvWriter csv) {
    List<String> heading = null;
    for (CsvRecord interval : series) {
      if (heading == null) {
        heading = interval.getFields();
        continue;
      }
      final List<String> fields = new ArrayList<>(begun);
      for (String column : columns) {
        final int place = heading.indexOf(column);
        fields.add(place < 0 ? "" : interval.getField(place));
      }
      csv.writeRecord(fields);
    }
  }

  /** Tells whether there are points that may differ in nothing but their seed. */
  boolean haveRepetitions() {
    return keys.contains(Point.SEED);
  }

  /**
   * Writes a row for each set of points that differ in nothing but their seed: how many there are,
   * and for each quantity the mean and half the width of its confidence interval.
   */
  void writeMeans(Writer text) throws IOException {
    final Set<String> others = new LinkedHashSet<>(keys);
    others.remove(Point.SEED);
    final Map<List<String>, List<Row>> sets = new LinkedHashMap<>();
    for (Row row : rows) {
      final List<String> set = new ArrayList<>(List.of(row.stored().point().run()));
      others.forEach(key -> set.add(row.values().getOrDefault(key, "")));
      sets.computeIfAbsent(set, none -> new ArrayList<>()).add(row);
    }
    final List<String> heading = joined(List.of(List.of(RUN), others, List.of("points")));
    for (String quantity : quantities) {
      heading.add(quantity);
      heading.add(quantity + " ci95");
    }
    final CsvWriter csv = CsvFile.writer(text);
    csv.writeRecord(heading);
    sets.forEach((set, points) -> csv.writeRecord(means(set, points)));
    csv.flush();
  }

  private List<String> means(List<String> set, List<Row> points) {
    final List<String> fields = new ArrayList<>(set);
    fields.add(Integer.toString(points.size()));
    for (String quantity : quantities) {
      final List<Double> values =
          points.stream()
              .map(row -> row.numbers().get(quantity))
              .filter(Number.class::isInstance)
              .map(number -> ((Number) number).doubleValue())
              .toList();
      final Sample sample = values.size() == points.size() ? new Sample(values) : null;
      fields.add(sample == null ? "" : CsvFile.field(sample.mean()));
      fields.add(sample == null ? "" : CsvFile.field(sample.halfWidth(CONFIDENCE)));
    }
    return fields;
  }
}
