package io.hopwright.runner.report;

import io.hopwright.models.measure.Metric;
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

/** Charts of a machine's accepted load over the offered load, and of the largest accepted load. */
final class ThroughputCharts {
  private static final String OFFERED = "offered";

  private ThroughputCharts() {}

  /**
   * Offered and accepted load in the same unit.
   *
   * @param offered bytes of generated packets
   * @param accepted bytes of delivered packets
   */
  private record Loads(Quantity offered, Quantity accepted) {
    /** Returns those of runs; empty if these have no open loop. */
    private static Optional<Loads> of(SeedGroups groups) {
      final List<Quantity> loads =
          Quantity.with(
              Metric.Role.LOAD,
              groups.all().stream().flatMap(group -> group.runs().stream()).toList());
      return loads.stream()
          .filter(load -> load.path().equals(OFFERED))
          .flatMap(
              offered ->
                  loads.stream()
                      .filter(load -> !load.equals(offered) && load.unit().equals(offered.unit()))
                      .map(accepted -> new Loads(offered, accepted)))
          .findFirst();
    }
  }

  /** Returns the charts; none of one whose curves would all have a single point. */
  static Stream<Picture> pictures(SeedGroups groups, Subject subject) {
    return Loads.of(groups).stream()
        .flatMap(
            loads ->
                Stream.concat(
                    accepted(groups, subject, loads), saturation(groups, subject, loads)));
  }

  /**
   * Returns accepted over offered load: a curve for each run and combination of the keys that vary.
   */
  private static Stream<Picture> accepted(SeedGroups groups, Subject subject, Loads loads) {
    final List<View> views =
        groups.parts(groups.along()).entrySet().stream()
            .filter(part -> part.getValue().values().stream().anyMatch(curve -> curve.size() > 1))
            .map(part -> accepted(part.getKey(), part.getValue(), loads))
            .toList();
    if (views.isEmpty()) {
      return Stream.empty();
    }
    final String caption =
        "Below saturation, the accepted load equals the offered load. "
            + subject.seeds(groups)
            + subject.marks(views.get(0))
            + subject.text();
    return Stream.of(
        Chart.of("accepted", "Accepted over offered load", caption, Chart.Kind.LINES, views));
  }

  private static View accepted(
      String name, Map<String, List<Repetitions<Entry>>> groups, Loads loads) {
    final List<Curve> curves = new ArrayList<>();
    groups.forEach((curve, of) -> curves.add(new Curve(curve, "", points(of, loads))));
    curves.removeIf(curve -> curve.points().isEmpty());
    final double most =
        curves.stream()
            .flatMap(curve -> curve.points().stream())
            .mapToDouble(Point::x)
            .max()
            .orElse(0);
    curves.add(new Curve("accepted = offered", "", List.of(Point.of(0, 0), Point.of(most, most))));
    return View.of(
        name,
        Axis.of(loads.offered().label(), loads.offered().unit()),
        Axis.of(loads.accepted().label(), loads.accepted().unit()),
        curves);
  }

  private static List<Point> points(List<Repetitions<Entry>> groups, Loads loads) {
    final List<Point> points = new ArrayList<>();
    for (Repetitions<Entry> group : groups) {
      final Sample at = group.measured(loads.offered()::of);
      if (at.count() > 0) {
        Point.of(at.mean(), loads.accepted().path(), loads.accepted()::of, group)
            .ifPresent(points::add);
      }
    }
    return points;
  }

  /**
   * Returns saturation throughput over each key that varies beside the load. There is none unless
   * the load varies up to saturation.
   */
  private static Stream<Picture> saturation(SeedGroups groups, Subject subject, Loads loads) {
    final String along = groups.along();
    if (along.isEmpty() || groups.role(along) != KeyRole.LOAD) {
      return Stream.empty();
    }
    final List<View> views =
        groups.others(along).stream()
            .map(key -> saturation(groups, along, key, loads))
            .filter(view -> view.curves().stream().anyMatch(curve -> curve.points().size() > 1))
            .toList();
    if (views.isEmpty()) {
      return Stream.empty();
    }
    final String caption =
        "Highest throughput over all loads, for machines that saturated at one of them."
            + " "
            + subject.seeds(groups)
            + subject.text();
    return Stream.of(
        Chart.of("saturation", "Saturation throughput", caption, Chart.Kind.LINES, views));
  }

  private static View saturation(SeedGroups groups, String along, String key, Loads loads) {
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
    return View.of(
        key,
        values.axis(),
        Axis.of("Highest throughput", loads.accepted().unit()),
        curves.entrySet().stream()
            .map(curve -> new Curve(curve.getKey(), "", curve.getValue()))
            .toList());
  }

  /** Sources that wait for the machine offer no load of their own. */
  private static boolean saturated(Repetitions<Entry> group, Loads loads) {
    return group.runs().stream()
        .anyMatch(entry -> entry.run().caveats().saturated() || !loads.offered().measuredBy(entry));
  }

  private static Optional<Sample> highest(List<Repetitions<Entry>> curve, Loads loads) {
    return curve.stream()
        .map(group -> group.measured(loads.accepted()::of))
        .filter(sample -> sample.count() > 0)
        .max(Comparator.comparingDouble(Sample::mean));
  }
}
