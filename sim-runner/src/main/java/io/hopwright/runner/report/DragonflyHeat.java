package io.hopwright.runner.report;

import io.hopwright.runner.results.StoredTable;
import java.util.List;
import java.util.stream.IntStream;

/** The heat map of a dragonfly: groups by colour, and for each colour the Aries of each group. */
final class DragonflyHeat {
  private static final List<String> COLOURS = List.of("green", "black", "blue");

  private final Entry entry;
  private final StoredTable table;
  private final int most;
  private int groups;
  private int places;

  /**
   * Looks at the size of the dragonfly.
   *
   * @param most values that there may be; with more Aries there are groups only
   */
  DragonflyHeat(Entry entry, int most) {
    this.entry = entry;
    this.most = most;
    table = HeatMaps.table(entry);
    table.numbers(
        row -> {
          groups = Math.max(groups, 1 + group(row));
          places = Math.max(places, 1 + place(row));
        });
  }

  private int group(double[] row) {
    return (int) row[table.required("group")];
  }

  private int place(double[] row) {
    return (int) row[table.required("place")];
  }

  void addTo(List<HeatMap.Layout> layouts, List<HeatMap.Cells> sets) {
    final HeatMap.Layout byColour = layout("links", COLOURS);
    final int number = add(layouts, byColour);
    final Averages means = new Averages(byColour.cells());
    table.numbers(
        row -> {
          for (int i = 0; i < COLOURS.size(); i++) {
            means.add(group(row) * COLOURS.size() + i, row[table.required(COLOURS.get(i))]);
          }
        });
    sets.add(new HeatMap.Cells(entry.label(), "groups by colour", number, means.means()));
    if ((long) groups * places * COLOURS.size() <= most) {
      COLOURS.forEach(colour -> addAries(layouts, sets, colour));
    }
  }

  private void addAries(List<HeatMap.Layout> layouts, List<HeatMap.Cells> sets, String colour) {
    final List<String> aries = IntStream.range(0, places).mapToObj(Integer::toString).toList();
    final int number = add(layouts, layout("Aries of the group", aries));
    final Averages means = new Averages(groups * places);
    table.numbers(row -> means.add(group(row) * places + place(row), row[table.required(colour)]));
    sets.add(
        new HeatMap.Cells(entry.label(), colour + " links of each Aries", number, means.means()));
  }

  private HeatMap.Layout layout(String x, List<String> columns) {
    final List<String> rows = IntStream.range(0, groups).mapToObj(Integer::toString).toList();
    return new HeatMap.Layout(x, "group", columns, rows, List.of(""));
  }

  private static int add(List<HeatMap.Layout> layouts, HeatMap.Layout layout) {
    if (!layouts.contains(layout)) {
      layouts.add(layout);
    }
    return layouts.indexOf(layout);
  }
}
