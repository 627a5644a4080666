package io.hopwright.models.tables;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.measure.Metrics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Keys of optional measurements, on all machines. */
public final class StatisticsKeys {
  /** Largest number of nodes for which a map of the links is written by default. */
  private static final long HEAT_NODES = 32_768;

  /**
   * Most nodes of a machine for which a map of the links is written, which takes one or two per
   * cent of the time.
   */
  public static final Key<Long> HEAT =
      Key.choice(
              "statistics.heat",
              HEAT_NODES,
              new Choice<>(HEAT_NODES, "auto", "if there are up to " + HEAT_NODES + " nodes"),
              new Choice<>(Long.MAX_VALUE, "always", "for any number of nodes"),
              new Choice<>(0L, "never", "for none"))
          .ofRun(
              "writes the utilization of the links of each node or router, for the map of"
                  + " a report; also writes it for each link of up to "
                  + LinkPicture.MOST_ROUTERS
                  + " routers, for its picture");

  /**
   * Names of the keys of measurements that begin with the measured interval: before, nothing of a
   * run differs with them.
   */
  public static final List<String> MEASURED =
      List.of(
          "statistics.links",
          HEAT.name(),
          FlowTables.SOURCES_KEY.name(),
          FlowTables.PAIRS_KEY.name());

  /** Grouping by which links are summed, and the resulting table. */
  public enum LinkGrouping {
    /** Each link by itself. */
    LINK,
    /** Links of a kind. */
    KIND,
    /** Links that lead in the same direction. */
    DIRECTION,
    /** Links of a dimension. */
    DIMENSION,
    /** Links that enter, leave, lie inside and outside of a region. */
    REGION,
    /** All links. */
    WHOLE;

    /** Returns its word in settings. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name of the table. */
    public String table() {
      return "links-by-" + word();
    }

    /**
     * Adds the columns that identify a link to a table of links, by the coordinates of its node.
     */
    public static <T> Metrics<T> withPlace(
        Metrics<T> columns,
        List<String> coordinates,
        Function<? super T, Long> node,
        BiFunction<? super T, Integer, Long> coordinate,
        Function<? super T, String> port) {
      columns.add("node", "", "Node", node).meaning("node that the link leaves");
      for (int axis = 0; axis < coordinates.size(); axis++) {
        final int of = axis;
        final String name = coordinates.get(axis);
        columns
            .add(name, "", name, link -> coordinate.apply(link, of))
            .meaning("its coordinate " + name);
      }
      return columns.add("port", "", "Port", port).meaning("direction of the link");
    }

    /** Adds the names of rows to the columns of a table of summed links. */
    public <T> Metrics<T> withNames(
        Metrics<T> columns, Function<? super T, String> name, Function<? super T, Long> links) {
      return columns
          .add(word(), "", word(), name)
          .meaning("links or other ports over which the row sums")
          .add("links", "", "Links", links)
          .meaning("number of links or other ports over which the row sums");
    }

    /** Adds the columns of utilization to a table of links, or of sums of links. */
    public static <T> Metrics<T> withUtilization(
        Metrics<T> columns, Function<? super T, ?> utilization) {
      return columns
          .add("utilization", "", "Utilization", utilization)
          .meaning(
              "fraction of ticks in which a link is busy, counted when a packet starts; can"
                  + " exceed 1 in an interval of a few packets");
    }

    /**
     * Returns the grouping as a choice; {@code meaning} is a machine's phrase for its groups of
     * links.
     */
    public Choice<LinkGrouping> meaning(String meaning) {
      return new Choice<>(this, word(), meaning);
    }
  }

  /**
   * Groupings of links on a machine.
   *
   * @param key key that selects some of them
   * @param groupings all of them
   */
  public record Links(Key<List<LinkGrouping>> key, List<LinkGrouping> groupings) {
    /** Copies the list. */
    public Links {
      groupings = List.copyOf(groupings);
    }

    /** Returns the keys of all statistics of links and flows. */
    public Component component() {
      return Component.of("statistics", HEAT, key, FlowTables.SOURCES_KEY, FlowTables.PAIRS_KEY);
    }

    /** Adds all possible tables, without rows. */
    public <T> void addMostTo(
        Map<String, RunResult.Table> tables, Function<LinkGrouping, Metrics<T>> columns) {
      for (LinkGrouping grouping : groupings) {
        tables.put(grouping.table(), RunResult.Table.of(columns.apply(grouping), List.of()));
      }
    }
  }

  private StatisticsKeys() {}

  /** Declares the groupings of links; {@code counted} describes the counters of a link. */
  public static Links links(String counted, List<Choice<LinkGrouping>> groupings) {
    return new Links(
        Key.choices("statistics.links", List.of(), groupings)
            .ofRun("also writes " + counted + "; each grouping gives one table"),
        groupings.stream().map(Choice::value).toList());
  }
}
