package io.hopwright.models.switching.crossbar;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.run.SharedMetrics;
import io.hopwright.models.run.SharedMetrics.Rate;
import java.util.List;

/** Metrics of ports, common to all machines of crossbars. */
public final class PortMetrics {
  private static final String KIND = "Kind of port";

  private PortMetrics() {}

  /**
   * Returns the metrics of intervals on a machine without counters of its own.
   *
   * @param kinds names of the kinds, in the order of the design
   */
  public static Metrics<PortSpan> ofInterval(Rate rate, List<String> kinds) {
    return new Metrics<PortSpan>()
        .addAll(SharedMetrics.ofInterval(rate))
        .addAll(utilization(kinds));
  }

  /**
   * Returns how busy ports are, by kind; for the summary and for the series.
   *
   * @param kinds names of the kinds, in the order of the design
   */
  public static Metrics<PortSpan> utilization(List<String> kinds) {
    return SharedMetrics.utilizationByKind(KIND, kinds, PortSpan::utilization);
  }

  /**
   * Returns the metrics of a run: how busy ports are, and how many packets they send, by kind.
   *
   * @param kinds names of the kinds, in the order of the design
   */
  public static Metrics<PortSpan> ofRun(List<String> kinds) {
    return new Metrics<PortSpan>()
        .addAll(utilization(kinds))
        .family(
            "packetsPerPort",
            "packets",
            "Packets per port",
            KIND,
            kinds,
            (span, kind) -> span.perPort(PortStatistics.packets(kind), kind, 1))
        .meaning("packets sent per port of a kind; null where there is no such port");
  }
}
