package io.hopwright.runner.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where two tables differ, row by row.
 *
 * @param table name of the file
 * @param columnsOnlyInA headings that only the first has
 * @param columnsOnlyInB headings that only the second has
 * @param rowsOfA number of rows of the first
 * @param rowsOfB number of rows of the second
 * @param differingRows rows that both have and that differ in a column that both have
 * @param first the cells that differ in the first of these; empty if there is none
 * @param largest the largest difference of each column of numbers, if rows have names
 */
public record TableDifference(
    String table,
    List<String> columnsOnlyInA,
    List<String> columnsOnlyInB,
    long rowsOfA,
    long rowsOfB,
    long differingRows,
    List<Cell> first,
    List<Cell> largest) {
  /**
   * A cell that differs.
   *
   * @param where names the row: by the columns before the first that differs anywhere, or its
   *     number
   * @param column heading
   * @param a its text in the first table
   * @param b its text in the second
   */
  public record Cell(String where, String column, String a, String b) {
    /** Returns B minus A, NaN if one is no number. */
    public double difference() {
      return number(b) - number(a);
    }
  }

  /** Compares two tables. */
  static TableDifference of(String name, CsvTable a, CsvTable b) {
    final List<String> common =
        a.columns().stream().filter(column -> b.columns().contains(column)).toList();
    final Search search = new Search(common, a, b);
    search.findLabels();
    final long[] rows = search.findDifferences();
    return new TableDifference(
        name,
        without(a.columns(), common),
        without(b.columns(), common),
        rows[0],
        rows[1],
        search.differingRows,
        List.copyOf(search.first),
        List.copyOf(search.largest.values()));
  }

  private static List<String> without(List<String> columns, List<String> common) {
    return columns.stream().filter(column -> !common.contains(column)).toList();
  }

  /** Tells whether the tables are the same. */
  public boolean agrees() {
    return differingRows == 0
        && rowsOfA == rowsOfB
        && columnsOnlyInA.isEmpty()
        && columnsOnlyInB.isEmpty();
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
    final Map<String, Object> entries = new LinkedHashMap<>();
    entries.put("table", table);
    entries.put("columnsOnlyInA", columnsOnlyInA);
    entries.put("columnsOnlyInB", columnsOnlyInB);
    entries.put("rowsOfA", rowsOfA);
    entries.put("rowsOfB", rowsOfB);
    entries.put("differingRows", differingRows);
    entries.put("first", first.stream().map(TableDifference::entry).toList());
    entries.put("largest", largest.stream().map(TableDifference::entry).toList());
    return entries;
  }

  private static Map<String, Object> entry(Cell cell) {
    final Map<String, Object> entries = new LinkedHashMap<>();
    entries.put("where", cell.where());
    entries.put("column", cell.column());
    entries.put("a", cell.a());
    entries.put("b", cell.b());
    entries.put("difference", cell.difference());
    return entries;
  }

  /** The way through both tables. */
  private static final class Search {
    private final List<String> columns;
    private final CsvTable a;
    private final CsvTable b;
    private int labels;
    private long differingRows;
    private List<Cell> first = List.of();
    private final Map<String, Cell> largest = new LinkedHashMap<>();

    Search(List<String> columns, CsvTable a, CsvTable b) {
      this.columns = columns;
      this.a = a;
      this.b = b;
      labels = columns.size();
    }

    private static String field(CsvTable table, List<String> row, String column) {
      return row.get(table.columns().indexOf(column));
    }

    /**
     * A row is named by its first columns: those with names or whole numbers, equal in all rows.
     */
    void findLabels() {
      CsvTable.forEachPair(
          a,
          b,
          (row, rowOfA, rowOfB) -> {
            for (int i = 0; i < labels; i++) {
              final String text = field(a, rowOfA, columns.get(i));
              if (text.contains(".") || !text.equals(field(b, rowOfB, columns.get(i)))) {
                labels = i;
              }
            }
          });
    }

    long[] findDifferences() {
      return CsvTable.forEachPair(
          a,
          b,
          (row, rowOfA, rowOfB) -> {
            final List<Cell> cells = new ArrayList<>();
            for (String column : columns) {
              final String textOfA = field(a, rowOfA, column);
              final String textOfB = field(b, rowOfB, column);
              if (!textOfA.equals(textOfB)) {
                cells.add(new Cell(where(row, rowOfA), column, textOfA, textOfB));
              }
            }
            note(cells);
          });
    }

    private String where(long row, List<String> fields) {
      if (labels == 0) {
        return "row " + row;
      }
      final List<String> names = new ArrayList<>();
      for (String column : columns.subList(0, labels)) {
        names.add(column.replaceFirst(" \\[.*", "") + " " + field(a, fields, column));
      }
      return String.join(", ", names);
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
