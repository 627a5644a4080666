package io.hopwright.models.cascade;

import io.hopwright.models.machine.RunResult;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.topology.Dragonfly;
import java.util.ArrayList;
import java.util.List;

/** How busy each port that leads somewhere was over the measured interval. */
final class LinkTable {
  private LinkTable() {}

  /** A row. */
  record Port(long aries, long group, long port, String kind, long toAries, Object utilization) {}

  static Metrics<Port> columns() {
    return new Metrics<Port>()
        .add("aries", "", "Aries", "Aries of the port", Port::aries)
        .add("group", "", "Group", "its group", Port::group)
        .add("port", "", "Port", "number of the port", Port::port)
        .add("kind", "", "Kind of port", "its colour, or tile", Port::kind)
        .add("toAries", "", "To Aries", "Aries at the far end", Port::toAries)
        .add(
            "utilization",
            "",
            "Utilization",
            "share of ticks, booked when a packet starts: above 1 is possible in an interval of a few"
                + " packets",
            Port::utilization);
  }

  static RunResult.Table of(
      Dragonfly topology, CrossbarDesign design, double ticks, List<CascadeStatistics> parts) {
    final List<Port> rows = new ArrayList<>();
    int aries = 0;
    for (CascadeStatistics part : parts) {
      for (int router = 0; router < part.ports().routers(); router++, aries++) {
        int port = 0;
        for (CrossbarDesign.PortKind kind : design.kinds()) {
          for (int i = 0; i < kind.ports(); i++, port++) {
            final long to = kind.link() ? topology.neighbour(aries, port) : aries;
            if (to >= 0) {
              rows.add(
                  new Port(
                      aries,
                      topology.groupOf(aries),
                      port,
                      kind.name(),
                      to,
                      ticks > 0 ? part.ports().busyTicks(router, port) / ticks : 0));
            }
          }
        }
      }
    }
    return RunResult.Table.of(columns(), rows);
  }
}
