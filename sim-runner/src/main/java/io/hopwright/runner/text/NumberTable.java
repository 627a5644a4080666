package io.hopwright.runner.text;

import io.hopwright.models.measure.Metric;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.results.Declarations;
import io.hopwright.runner.support.MarkdownTable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Table of numbers of results, with one row for all metrics of the same meaning.
 *
 * @param machines machines of the numbers
 * @param which selection of numbers
 */
public record NumberTable(List<Machine> machines, Predicate<Metric> which) {
  private static final Set<String> NO_TABLES = Set.of(Declarations.SUMMARY, Declarations.SERIES);

  /** Table that only a machine with links has. */
  private static final String LINKS = "links";

  /** Table that only a machine on which jobs run has. */
  private static final String RANKS = "ranks";

  /** Places whose metrics several machines can share; other tables are a machine's own. */
  public static final List<String> SHARED_PLACES =
      List.of(
          Declarations.SUMMARY,
          Declarations.SERIES,
          "percentiles",
          RANKS,
          "matrix",
          "timeline",
          "collectives",
          "flows",
          "critical-path",
          "events",
          "routers",
          LINKS);

  /** Name with its meaning: the same name can have another meaning in another table. */
  private record Meant(String name, String meaning) {
    Meant(Metric metric) {
      this(metric.name(), metric.meaning());
    }
  }

  /** Row for all metrics with the same meaning: their names, files and units. */
  private record Row(String meaning, Set<String> names, Set<String> places, Set<String> units) {
    Row(String meaning) {
      this(meaning, new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
    }

    void add(Metric metric, String place) {
      names.add(called(metric, place));
      places.add(place);
      units.addAll(List.of(metric.unit().split(" or ")));
    }
  }

  /** Returns the metrics of all machines, or of all with jobs, or of all with links. */
  public static NumberTable shared(List<Machine> machines) {
    return new NumberTable(machines, isShared(machines));
  }

  /** Returns the metrics of a machine that are not among those that {@code all} share. */
  public static NumberTable own(Machine machine, List<Machine> all) {
    return new NumberTable(List.of(machine), isShared(all).negate());
  }

  private static Predicate<Metric> isShared(List<Machine> machines) {
    final Set<Meant> shared = sharedByAllWith(RANKS, machines);
    shared.addAll(sharedByAllWith(LINKS, machines));
    return metric -> shared.contains(new Meant(metric));
  }

  private static Set<Meant> sharedByAllWith(String place, List<Machine> machines) {
    final List<Set<Meant>> all =
        machines.stream()
            .map(NumberTable::declared)
            .filter(declared -> !declared.of(place).isEmpty())
            .map(NumberTable::shareable)
            .toList();
    final Set<Meant> shared = new LinkedHashSet<>();
    all.stream().limit(1).forEach(shared::addAll);
    all.forEach(shared::retainAll);
    return shared;
  }

  private static Set<Meant> shareable(Declarations declared) {
    final Set<Meant> meant = new LinkedHashSet<>();
    SHARED_PLACES.forEach(
        place -> declared.of(place).forEach(metric -> meant.add(new Meant(metric))));
    return meant;
  }

  private static Declarations declared(Machine machine) {
    return Declarations.of(machine.results(), Set.of());
  }

  /** Returns it in Markdown. */
  public String markdown() {
    final Map<String, Row> rows = new LinkedHashMap<>();
    for (Machine machine : machines) {
      declared(machine)
          .metrics()
          .forEach(
              (place, metrics) ->
                  metrics.stream()
                      .filter(which)
                      .forEach(metric -> row(rows, family(place), metric)));
    }
    final MarkdownTable table = new MarkdownTable(List.of("number", "in", "unit", "what it is"));
    rows.values()
        .forEach(
            row ->
                table.row(
                    List.of(
                        String.join(", ", row.names()),
                        String.join(", ", row.places()),
                        String.join(" or ", row.units()),
                        row.meaning())));
    return table.text();
  }

  /** Adds a metric to the row of its meaning; each table has rows of its own. */
  private static void row(Map<String, Row> rows, String place, Metric metric) {
    final String table = NO_TABLES.contains(place) ? "" : place;
    rows.computeIfAbsent(table + metric.meaning(), unseen -> new Row(metric.meaning()))
        .add(metric, place);
  }

  /** Returns one name for all tables of a family: {@code links-…} for {@code links-by-node}. */
  private static String family(String place) {
    final int last = place.lastIndexOf('-');
    return last < 0 ? place : place.substring(0, last) + "-…";
  }

  private static String called(Metric metric, String place) {
    if (metric.members().isEmpty()) {
      return MarkdownTable.code(metric.name());
    }
    return NO_TABLES.contains(place)
        ? MarkdownTable.code(metric.name()) + members(metric)
        : MarkdownTable.code(metric.name() + ".…");
  }

  private static String members(Metric metric) {
    return metric.each().isEmpty()
        ? " (" + String.join(", ", metric.members()) + ")"
        : " by " + metric.each().toLowerCase(Locale.ROOT);
  }

  /** Returns an explanation of each metric. */
  public List<MetricExplanation> explanations() {
    return MetricExplanation.of(machines, which);
  }
}
