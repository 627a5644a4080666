package io.hopwright.runner.report;

import io.hopwright.runner.report.drawing.Digits;
import io.hopwright.runner.report.drawing.HeatMap;
import io.hopwright.runner.report.drawing.Picture;
import io.hopwright.runner.results.StoredTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Maps of the traffic between ranks of jobs: one for each job of each run. */
final class Matrices {
  private static final String TABLE = "matrix";

  private static final int MOST_RANKS = 1 << 30;

  /** Ranks, or groups of them, along an edge. */
  private static final int MOST_CELLS_OF_AN_EDGE = 512;

  private Matrices() {}

  /** Returns one picture of all runs that distinguish pairs. */
  static Stream<Picture> pictures(List<Entry> all, Subject subject) {
    final List<Entry> entries =
        all.stream().filter(entry -> entry.run().table(TABLE).isPresent()).toList();
    final Map<Entry, Map<String, Integer>> ranks = new LinkedHashMap<>();
    entries.forEach(entry -> ranks.put(entry, ranks(entry)));
    final long matrices = ranks.values().stream().mapToLong(Map::size).sum();
    if (matrices == 0) {
      return Stream.empty();
    }
    final int edge =
        Math.min(MOST_CELLS_OF_AN_EDGE, (int) Math.sqrt((double) HeatMaps.MOST_VALUES / matrices));
    final List<HeatMap.Layout> layouts = new ArrayList<>();
    final List<HeatMap.Cells> sets = new ArrayList<>();
    int most = 1;
    for (Map.Entry<Entry, Map<String, Integer>> each : ranks.entrySet()) {
      for (Map.Entry<String, Integer> job : each.getValue().entrySet()) {
        int together = 1;
        while ((job.getValue() + together - 1) / together > edge) {
          together *= 2;
        }
        most = Math.max(most, together);
        sets.add(cells(each.getKey(), job.getKey(), job.getValue(), together, layouts));
      }
    }
    return Stream.of(
        HeatMap.of(
            TABLE,
            "Traffic matrix",
            "Bytes of the messages that ranks began to send, including those of"
                + " collectives; logarithmic colours. "
                + (most > 1
                    ? "Each cell is the sum of up to " + most + "×" + most + " pairs. "
                    : "")
                + subject.text(entries),
            HeatMap.Values.BYTES,
            List.copyOf(layouts),
            sets));
  }

  /** Returns the number of ranks of each job, derived from the ranks that exchange data. */
  private static Map<String, Integer> ranks(Entry entry) {
    final Map<String, Integer> ranks = new LinkedHashMap<>();
    final StoredTable table = entry.run().table(TABLE).orElseThrow();
    for (String column : List.of("source", "destination")) {
      table.rows(
          row ->
              ranks.merge(row.text("job"), 1 + (int) row.whole(column, MOST_RANKS - 1), Math::max));
    }
    return ranks;
  }

  private static HeatMap.Cells cells(
      Entry entry, String name, int ranks, int together, List<HeatMap.Layout> layouts) {
    final int edge = (ranks + together - 1) / together;
    final List<String> names =
        IntStream.range(0, edge)
            .mapToObj(cell -> Digits.range(cell * together, Math.min(ranks, (cell + 1) * together)))
            .toList();
    final HeatMap.Layout layout =
        new HeatMap.Layout("Receiver", "Sender", names, names, List.of(""));
    final StoredTable table = entry.run().table(TABLE).orElseThrow();
    final double[] values = new double[edge * edge];
    Arrays.fill(values, Double.NaN);
    table.rows(
        row -> {
          if (row.text("job").equals(name)) {
            final int from = (int) row.number("source") / together;
            final int to = (int) row.number("destination") / together;
            final int cell = from * edge + to;
            values[cell] = (Double.isNaN(values[cell]) ? 0 : values[cell]) + row.number("bytes");
          }
        });
    return new HeatMap.Cells(entry.label(), name, Picture.number(layouts, layout), values);
  }
}
