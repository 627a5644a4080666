package io.hopwright.models.pcie;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.pcie.engines.EdgeDesign;
import io.hopwright.models.pcie.engines.PcieStatistics;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.switching.crossbar.PortSpan;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Measurements of a run beside theoretical values; {@link PcieMetrics} names them.
 *
 * @param run measurements that all machines have
 * @param engines measurements of the engines of each partition; empty if nothing was measured
 * @param settings composition of the machine
 * @param bounds theoretical bounds
 */
record PcieSummary(
    MeasuredRun<PortSpan> run,
    List<PcieStatistics> engines,
    PcieSettings settings,
    PcieBounds bounds) {

  long mostHops() {
    return engines.stream().mapToLong(part -> part.mostHops()).max().orElse(0);
  }

  /** Returns how long messages took that came to their targets in the measured interval. */
  TickHistogram messages() {
    final TickHistogram all = new TickHistogram();
    engines.forEach(part -> all.add(part.messages()));
    return all;
  }

  /** Returns the bytes that a flow's last stage delivered in the measured interval. */
  long flowBytes(int flow) {
    return engines.stream().mapToLong(part -> part.flowBytes()[flow]).sum();
  }

  /** Returns the messages of a flow that were delivered in the measured interval. */
  long flowMessages(int flow) {
    return engines.stream().mapToLong(part -> part.flowMessages()[flow]).sum();
  }

  /** Returns the mean latency of these in microseconds; null if there are none. */
  Double flowMicroseconds(int flow) {
    final long ticks = engines.stream().mapToLong(part -> part.flowTicks()[flow]).sum();
    return Metrics.ratio(
        (double) ticks / EdgeDesign.TICKS_PER_MICROSECOND, (double) flowMessages(flow));
  }

  /** Returns the rate of a flow in GB/s; null if nothing was measured. */
  Double flowRate(int flow) {
    return rate(flowBytes(flow));
  }

  private int flows() {
    return settings.workload().flows().size();
  }

  private LongStream allBytes() {
    return LongStream.range(0, flows()).map(flow -> flowBytes((int) flow));
  }

  /** Returns the rates of the slowest flow, of all in the mean, and of the fastest. */
  List<?> flowRates() {
    if (engines.isEmpty()) {
      return Arrays.asList(null, null, null);
    }
    return Arrays.asList(
        rate(allBytes().min().orElse(0)),
        Metrics.ratio(
            allBytes().sum() * PcieNetwork.TICKS.ticksPerNanosecond(),
            (double) flows() * run.measured().ticks()),
        rate(allBytes().max().orElse(0)));
  }

  private Double rate(long bytes) {
    return engines.isEmpty()
        ? null
        : Metrics.ratio(
            bytes * PcieNetwork.TICKS.ticksPerNanosecond(), (double) run.measured().ticks());
  }

  /** Returns the mean bytes of a message over the mean time that messages took, in GB/s. */
  Double messageRate() {
    final TickHistogram messages = messages();
    return messages.count() == 0
        ? null
        : (Double)
            (settings.workload().sizes().mean()
                * PcieNetwork.TICKS.ticksPerNanosecond()
                / messages.mean());
  }

  /** Returns the mean latency of messages in microseconds. */
  Double messageMicroseconds() {
    final TickHistogram messages = messages();
    return messages.count() == 0
        ? null
        : (Double) (messages.mean() / EdgeDesign.TICKS_PER_MICROSECOND);
  }
}
