package io.hopwright.runner.report;

import io.hopwright.models.run.KeyRole;
import io.hopwright.runner.report.Chart.Axis;
import io.hopwright.runner.report.Chart.Scale;
import io.hopwright.runner.results.Declarations;
import io.hopwright.runner.results.Repetitions;
import java.util.List;
import java.util.Objects;

/** Positions of a figure's points in x: a measured quantity, or the value of a key. */
final class XValues {
  private final String path;
  private final boolean key;
  private final List<String> names;
  private final String label;
  private final String unit;
  private final Scale scale;

  XValues(String path, SeedGroups groups) {
    this.path = path;
    final List<String> texts =
        groups.all().stream()
            .map(group -> group.first().config().get(path))
            .filter(Objects::nonNull)
            .map(Values::single)
            .distinct()
            .toList();
    key = !texts.isEmpty();
    final boolean numbers =
        texts.stream().noneMatch(text -> Double.isNaN(Values.number(text)))
            && texts.stream().map(Values::unit).distinct().count() <= 1;
    names = key && !numbers ? texts : List.of();
    final Quantity measured = groups.quantity(path, Declarations.SUMMARY);
    label = key && groups.role(path) == KeyRole.LOAD ? "Load" : measured.label();
    unit = key ? Values.unit(texts.get(0)) : measured.unit();
    scale =
        key && numbers ? Values.scale(texts.stream().mapToDouble(Values::number)) : Scale.LINEAR;
  }

  /** Returns whether it is a key of the configuration. */
  boolean isKey() {
    return key;
  }

  /** Returns the axis: of numbers with their unit, or of names. */
  Axis axis() {
    return names.isEmpty() ? Axis.of(label, unit, scale) : Axis.ofNames(label, names);
  }

  /** Returns whether values lie so far apart that their axis is logarithmic. */
  boolean areWide() {
    return scale != Scale.LINEAR;
  }

  /** Returns the position of a group; NaN if it was not measured. */
  double of(Repetitions<Entry> group) {
    if (!key) {
      return group.measured(entry -> entry.number(path)).mean();
    }
    final String text = group.first().config().get(path);
    if (text == null) {
      return Double.NaN;
    }
    return names.isEmpty() ? Values.number(text) : names.indexOf(Values.single(text));
  }
}
