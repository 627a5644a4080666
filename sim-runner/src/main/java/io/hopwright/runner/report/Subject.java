package io.hopwright.runner.report;

import io.hopwright.runner.report.drawing.Digits;
import io.hopwright.runner.results.Declarations;
import io.hopwright.runner.results.Repetitions;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.results.StoredRun;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Sentence that describes the simulated system, for captions.
 *
 * @param entries the runs
 */
record Subject(List<Entry> entries) {
  private static final int FEW = 3;
  private static final String SHAPE = "shape";
  private static final String NETWORK = "networkProperties.";

  /** Returns the sentence. */
  String text() {
    if (entries.isEmpty()) {
      return "";
    }
    final List<String> seeds =
        entries.stream()
            .map(entry -> Digits.text(entry.number(Repetitions.SEED)))
            .distinct()
            .toList();
    final String which =
        seeds.size() > FEW ? seeds.size() + " seeds" : "seed " + String.join(", ", seeds);
    return "Simulated: " + machines() + "; " + which + measured() + "." + ticks();
  }

  /** Returns machines and sizes: each, or of many the models and the range of their sizes. */
  String machines() {
    final List<String> all = entries.stream().map(Subject::machine).distinct().toList();
    if (all.size() <= FEW) {
      return String.join("; ", all);
    }
    final Map<String, List<Double>> sizes =
        entries.stream()
            .collect(
                Collectors.groupingBy(
                    entry -> entry.run().summary().text("machine"),
                    LinkedHashMap::new,
                    Collectors.mapping(entry -> entry.number("nodes"), Collectors.toList())));
    return sizes.entrySet().stream()
        .map(model -> model.getKey() + ", " + range(model.getValue()) + " nodes")
        .collect(Collectors.joining("; "));
  }

  private static String range(List<Double> sizes) {
    final String least = Digits.text(Collections.min(sizes));
    final String most = Digits.text(Collections.max(sizes));
    return least.equals(most) ? least : least + " to " + most;
  }

  /**
   * Returns the sentence about those runs that a picture shows. It names the run if there is one of
   * several, which no choice names then.
   */
  String text(List<Entry> shown) {
    final String run =
        shown.size() == 1 && entries.size() > 1 ? "Run: " + shown.get(0).label() + ". " : "";
    return run + new Subject(shown).text();
  }

  /** Returns a caveat about times in ticks; empty if all ticks are equally long. */
  private String ticks() {
    final StoredRun first = entries.get(0).run();
    return entries.stream().allMatch(entry -> entry.run().sameTicks(first))
        ? ""
        : " Ticks of these runs differ in length.";
  }

  /** Returns what points of several seeds are; empty if there are none. */
  String seeds(SeedGroups groups) {
    return groups.severalSeeds()
        ? "Points are means over seeds, bars their 95 % confidence intervals (Student's t). "
        : "";
  }

  /** Returns what curves over time are of several seeds; empty if there are none. */
  String seedsOverTime(SeedGroups groups) {
    return groups.severalSeeds() ? "Curves are those of the first seed. " : "";
  }

  /** Returns what the marks of points mean; empty if there are none. */
  String marks(Chart.View view) {
    final StringBuilder meaning = new StringBuilder();
    for (Chart.Mark mark : Chart.Mark.values()) {
      final boolean any =
          view.curves().stream()
              .flatMap(curve -> curve.points().stream())
              .anyMatch(point -> point.shows(mark));
      meaning.append(any ? meaning(mark) : "");
    }
    return meaning.toString();
  }

  private static String meaning(Chart.Mark mark) {
    return switch (mark) {
      case SATURATED ->
          "Crosses: saturated. The offered load exceeds the capacity, and latencies grow with the"
              + " simulated time. ";
      case UNSTEADY ->
          "Rings: not steady over the measured interval, so that the value depends on the warm-up. ";
      case WITHHELD ->
          "Triangles at the upper edge: no latency is reported, as fewer than 95 % of the packets"
              + " arrived. ";
    };
  }

  /** Returns of which runs packets are missing that should be counted; empty if there are none. */
  String arrivals() {
    final List<String> notes =
        entries.stream()
            .filter(entry -> !entry.run().caveats().arrivals().isEmpty())
            .map(entry -> entry.label() + " (" + entry.run().caveats().arrivals() + ")")
            .toList();
    if (notes.isEmpty()) {
      return "";
    }
    final String rest = notes.size() > FEW ? " and " + (notes.size() - FEW) + " more" : "";
    return "Note: "
        + notes.stream().limit(FEW).collect(Collectors.joining("; "))
        + rest
        + ". The slowest packets are missing. ";
  }

  private String measured() {
    final List<String> intervals =
        entries.stream()
            .map(Entry::run)
            .map(run -> interval(run.summary()))
            .filter(text -> !text.isEmpty())
            .distinct()
            .toList();
    return intervals.size() == 1 ? "; measured in ticks " + intervals.get(0) : "";
  }

  private static String interval(StoredDocument summary) {
    if (summary.number("measuredToTick").isEmpty()) {
      return "";
    }
    return Digits.text(summary.number("measuredFromTick").orElse(0))
        + " to "
        + Digits.text(summary.number("measuredToTick").orElse(0));
  }

  /**
   * Returns machine and size: the name, {@code 8×8×8 (x, y, z), 512 nodes}; of a network without
   * coordinates {@code fat tree of 80 routers and 128 nodes}.
   */
  static String machine(Entry entry) {
    final StoredDocument summary = entry.run().summary();
    final StoredDocument manifest = entry.run().manifest();
    final String kind = manifest.textOrEmpty(NETWORK + "kind");
    if (!kind.isEmpty() && summary.textOrEmpty(SHAPE).indexOf('x') < 0) {
      final double routers = manifest.number(NETWORK + "routers").orElseThrow();
      return "%s of %s %s and %s nodes"
          .formatted(
              kind,
              Digits.text(routers),
              routers == 1 ? "router" : "routers",
              Digits.text(entry.number("nodes")));
    }
    final String shape = summary.textOrEmpty(SHAPE);
    final Quantity declared = Quantity.at(SHAPE, Declarations.SUMMARY, List.of(entry));
    return (kind.isEmpty() ? summary.text("machine") : kind)
        + (shape.isEmpty() ? "" : " " + shape.replace('x', '×') + " (" + declared.label() + ")")
        + ", "
        + Digits.text(entry.number("nodes"))
        + " nodes";
  }
}
