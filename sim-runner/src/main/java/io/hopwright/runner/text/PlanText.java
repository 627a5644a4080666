package io.hopwright.runner.text;

import io.hopwright.models.run.JobForecast;
import io.hopwright.runner.app.Advice;
import io.hopwright.runner.app.Plan;
import io.hopwright.runner.app.PlannedPoint;
import io.hopwright.runner.sweep.Accuracy;
import io.hopwright.runner.sweep.CheckpointSize;
import io.hopwright.runner.sweep.Estimate;
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

/** Tables of the estimated costs of a study's points. */
public final class PlanText {
  private static final int MINUTE = 60;
  private static final int HOUR = 3_600;

  private static final String GUESS =
      "a guess: the cost of simulating this machine was never measured";

  /** More points than a screen has lines are summed up, run by run. */
  private static final int MOST_ROWS = 40;

  private final Plan plan;
  private final List<PlannedPoint> rows;

  /** Shows a plan. */
  public PlanText(Plan plan) {
    this.plan = plan;
    rows = plan.points();
  }

  /** Returns all tables. */
  public String text() {
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
      rows.forEach(row -> add(table, row.name(), row, row.estimate().seconds()));
    } else {
      byRun(row -> true).forEach((run, points) -> addSum(table, run, points));
    }
    table.row("total", "", "", "", "", "", "", "", duration(plan.seconds()));
    return table.text()
        + placements()
        + "\n"
        + notes().text()
        + throughputs()
        + overloads()
        + remarks()
        + jobs();
  }

  private Map<String, List<PlannedPoint>> byRun(Predicate<PlannedPoint> which) {
    return rows.stream()
        .filter(which)
        .collect(Collectors.groupingBy(PlannedPoint::run, LinkedHashMap::new, Collectors.toList()));
  }

  private static String mostOf(List<PlannedPoint> points) {
    return points.size() == 1 ? "" : points.size() + " points, the most ";
  }

  /** Returns a line for each run of which theory gives the capacity of its machine. */
  private String throughputs() {
    final Table table = new Table();
    byRun(row -> Double.isFinite(row.boundThroughput()))
        .forEach(
            (run, points) -> {
              final DoubleSummaryStatistics most =
                  points.stream().mapToDouble(PlannedPoint::boundThroughput).summaryStatistics();
              final String least =
                  most.getMin() < most.getMax() ? Table.text(most.getMin()) + " to " : "";
              table.row(
                  "bound",
                  run,
                  least + Table.text(most.getMax()) + " " + points.get(0).boundUnit());
            });
    return table.text();
  }

  /** Returns a line for each run that offers more than the machine can carry. */
  private String overloads() {
    final Table table = new Table();
    byRun(row -> row.offeredOverBound() > 1)
        .forEach(
            (run, points) -> {
              final PlannedPoint most =
                  Collections.max(
                      points, Comparator.comparingDouble(row -> row.offeredOverBound()));
              table.row("saturated", run, mostOf(points) + Advice.offersTooMuch(most.forecast()));
            });
    return table.text();
  }

  /** Returns a line of remarks for each run, those of its first point. */
  private String remarks() {
    final Table table = new Table();
    byRun(row -> !row.remarks().isEmpty())
        .forEach(
            (run, points) ->
                points.get(0).remarks().forEach(remark -> table.row("note", run, remark)));
    return table.text();
  }

  /** Returns a line for each run that has jobs, on its point with the most operations. */
  private String jobs() {
    final Table table = new Table();
    byRun(row -> row.jobs().ranks() > 0)
        .forEach(
            (run, points) -> {
              final JobForecast most =
                  points.stream()
                      .map(row -> row.jobs())
                      .max(Comparator.comparingLong(JobForecast::operations))
                      .orElseThrow();
              table.row(
                  "jobs",
                  run,
                  String.format(
                      Locale.ROOT,
                      "%s%,d ranks, %,d operations, %,d messages, %s of memory",
                      mostOf(points),
                      most.ranks(),
                      most.operations(),
                      most.messages(),
                      Estimate.memory((double) most.bytes())));
            });
    return table.text();
  }

  /** Adds a line for all points of a run: the time of all, else the point that takes most heap. */
  private static void addSum(Table table, String run, List<PlannedPoint> points) {
    final PlannedPoint largest =
        Collections.max(points, Comparator.comparingDouble(row -> row.estimate().heapBytes()));
    add(
        table,
        points.size() == 1 ? run : run + ", " + points.size() + " points",
        largest,
        points.stream().mapToDouble(point -> point.estimate().seconds()).sum());
  }

  private static void add(Table table, String name, PlannedPoint row, double seconds) {
    table.row(
        name,
        row.nodes(),
        row.graph().partitions(),
        row.graph().cutLinks(),
        row.graph().cutLinks(row.placement()),
        row.lookaheadTicks()
            + (row.lookaheadTicks() == 1 ? " tick, " : " ticks, ")
            + Table.text(row.lookaheadNanoseconds())
            + " ns",
        Estimate.memory(row.estimate().heapBytes()),
        "-Xmx" + row.estimate().suggestedHeapMib() + "m",
        duration(seconds));
  }

  private Table notes() {
    final Table table =
        new Table()
            .row("JVMs", jvms())
            .row(
                "memory",
                Estimate.memory(plan.memoryBytes())
                    + " at most, of "
                    + Estimate.memory((double) plan.computer().memoryBytes())
                    + ": "
                    + verdict())
            .row("checkpoint", checkpoint());
    if (rows.stream().allMatch(row -> row.estimate().checkpoint().fits())) {
      table.row("disk", disk()).row("loss of a JVM", loss());
    }
    return table.row("estimates", guessed() ? GUESS : Accuracy.text());
  }

  /** Returns the largest checkpoint of all points. */
  private String checkpoint() {
    final List<CheckpointSize> sizes =
        rows.stream().map(row -> row.estimate().checkpoint()).toList();
    final CheckpointSize fullest =
        Collections.max(sizes, Comparator.comparingDouble(CheckpointSize::largestBytes));
    if (!fullest.fits()) {
      return "not possible: " + fullest.objection();
    }
    final CheckpointSize largest =
        Collections.max(sizes, Comparator.comparingDouble(CheckpointSize::bytes));
    return "%s at most, in %s, of which the simulation stands still for %s"
        .formatted(
            Estimate.memory(largest.bytes()),
            duration(largest.seconds()),
            duration(largest.standstillSeconds()));
  }

  /** Returns the disk space for checkpoints of the point with the largest ones. */
  private String disk() {
    final double most =
        rows.stream()
            .mapToDouble(row -> row.estimate().checkpoint().mostDiskBytes())
            .max()
            .orElse(0);
    return "%s at most for checkpoints, and as much for each worker with --copies-in"
        .formatted(Estimate.memory(most));
  }

  /** Returns what the loss of a JVM costs the point that would lose most. */
  private String loss() {
    final double without =
        rows.stream().mapToDouble(row -> row.estimate().seconds()).max().orElse(0);
    final double with =
        rows.stream()
            .mapToDouble(row -> row.estimate().checkpoint().lossSeconds(row.estimate().seconds()))
            .max()
            .orElse(0);
    final String saved =
        with < without ? "; %s with --checkpoint-every auto".formatted(duration(with)) : "";
    return "%s are simulated again at most%s".formatted(duration(without), saved);
  }

  private boolean guessed() {
    return rows.stream().anyMatch(row -> !row.estimate().measured());
  }

  private String jvms() {
    final String threads =
        plan.layout().threads() + (plan.layout().threads() == 1 ? " thread" : " threads");
    final String cores =
        plan.computer().cores() + (plan.computer().cores() == 1 ? " core" : " cores");
    return plan.layout().jvms() + " of " + threads + " on this computer of " + cores;
  }

  private String verdict() {
    if (!plan.fits()) {
      return "does not fit";
    }
    if (guessed()) {
      return "unknown whether it fits";
    }
    return rows.stream().anyMatch(row -> row.estimate().tight())
        ? "fits, with less memory than suggested"
        : "fits";
  }

  /**
   * Returns the partitions of each JVM, once for all runs with the same placement; nothing for a
   * single JVM.
   */
  private String placements() {
    if (plan.layout().jvms() == 1) {
      return "";
    }
    final Map<String, Set<String>> runs = new LinkedHashMap<>();
    for (PlannedPoint row : rows) {
      runs.computeIfAbsent(placement(row), text -> new LinkedHashSet<>())
          .add(rows.size() <= MOST_ROWS ? row.name() : row.run());
    }
    return runs.entrySet().stream()
        .map(
            entry ->
                "\nplacement of " + String.join(", ", entry.getValue()) + "\n" + entry.getKey())
        .collect(Collectors.joining());
  }

  private static String placement(PlannedPoint row) {
    final Table table = new Table();
    final long[] nodes = row.graph().nodes(row.placement());
    for (int jvm = 0; jvm < nodes.length; jvm++) {
      table.row(
          "  JVM " + jvm,
          nodes[jvm] + " nodes",
          "partitions " + PlannedPoint.ranges(row.placement().partitionsOf(jvm)));
    }
    return table.text();
  }

  /** Returns a time as text for people, with at most two units. */
  public static String duration(double seconds) {
    if (seconds < MINUTE) {
      return String.format(Locale.ROOT, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
    }
    final long whole = Math.round(seconds);
    return whole < HOUR
        ? whole / MINUTE + " min " + whole % MINUTE + " s"
        : whole / HOUR + " h " + whole % HOUR / MINUTE + " min";
  }
}
