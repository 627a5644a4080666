package io.hopwright.models.tables;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.PortCounts;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Tables of link counters over the measured interval, for single links or summed.
 *
 * @param topology topology of the machine
 * @param names names of the rows
 * @param parts counts of all partitions; some can be missing
 * @param ticks length of the interval
 */
public record LinkTables(Topology topology, Names names, List<PortCounts> parts, double ticks) {
  /** Column of counts: the ticks in which a link was busy. */
  public static final int BUSY = 0;

  /** Copies the list. */
  public LinkTables {
    parts = List.copyOf(parts);
  }

  /** Names of the rows of summed links. */
  @FunctionalInterface
  public interface Names {
    /** Returns the name of a link's row; null if the table does not have the link. */
    String of(LinkGrouping grouping, int router, int port);

    /** Returns the names of all links of a topology. */
    static Names ofLinks(Topology topology, Dimensions dimensions) {
      return (grouping, router, port) -> {
        if (port >= topology.ports(router) || !topology.leads(router, port)) {
          return null;
        }
        return switch (grouping) {
          case DIMENSION -> dimensions.of(router, port);
          case WHOLE -> "all";
          default -> topology.portName(router, port);
        };
      };
    }
  }

  /** Names of the dimensions, or other kinds, of links. */
  @FunctionalInterface
  public interface Dimensions {
    /** Returns the name of a link's dimension. */
    String of(int router, int port);
  }

  /** Row of the table: one link, or a sum of several. */
  public static final class Sum {
    private final Topology topology;
    private final double ticks;
    private final String name;
    private final int router;
    private final int port;
    private final long[] counts;
    private long links;

    private Sum(LinkTables tables, String name, int router, int port, int columns) {
      topology = tables.topology;
      ticks = tables.ticks;
      this.name = name;
      this.router = router;
      this.port = port;
      counts = new long[columns];
    }

    private void add(PortCounts part, int local, int ofPort) {
      links++;
      for (int column = 0; column < counts.length; column++) {
        counts[column] += part.of(local, ofPort, column);
      }
    }

    /** Returns the name of the row. */
    public String name() {
      return name;
    }

    /** Returns the router that the first link leaves. */
    public int router() {
      return router;
    }

    /** Returns the port there. */
    public int port() {
      return port;
    }

    /** Returns the number of summed links. */
    public long links() {
      return links;
    }

    /** Returns a coordinate of the router that the first link leaves. */
    public long coordinate(int axis) {
      return topology.coordinate(router, axis);
    }

    /** Returns a count, added up. */
    public long count(int column) {
      return counts[column];
    }

    /** Returns an amount over the ticks of all these links; null without a tick. */
    public Double perTick(long amount) {
      return Metrics.ratio(amount, links * ticks);
    }
  }

  /**
   * Returns the columns of a table, with the utilization of links by the count {@link #BUSY}.
   *
   * @param coordinates names of the coordinates of a node
   */
  public static Metrics<Sum> columns(LinkGrouping grouping, List<String> coordinates) {
    return LinkGrouping.withUtilization(
        names(grouping, coordinates), sum -> sum.perTick(sum.count(BUSY)));
  }

  /**
   * Returns the columns that identify the links of a row.
   *
   * @param coordinates names of the coordinates of a node
   */
  public static Metrics<Sum> names(LinkGrouping grouping, List<String> coordinates) {
    final Metrics<Sum> columns = new Metrics<>();
    return grouping == LinkGrouping.LINK
        ? LinkGrouping.withPlace(
            columns, coordinates, sum -> (long) sum.router, Sum::coordinate, Sum::name)
        : grouping.withNames(columns, Sum::name, Sum::links);
  }

  /** Adds a table for each requested grouping. */
  public void addTo(
      Map<String, RunResult.Table> tables,
      List<LinkGrouping> groupings,
      Function<LinkGrouping, Metrics<Sum>> columns) {
    for (LinkGrouping grouping : groupings) {
      tables.put(grouping.table(), RunResult.Table.of(columns.apply(grouping), rows(grouping)));
    }
  }

  /** Router of a partition, by its number in the machine. */
  private record Place(int router, PortCounts part, int local) {}

  private List<Place> places() {
    final List<Place> places = new ArrayList<>();
    for (PortCounts part : parts) {
      for (int local = 0; local < part.routers(); local++) {
        places.add(new Place(part.router(local), part, local));
      }
    }
    places.sort(Comparator.comparingInt(Place::router));
    return places;
  }

  /**
   * Returns the rows in the order of routers and ports; kinds in that of ports, parts of a region
   * by name.
   */
  private List<Sum> rows(LinkGrouping grouping) {
    final Map<Object, Sum> rows = new LinkedHashMap<>();
    for (Place place : places()) {
      final int router = place.router;
      for (int each = 0; each < place.part.ports(); each++) {
        final int port = each;
        final String name = names.of(grouping, router, port);
        if (name != null) {
          final Object row = grouping == LinkGrouping.LINK ? (Object) List.of(router, port) : name;
          rows.computeIfAbsent(
                  row, unseen -> new Sum(this, name, router, port, place.part.columns()))
              .add(place.part, place.local, port);
        }
      }
    }
    return switch (grouping) {
      case KIND -> rows.values().stream().sorted(Comparator.comparingInt(Sum::port)).toList();
      case REGION -> rows.values().stream().sorted(Comparator.comparing(Sum::name)).toList();
      default -> List.copyOf(rows.values());
    };
  }
}
