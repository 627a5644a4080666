package io.hopwright.runner.report;

import io.hopwright.runner.results.Repetitions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The runs side by side, with what matters most of each. */
final class RunTable {
  /** Quantities worth a column; machines have some of them. */
  private static final List<Quantity> QUANTITIES =
      List.of(
          new Quantity("linkUtilization", "Link utilization"),
          new Quantity("throughputBytesPerTickPerNode", "Throughput [bytes/tick/node]"),
          new Quantity("payloadGigabytesPerSecondPerNode", "Data delivered [GB/s/node]"),
          new Quantity("responseTicks.mean", "Mean response [ticks]"),
          new Quantity("responseTicks.p99", "p99 [ticks]"),
          new Quantity("meanHops", "Mean hops"));

  /** A number of the summary and its heading. */
  private record Quantity(String path, String heading) {}

  private final List<Entry> entries;

  RunTable(List<Entry> entries) {
    this.entries = entries;
  }

  /** Returns the quantities that any run has. */
  private List<Quantity> quantities() {
    return QUANTITIES.stream()
        .filter(quantity -> entries.stream().anyMatch(entry -> entry.has(quantity.path())))
        .toList();
  }

  /** Returns the main numbers of a single run. */
  Map<String, String> highlights() {
    final Map<String, String> facts = new LinkedHashMap<>();
    for (Quantity quantity : quantities()) {
      facts.put(quantity.heading(), Digits.text(entries.get(0).number(quantity.path())));
    }
    return facts;
  }

  /** Returns a section. */
  String section() {
    final List<Quantity> quantities = quantities();
    final List<String> headings = new ArrayList<>(List.of("Run", "What it is", "Machine", "Seed"));
    quantities.forEach(quantity -> headings.add(quantity.heading()));
    headings.add("Digest");
    final Html html = new Html().section("runs", "Runs");
    html.table("Runs", headings);
    for (Entry entry : entries) {
      html.open("tr");
      html.element("th scope=\"row\"", entry.label());
      html.element("td class=\"wide\"", entry.title() + ending(entry));
      html.element("td", Subject.machine(entry));
      html.element("td class=\"number\"", Digits.text(entry.number(Repetitions.SEED)));
      for (Quantity quantity : quantities) {
        html.element("td class=\"number\"", Digits.text(entry.number(quantity.path())));
      }
      html.element("td class=\"code\"", entry.run().summary().text("digest"));
      html.close("tr");
    }
    return html.endTable().close("section").toString();
  }

  private static String ending(Entry entry) {
    return entry.run().complete() ? "" : " (did not come to its end)";
  }
}
