package io.hopwright.models.tables;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * How busy links were over the measured interval, added up or not.
 *
 * @param topology of the machine
 * @param dimensions returns the dimension of a link
 * @param links those that something is known of, in any order
 * @param ticks of the interval
 */
public record LinkTables(
    Topology topology, Function<Link, String> dimensions, List<Link> links, double ticks) {
  /** Sorts the links. */
  public LinkTables {
    links =
        links.stream()
            .sorted(Comparator.comparingInt(Link::node).thenComparingInt(Link::port))
            .toList();
  }

  /**
   * A link.
   *
   * @param node that it leaves
   * @param port there
   * @param busyTicks in which it sent
   * @param accepted packets at its far end, 0 where nobody counts them
   */
  public record Link(int node, int port, long busyTicks, long accepted) {}

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

    /** Returns a count over the ticks of all these links; null without a tick. */
    public Double perTick(ToLongFunction<Link> count) {
      return Metrics.ratio(members.stream().mapToLong(count).sum(), members.size() * ticks);
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
      LinkGrouping.withPlace(
          columns, coordinates, sum -> (long) sum.node(), Sum::coordinate, sum -> sum.name);
    } else {
      grouping.withNames(columns, sum -> sum.name, sum -> (long) sum.members.size());
    }
    return LinkGrouping.withUtilization(columns, sum -> sum.perTick(Link::busyTicks));
  }

  /** Adds a table for each way of adding up that was asked for. */
  public void addTo(
      Map<String, RunResult.Table> tables,
      List<LinkGrouping> groupings,
      Function<LinkGrouping, Metrics<Sum>> columns) {
    for (LinkGrouping grouping : groupings) {
      tables.put(grouping.table(), RunResult.Table.of(columns.apply(grouping), rows(grouping)));
    }
  }

  private List<Sum> rows(LinkGrouping grouping) {
    final Map<Object, Sum> rows = new LinkedHashMap<>();
    for (Link link : links) {
      final String direction = topology.portName(link.node(), link.port());
      final String name =
          switch (grouping) {
            case DIMENSION -> dimensions.apply(link);
            case WHOLE -> "all";
            default -> direction;
          };
      final Object key = grouping == LinkGrouping.LINK ? link : name;
      rows.computeIfAbsent(key, unseen -> new Sum(name)).members.add(link);
    }
    return List.copyOf(rows.values());
  }
}
