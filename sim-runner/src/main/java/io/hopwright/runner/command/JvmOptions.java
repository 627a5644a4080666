package io.hopwright.runner.command;

import io.hopwright.runner.app.Resources;
import io.hopwright.runner.execution.ExecutionPlan;
import io.hopwright.runner.execution.ExecutorKind;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.Shown;
import picocli.CommandLine.Option;

/** Options for the number of threads and JVMs on this computer. */
final class JvmOptions {
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

  /** Refuses numbers that make no sense. */
  void check() {
    Shown.requireAtLeast(1, "--threads", threads);
    if (jvms != null) {
      checkJvms("--jvms", jvms);
    }
  }

  /** Returns threads and JVMs to plan for; none of them is started. */
  Resources resources() {
    check();
    return new Resources(
        new ExecutionPlan(ExecutorKind.ACTORS, threads()),
        jvms(),
        jvms(),
        Resources.Gathering.NONE,
        0,
        0);
  }

  static void checkJvms(String option, int jvms) {
    if (jvms < 1 || jvms > MAX_JVMS) {
      throw new InputException(option + " " + jvms + ": use 1 to " + MAX_JVMS);
    }
  }

  boolean jvmsGiven() {
    return jvms != null;
  }

  int jvms() {
    return jvms != null ? jvms : 1;
  }

  int threads() {
    final int cores = Runtime.getRuntime().availableProcessors();
    return threads != null ? threads : Math.max(1, cores / jvms());
  }

  boolean severalThreadsGiven() {
    return threads != null && threads > 1;
  }
}
