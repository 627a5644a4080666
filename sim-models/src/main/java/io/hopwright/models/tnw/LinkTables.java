package io.hopwright.models.tnw;

import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.StatisticsKeys.LinkGrouping;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.topology.Grid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What links did over the measured interval, added up or not. */
final class LinkTables {
  /** There is no link, or nothing is known of its far end. */
  private static final long UNKNOWN = -1;

  private final Grid grid;
  private final double ticks;
  private final List<Link> links = new ArrayList<>();

  LinkTables(Grid grid, List<LinkBooks> parts, double ticks) {
    this.grid = grid;
    this.ticks = ticks;
    final long[] accepted = new long[grid.routers() * LinkModules.PORTS];
    Arrays.fill(accepted, UNKNOWN);
    for (LinkBooks books : parts) {
      for (int end = 0; end < books.ends(); end++) {
        accepted[number(books.node(end), end % LinkModules.PORTS)] = books.accepted(end);
      }
    }
    for (LinkBooks books : parts) {
      for (int end = 0; end < books.ends(); end++) {
        final int node = books.node(end);
        final int port = end % LinkModules.PORTS;
        final int far = grid.neighbour(node, port);
        final long arrived = far < 0 ? UNKNOWN : accepted[number(far, port ^ 1)];
        if (arrived != UNKNOWN) {
          links.add(new Link(node, port, books.busyTicks(end), arrived));
        }
      }
    }
    links.sort(Comparator.comparingInt(Link::node).thenComparingInt(Link::port));
  }

  private static int number(int node, int port) {
    return node * LinkModules.PORTS + port;
  }

  /** A link, by the node and port that it leaves. */
  private record Link(int node, int port, long busyTicks, long accepted) {}

  /** A row: links, added up. */
  final class Sum {
    private final String name;
    private final List<Link> members = new ArrayList<>();

    private Sum(String name) {
      this.name = name;
    }

    private int node() {
      return members.get(0).node();
    }

    private long coordinate(int axis) {
      return grid.coordinate(node(), axis);
    }

    private Double utilization() {
      final long busyTicks = members.stream().mapToLong(Link::busyTicks).sum();
      return Metrics.ratio(busyTicks, members.size() * ticks);
    }

    private Double goodput() {
      final long packets = members.stream().mapToLong(Link::accepted).sum();
      return Metrics.ratio(packets * TnwLinks.PACKET_BYTES, members.size() * ticks);
    }
  }

  /** Returns the columns of a table. */
  static Metrics<Sum> columns(LinkGrouping grouping) {
    final Metrics<Sum> columns = new Metrics<>();
    if (grouping == LinkGrouping.LINK) {
      columns
          .add("node", "", "Node", "node that the link leaves", sum -> (long) sum.node())
          .add("x", "", "x", "its coordinate x", sum -> sum.coordinate(0))
          .add("y", "", "y", "its coordinate y", sum -> sum.coordinate(1))
          .add("z", "", "z", "its coordinate z", sum -> sum.coordinate(2))
          .add("port", "", "Port", "direction of the link", sum -> sum.name);
    } else {
      columns
          .add(grouping.word(), "", grouping.word(), "which links are added up", sum -> sum.name)
          .add("links", "", "Links", "how many they are", sum -> (long) sum.members.size());
    }
    return columns
        .add(
            "utilization",
            "",
            "Utilization",
            "share of ticks, booked when a packet starts: above 1 is possible in an interval of a"
                + " few packets",
            Sum::utilization)
        .add(
            "goodput",
            "GB/s",
            "Goodput",
            "data of accepted packets, mean over the links",
            Sum::goodput);
  }

  /** Adds a table for each way of adding up that was asked for. */
  void addTo(Map<String, RunResult.Table> tables, List<LinkGrouping> groupings) {
    for (LinkGrouping grouping : groupings) {
      tables.put(grouping.table(), RunResult.Table.of(columns(grouping), rows(grouping)));
    }
  }

  private List<Sum> rows(LinkGrouping grouping) {
    final Map<Object, Sum> rows = new LinkedHashMap<>();
    for (Link link : links) {
      final String direction = grid.portName(link.port());
      final String name =
          switch (grouping) {
            case DIMENSION -> direction.substring(0, 1);
            case WHOLE -> "all";
            default -> direction;
          };
      final Object key = grouping == LinkGrouping.LINK ? link : name;
      rows.computeIfAbsent(key, unseen -> new Sum(name)).members.add(link);
    }
    return List.copyOf(rows.values());
  }
}
