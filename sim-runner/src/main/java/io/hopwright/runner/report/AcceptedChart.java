package io.hopwright.runner.report;

import io.hopwright.models.measure.Metric;
import io.hopwright.runner.report.Chart.Axis;
import io.hopwright.runner.report.Chart.Curve;
import io.hopwright.runner.report.Chart.Point;
import io.hopwright.runner.report.Chart.View;
import io.hopwright.runner.report.drawing.Picture;
import io.hopwright.runner.results.Repetitions;
import io.hopwright.runner.results.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Accepted over offered load: a curve for each run and combination of the keys that vary. */
final class AcceptedChart {
  private static final String OFFERED = "offered";

  private AcceptedChart() {}

  /**
   * What is offered, and what of it is delivered: loads of the same unit.
   *
   * @param offered bytes of packets that are generated
   * @param accepted bytes of packets that are delivered
   */
  record Loads(Quantity offered, Quantity accepted) {
    /** Returns those of runs; empty if these have no open loop. */
    static Optional<Loads> of(SeedGroups groups) {
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

  /** Returns the chart; none if no curve would have two points. */
  static Stream<Picture> pictures(SeedGroups groups, Subject subject) {
    final Optional<Loads> loads = Loads.of(groups);
    if (loads.isEmpty()) {
      return Stream.empty();
    }
    final List<View> views =
        groups.parts(groups.along()).entrySet().stream()
            .filter(part -> part.getValue().values().stream().anyMatch(curve -> curve.size() > 1))
            .map(part -> view(part.getKey(), part.getValue(), loads.get()))
            .toList();
    if (views.isEmpty()) {
      return Stream.empty();
    }
    final String caption =
        "A machine that keeps up accepts what is offered. "
            + subject.seeds(groups)
            + subject.marks(views.get(0))
            + subject.text();
    return Stream.of(
        Chart.of("accepted", "Accepted over offered load", caption, Chart.Kind.LINES, views));
  }

  private static View view(String name, Map<String, List<Repetitions<Entry>>> groups, Loads loads) {
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
    return new View(
        name,
        Axis.of(loads.offered().label(), loads.offered().unit()),
        Axis.of(loads.accepted().label(), loads.accepted().unit()),
        curves,
        List.of(),
        false);
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
}
