package io.hopwright.runner.command;

import io.hopwright.models.machine.SettingsException;
import io.hopwright.runner.bench.ProjectionPlan;
import io.hopwright.runner.bench.RowLauncher;
import io.hopwright.runner.bench.RowPlan;
import io.hopwright.runner.bench.ScalingReport;
import io.hopwright.runner.recording.ResultDirectory;
import io.hopwright.runner.recording.ResultWriter;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench scaling}: how much more processors help, here and elsewhere. */
@Command(
    name = "scaling",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Measure how simulating scales over threads and JVMs of this computer, at a fixed size"
            + " (strong) and at a size that grows with them (weak), and project it on up to 1,024"
            + " processors from the work of every partition in every window on one thread. What"
            + " was measured on several also tells how far the projection is off.")
public final class ScalingCommand implements Callable<Integer> {
  private static final int MOST_THREADS = 64;
  private static final int MOST_PROCESSORS = 1024;

  /** Beyond, partitions of BlueGene/L are boxes of 4x4x4. */
  private static final int MIDPLANES = 128;

  private static final double NANOS = 1e9;

  private final Session session;
  private final RowLauncher launcher = new RowLauncher();
  private final AtomicBoolean interrupted = new AtomicBoolean();

  @Option(names = "--json", description = "Print JSON instead of tables.")
  private boolean json;

  @Option(names = "--quiet", description = "Say nothing but mistakes.")
  private boolean quiet;

  @Option(
      names = "--machine",
      paramLabel = "MACHINE",
      description = "bluegene-l (the default) or cascade.")
  private String machine = "bluegene-l";

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      description =
          "Size for strong scaling: extents of the torus (32x32x32 by default) or number of groups"
              + " (8).")
  private String size;

  @Option(
      names = "--weak-size",
      paramLabel = "SIZE",
      description = "Size per processor for weak scaling: 16x16x16 or 4 groups by default.")
  private String weakSize;

  @Option(
      names = "--project-size",
      paramLabel = "SIZE",
      description = "Size to project: 64x32x32, the whole machine, or 241 groups by default.")
  private String projectSize;

  @Option(
      names = "--load",
      paramLabel = "U",
      description =
          "Load of uniform traffic; 0.9 of what the links along the longest extent take"
              + " (BlueGene/L) or 0.8 (Cascade) by default.")
  private Double load;

  @Option(
      names = "--processors",
      split = ",",
      paramLabel = "TxJ",
      description =
          "Threads times JVMs to measure; by default 1x1, and with two cores or more 2x1 and 1x2.")
  private List<String> processors;

  @Option(
      names = "--repetitions",
      paramLabel = "R",
      description = "Measured segments per row; by default ${DEFAULT-VALUE}.")
  private int repetitions = 5;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Directory of the result; runs/scaling-MACHINE by default.")
  private Path out;

  /** Creates the command. */
  public ScalingCommand(Session session) {
    this.session = session;
  }

  /** What the defaults are for a machine. */
  private record Defaults(String size, String weakSize, String projectSize, double load) {}

  @Override
  public Integer call() {
    final Instant started = Instant.now();
    final Defaults defaults = defaults();
    final List<ProjectionPlan.Processors> measured = measuredOn();
    final List<RowPlan> plans = plans(defaults, measured);
    session.onInterrupt(
        () -> {
          interrupted.set(true);
          launcher.stop();
        });
    try (ResultDirectory directory =
        ResultDirectory.prepare(out != null ? out : Path.of("runs", "scaling-" + machine))) {
      final ScalingReport report = new ScalingReport(machine);
      for (int i = 0; i < plans.size() && !interrupted.get(); i++) {
        say(i + 1 + "/" + plans.size() + " " + plans.get(i));
        final boolean strong = i < measured.size();
        launcher.measure(plans.get(i)).ifPresent(row -> report.addMeasured(row, strong));
      }
      try {
        if (!interrupted.get()) {
          project(defaults, measured, report);
        }
      } catch (EnvironmentException e) {
        finish(directory, report, started);
        throw e;
      }
      return finish(directory, report, started);
    }
  }

  private Defaults defaults() {
    return switch (machine) {
      case "bluegene-l" ->
          new Defaults(
              or(size, "32x32x32"),
              or(weakSize, "16x16x16"),
              or(projectSize, "64x32x32"),
              load == null ? 0.9 : load);
      case "cascade" ->
          new Defaults(
              or(size, "8"), or(weakSize, "4"), or(projectSize, "241"), load == null ? 0.8 : load);
      default -> throw new InputException("--machine " + machine + ": use bluegene-l or cascade");
    };
  }

  private static String or(String text, String otherwise) {
    return text == null ? otherwise : text;
  }

  private List<ProjectionPlan.Processors> measuredOn() {
    if (repetitions < 1) {
      throw new InputException("--repetitions " + repetitions + ": use at least 1");
    }
    final List<String> texts =
        processors != null
            ? processors
            : Runtime.getRuntime().availableProcessors() == 1
                ? List.of("1x1")
                : List.of("1x1", "2x1", "1x2");
    final List<ProjectionPlan.Processors> on = new ArrayList<>();
    for (String text : texts) {
      if (!text.matches("[1-9]\\d{0,2}x[1-9]\\d{0,2}")) {
        throw new InputException("--processors " + text + ": write threads x JVMs, as in 2x1");
      }
      final String[] parts = text.split("x", -1);
      on.add(new ProjectionPlan.Processors(Integer.parseInt(parts[0]), Integer.parseInt(parts[1])));
    }
    if (!on.get(0).equals(new ProjectionPlan.Processors(1, 1))) {
      throw new InputException(
          "--processors " + String.join(",", texts) + ": begin with 1x1, which all is compared to");
    }
    return on;
  }

  /** The rows of strong scaling, then those of weak scaling. */
  private List<RowPlan> plans(Defaults defaults, List<ProjectionPlan.Processors> measured) {
    final List<RowPlan> plans = new ArrayList<>();
    for (ProjectionPlan.Processors on : measured) {
      plans.add(plan(defaults.size(), defaults.load(), on));
    }
    for (ProjectionPlan.Processors on : measured) {
      plans.add(plan(grown(defaults.weakSize(), on.threads() * on.jvms()), defaults.load(), on));
    }
    return plans;
  }

  private RowPlan plan(String of, double at, ProjectionPlan.Processors on) {
    if (!(at > 0 && at <= 1)) {
      throw new InputException("--load " + at + ": use more than 0 and at most 1");
    }
    final boolean torus = machine.equals("bluegene-l");
    if (!of.matches(torus ? "[1-9]\\d{0,4}x[1-9]\\d{0,4}x[1-9]\\d{0,4}" : "[1-9]\\d{0,2}")) {
      throw new InputException(
          of + ": is no size of " + machine + ", such as " + (torus ? "16x16x16" : "8"));
    }
    try {
      return torus
          ? RowPlan.torus(of, at * evenness(of), on.threads(), on.jvms(), repetitions)
          : RowPlan.dragonfly(
              Long.parseLong(of), "uniform", "minimal", at, on.threads(), on.jvms(), repetitions);
    } catch (SettingsException e) {
      throw new InputException(of + ": " + e.problems().get(0).message());
    }
  }

  /**
   * The load of an average link when those along the longest extent are full: uniform traffic takes
   * a quarter of each extent.
   */
  private static double evenness(String torus) {
    final long[] extents = Arrays.stream(torus.split("x", -1)).mapToLong(Long::parseLong).toArray();
    final double mean = Arrays.stream(extents).average().orElseThrow();
    return mean / Arrays.stream(extents).max().orElseThrow();
  }

  /** A machine {@code times} times as large: the first extent grows, or there are more groups. */
  private static String grown(String of, int times) {
    final String[] extents = of.split("x", -1);
    extents[0] = Long.toString(Long.parseLong(extents[0]) * times);
    return String.join("x", extents);
  }

  private void project(
      Defaults defaults, List<ProjectionPlan.Processors> measured, ScalingReport report) {
    final double windowNanos = emptyWindowNanos(2);
    final double jvmNanos = Math.max(0, emptyWindowNanos(3) - windowNanos);
    if (interrupted.get()) {
      return;
    }
    final List<ProjectionPlan.Processors> others =
        measured.stream().filter(on -> on.threads() * on.jvms() > 1).toList();
    if (!others.isEmpty()) {
      launch(
          new ProjectionPlan(
              plan(defaults.size(), defaults.load(), mostOf(others)),
              windowNanos,
              jvmNanos,
              others),
          report::addPrediction);
    }
    final List<ProjectionPlan.Processors> few = new ArrayList<>();
    final List<ProjectionPlan.Processors> many = new ArrayList<>();
    for (int count = 2; count <= MOST_PROCESSORS; count *= 2) {
      final int threads = Math.min(count, MOST_THREADS);
      (count <= MIDPLANES ? few : many)
          .add(new ProjectionPlan.Processors(threads, count / threads));
    }
    for (List<ProjectionPlan.Processors> on : List.of(few, many)) {
      final List<ProjectionPlan.Processors> possible = possible(defaults, on);
      if (!possible.isEmpty() && !interrupted.get()) {
        launch(
            new ProjectionPlan(
                plan(defaults.projectSize(), defaults.load(), mostOf(possible)),
                windowNanos,
                jvmNanos,
                possible),
            report::addProjection);
      }
    }
  }

  /** Leaves out what has more processors than the machine can have partitions. */
  private List<ProjectionPlan.Processors> possible(
      Defaults defaults, List<ProjectionPlan.Processors> on) {
    return on.stream()
        .filter(
            one ->
                plan(defaults.projectSize(), defaults.load(), one).partitions()
                    >= one.threads() * one.jvms())
        .toList();
  }

  private static ProjectionPlan.Processors mostOf(List<ProjectionPlan.Processors> on) {
    return on.get(on.size() - 1);
  }

  private void launch(ProjectionPlan plan, ScalingReport.Receiver receiver) {
    say(plan.toString());
    launcher.project(plan).ifPresent(receiver::accept);
  }

  /** Measures a window with hardly any event. */
  private double emptyWindowNanos(int jvms) {
    final RowPlan plan = RowPlan.torus("4x4x4", 0.001, 1, jvms, repetitions);
    if (interrupted.get()) {
      return 0;
    }
    say("empty windows of " + jvms + " JVMs");
    final Optional<Map<String, Object>> row = launcher.measure(plan);
    return row.map(values -> NANOS / ((Number) values.get("windowsPerSecond")).doubleValue())
        .orElse(0.0);
  }

  private int finish(ResultDirectory directory, ScalingReport report, Instant started) {
    final ResultWriter writer = new ResultWriter(directory.growing());
    report.write(writer, session.commandLine(), started);
    Reports.add(session, directory.growing());
    final Path place = directory.publish(!interrupted.get());
    session.print(
        json ? Json.text(report.document()) : text(report) + "result  " + Shown.path(place) + "\n",
        place);
    if (interrupted.get()) {
      Endings.interrupted(session, place);
      return ExitCode.INTERRUPTED;
    }
    return ExitCode.DONE;
  }

  private static String text(ScalingReport report) {
    final StringBuilder text = new StringBuilder();
    report
        .tables()
        .forEach(
            (title, rows) -> {
              text.append(title).append('\n');
              final List<String> columns = ScalingReport.columns(rows);
              final Table table = new Table().row(columns.toArray());
              rows.forEach(row -> table.row(columns.stream().map(row::get).toArray()));
              text.append(table.text()).append('\n');
            });
    return text.toString();
  }

  private void say(String line) {
    if (!quiet) {
      session.say(line);
    }
  }
}
