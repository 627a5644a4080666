package io.hopwright.models.pcie;

import io.hopwright.models.machine.LinkPicture;
import io.hopwright.models.machine.LinkTables;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.SharedMetrics;
import io.hopwright.models.machine.SharedMetrics.Rate;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.switching.crossbar.PortMetrics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The metrics of results. */
final class PcieMetrics {
  /** How rates are told. */
  private static final Rate RATE = new Rate("GB/s/node", PcieNetwork.TICKS.ticksPerNanosecond());

  private static final List<String> COORDINATES = List.of("router");

  private PcieMetrics() {}

  /** Returns what a result may have at most, nothing measured. */
  static RunResult most() {
    final Map<String, RunResult.Table> tables = new LinkedHashMap<>();
    tables.put(FlowTable.NAME, RunResult.Table.of(FlowTable.columns(), List.of()));
    PcieSettings.LINKS.addMostTo(tables, grouping -> LinkTables.columns(grouping, COORDINATES));
    ElementLoads.table().addMostTo(tables);
    LinkPicture.addMostTo(tables);
    return RunResult.most(ofRun(), ofInterval(), tables);
  }

  /** Returns those of the summary. */
  static Metrics<PcieSummary> ofRun() {
    return new Metrics<PcieSummary>()
        .addAll(SharedMetrics.ofRun("elements", RATE), PcieSummary::run)
        .addAll(SharedMetrics.mostHops(), PcieSummary::mostHops)
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
            "bytes of a message, of several sizes their mean, over that latency",
            PcieSummary::messageRate)
        .distribution(
            "messageLatencyTicks",
            "Message latency",
            "from the beginning of a message to its last delivery at the target, of those delivered"
                + " in the measured interval",
            PcieSummary::messages,
            Set.of(Role.DISTRIBUTION))
        .addAll(PortMetrics.utilization(Ports.KINDS), run -> run.run().measured())
        .addAll(PortMetrics.packets(Ports.KINDS), run -> run.run().measured())
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
                    bounds.least() * PcieNetwork.TICKS.ticksPerNanosecond(),
                    bounds.most() * PcieNetwork.TICKS.ticksPerNanosecond()));
  }

  /** Returns those of the series. */
  static Metrics<PcieSpan> ofInterval() {
    return new Metrics<PcieSpan>()
        .addAll(SharedMetrics.ofInterval(RATE), span -> span)
        .addAll(PortMetrics.utilization(Ports.KINDS), span -> span);
  }
}
