package io.hopwright.models.tables;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.measure.Flows;
import io.hopwright.models.measure.Flows.Detail;
import io.hopwright.models.measure.Flows.Flow;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Tables of the packets of each source, and of each pair of nodes, on all machines. */
public final class FlowTables {
  /** Name of the table with a row for each source. */
  public static final String SOURCES = "sources";

  /** Name of its column with how many packets came through. */
  public static final String PACKETS = "packets";

  private static final String PAIRS = "pairs";

  private static final long MOST_PAIRS = 1L << 24;

  /** Bytes of a flow where it is counted, where parts are added up, and as a row. */
  private static final double FLOW_BYTES = 400;

  /** Asks for the table of sources. */
  public static final Key<Boolean> SOURCES_KEY =
      Key.flag("statistics.sources", false)
          .ofRun(
              "also writes the number of delivered packets of each source, and their latency"
                  + " (fairness of sources)");

  /** Asks for the tables of sources and of pairs. */
  public static final Key<Boolean> PAIRS_KEY =
      Key.flag("statistics.pairs", false)
          .ofRun(
              "also writes the number of delivered packets of each source and"
                  + " destination, and their latency (flows); needs about 400 B per pair");

  private FlowTables() {}

  /**
   * Returns the packets to count separately.
   *
   * @param pairs number of pairs of nodes that can exchange packets
   * @throws SettingsException if there are too many pairs
   */
  public static Detail wanted(Settings settings, long pairs) {
    if (!settings.get(PAIRS_KEY)) {
      return settings.get(SOURCES_KEY) ? Detail.SOURCE : Detail.NONE;
    }
    if (pairs > MOST_PAIRS) {
      throw new SettingsException(
          PAIRS_KEY.name(),
          ("requests a table of up to %s pairs, above the limit of %s; use %s, or a"
                  + " smaller machine")
              .formatted(pairs, MOST_PAIRS, SOURCES_KEY));
    }
    return Detail.PAIR;
  }

  /**
   * Returns the memory of the tables, in bytes.
   *
   * @param packets number of delivered packets
   */
  public static double bytes(Detail wanted, double packets, double nodes) {
    return switch (wanted) {
      case NONE -> 0;
      case SOURCE -> FLOW_BYTES * Math.min(packets, nodes);
      case PAIR -> FLOW_BYTES * Math.min(packets, nodes * (nodes - 1));
    };
  }

  /** Adds all possible tables, without rows. */
  public static void addMostTo(Map<String, RunResult.Table> tables) {
    tables.put(SOURCES, RunResult.Table.of(sources(true), List.of()));
    tables.put(PAIRS, RunResult.Table.of(pairs(true), List.of()));
  }

  /**
   * Adds the requested tables.
   *
   * @param flows by sender
   * @param times whether enough packets arrived to report their times
   * @param nodes of the machine
   * @param sends returns whether a node sends anything, or would
   */
  public static void addTo(
      Map<String, RunResult.Table> tables,
      Detail wanted,
      Flows flows,
      boolean times,
      int nodes,
      IntPredicate sends) {
    if (wanted == Detail.NONE) {
      return;
    }
    final Map<Integer, Flow> bySource = flows.bySource();
    final List<Flow> all =
        IntStream.range(0, nodes)
            .filter(sends)
            .mapToObj(node -> bySource.getOrDefault(node, new Flow(node, 0, 0, 0, 0)))
            .toList();
    tables.put(SOURCES, RunResult.Table.of(sources(times), all));
    if (wanted == Detail.PAIR) {
      tables.put(PAIRS, RunResult.Table.of(pairs(times), flows.all()));
    }
  }

  private static Metrics<Flow> sources(boolean times) {
    return times(
        new Metrics<Flow>()
            .add("source", "", "Source", Flow::source, Role.IDENTITY)
            .meaning("node that sends"),
        times);
  }

  private static Metrics<Flow> pairs(boolean times) {
    return times(
        new Metrics<Flow>()
            .add("source", "", "Source", Flow::source, Role.IDENTITY)
            .meaning("node that sends")
            .add("destination", "", "Destination", Flow::destination, Role.IDENTITY)
            .meaning("node that receives"),
        times);
  }

  private static Metrics<Flow> times(Metrics<Flow> columns, boolean times) {
    return columns
        .add(PACKETS, "packets", "Packets", Flow::packets)
        .meaning(
            "delivered packets of those generated in the measured interval; where"
                + " packets are answered, delivered requests")
        .add(
            "meanResponseTicks",
            "ticks",
            "Mean response",
            flow -> flow.packets() > 0 && times ? flow.mean() : null)
        .meaning(
            "mean response time of the delivered packets; null without any, or if"
                + " arrivedShare of the run is below 0.95")
        .add(
            "maxResponseTicks",
            "ticks",
            "Longest response",
            flow -> flow.packets() > 0 && times ? flow.most() : null)
        .meaning(
            "longest response time of the delivered packets; null without any, or if"
                + " arrivedShare of the run is below 0.95");
  }
}
