package io.hopwright.runner.report;

import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.results.Repetitions;
import io.hopwright.runner.results.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A chart of curves or bars, as the page's script draws it. */
final class Chart {
  private Chart() {}

  /** How a chart is drawn. */
  enum Kind {
    LINES,
    BARS
  }

  /** How values lie on an axis. */
  enum Scale {
    LINEAR,
    LOG,
    /** Powers of two. */
    LOG2,
    /** 1 / (1 − share) on a logarithmic scale: 90 %, 99 %, 99.9 % at equal distances. */
    PERCENTILE,
    /** Names; values are their numbers. */
    NAMES
  }

  /**
   * An axis.
   *
   * @param unit empty for a pure number
   * @param names of {@link Scale#NAMES}, else empty
   */
  record Axis(String name, String unit, Scale scale, List<String> names) {
    static Axis of(String name, String unit) {
      return new Axis(name, unit, Scale.LINEAR, List.of());
    }

    static Axis of(String name, String unit, Scale scale) {
      return new Axis(name, unit, scale, List.of());
    }

    static Axis ofNames(String name, List<String> names) {
      return new Axis(name, "", Scale.NAMES, List.copyOf(names));
    }

    private Map<String, Object> document() {
      return new JsonObject()
          .with("name", name)
          .with("unit", unit)
          .with("scale", scale.name().toLowerCase(Locale.ROOT))
          .withIf(!names.isEmpty(), "names", names);
    }
  }

  /**
   * A point of a curve.
   *
   * @param margin half of the 95 % confidence interval of {@code y}; NaN for none
   * @param runs how many it is the mean of
   * @param saturated whether the machine did not keep up with its sources
   */
  record Point(double x, double y, double margin, int runs, boolean saturated) {
    static Point of(double x, double y) {
      return new Point(x, y, Double.NaN, 1, false);
    }

    /** Returns the mean over runs, which any of them saturates. */
    static Point of(double x, Sample y, Repetitions<Entry> runs) {
      final boolean saturated =
          runs.runs().stream().anyMatch(entry -> entry.run().arrivals().saturated());
      return new Point(x, y.mean(), y.halfWidth(), y.count(), saturated);
    }

    private List<Object> document() {
      final List<Object> document = new ArrayList<>(List.of(Digits.round(x), Digits.round(y)));
      if (runs > 1 || saturated) {
        document.add(Double.isNaN(margin) ? 0 : Digits.round(margin));
        document.add(runs);
      }
      if (saturated) {
        document.add(1);
      }
      return document;
    }
  }

  /**
   * A curve, or the bars of one colour.
   *
   * @param name what stands in the legend; curves of the same name share colour and symbol
   * @param part what it is if the name has several curves, such as p99; else empty
   * @param points none with an x or y that is not a number
   */
  record Curve(String name, String part, List<Point> points) {
    private Map<String, Object> document() {
      return new JsonObject()
          .with("name", name)
          .with("part", part)
          .with("points", points.stream().map(Point::document).toList());
    }
  }

  /**
   * A dashed line that theory draws.
   *
   * @param vertical whether it stands at an x, or lies at a y
   */
  record Guide(String label, boolean vertical, double at) {
    private Map<String, Object> document() {
      return new JsonObject()
          .with("label", label)
          .with("axis", vertical ? "x" : "y")
          .with("at", Digits.round(at));
    }
  }

  /**
   * One of the things that a chart can show.
   *
   * @param name what to choose it by; may be empty if it is the only one
   * @param dense whether points are so many that symbols would hide the curve
   */
  record View(String name, Axis x, Axis y, List<Curve> curves, List<Guide> guides, boolean dense) {
    private Map<String, Object> document() {
      return new JsonObject()
          .with("name", name)
          .with("x", x.document())
          .with("y", y.document())
          .with("dense", dense)
          .with("curves", curves.stream().map(Curve::document).toList())
          .with("guides", guides.stream().map(Guide::document).toList());
    }
  }

  /**
   * Returns a chart.
   *
   * @param id names it within the page
   * @param title what it shows
   * @param caption what was simulated, and how to read it
   * @param kind how it is drawn
   * @param views what can be looked at, at least one
   */
  static Picture of(String id, String title, String caption, Kind kind, List<View> views) {
    return new Picture(
        id,
        kind.name().toLowerCase(Locale.ROOT),
        title,
        caption,
        Map.of("views", views.stream().map(View::document).toList()),
        views.stream()
            .flatMap(view -> view.curves().stream())
            .mapToLong(curve -> curve.points().size())
            .sum());
  }
}
