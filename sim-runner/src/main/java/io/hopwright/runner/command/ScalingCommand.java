package io.hopwright.runner.command;

import io.hopwright.models.run.Network;
import io.hopwright.runner.app.Experiment;
import io.hopwright.runner.app.Reports;
import io.hopwright.runner.bench.ProjectionPlan;
import io.hopwright.runner.bench.ProjectionPlan.Processors;
import io.hopwright.runner.bench.Row;
import io.hopwright.runner.bench.RowLauncher;
import io.hopwright.runner.bench.ScalingReport;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.recording.ResultDirectory;
import io.hopwright.runner.recording.ResultWriter;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.study.ExecutionMode;
import io.hopwright.runner.study.Point;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.Shown;
import io.hopwright.runner.text.EndingText;
import io.hopwright.runner.text.Table;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench scaling}: measures the speed-up on this computer, and projects it to others. */
@Command(
    name = "scaling",
    description =
        "Measure how simulation scales over threads and JVMs of this computer: strong"
            + " scaling at a fixed size, weak scaling at a size that grows with the"
            + " processors. Project it on up to 1,024 processors from the work of every"
            + " partition in every window on one thread; measurements on several processors"
            + " also show the error of the projection. In the study, runs with threads = N"
            + " give the size for N processors (weak scaling), runs with project = N are"
            + " projected on up to N, the run empty has hardly any traffic and gives the cost"
            + " of a window, and the remaining run has the fixed size.")
final class ScalingCommand extends SessionCommand {
  private static final int MOST_THREADS = 64;
  private static final String EMPTY = "empty";
  private static final double NANOS = 1e9;

  private final RowLauncher launcher = new RowLauncher();

  @Mixin private BenchOptions options;

  @Option(
      names = "--processors",
      split = ",",
      paramLabel = "TxJ",
      description =
          "Threads x JVMs to measure; by default 1x1, and on two or more cores also 2x1"
              + " and 1x2.")
  private List<String> processors;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Directory of the result; runs/STUDY-ID by default.")
  private Path out;

  private Study study;
  private List<Point> points;
  private List<Processors> measured;

  @Override
  public Integer call() {
    final Instant started = Instant.now();
    measured = measuredOn();
    study = options.study(session, "-scaling");
    points = options.points(study);
    final Point empty = only("with hardly any traffic", point -> point.run().equals(EMPTY));
    final Point strong =
        only(
            "of fixed size",
            point -> !point.equals(empty) && point.mode().equals(ExecutionMode.ANY));
    final List<Row> rows = new ArrayList<>();
    measured.forEach(on -> rows.add(row(strong, on)));
    for (Processors on : measured) {
      of(point -> point.mode().threads() == on.count()).forEach(weak -> rows.add(row(weak, on)));
    }
    final Row ofTwo = row(empty, new Processors(1, 2));
    final Row ofThree = row(empty, new Processors(1, 3));
    session.onInterrupt(launcher::stop);
    try (ResultDirectory directory = ResultDirectory.prepare(Experiment.place(out, study.id()))) {
      final ScalingReport report = new ScalingReport(study.id(), study.machine().name());
      for (int i = 0; i < rows.size() && !launcher.isStopped(); i++) {
        options.say(session, i + 1 + "/" + rows.size() + " " + rows.get(i));
        final boolean ofFixedSize = i < measured.size();
        launcher.measure(rows.get(i)).ifPresent(row -> report.addMeasured(row, ofFixedSize));
      }
      try {
        final double windowNanos = windowNanos(ofTwo);
        project(strong, windowNanos, Math.max(0, windowNanos(ofThree) - windowNanos), report);
      } catch (EnvironmentException e) {
        finish(directory, report, started);
        throw e;
      }
      return finish(directory, report, started);
    }
  }

  private List<Processors> measuredOn() {
    final List<String> texts =
        processors != null
            ? processors
            : Runtime.getRuntime().availableProcessors() == 1
                ? List.of("1x1")
                : List.of("1x1", "2x1", "1x2");
    final List<Processors> on = new ArrayList<>();
    for (String text : texts) {
      if (!text.matches("[1-9]\\d{0,2}x[1-9]\\d{0,2}")) {
        throw new InputException("--processors " + text + ": write threads x JVMs, as in 2x1");
      }
      final String[] parts = text.split("x", -1);
      on.add(new Processors(Integer.parseInt(parts[0]), Integer.parseInt(parts[1])));
    }
    if (on.get(0).count() != 1) {
      throw new InputException(
          "--processors "
              + String.join(",", texts)
              + ": begin with 1x1, the baseline of all comparisons");
    }
    return on;
  }

  private List<Point> of(Predicate<Point> wanted) {
    return points.stream().filter(wanted).toList();
  }

  private Point only(String what, Predicate<Point> wanted) {
    final List<Point> some = of(wanted);
    if (some.size() != 1) {
      throw new InputException(
          ("%s: the study has %s points %s, but must have one; see hopwright bench scaling"
                  + " --help")
              .formatted(study.id(), some.size(), what));
    }
    return some.get(0);
  }

  private Row row(Point point, Processors on) {
    final Network<?> network = point.config().network();
    if (network.partitions() < on.count()) {
      throw new InputException(
          ("%s: the machine consists of %s partitions; use at most that many processors,"
                  + " not %s")
              .formatted(point.path(), network.partitions(), on.count()));
    }
    return options.row(study, point, network, on.threads(), on.jvms());
  }

  private void project(Point strong, double windowNanos, double jvmNanos, ScalingReport report) {
    final List<Processors> several = measured.stream().filter(on -> on.count() > 1).toList();
    if (!several.isEmpty()) {
      project(strong, new ProjectionPlan(windowNanos, jvmNanos, several), report::addPrediction);
    }
    int from = 2;
    for (Point point :
        of(point -> point.mode().project() > 0).stream()
            .sorted(Comparator.comparingInt(point -> point.mode().project()))
            .toList()) {
      final int most = Math.min(point.mode().project(), point.config().network().partitions());
      final List<Processors> on = new ArrayList<>();
      while (from <= most) {
        final int threads = Math.min(from, MOST_THREADS);
        on.add(new Processors(threads, from / threads));
        from *= 2;
      }
      if (!on.isEmpty()) {
        project(point, new ProjectionPlan(windowNanos, jvmNanos, on), report::addProjection);
      }
    }
  }

  private void project(Point point, ProjectionPlan plan, Consumer<Map<String, Object>> receiver) {
    if (!launcher.isStopped()) {
      final Row row = row(point, new Processors(1, 1));
      options.say(session, plan + " of " + row);
      launcher.project(row, plan).ifPresent(receiver);
    }
  }

  /** Measures what a window takes between JVMs; nothing if that was interrupted. */
  private double windowNanos(Row row) {
    if (launcher.isStopped()) {
      return 0;
    }
    options.say(session, row.toString());
    return launcher
        .measure(row)
        .map(values -> NANOS / ((Number) values.get("windowsPerSecond")).doubleValue())
        .orElse(0.0);
  }

  private int finish(ResultDirectory directory, ScalingReport report, Instant started) {
    final ResultWriter writer = new ResultWriter(directory.growing());
    report.write(writer, session.commandLine(), started);
    Reports.add(directory.growing(), session::say);
    final Path place = directory.publish(!launcher.isStopped());
    session.print(
        options.json()
            ? Json.text(report.document())
            : text(report) + "result  " + Shown.path(place) + "\n",
        place);
    if (launcher.isStopped()) {
      session.say(EndingText.interrupted(place));
      return ExitCode.INTERRUPTED;
    }
    return ExitCode.DONE;
  }

  private static String text(ScalingReport report) {
    final StringBuilder text = new StringBuilder();
    final Map<String, List<Map<String, Object>>> tables = report.tables();
    tables.forEach(
        (title, rows) ->
            text.append(title).append('\n').append(Table.of(rows).text()).append('\n'));
    return text.toString();
  }
}
