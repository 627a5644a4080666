package io.hopwright.runner.text;

import io.hopwright.models.measure.Metric;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.results.Declarations;
import io.hopwright.runner.results.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Explanation of a number of results.
 *
 * @param metric its declaration
 * @param places files that have it, and their owners: {@code series.csv of NAME}
 */
public record MetricExplanation(Metric metric, List<String> places) {
  /** Returns the metrics of all machines that satisfy {@code which}; equal ones are listed once. */
  public static List<MetricExplanation> of(List<Machine> machines, Predicate<Metric> which) {
    final Map<Metric, List<String>> found = new LinkedHashMap<>();
    for (Machine machine : machines) {
      final Declarations declared = Declarations.of(machine.results(), Set.of());
      for (String place : declared.metrics().keySet()) {
        for (Metric metric : declared.of(place).stream().filter(which).toList()) {
          found
              .computeIfAbsent(metric, unseen -> new ArrayList<>())
              .add(file(place) + " of " + machine.name());
        }
      }
    }
    return found.entrySet().stream()
        .map(entry -> new MetricExplanation(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static String file(String place) {
    return place + (place.equals(Declarations.SUMMARY) ? ".json" : ".csv");
  }

  /** Returns it as text. */
  public String text() {
    final Table table =
        new Table()
            .row("  what", metric.meaning())
            .row("  unit", metric.unit().isEmpty() ? "none" : metric.unit());
    if (!metric.members().isEmpty()) {
      table.row("  members", String.join(", ", metric.members()));
    }
    return metric.name() + "\n" + table.row("  in", String.join(", ", places)).text();
  }

  /** Returns the explanation as a document for programs. */
  public Map<String, Object> document() {
    return new JsonObject()
        .with("metric", metric.name())
        .with("unit", metric.unit())
        .with("label", metric.label())
        .with("members", metric.members())
        .with(
            "roles",
            metric.roles().stream().sorted().map(r -> r.name().toLowerCase(Locale.ROOT)).toList())
        .with("description", metric.meaning())
        .with("in", places);
  }
}
