package io.hopwright.runner.recording;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.hopwright.runner.results.Repetitions;
import io.hopwright.runner.results.Sample;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.results.StoredTable;
import io.hopwright.runner.study.Point;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tables of the points of a study, built from the directories of the points. */
final class PointTables {
  private static final String RUN = "run";
  private static final List<String> FIRST = List.of("path", RUN);
  private static final List<String> LAST = List.of("digest");

  /** Point, its values by heading, and its numbers by their path in the summary. */
  private record Row(StoredPoint stored, Map<String, String> values, Map<String, Object> numbers) {
    double number(String quantity) {
      return numbers.get(quantity) instanceof Number number ? number.doubleValue() : Double.NaN;
    }
  }

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
      final Map<String, Object> numbers = numbers(stored.run().summary());
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
    final Set<String> keys = new LinkedHashSet<>();
    points.stream().map(Point::headings).distinct().forEach(keys::addAll);
    keys.retainAll(varied);
    return keys;
  }

  /**
   * Returns the numbers of a summary, measured or not, but for how it was executed; flags are 1 and
   * 0.
   */
  private static Map<String, Object> numbers(StoredDocument summary) {
    final Map<String, Object> numbers = summary.values();
    numbers.keySet().removeIf(path -> path.startsWith(Documents.EXECUTION + "."));
    numbers.replaceAll((path, value) -> value instanceof Boolean flag ? (flag ? 1 : 0) : value);
    numbers.values().removeIf(value -> value != null && !(value instanceof Number));
    return numbers;
  }

  /** Writes a row for each point: its values, what its summary has measured, and its digest. */
  void writePoints(Writer text) throws IOException {
    final CsvWriter csv = CsvFile.writer(text);
    csv.writeRecord(joined(List.of(FIRST, keys, quantities, LAST)));
    for (Row row : rows) {
      final List<String> fields = begun(row);
      quantities.forEach(quantity -> fields.add(CsvFile.field(row.numbers().get(quantity))));
      fields.add(row.stored().run().digest());
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
    final Set<StoredTable.Column> columns = new LinkedHashSet<>();
    rows.forEach(row -> columns.addAll(row.stored().run().series().columns()));
    final CsvWriter csv = CsvFile.writer(text);
    final List<String> headings = columns.stream().map(StoredTable.Column::heading).toList();
    csv.writeRecord(joined(List.of(FIRST, keys, headings)));
    for (Row row : rows) {
      final StoredTable series = row.stored().run().series();
      final int[] places = columns.stream().mapToInt(series::column).toArray();
      series.rows(
          interval -> {
            final List<String> fields = begun(row);
            for (int place : places) {
              fields.add(place < 0 ? "" : interval.fields().get(place));
            }
            csv.writeRecord(fields);
          });
    }
    csv.flush();
  }

  /** Returns whether there are points that may differ in nothing but their seed. */
  boolean haveRepetitions() {
    return keys.contains(Repetitions.SEED);
  }

  /**
   * Writes a row for each set of points that differ in nothing but their seed: how many there are,
   * and for each quantity the mean and half the width of its confidence interval.
   */
  void writeMeans(Writer text) throws IOException {
    final Set<String> others = new LinkedHashSet<>(keys);
    others.remove(Repetitions.SEED);
    final List<String> heading = joined(List.of(List.of(RUN), others, List.of("points")));
    for (String quantity : quantities) {
      heading.add(quantity);
      heading.add(quantity + " ci95");
    }
    final CsvWriter csv = CsvFile.writer(text);
    csv.writeRecord(heading);
    for (Repetitions<Row> group :
        Repetitions.of(rows, row -> row.stored().point().run(), Row::values)) {
      final List<String> fields = new ArrayList<>(List.of(group.name()));
      others.forEach(key -> fields.add(group.values().getOrDefault(key, "")));
      fields.add(Integer.toString(group.runs().size()));
      for (String quantity : quantities) {
        final Sample sample = Sample.of(group.numbers(row -> row.number(quantity)));
        fields.add(CsvFile.field(sample.mean()));
        fields.add(CsvFile.field(sample.halfWidth()));
      }
      csv.writeRecord(fields);
    }
    csv.flush();
  }
}
