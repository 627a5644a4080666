package io.hopwright.models.toy;

import io.hopwright.models.machine.RunResult.Table;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.switching.crossbar.PortStatistics;
import io.hopwright.models.topology.Grid;
import java.util.ArrayList;
import java.util.List;

/**
 * A link of the ring, and how busy it was over the measured interval.
 *
 * @param router that it leaves
 * @param port there
 * @param utilization share of ticks; null without a tick
 */
record RingLink(long router, String port, Double utilization) {
  static Metrics<RingLink> columns() {
    return new Metrics<RingLink>()
        .add("router", "", "Router", "router that the link leaves", RingLink::router)
        .add("port", "", "Port", "its port there", RingLink::port)
        .add(
            "utilization", "", "Utilization", "share of ticks with packets", RingLink::utilization);
  }

  /** Returns a row for each link. */
  static Table table(Grid ring, List<PortStatistics> parts, long ticks) {
    final List<RingLink> links = new ArrayList<>();
    for (PortStatistics part : parts) {
      for (int local = 0; local < part.routers(); local++) {
        for (int port = 0; port < ring.ports(); port++) {
          links.add(
              new RingLink(
                  part.router(local),
                  ring.portName(port),
                  Metrics.ratio(part.busyTicks(local, port), (double) ticks)));
        }
      }
    }
    return Table.of(columns(), links);
  }
}
