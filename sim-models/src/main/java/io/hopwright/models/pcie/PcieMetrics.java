package io.hopwright.models.pcie;

import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.pcie.tree.ElementKind;
import io.hopwright.models.pcie.tree.PciePorts;
import io.hopwright.models.run.SharedMetrics;
import io.hopwright.models.run.SharedMetrics.Rate;
import io.hopwright.models.switching.crossbar.PortMetrics;
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.tables.LinkPicture;
import io.hopwright.models.tables.LinkTables;
import io.hopwright.models.tables.RunResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Metrics of PCIe results. */
final class PcieMetrics {
  /** Units of rates. */
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
            List.of("least", "mean", "most"),
            PcieSummary::flowRates,
            Role.HIGHLIGHT)
        .meaning(
            "rate of data that the last stage of a flow delivers: slowest flow, mean,"
                + " fastest flow")
        .add(
            "messageLatencyMicroseconds",
            "us",
            "Mean latency of messages",
            PcieSummary::messageMicroseconds,
            Role.HIGHLIGHT)
        .meaning("time from the start of a message to its last delivery at the target")
        .add("messageRate", "GB/s", "Rate of messages", PcieSummary::messageRate)
        .meaning(
            "bytes of a message (the mean of several sizes) divided by the latency at"
                + " zero load")
        .distribution(
            "messageLatencyTicks",
            "Message latency",
            PcieSummary::messages,
            Set.of(Role.DISTRIBUTION))
        .meaning(
            "time from the start of a message to its last delivery at the target, for"
                + " messages delivered in the measured interval")
        .addAll(PortMetrics.ofRun(PciePorts.KINDS), run -> run.run().measured())
        .addAll(topology(), PcieSummary::settings)
        .addAll(theory(), PcieSummary::bounds);
  }

  private static Metrics<PcieSettings> topology() {
    return new Metrics<PcieSettings>()
        .add(
            "topology.hosts",
            "hosts",
            "Hosts",
            settings -> (long) settings.topology().elements().hosts())
        .meaning("hosts of the machine")
        .add(
            "topology.gpus",
            "GPUs",
            "GPUs",
            settings -> (long) settings.topology().elements().count(ElementKind.GPU))
        .meaning("GPUs of the machine")
        .add(
            "topology.flows",
            "flows",
            "Flows",
            settings -> (long) settings.workload().flows().size())
        .meaning("pairs of a source and a target");
  }

  private static Metrics<PcieBounds> theory() {
    return new Metrics<PcieBounds>()
        .add(
            "bounds.flowsOfLink",
            "flows",
            "Flows of a link",
            bounds -> (long) bounds.mostFlowsOfLink())
        .meaning("largest number of flows that share one direction of an edge")
        .statistics(
            "bounds.flowRate",
            "GB/s",
            "Fair rate of flows",
            List.of("least", "most"),
            bounds ->
                List.of(
                    bounds.least() * PcieNetwork.TICKS.ticksPerNanosecond(),
                    bounds.most() * PcieNetwork.TICKS.ticksPerNanosecond()))
        .meaning(
            "smallest and largest max-min fair share of a flow in links and engines, if all"
                + " flows are always active and none waits behind another; without read requests");
  }

  /** Returns those of the series. */
  static Metrics<PortSpan> ofInterval() {
    return PortMetrics.ofInterval(RATE, PciePorts.KINDS);
  }
}
