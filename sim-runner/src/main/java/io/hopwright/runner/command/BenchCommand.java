package io.hopwright.runner.command;

import io.hopwright.models.machine.SettingsException;
import io.hopwright.runner.bench.RowLauncher;
import io.hopwright.runner.bench.RowPlan;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.support.InputException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench}: how fast it simulates here. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Measure how fast it simulates, each row in a JVM of its own, medians over segments of one long"
            + " simulation. BlueGene/L: uniform traffic of 256-byte packets. Cascade: 64-byte messages,"
            + " uniform, or saturated to the group halfway round.")
public final class BenchCommand implements Callable<Integer> {
  private static final String ALL = "all";
  private static final String SHIFT = "group-shift";
  private static final List<String> MACHINES = List.of("bluegene-l", "cascade", ALL);
  private static final List<String> TRAFFIC = List.of("uniform", SHIFT);
  private static final List<String> ROUTING = List.of("minimal", "valiant", "adaptive");
  private static final List<String> OF_TORUS = List.of("--shapes");
  private static final List<String> OF_DRAGONFLY = List.of("--groups", "--traffic", "--routing");
  private static final int MAX_GROUPS = 241;
  private static final int MAX_JVMS = 1024;
  private static final List<Double> TORUS_LOADS = List.of(0.3, 0.9);
  private static final List<Double> DRAGONFLY_LOADS = List.of(0.8);

  private final Session session;

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON instead of a table.")
  private boolean json;

  @Option(names = "--quiet", description = "Say nothing but mistakes.")
  private boolean quiet;

  @Option(
      names = "--machine",
      paramLabel = "MACHINE",
      description = "bluegene-l (the default), cascade, or all.")
  private String machine = MACHINES.get(0);

  @Option(
      names = "--shapes",
      split = ",",
      paramLabel = "XxYxZ",
      description = "BlueGene/L: extents of the torus; by default ${DEFAULT-VALUE}.")
  private List<String> shapes = List.of("8x8x8", "16x16x16", "32x32x32");

  @Option(
      names = "--groups",
      split = ",",
      paramLabel = "G",
      description = "Cascade: numbers of groups of 384 nodes; by default ${DEFAULT-VALUE}.")
  private List<Integer> groups = List.of(8, 64);

  @Option(
      names = "--traffic",
      split = ",",
      paramLabel = "KIND",
      description = "Cascade: uniform, group-shift; by default both.")
  private List<String> traffic = TRAFFIC;

  @Option(
      names = "--routing",
      split = ",",
      paramLabel = "MODE",
      description = "Cascade: minimal, valiant, adaptive; by default ${DEFAULT-VALUE}.")
  private List<String> routing = List.of("minimal", "adaptive");

  @Option(
      names = "--loads",
      split = ",",
      paramLabel = "U",
      description =
          "Loads of uniform traffic: target link utilization, by default 0.3,0.9 (BlueGene/L); data"
              + " offered in units of 7.5 GB/s, by default 0.8 (Cascade).")
  private List<Double> loads;

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
    if (jvms < 1 || jvms > MAX_JVMS) {
      mistakes.add("--jvms " + jvms + ": use 1 to " + MAX_JVMS);
      jvms = 1; // All mistakes are told at once.
    }
    if (!MACHINES.contains(machine)) {
      mistakes.add("--machine " + machine + ": use " + String.join(", ", MACHINES));
    }
    final Set<Integer> counts = threadCounts(mistakes);
    if (counts.isEmpty()) {
      counts.add(1); // All mistakes are told at once, those of shapes and loads as well.
    }
    if (machine.equals("cascade")) {
      refuse(OF_TORUS, "bluegene-l", mistakes);
    } else {
      torusPlans(counts, plans, mistakes);
    }
    if (machine.equals("bluegene-l")) {
      refuse(OF_DRAGONFLY, "cascade", mistakes);
    } else {
      dragonflyPlans(counts, plans, mistakes);
    }
    if (!mistakes.isEmpty()) {
      throw new InputException(mistakes.stream().distinct().toList());
    }
    return plans;
  }

  /** Refuses options of a machine that is not measured: they would change nothing. */
  private void refuse(List<String> options, String owner, List<String> mistakes) {
    for (String option : options) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        mistakes.add(
            option
                + ": is not an option of "
                + machine
                + "; leave it out, or use --machine "
                + owner
                + " or "
                + ALL);
      }
    }
  }

  private void torusPlans(Set<Integer> counts, List<RowPlan> plans, List<String> mistakes) {
    for (String shape : shapes) {
      for (double load : loads == null ? TORUS_LOADS : loads) {
        for (int count : counts) {
          torusPlan(shape, load, count, mistakes).ifPresent(plans::add);
        }
      }
    }
  }

  private void dragonflyPlans(Set<Integer> counts, List<RowPlan> plans, List<String> mistakes) {
    for (int size : groups) {
      for (String kind : traffic) {
        for (String mode : routing) {
          for (double load : loadsOf(kind)) {
            for (int count : counts) {
              dragonflyPlan(size, kind, mode, load, count, mistakes).ifPresent(plans::add);
            }
          }
        }
      }
    }
  }

  private List<Double> loadsOf(String kind) {
    if (kind.equals(SHIFT)) {
      return List.of(RowPlan.SATURATED);
    }
    return loads == null ? DRAGONFLY_LOADS : loads;
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

  private Optional<RowPlan> torusPlan(String shape, double load, int count, List<String> mistakes) {
    if (!shape.matches("[1-9]\\d{0,4}x[1-9]\\d{0,4}x[1-9]\\d{0,4}")) {
      mistakes.add("--shapes " + shape + ": write three extents, as in 8x8x8");
      return Optional.empty();
    }
    if (isWrong(load, mistakes)) {
      return Optional.empty();
    }
    try {
      return Optional.of(RowPlan.torus(shape, load, count, jvms, repetitions));
    } catch (SettingsException e) {
      mistakes.add("--shapes " + shape + ": " + e.problems().get(0).message());
      return Optional.empty();
    }
  }

  private Optional<RowPlan> dragonflyPlan(
      int size, String kind, String mode, double load, int count, List<String> mistakes) {
    if (!TRAFFIC.contains(kind)) {
      mistakes.add("--traffic " + kind + ": use " + String.join(", ", TRAFFIC));
      return Optional.empty();
    }
    if (!ROUTING.contains(mode)) {
      mistakes.add("--routing " + mode + ": use " + String.join(", ", ROUTING));
      return Optional.empty();
    }
    if (size < 1 || size > MAX_GROUPS) {
      mistakes.add("--groups " + size + ": use 1 to " + MAX_GROUPS);
      return Optional.empty();
    }
    if (load != RowPlan.SATURATED && isWrong(load, mistakes)) {
      return Optional.empty();
    }
    if (size == 1 && kind.equals(SHIFT)) {
      mistakes.add("--groups 1: has no other group for group-shift; add --traffic uniform");
      return Optional.empty();
    }
    try {
      return Optional.of(RowPlan.dragonfly(size, kind, mode, load, count, jvms, repetitions));
    } catch (SettingsException e) {
      mistakes.add("--groups " + size + ": " + e.problems().get(0).message());
      return Optional.empty();
    }
  }

  private static boolean isWrong(double load, List<String> mistakes) {
    if (load > 0 && load <= 1) {
      return false;
    }
    mistakes.add("--loads " + load + ": use more than 0 and at most 1");
    return true;
  }
}
