package io.hopwright.runner.report;

import io.hopwright.models.run.KeyRole;
import io.hopwright.runner.report.Chart.Axis;
import io.hopwright.runner.report.Chart.Curve;
import io.hopwright.runner.report.Chart.Point;
import io.hopwright.runner.report.Chart.View;
import io.hopwright.runner.report.drawing.Picture;
import io.hopwright.runner.results.Repetitions;
import io.hopwright.runner.results.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Saturation throughput over each key that varies beside the load. */
final class SaturationChart {
  private SaturationChart() {}

  /** Returns the chart; none unless a load varies up to saturation, and another key beside it. */
  static Stream<Picture> pictures(SeedGroups groups, Subject subject) {
    final String along = groups.along();
    final Optional<AcceptedChart.Loads> loads = AcceptedChart.Loads.of(groups);
    if (loads.isEmpty() || along.isEmpty() || groups.role(along) != KeyRole.LOAD) {
      return Stream.empty();
    }
    final List<View> views =
        groups.others(along).stream()
            .map(key -> view(groups, along, key, loads.get()))
            .filter(view -> view.curves().stream().anyMatch(curve -> curve.points().size() > 1))
            .toList();
    if (views.isEmpty()) {
      return Stream.empty();
    }
    final String caption =
        "The highest throughput over all loads, where the machine was saturated at one of them. "
            + subject.seeds(groups)
            + subject.text();
    return Stream.of(
        Chart.of("saturation", "Saturation throughput", caption, Chart.Kind.LINES, views));
  }

  private static View view(SeedGroups groups, String along, String key, AcceptedChart.Loads loads) {
    final XValues values = new XValues(key, groups);
    final Map<String, List<Point>> curves = new LinkedHashMap<>();
    for (List<Repetitions<Entry>> curve : groups.curves(along).values()) {
      final double at = values.of(curve.get(0));
      if (!Double.isNaN(at) && curve.stream().anyMatch(group -> saturated(group, loads))) {
        highest(curve, loads)
            .ifPresent(
                most ->
                    curves
                        .computeIfAbsent(
                            groups.name(curve.get(0), Set.of(along, key)),
                            name -> new ArrayList<>())
                        .add(new Point(at, most.mean(), most.halfWidth(), most.count(), Set.of())));
      }
    }
    curves.values().forEach(points -> points.sort(Comparator.comparingDouble(Point::x)));
    return new View(
        key,
        values.axis(),
        Axis.of("Highest throughput", loads.accepted().unit()),
        curves.entrySet().stream()
            .map(curve -> new Curve(curve.getKey(), "", curve.getValue()))
            .toList(),
        List.of(),
        false);
  }

  /** Sources that wait for the machine offer no load of their own. */
  private static boolean saturated(Repetitions<Entry> group, AcceptedChart.Loads loads) {
    return group.runs().stream()
        .anyMatch(entry -> entry.run().caveats().saturated() || !loads.offered().measuredBy(entry));
  }

  private static Optional<Sample> highest(
      List<Repetitions<Entry>> curve, AcceptedChart.Loads loads) {
    return curve.stream()
        .map(group -> group.measured(loads.accepted()::of))
        .filter(sample -> sample.count() > 0)
        .max(Comparator.comparingDouble(Sample::mean));
  }
}
