package io.hopwright.runner.report;

import io.hopwright.runner.report.Chart.Axis;
import io.hopwright.runner.report.Chart.Curve;
import io.hopwright.runner.report.Chart.Guide;
import io.hopwright.runner.report.Chart.Point;
import io.hopwright.runner.report.Chart.Scale;
import io.hopwright.runner.report.Chart.View;
import io.hopwright.runner.report.drawing.Digits;
import io.hopwright.runner.report.drawing.Picture;
import io.hopwright.runner.results.Declarations;
import io.hopwright.runner.results.Repetitions;
import io.hopwright.runner.results.StoredDirectory;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.results.StoredRun;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Figures that studies define, in the layout of their papers. */
final class Figures {
  private static final int MOST_BINS = 1_000;

  private Figures() {}

  /** Returns them, one of the same kind of several results once, with the curves of all. */
  static Stream<Picture> pictures(List<StoredDirectory> results, List<Entry> entries) {
    final Map<Map<String, Object>, StoredDocument> figures = new LinkedHashMap<>();
    final Map<Map<String, Object>, Set<StoredRun>> owned = new LinkedHashMap<>();
    for (StoredDirectory result : results) {
      for (StoredDocument figure : result.manifest().list("figures")) {
        figures.put(figure.content(), figure);
        owned
            .computeIfAbsent(
                figure.content(), unseen -> Collections.newSetFromMap(new IdentityHashMap<>()))
            .addAll(result.runs());
      }
    }
    final List<Picture> pictures = new ArrayList<>();
    for (StoredDocument figure : figures.values()) {
      picture(figure, entries, owned.get(figure.content()), "figure-" + (pictures.size() + 1))
          .ifPresent(pictures::add);
    }
    return pictures.stream();
  }

  /** A figure has curves of the studies that define it, and of no other on the page. */
  private static Optional<Picture> picture(
      StoredDocument figure, List<Entry> entries, Set<StoredRun> owned, String id) {
    final List<String> runs = figure.words("runs");
    final List<Entry> shown =
        entries.stream()
            .filter(entry -> owned.contains(entry.run()))
            .filter(entry -> runs.isEmpty() || runs.contains(entry.role()))
            .toList();
    final boolean series = figure.text("kind").equals("series");
    final SeedGroups groups = new SeedGroups(shown);
    final View view = series ? series(figure, groups) : points(figure, groups);
    final long points = view.curves().stream().mapToLong(curve -> curve.points().size()).sum();
    if (points < 2) {
      return Optional.empty();
    }
    final Subject subject = new Subject(shown);
    return Optional.of(
        Chart.of(
            id,
            figure.text("title"),
            (series ? subject.seedsOverTime(groups) : subject.seeds(groups))
                + subject.marks(view)
                + (view.guides().isEmpty() ? "" : dashed(figure))
                + dotted(view)
                + subject.text(),
            Chart.Kind.LINES,
            List.of(view)));
  }

  /** Describes each line: a number of the study, or one of the runs. */
  private static String dashed(StoredDocument figure) {
    return figure.list("lines").stream()
        .map(
            line ->
                line.value("at") instanceof Number number
                    ? "%s is %s, given by the study"
                        .formatted(quoted(line), Digits.text(number.doubleValue()))
                    : "%s is %s of the run".formatted(quoted(line), line.text("at")))
        .collect(Collectors.joining("; ", "Dashed: ", ". "));
  }

  private static String quoted(StoredDocument line) {
    return "“" + line.text("label") + "”";
  }

  /** Describes the second curves with the same names. */
  private static String dotted(View view) {
    return view.curves().stream()
        .map(Curve::part)
        .filter(part -> !part.isEmpty())
        .distinct()
        .map(part -> "Dotted: " + part.toLowerCase(Locale.ROOT) + ". ")
        .collect(Collectors.joining());
  }

  private static View series(StoredDocument figure, SeedGroups groups) {
    final List<Quantity> columns =
        figure.words("y").stream()
            .map(column -> groups.quantity(column, Declarations.SERIES))
            .toList();
    final boolean relative = figure.flag("relative");
    final List<Curve> curves = new ArrayList<>();
    final Map<String, List<Repetitions<Entry>>> named = named(groups.curves(""));
    named.forEach(
        (name, curve) -> {
          final SeriesBins bins = SeriesBins.of(curve.get(0), MOST_BINS);
          for (Quantity column : columns) {
            final List<Point> points = bins.points(column);
            curves.add(
                curve(name, named.size(), column, columns, relative ? toMean(points) : points));
          }
        });
    curves.removeIf(curve -> curve.points().isEmpty());
    final Quantity first = columns.get(0);
    final boolean family = columns.stream().map(Quantity::family).distinct().count() == 1;
    return new View(
        "",
        Axis.of("Time", "ticks"),
        relative
            ? Axis.of("Relative to its mean", "")
            : Axis.of(
                columns.size() == 1 ? first.label() : family ? first.family() : "", first.unit()),
        curves,
        guides(figure, named),
        true);
  }

  /** A curve is called by its run, its column, or both: by what differs. */
  private static Curve curve(
      String run, int runs, Quantity column, List<Quantity> columns, List<Point> points) {
    final String part = column.member().isEmpty() ? column.label() : column.member();
    if (columns.size() > 1 && runs == 1) {
      return new Curve(part, "", points);
    }
    return new Curve(run, column.equals(columns.get(0)) ? "" : part, points);
  }

  private static List<Point> toMean(List<Point> points) {
    final double mean = points.stream().mapToDouble(Point::y).average().orElse(Double.NaN);
    return mean == 0
        ? List.of()
        : points.stream().map(point -> Point.of(point.x(), point.y() / mean)).toList();
  }

  private static View points(StoredDocument figure, SeedGroups groups) {
    final String x = figure.text("x");
    final String y = figure.words("y").get(0);
    final Quantity measured = groups.quantity(y, Declarations.SUMMARY);
    final XValues values = new XValues(x, groups);
    final Map<String, List<Repetitions<Entry>>> named =
        named(groups.curves(values.isKey() ? x : groups.along()));
    final List<Curve> curves = new ArrayList<>();
    named.forEach(
        (name, curve) -> {
          final List<Point> points = new ArrayList<>();
          for (Repetitions<Entry> group : curve) {
            final double at = values.of(group);
            if (!Double.isNaN(at)) {
              Point.of(at, y, entry -> entry.number(y), group).ifPresent(points::add);
            }
          }
          curves.add(new Curve(name, "", points));
        });
    curves.removeIf(curve -> curve.points().isEmpty());
    return new View(
        "",
        values.axis(),
        Axis.of(measured.label(), measured.unit(), scale(values, curves)),
        curves,
        guides(figure, named),
        false);
  }

  /** Returns the scale: values that grow with those of a logarithmic axis can be as far apart. */
  private static Scale scale(XValues values, List<Curve> curves) {
    final Scale scale =
        Values.scale(
            curves.stream()
                .flatMap(curve -> curve.points().stream())
                .mapToDouble(Point::y)
                .filter(Double::isFinite));
    return values.areWide() && scale != Scale.LINEAR ? Scale.LOG : Scale.LINEAR;
  }

  /** Names curves by what their runs say of themselves, if that distinguishes them. */
  private static Map<String, List<Repetitions<Entry>>> named(
      Map<String, List<Repetitions<Entry>>> curves) {
    final Set<String> titles = new LinkedHashSet<>();
    final Map<String, List<Repetitions<Entry>>> named = new LinkedHashMap<>();
    curves.forEach(
        (name, groups) -> {
          final String title = groups.get(0).first().title();
          titles.add(title);
          named.put(title, groups);
        });
    return titles.size() == curves.size() && titles.size() > 1 ? named : curves;
  }

  private static List<Guide> guides(
      StoredDocument figure, Map<String, List<Repetitions<Entry>>> curves) {
    final List<Guide> guides = new ArrayList<>();
    for (StoredDocument line : figure.list("lines")) {
      final boolean vertical = line.text("axis").equals("x");
      if (line.value("at") instanceof Number number) {
        guides.add(new Guide(line.text("label"), vertical, number.doubleValue()));
      } else {
        guides.addAll(measured(line, vertical, curves));
      }
    }
    return guides;
  }

  /** A quantity that is not the same for all curves has a line for each. */
  private static List<Guide> measured(
      StoredDocument line, boolean vertical, Map<String, List<Repetitions<Entry>>> curves) {
    final String quantity = line.text("at");
    final Map<Number, String> values = new LinkedHashMap<>();
    curves.forEach(
        (name, groups) -> {
          final double value = groups.get(0).first().number(quantity);
          if (!Double.isNaN(value)) {
            values.merge(Digits.round(value), name, (one, other) -> one + ", " + other);
          }
        });
    return values.entrySet().stream()
        .map(
            value ->
                new Guide(
                    line.text("label") + (values.size() > 1 ? " (" + value.getValue() + ")" : ""),
                    vertical,
                    value.getKey().doubleValue()))
        .toList();
  }
}
