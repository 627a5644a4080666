package io.hopwright.models.fabric;

import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.run.BoundMetrics;
import io.hopwright.models.run.SharedMetrics;
import io.hopwright.models.switching.crossbar.PortMetrics;
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.tables.HeatTable;
import io.hopwright.models.tables.LinkTables;
import io.hopwright.models.tables.RunResult;
import java.util.List;

/** Metrics of fabric results. */
final class FabricMetrics {
  /** Routers in a row of the map, if their coordinates do not give rows and columns. */
  private static final int ROW = 32;

  private static final int MOST_AXES = 3;

  private FabricMetrics() {}

  /** Returns what a result may have at most, nothing measured. */
  static RunResult most(FabricSpec spec) {
    final var tables =
        JobTables.most(
            heat(spec),
            FabricSpec.LINKS,
            grouping -> LinkTables.columns(grouping, spec.coordinates()));
    return RunResult.most(ofRun(spec, JobMetrics.most()), ofInterval(spec), tables);
  }

  /** Returns those of the summary, with those of jobs. */
  static Metrics<FabricSummary> ofRun(FabricSpec spec, Metrics<JobMetrics.Measured> jobs) {
    final Metrics<FabricSummary> metrics =
        new Metrics<FabricSummary>()
            .addAll(
                SharedMetrics.ofRun(String.join(", ", spec.coordinates()), spec.rate()),
                FabricSummary::run);
    if (spec.linkKinds().size() > 1) {
      metrics.addAll(PortMetrics.utilization(spec.kinds()), summary -> summary.run().measured());
    }
    return metrics
        .add("bounds.load", "", "Bound of the load", summary -> summary.bound(FabricBounds::load))
        .meaning("largest load that links and nodes can carry; null with jobs")
        .addAll(BoundMetrics.linkThroughput(spec.rate().unit(), FabricSummary::linkThroughput))
        .addAll(BoundMetrics.throughput(spec.rate().unit(), FabricSummary::throughput))
        .addAll(BoundMetrics.meanHops(summary -> summary.bound(FabricBounds::hops)))
        .addAll(
            BoundMetrics.quiet(
                summary -> summary.bound(FabricBounds::zeroLoadTicks), summary -> spec.tickRate()))
        .addAll(jobs, FabricSummary::jobs);
  }

  /** Returns those of the series. */
  static Metrics<PortSpan> ofInterval(FabricSpec spec) {
    final Metrics<PortSpan> metrics =
        new Metrics<PortSpan>().addAll(SharedMetrics.ofInterval(spec.rate()));
    return spec.linkKinds().size() > 1
        ? metrics.addAll(PortMetrics.utilization(spec.kinds()))
        : metrics;
  }

  /** Returns the map of links: by coordinates of two or three axes, else in rows of routers. */
  static HeatTable heat(FabricSpec spec) {
    final HeatTable heat = new HeatTable("router", "router");
    if (isInSpace(spec)) {
      final List<Role> roles = List.of(Role.COLUMN, Role.ROW, Role.TILE);
      for (int axis = 0; axis < spec.coordinates().size(); axis++) {
        final String name = spec.coordinates().get(axis);
        heat.place(name, name, "its coordinate " + name, roles.get(axis));
      }
    } else {
      heat.place("column", "column", "its number modulo " + ROW, Role.COLUMN);
      heat.place("row", "row", "number of the router divided by " + ROW, Role.ROW);
    }
    spec.linkKinds()
        .forEach(
            kind ->
                heat.links(
                    kind + "Links",
                    kind + " links",
                    "mean utilization of the links of class %s that leave the router; empty without such links"
                        .formatted(kind)));
    return heat;
  }

  private static boolean isInSpace(FabricSpec spec) {
    return spec.coordinates().size() > 1 && spec.coordinates().size() <= MOST_AXES;
  }

  /** Returns where a router is in the map. */
  static List<Long> place(FabricSettings settings, int router) {
    return isInSpace(settings.spec())
        ? settings.fabric().grid().place(router)
        : List.of((long) router % ROW, (long) router / ROW);
  }
}
