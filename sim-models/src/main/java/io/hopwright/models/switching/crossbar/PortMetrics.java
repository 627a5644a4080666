package io.hopwright.models.switching.crossbar;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.run.SharedMetrics;
import java.util.List;

/** Metrics of ports, common to all machines of crossbars. */
public final class PortMetrics {
  private static final String KIND = "Kind of port";

  private PortMetrics() {}

  /**
   * Returns how busy ports are, by kind: those of the summary and of the series.
   *
   * @param kinds names of the kinds, in the order of the design
   */
  public static Metrics<PortSpan> utilization(List<String> kinds) {
    return SharedMetrics.utilizationByKind(KIND, kinds, PortSpan::utilization);
  }

  /**
   * Returns how many packets ports send, by kind.
   *
   * @param kinds names of the kinds, in the order of the design
   */
  public static Metrics<PortSpan> packets(List<String> kinds) {
    return new Metrics<PortSpan>()
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
