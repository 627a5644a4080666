package io.hopwright.runner.command;

import io.hopwright.runner.support.InputException;
import io.hopwright.runner.sweep.PointTask;
import io.hopwright.runner.sweep.Schedule;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that say how to simulate many points. */
final class SweepOptions {
  private static final String AUTO = "auto";
  private static final int MOST_AT_ONCE = 1_024;

  @Option(
      names = "--at-once",
      paramLabel = "N|auto",
      description =
          "Number of points to simulate at once, each with its share of the threads; auto, the"
              + " default: as many as threads, if that is expected to be quicker and fits the heap."
              + " Does not change results.")
  private String atOnce = AUTO;

  @Option(
      names = "--fresh",
      description = "Simulate all points again, also those that are there already.")
  private boolean fresh;

  boolean fresh() {
    return fresh;
  }

  /**
   * Refuses a number that makes no sense.
   *
   * @param jvms number of JVMs
   */
  void check(int jvms) {
    if (!atOnce.equals(AUTO)) {
      if (!atOnce.matches("[1-9]\\d{0,3}") || number() > MOST_AT_ONCE) {
        throw new InputException(
            "--at-once " + atOnce + ": use 1 to " + MOST_AT_ONCE + ", or auto");
      }
      if (jvms > 1 && number() > 1) {
        throw new InputException(
            "--at-once " + atOnce + ": several JVMs simulate one point at a time; leave it out");
      }
    }
  }

  /** Tells how many of {@code jobs} are simulated at once. */
  Schedule schedule(List<PointTask> jobs, int threads) {
    final long heapBytes = Runtime.getRuntime().maxMemory();
    return atOnce.equals(AUTO)
        ? Schedule.choose(jobs, threads, heapBytes)
        : Schedule.asked(jobs, number(), threads, heapBytes);
  }

  private int number() {
    return Integer.parseInt(atOnce);
  }
}
