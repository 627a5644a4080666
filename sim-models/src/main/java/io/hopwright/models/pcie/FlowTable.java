package io.hopwright.models.pcie;

import io.hopwright.models.machine.RunResult;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import java.util.stream.IntStream;

/** Who talked to whom, and how fast, over the measured interval. */
final class FlowTable {
  static final String NAME = "flows";

  private FlowTable() {}

  /**
   * A row.
   *
   * @param flow its number
   * @param source what has the data
   * @param target what gets them
   * @param bytes delivered to the target
   * @param rate in GB/s
   * @param fair what theory allows, in GB/s
   */
  record Row(long flow, String source, String target, long bytes, Double rate, double fair) {}

  static Metrics<Row> columns() {
    return new Metrics<Row>()
        .add("flow", "", "Flow", Row::flow, Role.IDENTITY)
        .meaning("its number")
        .add("source", "", "Source", Row::source)
        .meaning("what has the data")
        .add("target", "", "Target", Row::target)
        .meaning("what gets them")
        .add("bytes", "B", "Bytes", Row::bytes)
        .meaning("delivered to the target by its last stage")
        .add("rate", "GB/s", "Rate", Row::rate)
        .meaning("of these")
        .add("fairRate", "GB/s", "Fair rate", Row::fair)
        .meaning("max-min fair share of edges and engines, if all flows never rest");
  }

  static RunResult.Table of(PcieSummary summary) {
    final PcieSettings settings = summary.settings();
    final Elements elements = settings.topology().elements();
    return RunResult.Table.of(
        columns(),
        IntStream.range(0, settings.workload().flows().size())
            .mapToObj(
                flow -> {
                  final Flow of = settings.workload().flows().get(flow);
                  return new Row(
                      flow,
                      elements.name(of.source()),
                      elements.name(of.target()),
                      summary.flowBytes(flow),
                      summary.flowRate(flow),
                      summary.bounds().rate(flow) * PcieNetwork.TICKS.ticksPerNanosecond());
                })
            .toList());
  }
}
