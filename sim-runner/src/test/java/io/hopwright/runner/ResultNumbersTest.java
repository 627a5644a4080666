package io.hopwright.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.Machines;
import io.hopwright.models.machine.Machine;
import io.hopwright.models.measure.Metric;
import io.hopwright.runner.results.Declarations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of {@code docs/results.md} are what machines declare, and nothing else. */
class ResultNumbersTest {
  private static final Path PAGE = Path.of("..", "docs", "results.md");
  private static final Pattern LITERAL = Pattern.compile("\"([^\"\\n]*)\"");
  private static final String HEAD = "| number | in | unit | what it is |\n|---|---|---|---|\n";

  /** What a row of a table is about: metrics of the same meaning stand in one. */
  private record Row(String meaning, Set<String> names, Set<String> places, Set<String> units) {
    private String text() {
      return "| "
          + String.join(", ", names)
          + " | "
          + String.join(", ", places)
          + " | "
          + String.join(" or ", units)
          + " | "
          + meaning
          + " |\n";
    }
  }

  /** Returns the table of the metrics of machines that {@code which} takes. */
  private static String table(List<Machine> machines, Predicate<Metric> which) {
    final Map<String, Row> rows = new LinkedHashMap<>();
    for (Machine machine : machines) {
      declared(machine)
          .forEach(
              (place, metrics) ->
                  metrics.stream()
                      .filter(which)
                      .forEach(metric -> add(rows, place(place), metric)));
    }
    return HEAD + rows.values().stream().map(Row::text).collect(Collectors.joining());
  }

  private static Map<String, List<Metric>> declared(Machine machine) {
    return Declarations.of(machine.results(), Set.of()).metrics();
  }

  /** Tables of a family, such as {@code links-by-node}, are told together. */
  private static String place(String name) {
    final int last = name.lastIndexOf('-');
    return last < 0 ? name : name.substring(0, last) + "-…";
  }

  private static void add(Map<String, Row> rows, String place, Metric metric) {
    final boolean table = !Set.of(Declarations.SUMMARY, Declarations.SERIES).contains(place);
    final Row row =
        rows.computeIfAbsent(
            (table ? place : "") + metric.meaning(),
            unseen ->
                new Row(
                    metric.meaning(),
                    new LinkedHashSet<>(),
                    new LinkedHashSet<>(),
                    new LinkedHashSet<>()));
    row.names().add("`" + metric.name() + (table ? ending(metric) : "`" + members(metric)));
    row.places().add(place);
    row.units().add(metric.unit());
  }

  private static String members(Metric metric) {
    if (metric.members().isEmpty()) {
      return "";
    }
    return metric.each().isEmpty()
        ? " (" + String.join(", ", metric.members()) + ")"
        : " by " + metric.each().toLowerCase(java.util.Locale.ROOT);
  }

  private static String ending(Metric metric) {
    return metric.members().isEmpty() ? "`" : ".…`";
  }

  private static Set<String> names(Machine machine) {
    final Set<String> names = new LinkedHashSet<>();
    for (String place :
        List.of(
            Declarations.SUMMARY,
            Declarations.SERIES,
            "percentiles",
            "ranks",
            "matrix",
            "timeline",
            "routers",
            "links")) {
      declared(machine)
          .getOrDefault(place, List.of())
          .forEach(metric -> names.add(metric.name() + "\n" + metric.meaning()));
    }
    return names;
  }

  /** Returns names and meanings that all machines have, or all that run jobs, or have links. */
  private static Set<String> shared() {
    final Set<String> shared = sharedByAllWith("ranks");
    shared.addAll(sharedByAllWith("links"));
    return shared;
  }

  private static Set<String> sharedByAllWith(String place) {
    final List<Machine> machines =
        Machines.all().stream().filter(machine -> declared(machine).containsKey(place)).toList();
    final Set<String> shared = names(machines.get(0));
    machines.forEach(machine -> shared.retainAll(names(machine)));
    return shared;
  }

  @Test
  void shouldDescribeEveryNumberOnce() throws IOException {
    final List<Machine> machines = Machines.all();
    final Set<String> shared = shared();
    final Predicate<Metric> isShared =
        metric -> shared.contains(metric.name() + "\n" + metric.meaning());
    final List<String> tables = new ArrayList<>(List.of(table(machines, isShared)));
    machines.forEach(machine -> tables.add(table(List.of(machine), isShared.negate())));
    tables.removeIf(HEAD::equals);
    final String page = Files.readString(PAGE);
    for (String table : tables) {
      assertTrue(page.contains("\n\n" + table + "\n"), "docs/results.md lacks\n" + table);
    }
    assertEquals(tables.size(), page.split(Pattern.quote(HEAD), -1).length - 1);
  }

  @Test
  void shouldBeKnownToTheRunnerByDeclarationAlone() throws IOException {
    final Set<String> own = new LinkedHashSet<>();
    for (Machine machine : Machines.all()) {
      own.add(machine.name());
      names(machine).forEach(name -> own.add(name.substring(0, name.indexOf('\n'))));
    }
    shared().forEach(name -> own.remove(name.substring(0, name.indexOf('\n'))));
    assertTrue(own.size() > 50, own::toString);
    try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
      for (Path file : files.filter(file -> file.toString().endsWith(".java")).toList()) {
        final Matcher literals = LITERAL.matcher(Files.readString(file));
        while (literals.find()) {
          final String literal = literals.group(1);
          assertFalse(own.contains(literal), file + " knows " + literal);
        }
      }
    }
  }

  @Test
  void shouldHaveDifferentNamesAndAMeaning() {
    for (Machine machine : Machines.all()) {
      declared(machine)
          .forEach(
              (place, metrics) -> {
                final Set<String> paths = new LinkedHashSet<>();
                for (Metric metric : metrics) {
                  assertTrue(!metric.meaning().isBlank(), metric.name());
                  assertTrue(!metric.label().isBlank(), metric.name());
                  metric.paths().forEach(path -> assertTrue(paths.add(path), path));
                }
              });
    }
  }
}
