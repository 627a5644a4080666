package io.hopwright.runner.report.drawing;

import io.hopwright.models.measure.Metric;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.runner.results.StoredTable;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Heat map of a table with coordinates: tiles of rows and columns, or, on a large machine, of
 * blocks of neighbours.
 */
public final class CoordinateMap {
  /** Fastest first, as cells are numbered. */
  private static final List<Role> COORDINATES = List.of(Role.COLUMN, Role.ROW, Role.TILE);

  private static final long LARGEST = (1 << 20) - 1;

  private final String run;
  private final StoredTable table;
  private final List<Coordinate> coordinates;
  private final List<Metric> values;

  /** Coordinate: its column, its name, its extent, and the size of a block. */
  private static final class Coordinate {
    private final int column;
    private final String label;
    private int extent = 1;
    private int block = 1;

    Coordinate(int column, String label) {
      this.column = column;
      this.label = label;
    }

    private void see(StoredTable.Row row, StoredTable table) {
      if (column >= 0) {
        final long at = row.whole(table.columns().get(column).name(), LARGEST);
        extent = Math.max(extent, 1 + (int) at);
      }
    }

    private int at(double[] row) {
      return column < 0 ? 0 : (int) row[column];
    }

    private int cells() {
      return (extent + block - 1) / block;
    }

    private List<String> names() {
      return column < 0
          ? List.of("")
          : IntStream.range(0, cells()).mapToObj(cell -> name(cell * block)).toList();
    }

    private String name(int from) {
      return Digits.range(from, Math.min(extent, from + block));
    }
  }

  /**
   * Determines the size of the machine.
   *
   * @param declared columns of the table
   * @param most largest number of values
   */
  public CoordinateMap(String run, StoredTable table, List<Metric> declared, int most) {
    this.run = run;
    this.table = table;
    coordinates = COORDINATES.stream().map(role -> coordinate(role, declared)).toList();
    values = declared.stream().filter(metric -> metric.is(Role.VALUE)).toList();
    table.rows(row -> coordinates.forEach(each -> each.see(row, table)));
    while (cells() * (1 + values.size()) > most && cells() > 1) {
      coordinates.stream().max(Comparator.comparingInt(Coordinate::cells)).orElseThrow().block *= 2;
    }
  }

  private Coordinate coordinate(Role role, List<Metric> declared) {
    return declared.stream()
        .filter(metric -> metric.is(role))
        .findFirst()
        .map(metric -> new Coordinate(table.required(metric.name()), metric.label()))
        .orElse(new Coordinate(-1, ""));
  }

  private long cells() {
    return coordinates.stream().mapToLong(Coordinate::cells).reduce(1, Math::multiplyExact);
  }

  /** Returns the number of table rows that a cell represents. */
  public long largestBlock() {
    return coordinates.stream().mapToLong(each -> each.block).reduce(1, Math::multiplyExact);
  }

  /**
   * Adds a view of all values together and one of each; without tiles, first views of means of
   * rows.
   */
  public void addTo(List<HeatMap.Layout> layouts, List<HeatMap.Cells> sets) {
    final Coordinate columns = coordinates.get(0);
    final Coordinate rows = coordinates.get(1);
    final Coordinate tiles = coordinates.get(2);
    if (tiles.column < 0) {
      final List<String> labels = values.stream().map(Metric::label).toList();
      final HeatMap.Layout byRow =
          new HeatMap.Layout("", rows.label, labels, rows.names(), tiles.names());
      final Averages means = new Averages(byRow.cells());
      table.numbers(
          row -> {
            for (int i = 0; i < values.size(); i++) {
              means.add(rows.at(row) / rows.block * values.size() + i, value(row, i));
            }
          });
      sets.add(cells("means of each " + rows.label, Picture.number(layouts, byRow), means));
    }
    final List<String> names =
        tiles.names().stream()
            .map(name -> tiles.column < 0 ? name : tiles.label + " = " + name)
            .toList();
    final int layout =
        Picture.number(
            layouts,
            new HeatMap.Layout(columns.label, rows.label, columns.names(), rows.names(), names));
    final List<Averages> means =
        Stream.generate(() -> new Averages(Math.toIntExact(cells())))
            .limit(values.size() + 1L)
            .toList();
    table.numbers(
        row -> {
          final int cell = cell(row);
          for (int i = 0; i < values.size(); i++) {
            means.get(i + 1).add(cell, value(row, i));
            means.get(0).add(cell, value(row, i));
          }
        });
    sets.add(cells("all links", layout, means.get(0)));
    for (int i = 0; i < values.size(); i++) {
      sets.add(cells(values.get(i).label(), layout, means.get(i + 1)));
    }
  }

  private HeatMap.Cells cells(String name, int layout, Averages means) {
    return new HeatMap.Cells(run, name, layout, means.means());
  }

  private double value(double[] row, int value) {
    return row[table.required(values.get(value).name())];
  }

  private int cell(double[] row) {
    int cell = 0;
    for (int i = coordinates.size() - 1; i >= 0; i--) {
      final Coordinate each = coordinates.get(i);
      cell = cell * each.cells() + each.at(row) / each.block;
    }
    return cell;
  }
}
