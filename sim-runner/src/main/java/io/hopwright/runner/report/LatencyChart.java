package io.hopwright.runner.report;

import io.hopwright.models.measure.Metric;
import io.hopwright.runner.report.Chart.Axis;
import io.hopwright.runner.report.Chart.Curve;
import io.hopwright.runner.report.Chart.Guide;
import io.hopwright.runner.report.Chart.Point;
import io.hopwright.runner.report.Chart.Scale;
import io.hopwright.runner.report.Chart.View;
import io.hopwright.runner.report.drawing.Digits;
import io.hopwright.runner.report.drawing.Picture;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;

/** Distributions of times, over percentiles and as histograms. */
final class LatencyChart {
  /** Points from one half of the rest to the next: 50 %, 75 %, 87.5 %. */
  private static final int POINTS_PER_HALF = 5;

  private static final int BINS = 60;
  private static final double[] PERCENTILES = {50, 90, 99, 99.9};

  private LatencyChart() {}

  /** Returns the chart; none if no packet was followed. */
  static Stream<Picture> pictures(List<Entry> entries, Subject subject) {
    final List<View> views = new ArrayList<>();
    final List<Metric> distributions =
        entries.stream()
            .flatMap(entry -> entry.run().declarations().with(Metric.Role.DISTRIBUTION).stream())
            .distinct()
            .filter(each -> entries.stream().anyMatch(entry -> counted(entry, each).isPresent()))
            .toList();
    final List<Entry> shown =
        entries.stream()
            .filter(
                entry -> distributions.stream().anyMatch(each -> counted(entry, each).isPresent()))
            .toList();
    for (Metric each : distributions) {
      views.add(percentiles(each, curves(entries, each, LatencyChart::percentiles)));
    }
    for (Metric each : distributions) {
      views.add(
          histogram(
              each, curves(entries, each, LatencyChart::shares), percentileLines(entries, each)));
    }
    if (views.isEmpty()) {
      return Stream.empty();
    }
    final String caption =
        String.format(
            "\"hopwright explain %s\" describes which packets or messages are counted. 99"
                + " of 100 did not exceed the 99th percentile. %s%s",
            distributions.get(0).name(), subject.arrivals(), subject.text(shown));
    return Stream.of(
        Chart.of("latency", "Distribution of latency", caption, Chart.Kind.LINES, views));
  }

  private static Optional<AbstractHistogram> counted(Entry entry, Metric distribution) {
    return entry.run().caveats().withholds(distribution.name())
        ? Optional.empty()
        : entry
            .run()
            .histogram(distribution.name())
            .filter(histogram -> histogram.getTotalCount() > 0);
  }

  private static List<Curve> curves(
      List<Entry> entries, Metric distribution, Function<AbstractHistogram, List<Point>> shape) {
    final List<Curve> curves = new ArrayList<>();
    for (Entry entry : entries) {
      counted(entry, distribution)
          .map(histogram -> new Curve(entry.label(), "", shape.apply(histogram)))
          .ifPresent(curves::add);
    }
    return curves;
  }

  private static View percentiles(Metric of, List<Curve> curves) {
    return new View(
        of.label() + ", percentiles",
        Axis.of("Percentile", "", Scale.PERCENTILE),
        Axis.of(of.label(), of.unit()),
        curves,
        List.of(),
        true);
  }

  private static View histogram(Metric of, List<Curve> curves, List<Guide> lines) {
    return new View(
        of.label() + ", histogram",
        Axis.of(of.label(), of.unit()),
        Axis.of("Share", "%"),
        curves,
        lines,
        true);
  }

  /** Lines of several runs would hide each other. */
  private static List<Guide> percentileLines(List<Entry> entries, Metric of) {
    final List<Guide> lines = new ArrayList<>();
    if (entries.size() == 1) {
      final AbstractHistogram histogram = entries.get(0).run().histogram(of.name()).orElseThrow();
      for (double percentile : PERCENTILES) {
        lines.add(
            new Guide(
                Digits.text(percentile) + " %", true, histogram.getValueAtPercentile(percentile)));
      }
    }
    return lines;
  }

  private static List<Point> percentiles(AbstractHistogram histogram) {
    final List<Point> points = new ArrayList<>();
    final double last = histogram.getTotalCount();
    for (HistogramIterationValue step : histogram.percentiles(POINTS_PER_HALF)) {
      final double above = 1 - step.getPercentileLevelIteratedTo() / 100;
      points.add(
          Point.of(above <= 1 / last ? last : 1 / above, (double) step.getValueIteratedTo()));
    }
    return points;
  }

  private static List<Point> shares(AbstractHistogram histogram) {
    final List<Point> points = new ArrayList<>();
    final long width = Math.max(1, (histogram.getMaxValue() + BINS) / BINS);
    final double all = histogram.getTotalCount();
    for (HistogramIterationValue step : histogram.linearBucketValues(width)) {
      final double middle = step.getValueIteratedTo() - (width - 1) / 2.0;
      points.add(
          Point.of(Math.max(0, middle), 100 * step.getCountAddedInThisIterationStep() / all));
    }
    return points;
  }
}
