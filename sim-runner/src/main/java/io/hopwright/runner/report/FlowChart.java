package io.hopwright.runner.report;

import io.hopwright.models.messaging.statistics.FlowTable;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.runner.report.Chart.Axis;
import io.hopwright.runner.report.Chart.Curve;
import io.hopwright.runner.report.Chart.Point;
import io.hopwright.runner.report.Chart.Scale;
import io.hopwright.runner.report.Chart.View;
import io.hopwright.runner.report.drawing.Picture;
import io.hopwright.runner.results.StoredTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Completion times of flows over percentiles, and their slow-downs over sizes. */
final class FlowChart {
  private static final double PER_CENT = 100;
  private static final double[] TAIL = {99.5, 99.9};
  private static final int[] OF_SIZE = {50, 95, 99};

  private FlowChart() {}

  /** Flows of a job of a run. */
  private static final class Flows {
    private final List<Double> times = new ArrayList<>();

    /** Slow-downs by the largest power of two within the bytes. */
    private final TreeMap<Long, List<Double>> slowdowns = new TreeMap<>();

    private void add(double microseconds, long bytes, double slowdown) {
      times.add(microseconds);
      if (!Double.isNaN(slowdown)) {
        slowdowns
            .computeIfAbsent(Long.highestOneBit(bytes), unseen -> new ArrayList<>())
            .add(slowdown);
      }
    }

    private void sort() {
      times.sort(null);
      slowdowns.values().forEach(values -> values.sort(null));
    }

    private List<Point> percentiles() {
      return DoubleStream.concat(
              DoubleStream.iterate(0, percent -> percent < PER_CENT, percent -> percent + 1),
              DoubleStream.of(TAIL))
          .mapToObj(percent -> Point.of(PER_CENT / (PER_CENT - percent), of(times, percent)))
          .toList();
    }

    private List<Point> bySize(int percent) {
      return slowdowns.entrySet().stream()
          .map(size -> Point.of((double) size.getKey(), of(size.getValue(), percent)))
          .toList();
    }

    /** Returns the smallest of sorted values that so many per cent do not exceed. */
    private static double of(List<Double> sorted, double percent) {
      return sorted.get(Math.max(0, (int) Math.ceil(sorted.size() * percent / PER_CENT) - 1));
    }
  }

  /**
   * Returns one chart over all runs with a table of flows of jobs; none if there is no such run.
   */
  static Stream<Picture> pictures(List<Entry> all, Subject subject) {
    final List<Entry> entries =
        all.stream()
            .filter(
                entry -> entry.run().table(JobTables.FLOWS).filter(FlowChart::isOfJobs).isPresent())
            .toList();
    final Map<String, Flows> flows = new LinkedHashMap<>();
    entries.forEach(entry -> read(entry, entries.size() > 1, flows));
    flows.values().forEach(Flows::sort);
    if (flows.isEmpty()) {
      return Stream.empty();
    }
    final List<Curve> times = new ArrayList<>();
    final List<Curve> slowdowns = new ArrayList<>();
    flows.forEach(
        (name, of) -> {
          times.add(new Curve(name, "", of.percentiles()));
          for (int percent : OF_SIZE) {
            if (!of.slowdowns.isEmpty()) {
              slowdowns.add(new Curve(name + ", " + percent + " %", "", of.bySize(percent)));
            }
          }
        });
    final List<View> views = new ArrayList<>();
    views.add(
        View.of(
            "Completion time",
            Axis.of("Percentile", "", Scale.PERCENTILE),
            Axis.of("Flow completion time", "us", scale(flows)),
            times));
    if (!slowdowns.isEmpty()) {
      views.add(
          View.of(
              "Slow-down",
              Axis.of("Size", "B", Scale.LOG2),
              Axis.of("Slow-down", "", Scale.LINEAR),
              slowdowns));
    }
    return Stream.of(
        Chart.of(
            JobTables.FLOWS,
            "Flow completion times",
            "A flow is a message of a job. A slow-down is against the contention-free baseline; its"
                + " percentiles are over flows of at least that size, and less than twice as much. "
                + subject.text(entries),
            Chart.Kind.LINES,
            views));
  }

  /** Messages within a node can take no time, which a logarithmic axis does not have. */
  private static Scale scale(Map<String, Flows> flows) {
    return flows.values().stream().allMatch(of -> of.times.get(0) > 0) ? Scale.LOG : Scale.LINEAR;
  }

  private static boolean isOfJobs(StoredTable table) {
    return table.named(FlowTable.SLOWDOWN) >= 0;
  }

  private static void read(Entry entry, boolean several, Map<String, Flows> flows) {
    entry
        .run()
        .table(JobTables.FLOWS)
        .orElseThrow()
        .rows(
            row ->
                flows
                    .computeIfAbsent(
                        (several ? entry.label() + ": " : "") + row.text("job"),
                        unseen -> new Flows())
                    .add(
                        row.number(FlowTable.MICROSECONDS),
                        row.ticks(FlowTable.BYTES),
                        row.number(FlowTable.SLOWDOWN)));
  }
}
