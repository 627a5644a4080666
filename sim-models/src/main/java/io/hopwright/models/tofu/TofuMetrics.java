package io.hopwright.models.tofu;

import io.hopwright.models.host.HardwareCollectives;
import io.hopwright.models.host.NodeThroughput;
import io.hopwright.models.link.FrameCounts;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.run.SharedMetrics;
import io.hopwright.models.run.SharedMetrics.Rate;
import io.hopwright.models.switching.crossbar.PortMetrics;
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.tables.HeatTable;
import io.hopwright.models.tables.LinkTables;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.tofu.network.Generation;
import io.hopwright.models.tofu.network.TofuCounter;
import io.hopwright.models.tofu.network.TofuRouter;
import io.hopwright.models.topology.Tofu6D;
import java.util.List;

/** Metrics of Tofu results. */
final class TofuMetrics {
  static final String RATE_UNIT = "GB/s/node";

  private TofuMetrics() {}

  /** Returns the units of rates. */
  static Rate rate(Generation generation) {
    return new Rate(RATE_UNIT, generation.gigabytesPerSecond());
  }

  /**
   * Returns the map of links. Nodes lie where the virtual torus has them: planes of vx and vy, in
   * which x and a, y and c are folded.
   */
  static HeatTable heat() {
    final HeatTable heat =
        new HeatTable("node", "node")
            .place("vx", "vx", "x, folded with a", Role.COLUMN)
            .place("vy", "vy", "y, folded with c", Role.ROW)
            .place("vz", "vz", "z, folded with b", Role.TILE);
    Tofu6D.AXES.forEach(
        axis -> heat.links(axis + "Links", axis + " links", HeatTable.alongAxis(axis)));
    return heat;
  }

  /** Returns what a result may have at most, nothing measured. */
  static RunResult most() {
    final var tables =
        JobTables.most(
            heat(), TofuSettings.LINKS, grouping -> LinkTables.columns(grouping, Tofu6D.AXES));
    return RunResult.most(
        ofRun(Generation.TOFUD, JobMetrics.most()), ofInterval(Generation.TOFUD), tables);
  }

  /** Returns those of the summary, with those of jobs. */
  static Metrics<TofuSummary> ofRun(Generation generation, Metrics<JobMetrics.Measured> jobs) {
    return new Metrics<TofuSummary>()
        .addAll(
            SharedMetrics.ofRun(String.join(", ", Tofu6D.AXES), rate(generation)), TofuSummary::run)
        .counters(List.of(TofuCounter.COMPLETED), (run, counter) -> run.run().count(counter))
        .addAll(NodeThroughput.metrics(), TofuSummary::throughput)
        .addAll(HardwareCollectives.metrics(), TofuSummary::barriers)
        .statistics(
            "barrierPlan",
            "",
            "Structure of a barrier",
            List.of("interfaces", "channels", "gates", "stages"),
            run -> run.system().barrierPlan())
        .meaning(
            "number of network interfaces of a node with channels, largest number of"
                + " channels and of gates of an interface, and number of consecutive signals"
                + " from start to end; null without barriers")
        .addAll(PortMetrics.ofRun(TofuRouter.KINDS), run -> run.run().measured())
        .addAll(FrameCounts.metrics(), TofuSummary::links)
        .addAll(TofuSystemSummary.topology(), TofuSummary::system)
        .addAll(TofuSystemSummary.theory(), TofuSummary::system)
        .addAll(jobs, TofuSummary::jobs);
  }

  /** Returns those of the series. */
  static Metrics<PortSpan> ofInterval(Generation generation) {
    return PortMetrics.ofInterval(rate(generation), TofuRouter.KINDS);
  }
}
