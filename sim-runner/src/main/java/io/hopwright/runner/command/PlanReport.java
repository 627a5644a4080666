package io.hopwright.runner.command;

import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.models.machine.BoundMetrics;
import io.hopwright.models.machine.Forecast;
import io.hopwright.models.machine.JobForecast;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.RunResult;
import io.hopwright.runner.execution.PartitionGraph;
import io.hopwright.runner.execution.Placements;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.sweep.Accuracy;
import io.hopwright.runner.sweep.Computer;
import io.hopwright.runner.sweep.Estimate;
import io.hopwright.runner.sweep.Layout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the points of a study will cost, as a table and as JSON. */
final class PlanReport {
  private static final double NANO = 1e-9;
  private static final int MINUTE = 60;
  private static final int HOUR = 3_600;

  private static final String GUESS =
      "a guess: what simulating this machine costs was never measured";

  /** More points than a screen has lines are summed up, run by run. */
  private static final int MOST_ROWS = 40;

  /**
   * A point and what is planned for it, without its network: those of all points need not fit.
   *
   * @param run that it belongs to
   * @param name of the point
   * @param machine its name
   * @param nodes of the machine
   * @param lookaheadTicks longest window
   * @param lookaheadNanoseconds the same
   * @param forecast what it will do
   * @param bounds what theory allows it
   * @param jobs what its jobs will
   * @param remarks what its user should know
   * @param graph its partitions
   * @param placement of these among JVMs
   * @param estimate what it costs
   */
  private record Row(
      String run,
      String name,
      String machine,
      long nodes,
      long lookaheadTicks,
      double lookaheadNanoseconds,
      Forecast forecast,
      Bounds bounds,
      JobForecast jobs,
      List<String> remarks,
      PartitionGraph graph,
      PartitionPlacement placement,
      Estimate estimate) {}

  /**
   * What theory allows a run.
   *
   * @param all as the summary of a result has them; null if the machine has none
   * @param throughput the least that bounds it; null if it is not known
   * @param unit of the throughput
   */
  private record Bounds(Object all, Double throughput, String unit) {
    private static final String SECTION = "bounds";

    static Bounds of(RunResult unmeasured) {
      final Object all = unmeasured.summary().get(SECTION);
      return unmeasured.metrics().stream()
          .filter(metric -> metric.name().equals(BoundMetrics.THROUGHPUT))
          .findFirst()
          .map(
              metric ->
                  new Bounds(all, (Double) ((Map<?, ?>) all).get("throughput"), metric.unit()))
          .orElse(new Bounds(all, null, ""));
    }
  }

  private final String study;
  private final Layout layout;
  private final Computer computer;
  private final List<Row> rows = new ArrayList<>();

  PlanReport(String study, Layout layout, Computer computer) {
    this.study = study;
    this.layout = layout;
    this.computer = computer;
  }

  /**
   * Plans a point.
   *
   * @param run that it belongs to
   * @throws io.hopwright.runner.support.InputException if it cannot be placed
   */
  void add(String run, String name, Network<?> network) {
    Placements.check(name, network, layout.jvms());
    final PartitionPlacement placement = Placements.of(network, layout.jvms());
    rows.add(
        new Row(
            run,
            name,
            network.machine(),
            network.nodes(),
            network.lookaheadTicks(),
            network.tickRate().toSeconds(network.lookaheadTicks()) / NANO,
            network.forecast(),
            Bounds.of(network.unmeasured()),
            network.jobs(),
            network.remarks(),
            PartitionGraph.of(network),
            placement,
            Estimate.of(network, placement, layout, computer)));
  }

  /** Returns why runs do not fit this computer, one line each. */
  List<String> objections() {
    return rows.stream()
        .filter(row -> !row.estimate.fits())
        .map(row -> row.estimate.objection(row.name))
        .toList();
  }

  String text() {
    final Table table = new Table();
    table.row(
        "run",
        "nodes",
        "partitions",
        "links cut",
        "between JVMs",
        "lookahead",
        "heap per JVM",
        "suggested",
        "time");
    if (rows.size() <= MOST_ROWS) {
      rows.forEach(row -> add(table, row.name, row, row.estimate.seconds()));
    } else {
      byRun(row -> true).forEach((run, points) -> addSum(table, run, points));
    }
    table.row("total", "", "", "", "", "", "", "", duration(totalSeconds()));
    return table.text()
        + placements()
        + "\n"
        + notes().text()
        + throughputs()
        + overloads()
        + remarks()
        + jobs();
  }

  private Map<String, List<Row>> byRun(Predicate<Row> which) {
    return rows.stream()
        .filter(which)
        .collect(Collectors.groupingBy(Row::run, LinkedHashMap::new, Collectors.toList()));
  }

  private static String mostOf(List<Row> points) {
    return points.size() == 1 ? "" : points.size() + " points, the most ";
  }

  /** A line for each run of which theory says what its machine can carry. */
  private String throughputs() {
    final Table table = new Table();
    byRun(row -> row.bounds.throughput != null)
        .forEach(
            (run, points) -> {
              final DoubleSummaryStatistics most =
                  points.stream().mapToDouble(row -> row.bounds.throughput).summaryStatistics();
              final String least =
                  most.getMin() < most.getMax() ? Table.text(most.getMin()) + " to " : "";
              table.row(
                  "bound",
                  run,
                  least + Table.text(most.getMax()) + " " + points.get(0).bounds.unit);
            });
    return table.text();
  }

  /** A line for each run that offers more than the machine can carry. */
  private String overloads() {
    final Table table = new Table();
    byRun(row -> row.forecast.overload() > 1)
        .forEach(
            (run, points) -> {
              final Row most =
                  Collections.max(
                      points, Comparator.comparingDouble(row -> row.forecast.overload()));
              table.row("saturated", run, mostOf(points) + Hints.offersTooMuch(most.forecast));
            });
    return table.text();
  }

  /**
   * A line for each run about whose points there is something to know: those of its first point.
   */
  private String remarks() {
    final Table table = new Table();
    byRun(row -> !row.remarks.isEmpty())
        .forEach(
            (run, points) ->
                points.get(0).remarks.forEach(remark -> table.row("note", run, remark)));
    return table.text();
  }

  /** A line for each run that has jobs: what those of its point do that has most to do. */
  private String jobs() {
    final Table table = new Table();
    byRun(row -> row.jobs.ranks() > 0)
        .forEach(
            (run, points) -> {
              final JobForecast most =
                  points.stream()
                      .map(row -> row.jobs)
                      .max(Comparator.comparingLong(JobForecast::operations))
                      .orElseThrow();
              table.row(
                  "jobs",
                  run,
                  String.format(
                      Locale.ROOT,
                      "%s%,d ranks, %,d operations, %,d messages, %s",
                      mostOf(points),
                      most.ranks(),
                      most.operations(),
                      most.messages(),
                      Estimate.memory((double) most.bytes())));
            });
    return table.text();
  }

  /** Adds a line for all points of a run: the time of all, else the point that takes most heap. */
  private static void addSum(Table table, String run, List<Row> points) {
    final Row largest =
        Collections.max(points, Comparator.comparingDouble(row -> row.estimate.heapBytes()));
    add(
        table,
        points.size() == 1 ? run : run + ", " + points.size() + " points",
        largest,
        points.stream().mapToDouble(point -> point.estimate.seconds()).sum());
  }

  private static void add(Table table, String name, Row row, double seconds) {
    table.row(
        name,
        row.nodes,
        row.graph.partitions(),
        row.graph.cutLinks(),
        row.graph.cutLinks(row.placement),
        row.lookaheadTicks + " ticks, " + Table.text(row.lookaheadNanoseconds) + " ns",
        Estimate.memory(row.estimate.heapBytes()),
        "-Xmx" + row.estimate.suggestedHeapMib() + "m",
        duration(seconds));
  }

  private Table notes() {
    return new Table()
        .row("JVMs", jvms())
        .row(
            "memory",
            Estimate.memory(mostMemoryBytes())
                + " at most, of "
                + Estimate.memory((double) computer.memoryBytes())
                + ": "
                + verdict())
        .row("estimates", guessed() ? GUESS : Accuracy.text());
  }

  private boolean guessed() {
    return rows.stream().anyMatch(row -> !row.estimate.measured());
  }

  private String jvms() {
    final String threads = layout.threads() + (layout.threads() == 1 ? " thread" : " threads");
    final String cores = computer.cores() + (computer.cores() == 1 ? " core" : " cores");
    return layout.jvms() + " of " + threads + " on this computer of " + cores;
  }

  private String verdict() {
    if (!objections().isEmpty()) {
      return "does not fit";
    }
    if (guessed()) {
      return "nobody knows whether it fits";
    }
    return rows.stream().anyMatch(row -> row.estimate.tight())
        ? "fits, with less room than suggested"
        : "fits";
  }

  /** Who simulates what, once for all runs that are placed alike; nothing for a single JVM. */
  private String placements() {
    if (layout.jvms() == 1) {
      return "";
    }
    final Map<String, Set<String>> runs = new LinkedHashMap<>();
    for (Row row : rows) {
      runs.computeIfAbsent(placement(row), text -> new LinkedHashSet<>())
          .add(rows.size() <= MOST_ROWS ? row.name : row.run);
    }
    return runs.entrySet().stream()
        .map(
            entry ->
                "\nplacement of " + String.join(", ", entry.getValue()) + "\n" + entry.getKey())
        .collect(Collectors.joining());
  }

  private static String placement(Row row) {
    final Table table = new Table();
    final long[] nodes = row.graph.nodes(row.placement);
    for (int jvm = 0; jvm < nodes.length; jvm++) {
      table.row(
          "  JVM " + jvm,
          nodes[jvm] + " nodes",
          "partitions " + ranges(row.placement.partitionsOf(jvm)));
    }
    return table.text();
  }

  /** Returns ascending numbers as ranges: {@code 0-3,7}. */
  static String ranges(int... numbers) {
    final StringBuilder text = new StringBuilder();
    for (int from = 0; from < numbers.length; ) {
      int to = from;
      while (to + 1 < numbers.length && numbers[to + 1] == numbers[to] + 1) {
        to++;
      }
      text.append(text.isEmpty() ? "" : ",").append(numbers[from]);
      text.append(to == from ? "" : "-" + numbers[to]);
      from = to + 1;
    }
    return text.toString();
  }

  Map<String, Object> document() {
    return new JsonObject()
        .with("study", study)
        .with("jvms", layout.jvms())
        .with("threads", layout.threads())
        .with("cores", computer.cores())
        .with("physicalMemoryBytes", computer.memoryBytes())
        .with("runs", rows.stream().map(PlanReport::document).toList())
        .with("seconds", totalSeconds())
        .with("memoryBytes", Math.round(mostMemoryBytes()))
        .with("fits", objections().isEmpty())
        .with("accuracy", Accuracy.document());
  }

  private static Map<String, Object> document(Row row) {
    final boolean jobs = row.jobs.ranks() > 0;
    return new JsonObject()
        .with("run", row.name)
        .with("machine", row.machine)
        .with("nodes", row.nodes)
        .with("partitions", row.graph.partitions())
        .with("linksCut", row.graph.cutLinks())
        .with("linksCutBetweenJvms", row.graph.cutLinks(row.placement))
        .with("lookaheadTicks", row.lookaheadTicks)
        .with("lookaheadNanoseconds", row.lookaheadNanoseconds)
        .with(
            "placement",
            IntStream.range(0, row.placement.members())
                .mapToObj(jvm -> ranges(row.placement.partitionsOf(jvm)))
                .toList())
        .with("packetHops", row.forecast.packetHops())
        .with("offeredOverBound", row.forecast.overload())
        .withIf(row.bounds.all != null, "bounds", row.bounds.all)
        .with("remarks", row.remarks)
        .withIf(jobs, "ranks", row.jobs.ranks())
        .withIf(jobs, "operations", row.jobs.operations())
        .withIf(jobs, "messages", row.jobs.messages())
        .withIf(jobs, "rankBytes", row.jobs.bytes())
        .with("heapBytesPerJvm", Math.round(row.estimate.heapBytes()))
        .with("suggestedHeapMib", row.estimate.suggestedHeapMib())
        .with("seconds", row.estimate.seconds())
        .with("fits", row.estimate.fits())
        .with("measured", row.estimate.measured());
  }

  private double mostMemoryBytes() {
    return rows.stream().mapToDouble(row -> row.estimate.memoryBytes()).max().orElse(0);
  }

  private double totalSeconds() {
    return rows.stream().mapToDouble(row -> row.estimate.seconds()).sum()
        + Estimate.startSeconds(layout);
  }

  /** Returns a time for people: two units at most. */
  static String duration(double seconds) {
    if (seconds < MINUTE) {
      return String.format(Locale.ROOT, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
    }
    final long whole = Math.round(seconds);
    return whole < HOUR
        ? whole / MINUTE + " min " + whole % MINUTE + " s"
        : whole / HOUR + " h " + whole % HOUR / MINUTE + " min";
  }
}
