package io.hopwright.models.switching.crossbar;

import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.StatisticsKeys.LinkGrouping;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How busy links were over the measured interval, added up or not. The kinds of ports of the design
 * are the dimensions.
 */
public final class LinkTables {
  private final Topology topology;
  private final CrossbarDesign design;
  private final double ticks;
  private final List<Link> links = new ArrayList<>();

  /**
   * Gathers the links of all partitions.
   *
   * @param parts what happened on their ports, each counted apart
   * @param ticks of the interval
   */
  public LinkTables(
      Topology topology, CrossbarDesign design, List<PortStatistics> parts, double ticks) {
    this.topology = topology;
    this.design = design;
    this.ticks = ticks;
    for (PortStatistics part : parts) {
      for (int router = 0; router < part.routers(); router++) {
        final int node = part.router(router);
        for (int port = 0; port < design.links(); port++) {
          if (topology.neighbour(node, port) != Topology.NONE) {
            links.add(new Link(node, port, part.busyTicks(router, port)));
          }
        }
      }
    }
    links.sort(Comparator.comparingInt(Link::node).thenComparingInt(Link::port));
  }

  /** A link, by the node and port that it leaves. */
  private record Link(int node, int port, long busyTicks) {}

  /** A row: links, added up. */
  public final class Sum {
    private final String name;
    private final List<Link> members = new ArrayList<>();

    private Sum(String name) {
      this.name = name;
    }

    private int node() {
      return members.get(0).node();
    }

    private long coordinate(int axis) {
      return topology.coordinate(node(), axis);
    }

    private Double utilization() {
      final long busyTicks = members.stream().mapToLong(Link::busyTicks).sum();
      return Metrics.ratio(busyTicks, members.size() * ticks);
    }
  }

  /**
   * Returns the columns of a table.
   *
   * @param coordinates names of what tells where a node is
   */
  public static Metrics<Sum> columns(LinkGrouping grouping, List<String> coordinates) {
    final Metrics<Sum> columns = new Metrics<>();
    if (grouping == LinkGrouping.LINK) {
      columns.add("node", "", "Node", "node that the link leaves", sum -> (long) sum.node());
      for (int axis = 0; axis < coordinates.size(); axis++) {
        final int of = axis;
        final String name = coordinates.get(axis);
        columns.add(name, "", name, "its coordinate " + name, sum -> sum.coordinate(of));
      }
      columns.add("port", "", "Port", "direction of the link", sum -> sum.name);
    } else {
      columns
          .add(grouping.word(), "", grouping.word(), "which links are added up", sum -> sum.name)
          .add("links", "", "Links", "how many they are", sum -> (long) sum.members.size());
    }
    return columns.add(
        "utilization",
        "",
        "Utilization",
        "share of ticks, booked when a packet starts: above 1 is possible in an interval of a few"
            + " packets",
        Sum::utilization);
  }

  /** Adds a table for each way of adding up that was asked for. */
  public void addTo(Map<String, RunResult.Table> tables, List<LinkGrouping> groupings) {
    for (LinkGrouping grouping : groupings) {
      tables.put(
          grouping.table(),
          RunResult.Table.of(columns(grouping, topology.coordinateNames()), rows(grouping)));
    }
  }

  private List<Sum> rows(LinkGrouping grouping) {
    final Map<Object, Sum> rows = new LinkedHashMap<>();
    for (Link link : links) {
      final String direction = topology.portName(link.port());
      final String name =
          switch (grouping) {
            case DIMENSION -> design.kinds().get(design.kindOfPort()[link.port()]).name();
            case WHOLE -> "all";
            default -> direction;
          };
      final Object key = grouping == LinkGrouping.LINK ? link : name;
      rows.computeIfAbsent(key, unseen -> new Sum(name)).members.add(link);
    }
    return List.copyOf(rows.values());
  }
}
