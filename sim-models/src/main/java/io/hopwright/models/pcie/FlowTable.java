package io.hopwright.models.pcie;

import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.pcie.engines.MessageFlow;
import io.hopwright.models.pcie.tree.PcieElements;
import io.hopwright.models.tables.RunResult;
import java.util.stream.IntStream;

/** Flows and their rates over the measured interval. */
final class FlowTable {
  static final String NAME = "flows";

  private FlowTable() {}

  /**
   * Row of the table.
   *
   * @param flow number of the flow
   * @param source element that has the data
   * @param target element that receives the data
   * @param bytes bytes delivered to the target
   * @param rate rate in GB/s
   * @param fair theoretical fair rate in GB/s
   * @param slowest smallest theoretical rate among the flows that share a link with this one
   * @param messages messages delivered to the target
   * @param microseconds mean latency of these messages
   */
  record Row(
      long flow,
      String source,
      String target,
      long bytes,
      Double rate,
      double fair,
      double slowest,
      long messages,
      Double microseconds) {}

  static Metrics<Row> columns() {
    return new Metrics<Row>()
        .add("flow", "", "Flow", Row::flow, Role.IDENTITY)
        .meaning("number of the flow")
        .add("source", "", "Source", Row::source)
        .meaning("element that has the data")
        .add("target", "", "Target", Row::target)
        .meaning("element that receives the data")
        .add("bytes", "B", "Bytes", Row::bytes)
        .meaning("bytes delivered to the target by the last stage of the flow")
        .add("rate", "GB/s", "Rate", Row::rate)
        .meaning("rate of the delivered bytes over the measured interval")
        .add("fairRate", "GB/s", "Fair rate if no flow waits behind another", Row::fair)
        .meaning(
            "max-min fair share of links and engines, if all flows are always active and"
                + " have separate buffers. In fact flows share buffers: rate can be lower, even"
                + " below slowestRate, or higher if other flows are blocked (docs/models/pcie.md,"
                + " Fairness)")
        .add("slowestRate", "GB/s", "Slowest fair rate in its buffers", Row::slowest)
        .meaning(
            "smallest fairRate of the flows that share a buffer with this flow on a link or in an"
                + " engine; its own if none is smaller")
        .add("messages", "messages", "Messages", Row::messages)
        .meaning("messages delivered to the target in the measured interval")
        .add("meanLatencyMicroseconds", "us", "Mean latency", Row::microseconds)
        .meaning(
            "mean time from the start of a message to its last delivery at the target, the"
                + " time of a complete copy; null if no message was delivered");
  }

  static RunResult.Table of(PcieSummary summary) {
    final PcieSettings settings = summary.settings();
    final PcieElements elements = settings.topology().elements();
    return RunResult.Table.of(
        columns(),
        IntStream.range(0, settings.workload().flows().size())
            .mapToObj(
                flow -> {
                  final MessageFlow of = settings.workload().flows().get(flow);
                  return new Row(
                      flow,
                      elements.name(of.source()),
                      elements.name(of.target()),
                      summary.flowBytes(flow),
                      summary.flowRate(flow),
                      summary.bounds().rate(flow) * PcieNetwork.TICKS.ticksPerNanosecond(),
                      summary.bounds().slowestBeside(flow) * PcieNetwork.TICKS.ticksPerNanosecond(),
                      summary.flowMessages(flow),
                      summary.flowMicroseconds(flow));
                })
            .toList());
  }
}
