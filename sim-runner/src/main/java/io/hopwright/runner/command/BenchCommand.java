package io.hopwright.runner.command;

import io.hopwright.models.run.Network;
import io.hopwright.runner.bench.BenchRecord;
import io.hopwright.runner.bench.BuildProcess;
import io.hopwright.runner.bench.BuildsInTurns;
import io.hopwright.runner.bench.Row;
import io.hopwright.runner.bench.RowLauncher;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.study.Point;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.Shown;
import io.hopwright.runner.text.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench}: measures the simulation speed on this computer. */
@Command(
    name = "bench",
    description =
        "Measure the speed of simulation: each point of a study runs in its own JVM and"
            + " is measured after run.warmupTicks. Reports medians over segments of one long"
            + " simulation. A run of the study that sets threads is measured with that number"
            + " only; points with fewer partitions than threads are skipped.")
final class BenchCommand extends SessionCommand {
  private static final String ALL = "all";

  @Mixin private BenchOptions options;

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      description = "Numbers of threads, or all; by default ${DEFAULT-VALUE}.")
  private List<String> threads = List.of("1", ALL);

  @Option(
      names = "--jvms",
      paramLabel = "N",
      description = "Number of JVMs that simulate each row together; ${DEFAULT-VALUE} by default.")
  private int jvms = 1;

  @Option(
      names = "--record",
      paramLabel = "FOLDER",
      arity = "0..1",
      fallbackValue = "bench",
      description =
          "Append the measurement to FOLDER/STUDY.jsonl; the folder is bench if left out.")
  private Path record;

  @Option(
      names = "--against",
      paramLabel = "BUILD",
      description =
          "Compare with another build, named by the folder of its checkout or"
              + " archive. First, both builds simulate all points, and their digests must"
              + " be equal; then they are measured in turns.")
  private Path against;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description =
          "With --against: how often both builds are measured; by default ${DEFAULT-VALUE}.")
  private int pairs = 5;

  @Override
  public Integer call() {
    if (against != null) {
      return compare();
    }
    final List<Row> rows = rows();
    final RowLauncher launcher = new RowLauncher();
    session.onInterrupt(launcher::stop);
    final List<Map<String, Object>> measured = new ArrayList<>();
    for (int i = 0; i < rows.size() && !launcher.isStopped(); i++) {
      options.say(session, i + 1 + "/" + rows.size() + " " + rows.get(i));
      launcher.measure(rows.get(i)).ifPresent(measured::add);
    }
    session.print(options.json() ? Json.text(measured) : Table.of(measured).text());
    if (measured.size() < rows.size()) {
      session.say("interrupted after " + measured.size() + " of " + rows.size() + " rows");
      return ExitCode.INTERRUPTED;
    }
    if (record != null) {
      final Path file = BenchRecord.append(record, options.study(session, "").id(), measured);
      options.say(session, "appended to " + Shown.path(file));
    }
    return ExitCode.DONE;
  }

  private int compare() {
    Shown.requireAtLeast(1, "--pairs", pairs);
    if (record != null) {
      throw new InputException("--record: only one build can be recorded; leave out --against");
    }
    final String own = System.getProperty("hopwright.launcher");
    if (own == null) {
      throw new InputException("--against: start this build with its launcher, hopwright");
    }
    rows();
    final List<String> bench = new ArrayList<>(options.arguments(session, "bench"));
    bench.addAll(List.of("--repetitions", Integer.toString(options.repetitions())));
    bench.addAll(List.of("--threads", String.join(",", threads)));
    bench.addAll(List.of("--jvms", Integer.toString(jvms)));
    final BuildsInTurns builds =
        new BuildsInTurns(BuildProcess.of(Path.of(own)), BuildProcess.of(against));
    session.onInterrupt(builds::stop);
    options.say(session, "comparing digests");
    final List<String> differences = builds.differences(options.simulation(session));
    if (!differences.isEmpty()) {
      session.say("the two builds simulate different things:");
      differences.forEach(session::say);
      return ExitCode.DIFFERENT;
    }
    final List<Map<String, Object>> table =
        builds.measure(
            bench, pairs, done -> options.say(session, "pair %s of %s".formatted(done, pairs)));
    session.print(options.json() ? Json.text(table) : Table.of(table).text());
    if (builds.isStopped()) {
      session.say("interrupted; the table has whole pairs only");
      return ExitCode.INTERRUPTED;
    }
    return ExitCode.DONE;
  }

  /** Returns a row for each point and number of threads; points that are equal share theirs. */
  private List<Row> rows() {
    final Set<Integer> counts = threadCounts();
    JvmOptions.checkJvms("--jvms", jvms);
    final Study study = options.study(session, "");
    final Mistakes mistakes = new Mistakes();
    final Set<Object> seen = new HashSet<>();
    final List<Row> rows = new ArrayList<>();
    final Set<String> small = new LinkedHashSet<>();
    for (Point point : options.points(study)) {
      final Network<?> network = point.config().network(mistakes);
      for (int count : counts) {
        final int only = point.mode().threads();
        if (network == null || (only != 0 && only != count)) {
          continue;
        }
        if (network.partitions() < count * jvms) {
          small.add(point.path());
        } else if (seen.add(List.of(point.config().texts(), count))) {
          rows.add(options.row(study, point, network, count, jvms));
        }
      }
    }
    mistakes.throwIfAny();
    if (rows.isEmpty()) {
      throw new InputException(
          study.id() + ": every point has fewer partitions than threads; use fewer threads");
    }
    if (!small.isEmpty()) {
      options.say(
          session,
          "skipped, as there are more threads than partitions: " + String.join(" ", small));
    }
    return rows;
  }

  private Set<Integer> threadCounts() {
    final Set<Integer> counts = new LinkedHashSet<>();
    for (String text : threads) {
      if (text.equals(ALL)) {
        counts.add(Runtime.getRuntime().availableProcessors());
      } else if (text.matches("[1-9]\\d{0,3}")) {
        counts.add(Integer.valueOf(text));
      } else {
        throw new InputException("--threads " + text + ": write a number from 1 to 9999, or all");
      }
    }
    return counts;
  }
}
