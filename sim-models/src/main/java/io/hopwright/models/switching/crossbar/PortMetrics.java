package io.hopwright.models.switching.crossbar;

import io.hopwright.models.measure.Metrics;
import java.util.List;

/** Numbers of results that tell of ports, on all machines of crossbars alike. */
public final class PortMetrics {
  private static final String KIND = "Kind of port";

  private PortMetrics() {}

  /**
   * Returns how busy ports are, by kind: those of the summary and of the series.
   *
   * @param ports of all kinds, as in {@code a link along an axis, or an output to a unit,}
   * @param kinds names of the kinds, in the order of the design
   */
  public static Metrics<PortSpan> utilization(String ports, List<String> kinds) {
    return new Metrics<PortSpan>()
        .family(
            "linkUtilizationByKind",
            "",
            "Utilization",
            "share of ticks in which "
                + ports
                + " sends a packet; over the measured interval booked when the packet starts, in"
                + " the series as it passes; 0 where there is no such port",
            KIND,
            kinds,
            (span, kind) ->
                span.ports().counts().get(kind) == 0 ? (Double) 0.0 : span.utilization(kind));
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
            "packets sent per port of a kind; null where there is none",
            KIND,
            kinds,
            (span, kind) -> span.perPort(PortStatistics.packets(kind), kind, 1));
  }
}
