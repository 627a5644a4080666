package io.hopwright.runner.command;

import io.hopwright.models.machine.Network;
import io.hopwright.runner.execution.Crew;
import io.hopwright.runner.execution.ExecutionPlan;
import io.hopwright.runner.execution.ExecutorKind;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.LocalWorkers;
import io.hopwright.runner.execution.Placements;
import io.hopwright.runner.execution.RunObserver;
import io.hopwright.runner.failure.InputException;
import io.hopwright.runner.progress.ProgressDisplay;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that say how to simulate, and where to put the result. */
final class RunOptions {
  private static final int MAX_JVMS = 1024;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads of a JVM; all cores by default. Does not change results.")
  private Integer threads;

  @Option(
      names = "--jvms",
      paramLabel = "N",
      description =
          "Number of JVMs on this computer, this one included, each with --threads threads (by"
              + " default its share of the cores). Does not change results.")
  private Integer jvms;

  @Option(
      names = "--members",
      paramLabel = "N",
      description =
          "Number of JVMs, this one included; waits for N - 1 that are started elsewhere with"
              + " hopwright worker. Does not change results.")
  private Integer members;

  @Mixin private ClusterFlags flags;

  @Option(
      names = "--executor",
      paramLabel = "sequential|actors",
      converter = ExecutorConverter.class,
      description = "Who runs the partitions; actors by default. Does not change results.")
  private ExecutorKind executor = ExecutorKind.ACTORS;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Directory of the result; runs/STUDY-ID by default.")
  private Path out;

  @Option(names = "--json", description = "Print JSON instead of a table.")
  private boolean json;

  @Option(names = "--quiet", description = "Say nothing but mistakes.")
  private boolean quiet;

  boolean json() {
    return json;
  }

  boolean quiet() {
    return quiet;
  }

  Path out(String id) {
    if (out != null && out.toString().isEmpty()) {
      throw new InputException("--out '': is empty; name a directory");
    }
    return out != null ? out : Path.of("runs", id);
  }

  ExecutionPlan plan() {
    if (threads != null && threads < 1) {
      throw new InputException("--threads " + threads + ": use at least 1");
    }
    if (threads != null && threads > 1 && executor == ExecutorKind.SEQUENTIAL) {
      throw new InputException(
          "--threads " + threads + ": the sequential executor has one thread; use actors");
    }
    final int cores = Runtime.getRuntime().availableProcessors();
    return new ExecutionPlan(
        executor, threads != null ? threads : Math.max(1, jvms == null ? cores : cores / jvms));
  }

  /**
   * Refuses options that do not fit together, or not with the network to simulate.
   *
   * @throws InputException naming them
   */
  void check(Network<?> network) {
    check();
    Placements.check(network, jvms());
  }

  private void check() {
    plan();
    if (jvms != null && members != null) {
      throw new InputException("--jvms and --members exclude each other; see --help");
    }
    if (jvms() < 1 || jvms() > MAX_JVMS) {
      throw new InputException(
          (jvms != null ? "--jvms " : "--members ") + jvms() + ": use 1 to " + MAX_JVMS);
    }
    if (jvms() > 1 && executor == ExecutorKind.SEQUENTIAL) {
      throw new InputException(
          "--executor sequential: several JVMs need actors; leave the option out");
    }
  }

  int jvms() {
    return jvms != null ? jvms : members != null ? members : 1;
  }

  /** Returns what simulates and shows its progress, once all JVMs are there. */
  Runs open(Session session, Interruption interruption) {
    final RunObserver observer =
        quiet ? RunObserver.NONE : new ProgressDisplay(session.err(), session.interactive());
    if (jvms() == 1) {
      return new Runs(plan(), interruption, observer, null);
    }
    final int threadsEach = plan().threads();
    final Crew crew =
        Crew.gather(
            flags.options(threadsEach),
            jvms(),
            jvms == null ? null : new LocalWorkers(jvms, threadsEach, flags.forChildren()),
            flags.limit(),
            interruption,
            Failures::diagnose,
            quiet ? line -> {} : session::say);
    return new Runs(plan(), interruption, observer, crew);
  }

  /** Reads the name of an executor. */
  static final class ExecutorConverter implements ITypeConverter<ExecutorKind> {
    @Override
    public ExecutorKind convert(String value) {
      for (ExecutorKind kind : ExecutorKind.values()) {
        if (kind.word().equals(value.toLowerCase(Locale.ROOT))) {
          return kind;
        }
      }
      throw new TypeConversionException("'" + value + "' is neither sequential nor actors");
    }
  }
}
