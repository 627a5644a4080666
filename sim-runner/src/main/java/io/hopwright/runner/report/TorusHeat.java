package io.hopwright.runner.report;

import io.hopwright.runner.results.StoredTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The heat map of a torus: planes of z, of nodes or, on a large machine, of blocks of nodes. */
final class TorusHeat {
  private static final List<String> DIMENSIONS = List.of("x", "y", "z");
  private static final List<String> DIRECTIONS = List.of("x+", "x-", "y+", "y-", "z+", "z-");

  private final Entry entry;
  private final StoredTable table;
  private final int[] extent = new int[DIMENSIONS.size()];
  private final int[] block = {1, 1, 1};

  /**
   * Looks at the size of the torus.
   *
   * @param most values that there may be
   */
  TorusHeat(Entry entry, int most) {
    this.entry = entry;
    table = HeatMaps.table(entry);
    table.numbers(
        row -> {
          for (int i = 0; i < extent.length; i++) {
            extent[i] = Math.max(extent[i], 1 + (int) row[table.required(DIMENSIONS.get(i))]);
          }
        });
    while ((long) cells(0) * cells(1) * cells(2) * (1 + DIRECTIONS.size()) > most
        && largestBlock() < extent[0] * extent[1] * extent[2]) {
      final int longest =
          IntStream.of(0, 1, 2)
              .boxed()
              .max(java.util.Comparator.comparingInt(this::cells))
              .orElseThrow();
      block[longest] *= 2;
    }
  }

  private int cells(int dimension) {
    return (extent[dimension] + block[dimension] - 1) / block[dimension];
  }

  /** Returns how many nodes a cell stands for. */
  int largestBlock() {
    return block[0] * block[1] * block[2];
  }

  void addTo(List<HeatMap.Layout> layouts, List<HeatMap.Cells> sets) {
    final HeatMap.Layout layout =
        new HeatMap.Layout("x =", "y =", names("", 0), names("", 1), names("z = ", 2));
    if (!layouts.contains(layout)) {
      layouts.add(layout);
    }
    final Averages all = new Averages(layout.cells());
    final List<Averages> each = new ArrayList<>();
    DIRECTIONS.forEach(direction -> each.add(new Averages(layout.cells())));
    table.numbers(
        row -> {
          final int cell = cell(row);
          for (int i = 0; i < DIRECTIONS.size(); i++) {
            final double value = row[table.required(DIRECTIONS.get(i))];
            each.get(i).add(cell, value);
            all.add(cell, value);
          }
        });
    final int number = layouts.indexOf(layout);
    sets.add(new HeatMap.Cells(entry.label(), "all links of a node", number, all.means()));
    for (int i = 0; i < DIRECTIONS.size(); i++) {
      sets.add(
          new HeatMap.Cells(
              entry.label(), DIRECTIONS.get(i) + " links", number, each.get(i).means()));
    }
  }

  private int cell(double[] row) {
    final int[] at = new int[extent.length];
    for (int i = 0; i < at.length; i++) {
      at[i] = (int) row[table.required(DIMENSIONS.get(i))] / block[i];
    }
    return (at[2] * cells(1) + at[1]) * cells(0) + at[0];
  }

  private List<String> names(String before, int dimension) {
    return IntStream.range(0, cells(dimension))
        .mapToObj(cell -> before + name(cell * block[dimension], dimension))
        .toList();
  }

  private String name(int from, int dimension) {
    final int last = Math.min(extent[dimension], from + block[dimension]) - 1;
    return last == from ? Integer.toString(from) : from + "–" + last;
  }
}
