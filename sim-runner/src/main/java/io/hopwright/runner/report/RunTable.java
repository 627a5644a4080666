package io.hopwright.runner.report;

import io.hopwright.models.measure.Metric;
import io.hopwright.runner.report.drawing.Digits;
import io.hopwright.runner.report.drawing.Html;
import io.hopwright.runner.results.Repetitions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Table of the runs side by side, with their most important numbers. */
final class RunTable {
  private final List<Entry> entries;
  private final List<Quantity> quantities;

  RunTable(List<Entry> entries) {
    this.entries = entries;
    quantities = Quantity.with(Metric.Role.HIGHLIGHT, entries);
  }

  /** Returns the main numbers of a single run. */
  Map<String, String> highlights() {
    final Map<String, String> facts = new LinkedHashMap<>();
    quantities.forEach(each -> facts.put(each.heading(), Digits.text(each.of(entries.get(0)))));
    final String note = entries.get(0).run().caveats().note();
    if (!note.isEmpty()) {
      facts.put("Note", note);
    }
    return facts;
  }

  /** Returns a section. */
  String section() {
    final List<String> headings = new ArrayList<>(List.of("Run"));
    quantities.forEach(quantity -> headings.add(quantity.heading()));
    final boolean titled = entries.stream().anyMatch(entry -> !entry.title().equals(entry.label()));
    final boolean several = entries.stream().map(Subject::machine).distinct().count() > 1;
    headings.addAll(titled ? List.of("Title") : List.of());
    headings.addAll(several ? List.of("Machine") : List.of());
    headings.addAll(List.of("Seed", "Digest"));
    final Html html = new Html().section("runs", "Runs");
    html.table("Runs", headings);
    for (Entry entry : entries) {
      html.open("tr");
      html.open("th scope=\"row\"").element("span", entry.label());
      for (String remark : remarks(entry)) {
        html.element("small class=\"mind\"", remark);
      }
      html.close("th");
      for (Quantity quantity : quantities) {
        html.element("td class=\"number\"", Digits.text(quantity.of(entry)));
      }
      if (titled) {
        html.element("td class=\"wide\"", entry.title());
      }
      if (several) {
        html.element("td class=\"wide\"", Subject.machine(entry));
      }
      html.element("td class=\"number\"", Digits.text(entry.number(Repetitions.SEED)));
      html.element("td class=\"code\"", entry.run().summary().text("digest"));
      html.close("tr");
    }
    return html.endTable().close("section").toString();
  }

  private static List<String> remarks(Entry entry) {
    final Stream<String> ending =
        entry.run().complete() ? Stream.empty() : Stream.of("did not complete");
    return Stream.concat(entry.run().caveats().remarks().stream(), ending).toList();
  }
}
