package io.hopwright.models.tnw;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.tables.LinkPicture.Load;
import io.hopwright.models.tables.LinkPicture.Loads;
import io.hopwright.models.tables.LinkTables;
import io.hopwright.models.tables.LinkTables.Link;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What links did over the measured interval, added up or not. */
final class TnwLinkTables {
  /** In place of a count: nothing is known of the far end. */
  private static final long UNKNOWN = -1;

  private TnwLinkTables() {}

  /** Returns the tables of the links of which both ends are known. */
  static LinkTables of(Grid grid, List<TnwLinkStatistics> parts, double ticks) {
    final List<Link> links =
        links(grid, parts).stream().filter(link -> link.accepted() != UNKNOWN).toList();
    return new LinkTables(grid, link -> grid.portName(link.port()).substring(0, 1), links, ticks);
  }

  /** Returns what each link carried: what its far end accepted, as far as that is known. */
  static Loads loads(Grid grid, List<TnwLinkStatistics> parts, double ticks) {
    final Load[][] loads = new Load[grid.routers()][LinkModules.PORTS];
    if (ticks > 0) {
      for (Link link : links(grid, parts)) {
        loads[link.node()][link.port()] =
            new Load(
                link.busyTicks() / ticks, Math.max(0, link.accepted()) * TnwLinks.PACKET_BYTES);
      }
    }
    return (node, port) -> loads[node][port];
  }

  private static List<Link> links(Grid grid, List<TnwLinkStatistics> parts) {
    final long[] accepted = new long[grid.routers() * LinkModules.PORTS];
    Arrays.fill(accepted, UNKNOWN);
    for (TnwLinkStatistics statistics : parts) {
      for (int end = 0; end < statistics.ends(); end++) {
        accepted[number(statistics.node(end), end % LinkModules.PORTS)] = statistics.accepted(end);
      }
    }
    final List<Link> links = new ArrayList<>();
    for (TnwLinkStatistics statistics : parts) {
      for (int end = 0; end < statistics.ends(); end++) {
        final int node = statistics.node(end);
        final int port = end % LinkModules.PORTS;
        final int far = grid.neighbour(node, port);
        if (far != Topology.NONE) {
          links.add(
              new Link(node, port, statistics.busyTicks(end), accepted[number(far, port ^ 1)]));
        }
      }
    }
    return links;
  }

  private static int number(int node, int port) {
    return node * LinkModules.PORTS + port;
  }

  /** Returns the columns of a table. */
  static Metrics<LinkTables.Sum> columns(LinkGrouping grouping) {
    return LinkTables.columns(grouping, TnwSettings.AXES)
        .add(
            "goodput",
            "GB/s",
            "Goodput",
            sum -> sum.perTick(link -> link.accepted() * TnwLinks.PACKET_BYTES))
        .meaning("data of accepted packets, mean over the links");
  }
}
