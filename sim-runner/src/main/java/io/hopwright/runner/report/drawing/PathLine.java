package io.hopwright.runner.report.drawing;

import io.hopwright.runner.report.drawing.TimeLineChart.Band;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.results.StoredTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Critical path of a job over a time line: a line from band to band, and what it consists of.
 *
 * @param points tick and band in turn, in the order of time
 * @param shares ticks by share, in the order in which they first occur
 * @param transfers between ranks
 */
public record PathLine(String job, List<Long> points, Map<String, Long> shares, long transfers) {
  /** Points of a line at most, so that a page stays small; two numbers each. */
  private static final int MOST_POINTS = 2_000;

  /** Words of shares that are called otherwise in a table. */
  private static final Map<String, String> WORDS =
      Map.of("compute", "computing", "announcement", "announcements");

  /** Copies what changes. */
  public PathLine {
    points = List.copyOf(points);
    shares = new LinkedHashMap<>(shares);
  }

  /** Path of a job that is being read. */
  private static final class Draft {
    private final List<Long> points = new ArrayList<>();
    private final Map<String, Long> shares = new LinkedHashMap<>();
    private long transfers;
    private long before;
    private String last = "";

    /** Adds a point, unless it is nearer to the one before than can be seen. */
    void add(long tick, long band, long resolution) {
      if (points.isEmpty() || tick >= before + resolution) {
        points.add(tick);
        points.add(band);
        before = tick;
      }
    }
  }

  /**
   * Reads the paths of all jobs.
   *
   * @param table of segments
   * @param bands that they go over
   * @param endTick where the time line ends
   */
  static List<PathLine> read(StoredTable table, List<Band> bands, long endTick) {
    final Map<String, NavigableMap<Integer, Integer>> bandOf = new LinkedHashMap<>();
    for (int band = 0; band < bands.size(); band++) {
      bandOf
          .computeIfAbsent(bands.get(band).job(), job -> new TreeMap<>())
          .put(bands.get(band).firstRank(), band);
    }
    final long[] rows = {0};
    table.rows(row -> rows[0]++);
    final long resolution = rows[0] <= MOST_POINTS ? 0 : 1 + endTick / MOST_POINTS;
    final Map<String, Draft> drafts = new LinkedHashMap<>();
    table.rows(
        row -> {
          final Draft draft = drafts.computeIfAbsent(row.text("job"), job -> new Draft());
          final NavigableMap<Integer, Integer> of = bandOf.get(row.text("job"));
          final int rank = (int) row.number("rank");
          draft.add(row.ticks("fromTick"), of.floorEntry(rank).getValue(), resolution);
          draft.shares.merge(row.text("share"), row.ticks("ticks"), Long::sum);
          final String peer = row.text("peer");
          final String transfer =
              peer.isEmpty()
                  ? ""
                  : rank + " " + peer + " " + row.text("message") + row.text("kind");
          if (peer.isEmpty()) {
            draft.add(row.ticks("toTick"), of.floorEntry(rank).getValue(), resolution);
          } else if (!transfer.equals(draft.last)) {
            draft.transfers++;
          }
          draft.last = transfer;
        });
    return drafts.entrySet().stream()
        .map(
            entry ->
                new PathLine(
                    entry.getKey(),
                    entry.getValue().points,
                    entry.getValue().shares,
                    entry.getValue().transfers))
        .toList();
  }

  /** Returns the shares as text, the largest first. */
  public String text() {
    final double all = shares.values().stream().mapToLong(Long::longValue).sum();
    return "Critical path of "
        + job
        + ": "
        + shares.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .map(
                share ->
                    String.format(
                        Locale.ROOT,
                        "%s %.1f %%",
                        WORDS.getOrDefault(share.getKey(), share.getKey()),
                        100 * share.getValue() / all))
            .collect(Collectors.joining(", "))
        + ", over "
        + transfers
        + (transfers == 1 ? " transfer." : " transfers.");
  }

  Map<String, Object> document() {
    return new JsonObject().with("job", job).with("points", points).with("text", text());
  }
}
