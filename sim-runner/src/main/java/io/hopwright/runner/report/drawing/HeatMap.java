package io.hopwright.runner.report.drawing;

import io.hopwright.runner.results.JsonObject;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Heat map over a machine. */
public final class HeatMap {
  private HeatMap() {}

  /** Kind of values, which determines their text form and colours. */
  public enum Values {
    /** Shares, written as integers of thousandths: three digits are as many as colours. */
    SHARES(1_000, "", "Links", "no link"),
    /** Bytes, as they are; even steps of colour are even factors. */
    BYTES(1, "B", "Job", "nothing");

    private final int scale;
    private final String unit;
    private final String choice;
    private final String none;

    Values(int scale, String unit, String choice, String none) {
      this.scale = scale;
      this.unit = unit;
      this.choice = choice;
      this.none = none;
    }
  }

  /**
   * Layout of cells: tiles of rows of columns, the first row at the bottom.
   *
   * @param x meaning of a column
   * @param y meaning of a row
   * @param columns names of the columns
   * @param rows names of the rows
   * @param tiles names of the tiles; a single one without a name if there are none
   */
  public record Layout(
      String x, String y, List<String> columns, List<String> rows, List<String> tiles) {
    int cells() {
      return tiles.size() * rows.size() * columns.size();
    }

    private Map<String, Object> document() {
      return new JsonObject()
          .with("x", x)
          .with("y", y)
          .with("columns", columns.size())
          .with("columnNames", columns)
          .with("rows", rows.size())
          .with("rowNames", rows)
          .with("tiles", tiles);
    }
  }

  /**
   * Values of all cells.
   *
   * @param run run of the values
   * @param quantity quantity of the values
   * @param layout number of the layout
   * @param values by tile, row and column; NaN for none
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody else has it
  public record Cells(String run, String quantity, int layout, double[] values) {
    private Map<String, Object> document(int scale) {
      return new JsonObject()
          .with("run", run)
          .with("quantity", quantity)
          .with("layout", layout)
          .with("values", Digits.whole(values, scale));
    }

    public boolean any() {
      return Arrays.stream(values).anyMatch(value -> !Double.isNaN(value));
    }
  }

  /**
   * Returns a heat map.
   *
   * @param id identifier in the page
   * @param title its subject
   * @param caption simulated system, and how to read the map
   * @param values kind of the values
   * @param layouts layouts of cells
   * @param sets alternative views, at least one
   */
  public static Picture of(
      String id,
      String title,
      String caption,
      Values values,
      List<Layout> layouts,
      List<Cells> sets) {
    final Map<String, Object> data = new LinkedHashMap<>();
    data.put("scale", values.scale);
    data.put("log", values == Values.BYTES);
    data.put("unit", values.unit);
    data.put("choice", values.choice);
    data.put("none", values.none);
    data.put("layouts", layouts.stream().map(Layout::document).toList());
    data.put("sets", sets.stream().map(set -> set.document(values.scale)).toList());
    final long points = sets.stream().mapToLong(set -> set.values().length).sum();
    return new Picture(id, "heat", title, caption, data, points);
  }
}
