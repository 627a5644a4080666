package io.hopwright.runner.command;

import io.hopwright.models.machine.SettingsException;
import io.hopwright.runner.bench.RowLauncher;
import io.hopwright.runner.bench.RowPlan;
import io.hopwright.runner.failure.InputException;
import io.hopwright.runner.result.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench}: how fast it simulates here. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Measure how fast it simulates: uniform traffic of 256-byte packets on BlueGene/L, each row in"
            + " a JVM of its own, medians over segments of one long simulation.")
public final class BenchCommand implements Callable<Integer> {
  private static final String ALL = "all";

  private final Session session;

  @Option(names = "--json", description = "Print JSON instead of a table.")
  private boolean json;

  @Option(names = "--quiet", description = "Say nothing but mistakes.")
  private boolean quiet;

  @Option(
      names = "--shapes",
      split = ",",
      paramLabel = "XxYxZ",
      description = "Extents of the torus; by default ${DEFAULT-VALUE}.")
  private List<String> shapes = List.of("8x8x8", "16x16x16", "32x32x32");

  @Option(
      names = "--loads",
      split = ",",
      paramLabel = "U",
      description = "Target link utilizations; by default ${DEFAULT-VALUE}.")
  private List<Double> loads = List.of(0.3, 0.9);

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      description = "Numbers of threads, or all; by default ${DEFAULT-VALUE}.")
  private List<String> threads = List.of("1", ALL);

  @Option(
      names = "--repetitions",
      paramLabel = "R",
      description = "Measured segments per row; by default ${DEFAULT-VALUE}.")
  private int repetitions = 5;

  /** Creates the command. */
  public BenchCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    final List<RowPlan> plans = plans();
    final RowLauncher launcher = new RowLauncher();
    final AtomicBoolean interrupted = new AtomicBoolean();
    session.onInterrupt(
        () -> {
          interrupted.set(true);
          launcher.stop();
        });
    final List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < plans.size() && !interrupted.get(); i++) {
      if (!quiet) {
        session.say(i + 1 + "/" + plans.size() + " " + plans.get(i));
      }
      final Optional<Map<String, Object>> row = launcher.measure(plans.get(i));
      row.ifPresent(rows::add);
    }
    session.print(json ? Json.text(rows) : table(rows));
    if (rows.size() < plans.size()) {
      session.say("interrupted after " + rows.size() + " of " + plans.size() + " rows");
      return ExitCode.INTERRUPTED;
    }
    return ExitCode.DONE;
  }

  private static String table(List<Map<String, Object>> rows) {
    final Table table = new Table();
    if (!rows.isEmpty()) {
      table.row(rows.get(0).keySet().toArray());
    }
    rows.forEach(row -> table.row(row.values().toArray()));
    return table.text();
  }

  private List<RowPlan> plans() {
    final List<String> mistakes = new ArrayList<>();
    final List<RowPlan> plans = new ArrayList<>();
    if (repetitions < 1) {
      mistakes.add("--repetitions " + repetitions + ": use at least 1");
    }
    final Set<Integer> counts = threadCounts(mistakes);
    if (counts.isEmpty()) {
      counts.add(1); // All mistakes are told at once, those of shapes and loads as well.
    }
    for (String shape : shapes) {
      for (double load : loads) {
        for (int count : counts) {
          plan(shape, load, count, mistakes).ifPresent(plans::add);
        }
      }
    }
    if (!mistakes.isEmpty()) {
      throw new InputException(mistakes.stream().distinct().toList());
    }
    return plans;
  }

  private Set<Integer> threadCounts(List<String> mistakes) {
    final Set<Integer> counts = new LinkedHashSet<>();
    for (String text : threads) {
      if (text.equals(ALL)) {
        counts.add(Runtime.getRuntime().availableProcessors());
      } else if (text.matches("[1-9]\\d{0,3}")) {
        counts.add(Integer.valueOf(text));
      } else {
        mistakes.add("--threads " + text + ": write a number from 1 to 9999, or all");
      }
    }
    return counts;
  }

  private Optional<RowPlan> plan(String shape, double load, int count, List<String> mistakes) {
    if (!shape.matches("[1-9]\\d{0,4}x[1-9]\\d{0,4}x[1-9]\\d{0,4}")) {
      mistakes.add("--shapes " + shape + ": write three extents, as in 8x8x8");
      return Optional.empty();
    }
    if (!(load > 0 && load <= 1)) {
      mistakes.add("--loads " + load + ": use more than 0 and at most 1");
      return Optional.empty();
    }
    try {
      return Optional.of(RowPlan.checked(shape, load, count, repetitions));
    } catch (SettingsException e) {
      mistakes.add("--shapes " + shape + ": " + e.problems().get(0).message());
      return Optional.empty();
    }
  }
}
