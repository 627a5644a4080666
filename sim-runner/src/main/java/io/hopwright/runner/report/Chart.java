package io.hopwright.runner.report;

import io.hopwright.runner.report.drawing.Digits;
import io.hopwright.runner.report.drawing.Picture;
import io.hopwright.runner.results.Caveats;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.results.Repetitions;
import io.hopwright.runner.results.Sample;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Chart of curves or bars, as drawn by the page's script. */
final class Chart {
  private Chart() {}

  /** Kinds of charts. */
  enum Kind {
    LINES,
    BARS
  }

  /** Scale of an axis. */
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
   * Axis of a chart.
   *
   * @param unit unit; empty for a pure number
   * @param names names of {@link Scale#NAMES}, otherwise empty
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

  /** Mark of a point, with the bit by which the page's script knows it. */
  enum Mark {
    SATURATED(1),
    UNSTEADY(2),
    /** It has no value, as too few packets arrived. */
    WITHHELD(4);

    private final int bit;

    Mark(int bit) {
      this.bit = bit;
    }
  }

  /**
   * A point of a curve.
   *
   * @param y NaN if the point is marked as {@link Mark#WITHHELD}
   * @param margin half of the 95 % confidence interval of {@code y}; NaN for none
   * @param runs number of runs of which it is the mean
   */
  record Point(double x, double y, double margin, int runs, Set<Mark> marks) {
    static Point of(double x, double y) {
      return new Point(x, y, Double.NaN, 1, Set.of());
    }

    /**
     * Returns the mean over runs, with the marks of any of them; empty if none has a value. It has
     * none if it is withheld in a single one, which took the longest.
     *
     * @param path of the number in the summary
     */
    static Optional<Point> of(
        double x, String path, ToDoubleFunction<Entry> number, Repetitions<Entry> runs) {
      final Set<Mark> marks = EnumSet.noneOf(Mark.class);
      for (Entry entry : runs.runs()) {
        final Caveats caveats = entry.run().caveats();
        addIf(caveats.saturated(), Mark.SATURATED, marks);
        addIf(caveats.unsteady(), Mark.UNSTEADY, marks);
        addIf(caveats.withholds(path), Mark.WITHHELD, marks);
      }
      if (marks.contains(Mark.WITHHELD)) {
        return Optional.of(new Point(x, Double.NaN, Double.NaN, runs.runs().size(), marks));
      }
      final Sample y = runs.measured(number);
      return y.count() == 0
          ? Optional.empty()
          : Optional.of(new Point(x, y.mean(), y.halfWidth(), y.count(), marks));
    }

    private static void addIf(boolean marked, Mark mark, Set<Mark> marks) {
      if (marked) {
        marks.add(mark);
      }
    }

    boolean has(Mark mark) {
      return marks.contains(mark);
    }

    /** Returns whether a mark is seen: a point without a value has but one. */
    boolean shows(Mark mark) {
      return has(mark) && (mark == Mark.WITHHELD || !has(Mark.WITHHELD));
    }

    /** Returns x and y, then margin, runs and marks as far as there is anything to say. */
    private List<Object> document() {
      final List<Object> document = new ArrayList<>();
      document.add(Digits.round(x));
      document.add(Double.isNaN(y) ? null : Digits.round(y));
      if (runs > 1 || !marks.isEmpty()) {
        document.add(Double.isNaN(margin) ? 0 : Digits.round(margin));
        document.add(runs);
      }
      if (!marks.isEmpty()) {
        document.add(marks.stream().mapToInt(mark -> mark.bit).sum());
      }
      return document;
    }
  }

  /**
   * Curve, or the bars of one colour.
   *
   * @param name name in the legend; curves of the same name share colour and symbol
   * @param part part of the name if it has several curves, such as p99; otherwise empty
   * @param points points; all have numbers as x
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
   * Dashed line of a theoretical value.
   *
   * @param vertical whether it is at an x; otherwise it is at a y
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
   * One of the alternative views of a chart.
   *
   * @param name name for the selection; can be empty if it is the only one
   * @param dense whether there are so many points that symbols would hide the curve
   */
  record View(String name, Axis x, Axis y, List<Curve> curves, List<Guide> guides, boolean dense) {
    /** Returns a view of few points without guides. */
    static View of(String name, Axis x, Axis y, List<Curve> curves) {
      return new View(name, x, y, curves, List.of(), false);
    }

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
   * @param id identifier in the page
   * @param title its subject
   * @param caption simulated system, and how to read the chart
   * @param kind kind of chart
   * @param views alternative views, at least one
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
