package io.hopwright.runner.report;

import io.hopwright.runner.report.drawing.Digits;
import io.hopwright.runner.report.drawing.Html;
import io.hopwright.runner.report.drawing.VerdictTable;
import io.hopwright.runner.results.Caveats;
import io.hopwright.runner.results.Repetitions;
import io.hopwright.runner.results.StoredDirectory;
import io.hopwright.runner.results.StoredDocument;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Heading of the page.
 *
 * @param results results on the page
 * @param entries their runs
 */
record PageHead(List<StoredDirectory> results, List<Entry> entries) {
  /** Stands on each page, and on no other. */
  static final String MARK = "Hopwright report";

  private static final int MOST_NAMES = 3;

  /** Returns the title of the page. */
  String title() {
    if (results.size() == 1) {
      final StoredDocument manifest = results.get(0).manifest();
      final String title = manifest.textOrEmpty("title");
      return title.isEmpty() ? manifest.text("study") : title;
    }
    final List<String> titles =
        results.stream().map(result -> result.manifest().textOrEmpty("title")).distinct().toList();
    return titles.size() == 1 && !titles.get(0).isEmpty()
        ? titles.get(0) + ": " + results.size() + " results"
        : results.size() + " results: " + names();
  }

  private String names() {
    final String first =
        results.stream()
            .limit(MOST_NAMES)
            .map(StoredDirectory::name)
            .collect(Collectors.joining(", "));
    return results.size() > MOST_NAMES
        ? first + " and " + (results.size() - MOST_NAMES) + " more"
        : first;
  }

  /** Returns the head. */
  String html() {
    final Html html = new Html().open("header").element("p class=\"kicker\"", MARK);
    html.element("h1", title());
    if (results.size() == 1) {
      final String paper = results.get(0).manifest().textOrEmpty("paper");
      if (!paper.isEmpty()) {
        html.element("p class=\"paper\"", paper);
      }
    }
    html.facts(facts());
    if (entries.size() == 1) {
      html.open("div class=\"highlights\"");
      html.facts(new RunTable(entries).highlights());
      html.close("div");
    }
    entries.stream()
        .filter(entry -> !entry.run().complete())
        .forEach(
            entry ->
                html.element(
                    "p class=\"warning\" role=\"note\"",
                    "⚠ " + entry.label() + " did not complete: " + ending(entry) + "."));
    return html.close("header").toString();
  }

  private static String ending(Entry entry) {
    final StoredDocument manifest = entry.run().manifest();
    if (manifest.flag("stalled")) {
      final String kind = entry.run().summary().textOrEmpty("stop.kind");
      return kind.isEmpty() ? "packets or ranks were blocked" : kind;
    }
    return manifest.flag("lost") ? "a JVM was lost" : "it was interrupted";
  }

  private Map<String, String> facts() {
    final Map<String, String> facts = new LinkedHashMap<>();
    if (results.size() == 1) {
      facts.put("Study", results.get(0).manifest().text("study"));
      final String scale = results.get(0).manifest().textOrEmpty("scale");
      if (!scale.isEmpty()) {
        facts.put("Scale", scale);
      }
    }
    if (entries.size() == 1) {
      final Entry entry = entries.get(0);
      facts.put("Machine", Subject.machine(entry));
      facts.put("Seed", Digits.text(entry.number(Repetitions.SEED)));
      facts.put("Simulated", Digits.text(entry.number("ticks")) + " ticks");
      facts.put("Digest", entry.run().summary().text("digest"));
    } else if (!entries.isEmpty()) {
      facts.put("Runs", Digits.text(entries.size()));
      facts.put("Machines", new Subject(entries).machines());
    }
    if (entries.size() > 1) {
      putCount(facts, "Saturated", Caveats::saturated);
      putCount(facts, "Not steady", Caveats::unsteady);
      putCount(facts, "Without latencies", Caveats::withheld);
    }
    final List<StoredDocument> points =
        results.stream()
            .flatMap(result -> result.studies().stream())
            .flatMap(study -> study.manifest().list("points").stream())
            .toList();
    final long done = points.stream().filter(point -> point.flag("done")).count();
    if (done < points.size()) {
      facts.put("Points", done + " of " + points.size() + " are done");
    }
    for (StoredDirectory result : results) {
      if (result.verdicts() != null) {
        final String name = results.size() == 1 ? "Verdicts" : "Verdicts of " + result.name();
        facts.put(name, new VerdictTable(result.verdicts()).counts());
      }
    }
    return facts;
  }

  private void putCount(Map<String, String> facts, String name, Predicate<Caveats> which) {
    final long count = entries.stream().map(entry -> entry.run().caveats()).filter(which).count();
    if (count > 0) {
      facts.put(name, count + " of " + entries.size() + " runs");
    }
  }
}
