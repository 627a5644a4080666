package io.hopwright.runner.report;

import io.hopwright.runner.results.StoredTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How busy the links are, over the machine: of each node of a torus, of each Aries of a Cascade.
 */
final class HeatMaps {
  static final String TABLE = "heat";

  /** Values of all heat maps in a report together; a value takes four bytes. */
  static final int MOST_VALUES = 300_000;

  private final List<Entry> entries;
  private final Subject subject;

  HeatMaps(List<Entry> entries, Subject subject) {
    this.entries = entries.stream().filter(entry -> entry.run().table(TABLE).isPresent()).toList();
    this.subject = subject;
  }

  static StoredTable table(Entry entry) {
    return entry.run().table(TABLE).orElseThrow();
  }

  /** Returns a map of all tori and one of all dragonflies, as far as there are any. */
  Stream<Picture> pictures() {
    final List<Entry> tori = with("z+");
    final List<Entry> dragonflies = with("green");
    final List<HeatMap.Layout> layouts = new ArrayList<>();
    final List<HeatMap.Cells> sets = new ArrayList<>();
    int block = 1;
    for (Entry entry : tori) {
      final TorusHeat heat = new TorusHeat(entry, MOST_VALUES / tori.size());
      heat.addTo(layouts, sets);
      block = Math.max(block, heat.largestBlock());
    }
    final String together =
        block > 1
            ? "To keep this page small a cell is the mean of up to " + block + " nodes. "
            : "";
    final Stream<Picture> torusMap =
        map("heat", together + "A cell is a node, a square a plane of the torus. ", layouts, sets);
    final List<HeatMap.Layout> groups = new ArrayList<>();
    final List<HeatMap.Cells> ofGroups = new ArrayList<>();
    for (Entry entry : dragonflies) {
      new DragonflyHeat(entry, MOST_VALUES / dragonflies.size()).addTo(groups, ofGroups);
    }
    return Stream.concat(
        torusMap, map("heat-groups", "A row is a group of the dragonfly. ", groups, ofGroups));
  }

  private List<Entry> with(String column) {
    return entries.stream().filter(entry -> table(entry).named(column) >= 0).toList();
  }

  private Stream<Picture> map(
      String id, String explanation, List<HeatMap.Layout> layouts, List<HeatMap.Cells> sets) {
    final List<HeatMap.Cells> known = sets.stream().filter(HeatMap.Cells::any).toList();
    return known.isEmpty()
        ? Stream.empty()
        : Stream.of(
            new HeatMap(
                id,
                "Link utilization over the machine",
                "Share of the measured interval in which links carried bytes. "
                    + explanation
                    + subject.text(),
                List.copyOf(layouts),
                known));
  }
}
