package io.hopwright.runner.report;

import io.hopwright.models.measure.Metric;
import io.hopwright.runner.report.drawing.Picture;
import io.hopwright.runner.report.drawing.TimeLineChart;
import io.hopwright.runner.report.drawing.TimeLineReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Pictures of the activities of ranks over time: a band for each rank, or for a group of
 * neighbours.
 */
final class TimeLines {
  /** The table, and the family of its columns that has ticks by state. */
  static final String TABLE = "timeline";

  static final String SPENT = "spent";

  /** The table of segments of critical paths. */
  static final String PATHS = "critical-path";

  /** Paths that a caption names, so that it can be read. */
  private static final int MOST_NAMED = 6;

  /** Cells of all time lines in a report together; a cell takes two bytes. */
  private static final int MOST_CELLS = 262_144;

  private TimeLines() {}

  /** Returns the members of the family of ticks by state; none if a table lacks it. */
  static List<String> states(Entry entry, String table) {
    return entry.run().declarations().of(table).stream()
        .filter(metric -> metric.name().equals(SPENT))
        .findFirst()
        .map(Metric::members)
        .orElse(List.of());
  }

  /** Returns one picture of all runs that have a time line. */
  static Stream<Picture> pictures(List<Entry> all, Subject subject) {
    final List<Entry> entries =
        all.stream().filter(entry -> entry.run().table(TABLE).isPresent()).toList();
    final List<TimeLineChart> lines = new ArrayList<>();
    for (Entry entry : entries) {
      final List<String> states = states(entry, TABLE);
      new TimeLineReader(
              entry.label(),
              entry.run().table(TABLE).orElseThrow(),
              states,
              states.stream().map(state -> SPENT + "." + state).toList(),
              MOST_CELLS / entries.size())
          .read()
          .map(line -> entry.run().table(PATHS).map(line::with).orElse(line))
          .ifPresent(lines::add);
    }
    if (lines.isEmpty()) {
      return Stream.empty();
    }
    final int ranks = lines.stream().mapToInt(TimeLineChart::mostRanks).max().orElse(1);
    return Stream.of(
        Picture.ofJobs(
            TABLE,
            "Timeline of ranks",
            "Each band is "
                + (ranks > 1 ? "up to " + ranks + " ranks" : "a rank")
                + "; colour and pattern show the activity that took most of the time. Blank: the"
                + " rank had not started, had finished, or was still waiting when the run ended. "
                + paths(lines)
                + subject.text(entries),
            lines.get(0).states(),
            lines.stream().map(TimeLineChart::document).toList(),
            lines.stream().mapToLong(TimeLineChart::cells).sum()));
  }

  /** Says what critical paths consist of. */
  private static String paths(List<TimeLineChart> lines) {
    final StringBuilder text = new StringBuilder();
    lines.stream()
        .flatMap(
            line ->
                line.paths().stream()
                    .map(path -> (lines.size() > 1 ? line.run() + ": " : "") + path.text() + " "))
        .limit(MOST_NAMED)
        .forEach(text::append);
    return text.isEmpty() ? "" : "The line is the critical path. " + text;
  }
}
