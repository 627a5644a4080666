package io.hopwright.models.pcie;

import io.hopwright.models.machine.LinkPicture;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.SharedMetrics;
import io.hopwright.models.machine.SharedMetrics.Rate;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.crossbar.LinkTables;
import io.hopwright.models.switching.crossbar.PortStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The metrics of results. */
final class PcieMetrics {
  /** How rates are told. */
  private static final Rate RATE = new Rate("GB/s/node", PcieSummary.gigabytesPerSecond());

  private static final String KIND = "Kind of port";
  private static final List<String> COORDINATES = List.of("router");

  private PcieMetrics() {}

  /** Returns what a result may have at most, nothing measured. */
  static RunResult most() {
    final Map<String, RunResult.Table> tables = new LinkedHashMap<>();
    tables.put(FlowTable.NAME, RunResult.Table.of(FlowTable.columns(), List.of()));
    PcieSettings.LINKS.addMostTo(tables, grouping -> LinkTables.columns(grouping, COORDINATES));
    tables.put(HeatTable.NAME, RunResult.Table.of(HeatTable.columns(), List.of()));
    LinkPicture.addMostTo(tables);
    return RunResult.most(ofRun(), ofInterval(), tables);
  }

  /** Returns those of the summary. */
  static Metrics<PcieSummary> ofRun() {
    return new Metrics<PcieSummary>()
        .addAll(SharedMetrics.ofRun("elements", RATE), PcieSummary::run)
        .add(
            "packetsInjected",
            "packets",
            "Packets injected",
            "packets issued over the whole run",
            run -> run.run().whole().totals().get(Totals.INJECTED))
        .add(
            "mostHops",
            "links",
            "Most hops",
            "the most links that any packet took in the whole run",
            PcieSummary::mostHops)
        .statistics(
            "flowRate",
            "GB/s",
            "Rate of flows",
            "data that the last stage of a flow delivers: of the slowest, in the mean, of the"
                + " fastest",
            List.of("least", "mean", "most"),
            PcieSummary::flowRates,
            Role.HIGHLIGHT)
        .add(
            "messageLatencyMicroseconds",
            "us",
            "Mean latency of messages",
            "from the beginning of a message to its last delivery at the target",
            PcieSummary::messageMicroseconds,
            Role.HIGHLIGHT)
        .add(
            "messageRate",
            "GB/s",
            "Rate of messages",
            "bytes of a message over that latency",
            PcieSummary::messageRate)
        .distribution(
            "messageLatencyTicks",
            "Message latency",
            "from the beginning of a message to its last delivery at the target, of those delivered"
                + " in the measured interval",
            PcieSummary::messages,
            Set.of(Role.DISTRIBUTION))
        .addAll(utilization(), run -> run.run().measured())
        .family(
            "packetsPerPort",
            "packets",
            "Packets per port",
            "packets sent per port of a kind; null where there is none",
            KIND,
            Ports.KINDS,
            (run, kind) -> run.run().measured().perPort(PortStatistics.packets(kind), kind, 1))
        .addAll(topology(), PcieSummary::settings)
        .addAll(theory(), PcieSummary::bounds);
  }

  private static Metrics<PcieSettings> topology() {
    return new Metrics<PcieSettings>()
        .add(
            "topology.hosts",
            "hosts",
            "Hosts",
            "hosts of the machine",
            settings -> (long) settings.topology().elements().hosts())
        .add(
            "topology.gpus",
            "GPUs",
            "GPUs",
            "GPUs of the machine",
            settings -> (long) settings.topology().elements().count(ElementKind.GPU))
        .add(
            "topology.flows",
            "flows",
            "Flows",
            "pairs of a source and a target",
            settings -> (long) settings.workload().flows().size());
  }

  private static Metrics<PcieBounds> theory() {
    return new Metrics<PcieBounds>()
        .add(
            "bounds.flowsOfLink",
            "flows",
            "Flows of a link",
            "the most flows that share a link, one direction of an edge",
            bounds -> (long) bounds.mostFlowsOfLink())
        .statistics(
            "bounds.flowRate",
            "GB/s",
            "Fair rate of flows",
            "max-min fair shares of edges and engines, of the flow with least and with most, if all"
                + " never rest; read requests left out",
            List.of("least", "most"),
            bounds ->
                List.of(
                    bounds.least() * PcieSummary.gigabytesPerSecond(),
                    bounds.most() * PcieSummary.gigabytesPerSecond()));
  }

  /** Returns those of the series. */
  static Metrics<PcieSpan> ofInterval() {
    return new Metrics<PcieSpan>()
        .addAll(SharedMetrics.ofInterval(RATE), span -> span)
        .addAll(utilization(), span -> span);
  }

  private static Metrics<PcieSpan> utilization() {
    return new Metrics<PcieSpan>()
        .family(
            "linkUtilizationByKind",
            "",
            "Utilization",
            "share of ticks in which a link to a parent, a switch, a GPU, a memory, a card, another"
                + " root or of the network, or a local port, sends a packet; over the measured"
                + " interval booked when the packet starts, in the series as it passes; 0 where"
                + " there is no such port",
            KIND,
            Ports.KINDS,
            (span, kind) ->
                span.ports().counts().get(kind) == 0 ? (Double) 0.0 : span.utilization(kind));
  }
}
