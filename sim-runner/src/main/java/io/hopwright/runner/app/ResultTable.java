package io.hopwright.runner.app;

import io.hopwright.models.measure.Metric;
import io.hopwright.runner.config.Nearest;
import io.hopwright.runner.results.Declarations;
import io.hopwright.runner.results.StoredTable;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.PublicApi;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;

/**
 * Table of a result: its series, its links, its ranks. Rows are read from the file each time,
 * because a table can be larger than memory.
 */
@PublicApi
public final class ResultTable {
  private final String name;
  private final StoredTable table;
  private final Declarations declarations;

  /**
   * Column of a table.
   *
   * @param name name of the quantity
   * @param unit unit, such as {@code ticks}; empty for a pure number
   * @param label name on axes
   */
  @PublicApi
  public record Column(String name, String unit, String label) {}

  /** Row of a table; valid only during the call that receives it. */
  @PublicApi
  public interface Row {
    /**
     * Returns the number in a column; NaN if it was not measured.
     *
     * @throws InputException if there is no such column, or it contains text
     */
    double number(String column);

    /**
     * Returns the field of a column as it is written.
     *
     * @throws InputException if there is no such column
     */
    String text(String column);
  }

  ResultTable(String name, StoredTable table, Declarations declarations) {
    this.name = name;
    this.table = table;
    this.declarations = declarations;
  }

  /** Returns the name of the table. */
  public String name() {
    return name;
  }

  /** Returns the file with comma-separated values. */
  public Path file() {
    return table.file();
  }

  /** Returns the columns in their order. */
  public List<Column> columns() {
    return table.columns().stream()
        .map(column -> new Column(column.name(), column.unit(), label(column.name())))
        .toList();
  }

  private String label(String column) {
    return declarations.of(name).stream()
        .filter(metric -> metric.paths().contains(column))
        .map(Metric::label)
        .findFirst()
        .orElse(column);
  }

  /** Passes all rows to {@code rows}, in the order of the file. */
  public void forEach(Consumer<Row> rows) {
    table.rows(
        row ->
            rows.accept(
                new Row() {
                  @Override
                  public double number(String column) {
                    return row.number(known(column));
                  }

                  @Override
                  public String text(String column) {
                    return row.text(known(column));
                  }
                }));
  }

  /**
   * Returns the numbers of a column; NaN if a number was not measured.
   *
   * @throws InputException if there is no such column, or it contains text
   */
  public double[] numbers(String column) {
    known(column);
    final DoubleStream.Builder numbers = DoubleStream.builder();
    forEach(row -> numbers.add(row.number(column)));
    return numbers.build().toArray();
  }

  /**
   * Returns the fields of a column as they are written.
   *
   * @throws InputException if there is no such column
   */
  public List<String> texts(String column) {
    known(column);
    final List<String> texts = new ArrayList<>();
    forEach(row -> texts.add(row.text(column)));
    return texts;
  }

  private String known(String column) {
    if (table.named(column) < 0) {
      final List<String> names = table.columns().stream().map(StoredTable.Column::name).toList();
      throw new InputException(
          column
              + ": table "
              + name
              + " has no column of this name"
              + Nearest.questionOr(column, names, "it has " + String.join(", ", names)));
    }
    return column;
  }
}
