package io.hopwright.models.tnw;

import io.hopwright.models.link.LinkMetrics;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.run.SharedMetrics;
import io.hopwright.models.run.SharedMetrics.Rate;
import io.hopwright.models.tables.FlowTables;
import io.hopwright.models.tables.HeatTable;
import io.hopwright.models.tables.LinkPicture;
import io.hopwright.models.tables.RunResult;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Metrics of TNW results. */
final class TnwMetrics {
  /** A byte in every tick is a gigabyte in every second. */
  static final Rate RATE = new Rate("GB/s/node", 1);

  private static final List<String> KINDS = List.of("x", "y", "z");

  private TnwMetrics() {}

  /** Returns what a result may have at most, nothing measured. */
  static RunResult most() {
    final Map<String, RunResult.Table> tables = new LinkedHashMap<>();
    TnwSettings.LINKS.addMostTo(tables, TnwLinkTables::columns);
    HeatTable.ofDirections().addMostTo(tables);
    LinkPicture.addMostTo(tables);
    FlowTables.addMostTo(tables);
    JobTables.addMostTo(tables);
    return RunResult.most(ofRun(JobMetrics.most()), ofInterval(), tables);
  }

  /** Returns those of the summary, with those of jobs. */
  static Metrics<TnwSummary> ofRun(Metrics<JobMetrics.Measured> jobs) {
    return new Metrics<TnwSummary>()
        .addAll(SharedMetrics.ofRun(String.join(", ", KINDS), RATE), TnwSummary::run)
        .addAll(utilization(), run -> run.run().measured())
        .family(
            "packetsPerLink",
            "packets",
            "Packets per link",
            "Dimension",
            KINDS,
            (run, axis) -> run.run().measured().packetsPerLink(axis))
        .meaning(
            "packets started per link of a dimension, including retransmissions; null where"
                + " there is none")
        .counters(
            EnumSet.range(TnwCounter.TRANSMISSIONS, TnwCounter.RESTARTS),
            (run, counter) -> run.run().count(counter))
        .addAll(LinkMetrics.goodput("GB/s", TnwSummary::linkGoodput))
        .distribution(
            "messageLatencyTicks",
            "Message latency",
            TnwSummary::messages,
            Set.of(Role.DISTRIBUTION))
        .meaning(
            "time from the start of a send to the end of the wait for its notify, for"
                + " messages whose wait ended in the measured interval")
        .counters(List.of(TnwCounter.MISMATCHED), (run, counter) -> run.run().count(counter))
        .add("stepTicks", "ticks", "Ticks of a step", TnwSummary::stepTicks)
        .meaning(
            "mean time between two barriers of a node, over the barriers of the measured interval; only with lbm")
        .add(
            "shareOfPeakFlops", "", "Share of the peak of operations", TnwSummary::shareOfPeakFlops)
        .meaning(
            "floating-point operations of a step, divided by the operations that a node can do in the same time at its peak rate; only with lbm")
        .addAll(TnwBounds.metrics(), run -> new TnwBounds(run.settings()))
        .addAll(jobs, TnwSummary::jobs);
  }

  /** Returns those of the series. */
  static Metrics<TnwSpan> ofInterval() {
    return new Metrics<TnwSpan>().addAll(SharedMetrics.ofInterval(RATE)).addAll(utilization());
  }

  private static Metrics<TnwSpan> utilization() {
    return SharedMetrics.utilizationByKind("Dimension", KINDS, TnwSpan::utilization);
  }
}
