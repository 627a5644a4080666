package io.hopwright.runner.report;

import io.hopwright.runner.report.drawing.Digits;
import io.hopwright.runner.report.drawing.VerdictTable;
import io.hopwright.runner.results.StoredDirectory;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.results.StoredRun;
import io.hopwright.runner.support.MarkdownTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A report as text to be kept beside sources: verdicts, where they come from, and digests. */
final class Markdown {
  /** Stands in each, and in no other text. */
  static final String MARK = "Made by `hopwright report`; not to be edited.";

  private final List<StoredDirectory> results;
  private final String title;
  private final StringBuilder text = new StringBuilder();

  Markdown(List<StoredDirectory> results, String title) {
    this.results = results;
    this.title = title;
  }

  /** Returns the text. */
  String text() {
    text.append("# ").append(title).append("\n\n").append(MARK).append('\n');
    for (StoredDirectory result : results) {
      if (results.size() > 1) {
        text.append("\n## ").append(result.name()).append('\n');
      }
      origin(result);
      if (result.verdicts() != null) {
        verdicts(new VerdictTable(result.verdicts()));
      }
      digests(result);
    }
    return text.toString();
  }

  private void origin(StoredDirectory result) {
    final StoredDocument manifest = result.manifest();
    final List<StoredRun> runs =
        result.studies().stream().flatMap(study -> study.runs().stream()).toList();
    final double seconds =
        runs.stream()
            .mapToDouble(run -> run.manifest().number("timings.cpuSeconds").orElse(0))
            .sum();
    final MarkdownTable facts = new MarkdownTable(List.of("", ""));
    facts.row(List.of("Command", "`" + Provenance.command(manifest) + "`"));
    facts.row(List.of("Program", joined(result, runs, Provenance::program)));
    facts.row(
        List.of(
            "Code that simulates",
            "SHA-256 " + joined(result, runs, run -> run.textOrEmpty("simulatorSha256"))));
    facts.row(
        List.of(
            "Simulated",
            "%s, %s minutes of processor time"
                .formatted(days(runs), Digits.text(Math.rint(seconds / 60)))));
    facts.row(
        List.of(
            "Computer",
            Digits.text(manifest.number("cores").orElse(Double.NaN))
                + " cores, "
                + manifest.text("system")));
    facts.row(List.of("JDK", manifest.text("jdk")));
    table(facts);
  }

  /** Builds with the same code that simulates may have made the runs of one result. */
  private static String joined(
      StoredDirectory result, List<StoredRun> runs, Function<StoredDocument, String> fact) {
    return Stream.concat(
            runs.stream().map(run -> fact.apply(run.manifest())),
            Stream.of(fact.apply(result.manifest())))
        .filter(text -> !text.isEmpty())
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private static String days(List<StoredRun> runs) {
    final List<String> days =
        runs.stream()
            .map(run -> run.manifest().text("finished").replaceFirst("T.*", ""))
            .sorted()
            .distinct()
            .toList();
    return switch (days.size()) {
      case 0 -> "–";
      case 1 -> days.get(0);
      default -> days.get(0) + " to " + days.get(days.size() - 1);
    };
  }

  private void verdicts(VerdictTable verdicts) {
    text.append("\n").append(verdicts.counts()).append(".\n");
    if (!verdicts.failed().isEmpty()) {
      text.append("\n").append(verdicts.failed()).append("\n");
    }
    final MarkdownTable table = new MarkdownTable(VerdictTable.HEADINGS);
    verdicts.rows().forEach(table::row);
    table(table);
    verdicts.notes().forEach(note -> text.append('\n').append(note).append('\n'));
  }

  /** A digest is a sum of hashes, one for each delivery; so is that of several points. */
  private void digests(StoredDirectory result) {
    text.append("\nDigests; that of a run with several points is the sum of theirs.\n");
    final MarkdownTable table = new MarkdownTable(List.of("Study", "Run", "Points", "Digest"));
    for (StoredDirectory study : result.studies()) {
      final Map<String, List<StoredRun>> byRun = new LinkedHashMap<>();
      for (StoredRun run : study.runs()) {
        byRun.computeIfAbsent(run.id(), unseen -> new ArrayList<>()).add(run);
      }
      byRun.forEach(
          (id, points) ->
              table.row(List.of(study.name(), id, Integer.toString(points.size()), sum(points))));
    }
    table(table);
  }

  private static String sum(List<StoredRun> points) {
    long sum = 0;
    for (StoredRun point : points) {
      sum += Long.parseUnsignedLong(point.summary().text("digest"), 16);
    }
    return "%016x".formatted(sum);
  }

  private void table(MarkdownTable table) {
    text.append('\n').append(table.text());
  }
}
