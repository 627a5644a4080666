package io.hopwright.runner.report;

import io.hopwright.models.measure.Metric;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.runner.report.drawing.CoordinateMap;
import io.hopwright.runner.report.drawing.HeatMap;
import io.hopwright.runner.report.drawing.Picture;
import io.hopwright.runner.results.StoredTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Maps of link utilization over the machine, from the tables whose rows have coordinates. */
final class HeatMaps {
  /** Values of all heat maps in a report together; a value takes four bytes. */
  static final int MOST_VALUES = 300_000;

  /** A table of a run. */
  private record Source(Entry entry, StoredTable table) {}

  private HeatMaps() {}

  /** Returns a map for each kind of table. */
  static Stream<Picture> pictures(List<Entry> entries, Subject subject) {
    final Map<List<Metric>, List<Source>> tables = new LinkedHashMap<>();
    for (Entry entry : entries) {
      final Map<String, StoredTable> all = entry.run().tables();
      all.forEach(
          (name, table) -> {
            final List<Metric> columns = entry.run().declarations().of(name);
            if (columns.stream().anyMatch(column -> column.is(Role.ROW))) {
              tables
                  .computeIfAbsent(columns, unseen -> new ArrayList<>())
                  .add(new Source(entry, table));
            }
          });
    }
    final List<Picture> maps = new ArrayList<>();
    tables.forEach(
        (columns, sources) -> {
          final List<HeatMap.Layout> layouts = new ArrayList<>();
          final List<HeatMap.Cells> sets = new ArrayList<>();
          long block = 1;
          for (Source source : sources) {
            final CoordinateMap map =
                new CoordinateMap(
                    source.entry().label(), source.table(), columns, MOST_VALUES / sources.size());
            map.addTo(layouts, sets);
            block = Math.max(block, map.largestBlock());
          }
          final List<HeatMap.Cells> known = sets.stream().filter(HeatMap.Cells::any).toList();
          if (!known.isEmpty()) {
            final String id = "heat" + (maps.isEmpty() ? "" : "-" + (maps.size() + 1));
            maps.add(
                HeatMap.of(
                    id,
                    "Link utilization over the machine",
                    caption(columns, block)
                        + overshoot(known.stream().map(HeatMap.Cells::values))
                        + subject.text(sources.stream().map(Source::entry).toList()),
                    HeatMap.Values.SHARES,
                    List.copyOf(layouts),
                    known));
          }
        });
    return maps.stream();
  }

  /** Returns why some shares are above 1; empty if none is. */
  static String overshoot(Stream<double[]> shares) {
    return shares.flatMapToDouble(Arrays::stream).anyMatch(share -> share > 1)
        ? "A link reads more than 1 if a transmission began in the interval and ended after"
            + " it; it is drawn as 1. "
        : "";
  }

  private static String caption(List<Metric> columns, long block) {
    final String tile = label(columns, Role.TILE);
    return "Fraction of the measured interval in which links were busy. "
        + (block > 1
            ? "To keep this page small, each cell is the mean of up to " + block + " neighbours. "
            : "A cell is one " + label(columns, Role.IDENTITY) + ". ")
        + (tile.isEmpty()
            ? "Means of a " + label(columns, Role.ROW) + " are over its links of a kind. "
            : "A square has all of the same " + tile + ". ");
  }

  private static String label(List<Metric> columns, Role role) {
    return columns.stream()
        .filter(column -> column.is(role))
        .map(Metric::label)
        .collect(Collectors.joining(", "));
  }
}
