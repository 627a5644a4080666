package io.hopwright.runner.results;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Differences of two tables, row by row.
 *
 * @param table name of the file
 * @param columnsOnlyInA headings that only the first has
 * @param columnsOnlyInB headings that only the second has
 * @param rowsOfA number of rows of the first
 * @param rowsOfB number of rows of the second
 * @param differingRows common rows that differ in a common column
 * @param measuredByBoth whether a cell differs that is empty in neither
 * @param first differing cells of the first such row; empty if there is none
 * @param largest largest difference of each column of numbers, if rows have names
 */
public record TableDifference(
    String table,
    List<String> columnsOnlyInA,
    List<String> columnsOnlyInB,
    long rowsOfA,
    long rowsOfB,
    long differingRows,
    boolean measuredByBoth,
    List<Cell> first,
    List<Cell> largest) {
  /**
   * Cell that differs.
   *
   * @param where name of the row: the columns before the first that differs anywhere, or its number
   * @param column heading
   * @param a its text in the first table
   * @param b its text in the second
   */
  public record Cell(String where, String column, String a, String b) {
    /** Returns B minus A, NaN if one of them is not a number. */
    public double difference() {
      return number(b) - number(a);
    }
  }

  /** Compares two tables. */
  static TableDifference of(StoredTable a, StoredTable b) {
    final List<StoredTable.Column> common =
        a.columns().stream().filter(b.columns()::contains).toList();
    final Search search = new Search(common, a, b);
    search.findLabels();
    search.requireNames();
    final long[] rows = search.findDifferences();
    return new TableDifference(
        a.name(),
        without(a, common),
        without(b, common),
        rows[0],
        rows[1],
        search.differingRows,
        search.measuredByBoth,
        List.copyOf(search.first),
        List.copyOf(search.largest.values()));
  }

  private static List<String> without(StoredTable table, List<StoredTable.Column> common) {
    return table.columns().stream()
        .filter(column -> !common.contains(column))
        .map(StoredTable.Column::heading)
        .toList();
  }

  /** Returns whether the tables are the same. */
  public boolean agrees() {
    return differingRows == 0
        && rowsOfA == rowsOfB
        && columnsOnlyInA.isEmpty()
        && columnsOnlyInB.isEmpty();
  }

  /** Returns whether all that differs is what one measured and the other did not. */
  boolean measuredByOne() {
    return !measuredByBoth && rowsOfA == rowsOfB;
  }

  static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** Returns the differences as entries of a JSON object. */
  Map<String, Object> document() {
    return new JsonObject()
        .with("table", table)
        .with("columnsOnlyInA", columnsOnlyInA)
        .with("columnsOnlyInB", columnsOnlyInB)
        .with("rowsOfA", rowsOfA)
        .with("rowsOfB", rowsOfB)
        .with("differingRows", differingRows)
        .with("first", first.stream().map(TableDifference::entry).toList())
        .with("largest", largest.stream().map(TableDifference::entry).toList());
  }

  private static Map<String, Object> entry(Cell cell) {
    return new JsonObject()
        .with("where", cell.where())
        .with("column", cell.column())
        .with("a", cell.a())
        .with("b", cell.b())
        .with("difference", cell.difference());
  }

  /** Pass through both tables. */
  private static final class Search {
    private final List<StoredTable.Column> columns;
    private final StoredTable a;
    private final StoredTable b;
    private final int[] placesInA;
    private final int[] placesInB;
    private int labels;
    private long differingRows;
    private boolean measuredByBoth;
    private List<Cell> first = List.of();
    private final Map<String, Cell> largest = new LinkedHashMap<>();

    Search(List<StoredTable.Column> columns, StoredTable a, StoredTable b) {
      this.columns = columns;
      this.a = a;
      this.b = b;
      placesInA = columns.stream().mapToInt(a::column).toArray();
      placesInB = columns.stream().mapToInt(b::column).toArray();
      labels = columns.size();
    }

    /** A row is named by its first columns: those with names or integers, equal in all rows. */
    void findLabels() {
      a.pairs(
          b,
          (rowOfA, rowOfB, row) -> {
            for (int i = 0; i < labels; i++) {
              final String text = rowOfA.get(placesInA[i]);
              if (text.contains(".") || !text.equals(rowOfB.get(placesInB[i]))) {
                labels = i;
              }
            }
          });
    }

    /** First columns that are equal in two rows in succession name neither. */
    void requireNames() {
      final List<String> before = new ArrayList<>();
      a.pairs(
          b,
          (rowOfA, rowOfB, row) -> {
            final List<String> names =
                IntStream.range(0, labels).mapToObj(i -> rowOfA.get(placesInA[i])).toList();
            if (names.equals(before)) {
              labels = 0;
            }
            before.clear();
            before.addAll(names);
          });
    }

    long[] findDifferences() {
      return a.pairs(
          b,
          (rowOfA, rowOfB, row) -> {
            final List<Cell> cells = new ArrayList<>();
            for (int i = 0; i < placesInA.length; i++) {
              final String textOfA = rowOfA.get(placesInA[i]);
              final String textOfB = rowOfB.get(placesInB[i]);
              if (!textOfA.equals(textOfB)) {
                final String heading = columns.get(i).heading();
                cells.add(new Cell(where(row, rowOfA), heading, textOfA, textOfB));
              }
            }
            note(cells);
          });
    }

    private String where(long row, List<String> fields) {
      return labels == 0
          ? "row " + row
          : IntStream.range(0, labels)
              .mapToObj(i -> columns.get(i).name() + " " + fields.get(placesInA[i]))
              .collect(Collectors.joining(", "));
    }

    private void note(List<Cell> cells) {
      if (cells.isEmpty()) {
        return;
      }
      differingRows++;
      if (first.isEmpty()) {
        first = cells;
      }
      for (Cell cell : cells) {
        measuredByBoth |= !cell.a().isEmpty() && !cell.b().isEmpty();
        // Without names, rows of the same number need not be about the same.
        if (labels > 0 && Double.isFinite(cell.difference())) {
          largest.merge(
              cell.column(),
              cell,
              (before, now) ->
                  Math.abs(now.difference()) > Math.abs(before.difference()) ? now : before);
        }
      }
    }
  }
}
