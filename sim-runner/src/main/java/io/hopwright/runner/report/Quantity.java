package io.hopwright.runner.report;

import io.hopwright.models.measure.Metric;
import io.hopwright.runner.results.Declarations;
import java.util.List;
import java.util.stream.Stream;

/**
 * Numeric quantity of a run, as a page shows it. Quantities with different units are different,
 * even with the same name.
 *
 * @param path path in the summary, or name of the column
 * @param family name of its family, or of the number itself if it has no family
 * @param member member of the family, otherwise empty
 * @param unit unit; empty for a pure number
 */
record Quantity(String path, String family, String member, String unit) {
  /** Returns the numbers of a metric: itself, or its members. */
  static Stream<Quantity> of(Metric metric) {
    return metric.members().isEmpty()
        ? Stream.of(new Quantity(metric.name(), metric.label(), "", metric.unit()))
        : metric.members().stream().map(member -> member(metric, member));
  }

  /** Returns a member of a family. */
  static Quantity member(Metric metric, String member) {
    return new Quantity(metric.name() + "." + member, metric.label(), member, metric.unit());
  }

  /** Returns what matters most of a metric. */
  static Stream<Quantity> highlights(Metric metric) {
    final List<String> paths = metric.highlights();
    return of(metric).filter(quantity -> paths.contains(quantity.path()));
  }

  /** Returns the numbers of the summaries of any of {@code entries} that have a role. */
  static List<Quantity> with(Metric.Role role, List<Entry> entries) {
    return entries.stream()
        .flatMap(entry -> entry.run().declarations().with(role).stream())
        .flatMap(Quantity::highlights)
        .distinct()
        .filter(quantity -> entries.stream().anyMatch(quantity::measuredBy))
        .toList();
  }

  /** Returns the number at a path, as the first of {@code entries} that has it declares it. */
  static Quantity at(String path, String place, List<Entry> entries) {
    return entries.stream()
        .flatMap(entry -> entry.run().declarations().of(place).stream())
        .flatMap(Quantity::of)
        .filter(quantity -> quantity.path().equals(path))
        .findFirst()
        .orElse(new Quantity(path, path, "", ""));
  }

  /** Returns what to call it. */
  String label() {
    return member.isEmpty() ? family : family + ", " + member;
  }

  /** Returns the heading of a column. */
  String heading() {
    return unit.isEmpty() ? label() : label() + " [" + unit + "]";
  }

  /** Returns whether a run has it as a number. */
  boolean measuredBy(Entry entry) {
    return !Double.isNaN(of(entry));
  }

  /** Returns the number of a run; NaN if it does not have it, or in another unit. */
  double of(Entry entry) {
    final boolean declared =
        entry.run().declarations().of(Declarations.SUMMARY).stream()
            .anyMatch(metric -> metric.unit().equals(unit) && metric.paths().contains(path));
    return declared ? entry.number(path) : Double.NaN;
  }
}
