package io.hopwright.models.extoll;

import io.hopwright.models.extoll.network.ExtollCounter;
import io.hopwright.models.extoll.network.ExtollRouter;
import io.hopwright.models.extoll.network.ExtollTopology;
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
import java.util.List;
import java.util.Set;

/** Metrics of EXTOLL results. */
final class ExtollMetrics {
  static final String RATE_UNIT = "GB/s/node";

  /** Units of rates. */
  static final Rate RATE = new Rate(RATE_UNIT, ExtollNetwork.TICKS.ticksPerNanosecond());

  private ExtollMetrics() {}

  /** Returns the map of links, of accelerators only. */
  static HeatTable heat() {
    final HeatTable heat = HeatTable.inSpace();
    ExtollTopology.AXES.forEach(
        axis -> heat.links(axis + "Links", axis + " links", HeatTable.alongAxis(axis)));
    return heat.links(
        "hostLink",
        "link to a host",
        "utilization of the link from the accelerator to its host; empty without a host");
  }

  /** Returns what a result may have at most, nothing measured. */
  static RunResult most() {
    final var tables =
        JobTables.most(
            heat(),
            ExtollSettings.LINKS,
            grouping -> LinkTables.columns(grouping, ExtollTopology.AXES));
    return RunResult.most(ofRun(JobMetrics.most()), ofInterval(), tables);
  }

  /** Returns those of the summary, with those of jobs. */
  static Metrics<ExtollSummary> ofRun(Metrics<JobMetrics.Measured> jobs) {
    return new Metrics<ExtollSummary>()
        .addAll(
            SharedMetrics.ofRun(String.join(", ", ExtollTopology.AXES), RATE), ExtollSummary::run)
        .addAll(NodeThroughput.metrics(), ExtollSummary::throughput)
        .addAll(PortMetrics.ofRun(ExtollRouter.KINDS), run -> run.run().measured())
        .distribution(
            "messageLatencyTicks",
            "Message latency",
            ExtollSummary::messages,
            Set.of(Role.DISTRIBUTION))
        .meaning(
            "for ping-pong: time from the start of an operation to the end of the wait"
                + " for it, or to the end of the load, for messages whose wait ended in the"
                + " measured interval; with workload.interruptAtEnd also for interrupts")
        .add("acceleratorsReady", "nodes", "Accelerators ready", ExtollSummary::acceleratorsReady)
        .meaning(
            "accelerators configured over the network, whose memory and registers can be"
                + " accessed; null where nothing can be configured")
        .counters(List.of(ExtollCounter.values()), ExtollSummary::count)
        .addAll(FrameCounts.metrics(), ExtollSummary::links)
        .addAll(ExtollSystemSummary.topology(), ExtollSummary::system)
        .addAll(ExtollSystemSummary.theory(), ExtollSummary::system)
        .addAll(jobs, ExtollSummary::jobs);
  }

  /** Returns those of the series. */
  static Metrics<PortSpan> ofInterval() {
    return PortMetrics.ofInterval(RATE, ExtollRouter.KINDS);
  }
}
