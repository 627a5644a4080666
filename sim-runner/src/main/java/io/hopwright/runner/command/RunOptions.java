package io.hopwright.runner.command;

import io.hopwright.runner.execution.ExecutionPlan;
import io.hopwright.runner.execution.ExecutorKind;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.RunObserver;
import io.hopwright.runner.execution.Simulator;
import io.hopwright.runner.failure.InputException;
import io.hopwright.runner.progress.ProgressDisplay;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that say how to simulate, and where to put the result. */
final class RunOptions {
  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads; all cores by default. Does not change results.")
  private Integer threads;

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
    return new ExecutionPlan(
        executor, threads != null ? threads : Runtime.getRuntime().availableProcessors());
  }

  /** Returns a simulator that shows its progress. */
  Simulator simulator(Session session, Interruption interruption) {
    final RunObserver observer =
        quiet ? RunObserver.NONE : new ProgressDisplay(session.err(), session.interactive());
    return new Simulator(plan(), interruption, observer);
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
