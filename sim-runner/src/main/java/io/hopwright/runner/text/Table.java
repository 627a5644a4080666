package io.hopwright.runner.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Text in aligned columns, two spaces apart. */
public final class Table {
  private static final MathContext DIGITS = new MathContext(6);
  private static final int PLAIN_EXPONENT = 15;

  private final List<List<String>> rows = new ArrayList<>();

  /** Returns a table of names and values; a map of maps has a row for each inner map. */
  public static Table of(Map<String, Object> values) {
    final Table table = new Table();
    values.forEach(table::add);
    return table;
  }

  private void add(String name, Object value) {
    if (value instanceof Map<?, ?> map && map.values().stream().anyMatch(Map.class::isInstance)) {
      map.forEach((key, inner) -> add(name + "." + key, inner));
    } else {
      row(name, value);
    }
  }

  /** Returns a table of rows, with all columns that occur in any row. */
  public static Table of(List<Map<String, Object>> rows) {
    final List<String> columns =
        rows.stream().flatMap(row -> row.keySet().stream()).distinct().toList();
    final Table table = rows.isEmpty() ? new Table() : new Table().row(columns.toArray());
    rows.forEach(row -> table.row(columns.stream().map(row::get).toArray()));
    return table;
  }

  /** Adds a row. */
  public Table row(Object... cells) {
    rows.add(Arrays.stream(cells).map(Table::text).toList());
    return this;
  }

  /** Returns the lines, each with a line feed and without trailing spaces. */
  public String text() {
    final StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      final StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        line.append(row.get(column));
        if (column < row.size() - 1) {
          final int gap = width(column) + 2 - row.get(column).length();
          line.append(" ".repeat(gap));
        }
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private int width(int column) {
    return rows.stream()
        .filter(row -> row.size() > column)
        .mapToInt(row -> row.get(column).length())
        .max()
        .orElse(0);
  }

  /**
   * Returns a value as text for people: numbers with six digits, maps and lists in one line, only
   * the number of maps in a list, and a dash for nothing.
   */
  public static String text(Object value) {
    if (value instanceof Double number) {
      return number(number);
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> entry.getKey() + " " + text(entry.getValue()))
          .collect(Collectors.joining("  "));
    }
    if (value instanceof List<?> list && list.stream().anyMatch(Map.class::isInstance)) {
      return list.size() == 1 ? "1 entry" : list.size() + " entries";
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Table::text).collect(Collectors.joining(", ", "[", "]"));
    }
    return value == null ? "-" : value.toString();
  }

  private static String number(double value) {
    if (!Double.isFinite(value)) {
      return "-";
    }
    final BigDecimal rounded = new BigDecimal(value).round(DIGITS);
    if (rounded.signum() == 0) {
      return "0";
    }
    final BigDecimal stripped = rounded.stripTrailingZeros();
    final int exponent = stripped.precision() - stripped.scale();
    return Math.abs(exponent) > PLAIN_EXPONENT || exponent < -3
        ? stripped.toString()
        : stripped.toPlainString();
  }
}
