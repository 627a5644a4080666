package io.hopwright.models.extoll;

import io.hopwright.models.extoll.network.ExtollRouter;
import io.hopwright.models.extoll.network.ExtollTopology;
import io.hopwright.models.extoll.smfu.AccessCounts;
import io.hopwright.models.host.NodeThroughput;
import io.hopwright.models.link.LinkCounts;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.run.SharedMetrics;
import io.hopwright.models.run.SharedMetrics.Rate;
import io.hopwright.models.switching.crossbar.PortMetrics;
import io.hopwright.models.tables.FlowTables;
import io.hopwright.models.tables.HeatTable;
import io.hopwright.models.tables.LinkPicture;
import io.hopwright.models.tables.LinkTables;
import io.hopwright.models.tables.RunResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The metrics of results. */
final class ExtollMetrics {
  static final String RATE_UNIT = "GB/s/node";

  /** How rates are told. */
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
        "utilization of the link to a host that hangs on it; empty if there is none");
  }

  /** Returns what a result may have at most, nothing measured. */
  static RunResult most() {
    final Map<String, RunResult.Table> tables = new LinkedHashMap<>();
    heat().addMostTo(tables);
    LinkPicture.addMostTo(tables);
    ExtollSettings.LINKS.addMostTo(
        tables, grouping -> LinkTables.columns(grouping, ExtollTopology.AXES));
    FlowTables.addMostTo(tables);
    JobTables.addMostTo(tables);
    return RunResult.most(ofRun(JobMetrics.of(JobMetrics.ANY, true)), ofInterval(), tables);
  }

  /** Returns those of the summary, with those of jobs. */
  static Metrics<ExtollSummary> ofRun(Metrics<JobMetrics.Measured> jobs) {
    return new Metrics<ExtollSummary>()
        .addAll(
            SharedMetrics.ofRun(String.join(", ", ExtollTopology.AXES), RATE), ExtollSummary::run)
        .addAll(NodeThroughput.metrics(), ExtollSummary::throughput)
        .addAll(PortMetrics.utilization(ExtollRouter.KINDS), run -> run.run().measured())
        .addAll(PortMetrics.packets(ExtollRouter.KINDS), run -> run.run().measured())
        .distribution(
            "messageLatencyTicks",
            "Message latency",
            ExtollSummary::messages,
            Set.of(Role.DISTRIBUTION))
        .meaning(
            "ping-pong: from the beginning of an operation to the end of the wait for it, or of the"
                + " load, for messages whose wait ended in the measured interval; with"
                + " workload.interruptAtEnd also for interrupts")
        .add("acceleratorsReady", "nodes", "Accelerators ready", ExtollSummary::acceleratorsReady)
        .meaning(
            "accelerators whose memory and registers are reached: configured over the network; null"
                + " where nothing can be configured")
        .addAll(accesses(), run -> run)
        .addAll(LinkCounts.metrics(), ExtollSummary::links)
        .addAll(ExtollSystemSummary.topology(), ExtollSummary::system)
        .addAll(ExtollSystemSummary.theory(), ExtollSummary::system)
        .addAll(jobs, ExtollSummary::jobs);
  }

  private static Metrics<ExtollSummary> accesses() {
    return new Metrics<ExtollSummary>()
        .add(
            "accesses.forwarded",
            "accesses",
            "Accesses forwarded",
            run -> run.accesses(AccessCounts::forwarded))
        .meaning(
            "stores and loads that SMFU forwarded to another node through an interval, and those of"
                + " accelerators to their hosts; this number and the next six cover the whole run,"
                + " and are null without threads")
        .add(
            "accesses.outside",
            "accesses",
            "Accesses outside",
            run -> run.accesses(AccessCounts::outside))
        .meaning("those that no interval has, which go nowhere")
        .add(
            "accesses.rejected",
            "accesses",
            "Accesses rejected",
            run -> run.accesses(AccessCounts::rejected))
        .meaning(
            "those that the Root Port of an accelerator has rejected, as its windows do not have"
                + " them")
        .add(
            "accesses.displacement",
            "B",
            "Displacement of accesses",
            run -> run.accesses(AccessCounts::displacement))
        .meaning(
            "sum of the addresses of those forwarded, less the sum of the addresses that targets"
                + " make of what has come, as their origins know them; 0 if all have come and are"
                + " translated rightly")
        .add(
            "interrupts.taken",
            "interrupts",
            "Interrupts",
            run -> run.accesses(AccessCounts::interrupts))
        .meaning("interrupts of accelerators that were taken by their hosts")
        .add(
            "interrupts.behindEntry",
            "interrupts",
            "Interrupts behind their entry",
            run -> run.accesses(AccessCounts::behindEntry))
        .meaning(
            "of these, the ones whose entry of the host's queue of notifications was in memory by"
                + " then")
        .add(
            "interrupts.vectors",
            "vectors",
            "Vectors of interrupts",
            run -> run.accesses(AccessCounts::vectors))
        .meaning("pairs of an accelerator and an MSI vector with at least one interrupt taken");
  }

  /** Returns those of the series. */
  static Metrics<ExtollSpan> ofInterval() {
    return new Metrics<ExtollSpan>()
        .addAll(SharedMetrics.ofInterval(RATE), span -> span)
        .addAll(PortMetrics.utilization(ExtollRouter.KINDS), span -> span);
  }
}
