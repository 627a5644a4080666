package io.hopwright.runner.command;

import io.hopwright.runner.app.Experiment;
import io.hopwright.runner.support.InputException;
import picocli.CommandLine.Option;

/** Options for the simulation of many points. */
final class SweepOptions {
  private static final String AUTO = "auto";
  private static final int MOST_AT_ONCE = 1_024;

  @Option(
      names = "--at-once",
      paramLabel = "N|auto",
      description =
          "Number of points to simulate at once, each with its share of the threads. The"
              + " default auto uses one point per thread if that is expected to be faster and"
              + " fits the heap. Does not change results.")
  private String atOnce = AUTO;

  @Option(names = "--fresh", description = "Simulate all points again, including completed ones.")
  private boolean fresh;

  boolean fresh() {
    return fresh;
  }

  /**
   * Returns an experiment whose points are simulated as these options say.
   *
   * @param jvms number of JVMs
   */
  Experiment applied(Experiment experiment, int jvms) {
    final Experiment changed = fresh ? experiment.fresh() : experiment;
    if (atOnce.equals(AUTO)) {
      return changed;
    }
    if (!atOnce.matches("[1-9]\\d{0,3}") || number() > MOST_AT_ONCE) {
      throw new InputException("--at-once " + atOnce + ": use 1 to " + MOST_AT_ONCE + ", or auto");
    }
    if (jvms > 1 && number() > 1) {
      throw new InputException(
          "--at-once "
              + atOnce
              + ": several JVMs simulate one point at a time; leave the option out");
    }
    return changed.atOnce(number());
  }

  private int number() {
    return Integer.parseInt(atOnce);
  }
}
