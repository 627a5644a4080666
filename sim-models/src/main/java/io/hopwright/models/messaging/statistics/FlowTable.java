package io.hopwright.models.messaging.statistics;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.statistics.FlowTimes.Row;
import io.hopwright.models.tables.RunResult.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Columns of the table of flows, the comparison with a baseline, and percentiles of flows. */
public final class FlowTable {
  /** Column of the flow completion time. */
  public static final String MICROSECONDS = "microseconds";

  /** Column of the slow-down. */
  public static final String SLOWDOWN = "slowdown";

  /** Column of the bytes. */
  public static final String BYTES = "bytes";

  /** Percentiles in the summary. */
  static final List<Integer> PERCENTILES = List.of(50, 95, 99);

  private static final String JOB = "job";
  private static final String TICKS = "ticks";
  private static final String IDEAL_TICKS = "idealTicks";
  private static final String STATEMENT = "statement";
  private static final String COLLECTIVE = "collective";
  private static final double MILLION = 1e6;
  private static final double PER_CENT = 100;

  private FlowTable() {}

  /**
   * Returns the columns; those of the comparison with a baseline are empty.
   *
   * @param jobs in order of their numbers
   */
  static Metrics<Row> of(List<String> names, List<PlacedJob> jobs, TickRate rate) {
    return JobTables.<Row>ofJob(names, Row::job)
        .add("source", "", "Source", Row::source, Role.IDENTITY)
        .meaning("rank that sends")
        .add("destination", "", "Destination", Row::destination, Role.IDENTITY)
        .meaning("rank that receives")
        .add("kind", "", "Kind", row -> row.collective() ? COLLECTIVE : STATEMENT, Role.IDENTITY)
        .meaning("statement, or collective for a message of a collective")
        .add("tag", "", "Tag", Row::tag, Role.IDENTITY)
        .meaning(
            "tag of the message; for a connection matrix of htsim it is the number of"
                + " the flow in the file, from 0; for a collective it is the step")
        .add("number", "", "Number", Row::number, Role.IDENTITY)
        .meaning("number of the message among those that the source began, from 0")
        .add("sourceNode", "", "Source node", row -> node(jobs, row, row.source()))
        .meaning("node of the source")
        .add("destinationNode", "", "Node", row -> node(jobs, row, row.destination()))
        .meaning("node of the destination")
        .add(BYTES, "B", "Bytes", Row::bytes)
        .meaning("bytes of the message")
        .add("startTick", "ticks", "Start", Row::startTick)
        .meaning("tick at which the first transfer of the message was posted")
        .add("finishTick", "ticks", "Finish", Row::finishTick)
        .meaning("tick at which the receive of the message was complete")
        .add(TICKS, "ticks", "Flow completion time", Row::ticks)
        .meaning("flow completion time: finishTick - startTick")
        .add(
            MICROSECONDS,
            "us",
            "Flow completion time",
            row -> rate.toSeconds(row.ticks()) * MILLION)
        .meaning("ticks on the machine's clock")
        .add(IDEAL_TICKS, "ticks", "Flow completion time on the baseline", row -> null)
        .meaning(
            "with statistics.ideal: ticks of the same flow on the contention-free baseline; null"
                + " if the numbers of flows of the job differ")
        .add(SLOWDOWN, "", "Slow-down", row -> null)
        .meaning("ticks divided by idealTicks, or by 1 if idealTicks is 0");
  }

  private static int node(List<PlacedJob> jobs, Row row, int rank) {
    return jobs.get(row.job()).nodeOfRank()[rank];
  }

  /** Returns the smallest of sorted values that so many per cent do not exceed; null of none. */
  static <T> T percentile(List<T> sorted, int percent) {
    return sorted.isEmpty()
        ? null
        : sorted.get(Math.max(0, (int) Math.ceil(sorted.size() * percent / PER_CENT) - 1));
  }

  /** Returns the flow completion times of a baseline by job, in the order of the table. */
  static Map<String, Object> times(Table baseline) {
    final Map<String, Object> times = new LinkedHashMap<>();
    byJob(baseline).forEach((job, rows) -> times.put(job, values(rows, column(baseline, TICKS))));
    return times;
  }

  private static List<Object> values(List<List<Object>> rows, int column) {
    return rows.stream().map(row -> row.get(column)).toList();
  }

  private static Map<String, List<List<Object>>> byJob(Table flows) {
    final int job = column(flows, JOB);
    final Map<String, List<List<Object>>> byJob = new LinkedHashMap<>();
    for (List<Object> row : flows.rows()) {
      byJob.computeIfAbsent(row.get(job).toString(), unseen -> new ArrayList<>()).add(row);
    }
    return byJob;
  }

  private static int column(Table flows, String name) {
    return flows.columns().stream().map(metric -> metric.name()).toList().indexOf(name);
  }

  /**
   * Returns a table with the comparison filled in.
   *
   * @param baseline what {@link #times} returned, or numbers equal to those
   */
  static Table against(Map<?, ?> baseline, Table flows) {
    final int ticks = column(flows, TICKS);
    final int ideal = column(flows, IDEAL_TICKS);
    final int slowdown = column(flows, SLOWDOWN);
    final List<List<Object>> compared = new ArrayList<>(flows.rows().size());
    byJob(flows)
        .forEach(
            (job, rows) -> {
              final List<?> best = baseline.get(job) instanceof List<?> known ? known : List.of();
              for (int i = 0; i < rows.size(); i++) {
                final List<Object> row = new ArrayList<>(rows.get(i));
                if (best.size() == rows.size()) {
                  final long least = ((Number) best.get(i)).longValue();
                  row.set(ideal, least);
                  row.set(slowdown, ((Number) row.get(ticks)).doubleValue() / Math.max(1, least));
                }
                compared.add(row);
              }
            });
    return new Table(flows.columns(), compared);
  }

  /** Returns the slow-downs of a job's flows, sorted; none if they are unknown. */
  static List<Double> slowdowns(Table flows, String job) {
    final int slowdown = column(flows, SLOWDOWN);
    return byJob(flows).getOrDefault(job, List.of()).stream()
        .map(row -> (Double) row.get(slowdown))
        .filter(value -> value != null)
        .sorted()
        .toList();
  }
}
