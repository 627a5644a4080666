package io.hopwright.runner.report;

import io.hopwright.runner.report.drawing.Digits;
import io.hopwright.runner.report.drawing.Picture;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.results.StoredTable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Bars of the time of each rank of jobs by state: one bar per rank, or per group of neighbours. */
final class RankBars {
  private static final String TABLE = "ranks";

  /** Bars of all runs in a report together; a bar takes some sixty bytes. */
  private static final int MOST_BARS = 16_384;

  private static final int MOST_OF_A_RUN = 512;

  private RankBars() {}

  /**
   * Bars of a run.
   *
   * @param together largest number of ranks of a bar
   */
  private record Bars(String run, int together, List<Bar> bars) {
    private Map<String, Object> document() {
      return new JsonObject()
          .with("run", run)
          .with("bars", bars.stream().map(Bar::document).toList());
    }
  }

  /** Sum of the ticks of some ranks of a job by state. */
  private static final class Bar {
    private final String job;
    private final int firstRank;
    private final double[] ticks;
    private int ranks;

    Bar(String job, int firstRank, int states) {
      this.job = job;
      this.firstRank = firstRank;
      ticks = new double[states];
    }

    private Map<String, Object> document() {
      return new JsonObject()
          .with("job", job)
          .with("first", firstRank)
          .with("ranks", ranks)
          .with("ticks", Arrays.stream(ticks).mapToObj(sum -> Digits.round(sum / ranks)).toList());
    }
  }

  /** Returns one picture of all runs that distinguish ranks. */
  static Stream<Picture> pictures(List<Entry> all, Subject subject) {
    final List<Entry> entries =
        all.stream().filter(entry -> entry.run().table(TABLE).isPresent()).toList();
    final List<Bars> runs =
        entries.stream()
            .map(entry -> read(entry, Math.min(MOST_OF_A_RUN, MOST_BARS / entries.size())))
            .filter(bars -> !bars.bars.isEmpty())
            .toList();
    if (runs.isEmpty()) {
      return Stream.empty();
    }
    final int together = runs.stream().mapToInt(Bars::together).max().orElse(1);
    final List<String> states = TimeLines.states(entries.get(0), TABLE);
    return Stream.of(
        Picture.ofJobs(
            TABLE,
            "Time of ranks by activity",
            "From the start of the job to the rank's end. "
                + (together > 1 ? "Each bar is the mean of up to " + together + " ranks. " : "")
                + subject.text(entries),
            states,
            runs.stream().map(Bars::document).toList(),
            runs.stream().mapToLong(run -> run.bars.size() * (long) states.size()).sum()));
  }

  private static Bars read(Entry entry, int most) {
    final StoredTable table = entry.run().table(TABLE).orElseThrow();
    final List<String> states = TimeLines.states(entry, TABLE);
    final Map<String, Integer> ranksOfJobs = new LinkedHashMap<>();
    table.rows(row -> ranksOfJobs.merge(row.text("job"), 1, Integer::sum));
    int together = 1;
    while (bars(ranksOfJobs, together) > most && together < Integer.MAX_VALUE / 2) {
      together *= 2;
    }
    final int each = together;
    final Map<String, Bar> bars = new LinkedHashMap<>();
    table.rows(
        row -> {
          final String job = row.text("job");
          final int band = (int) row.number("rank") / each;
          final Bar bar =
              bars.computeIfAbsent(
                  job + " " + band, key -> new Bar(job, band * each, states.size()));
          bar.ranks++;
          for (int state = 0; state < bar.ticks.length; state++) {
            bar.ticks[state] += row.ticks(TimeLines.SPENT + "." + states.get(state));
          }
        });
    return new Bars(entry.label(), each, List.copyOf(bars.values()));
  }

  private static long bars(Map<String, Integer> ranksOfJobs, int together) {
    return ranksOfJobs.values().stream()
        .mapToLong(ranks -> ((long) ranks + together - 1) / together)
        .sum();
  }
}
