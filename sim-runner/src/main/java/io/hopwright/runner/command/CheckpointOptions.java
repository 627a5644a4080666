package io.hopwright.runner.command;

import io.hopwright.runner.app.Cancellation;
import io.hopwright.runner.app.Experiment;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.recording.CheckpointPlan;
import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.Shown;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The options of checkpoints. */
final class CheckpointOptions {
  private static final Pattern AMOUNT = Pattern.compile("(\\d{1,15}) ?(ticks|s|min|h)");
  private static final Map<String, TimeUnit> UNITS =
      Map.of("s", TimeUnit.SECONDS, "min", TimeUnit.MINUTES, "h", TimeUnit.HOURS);
  private static final String TICKS = "ticks";
  private static final String AUTO = "auto";

  /** A batch system that has sent TERM kills a job half a minute to some minutes later. */
  private static final long LIMIT_SECONDS = 60;

  private static final Executor LATER =
      CompletableFuture.delayedExecutor(LIMIT_SECONDS, TimeUnit.SECONDS);

  @Option(
      names = "--checkpoint-every",
      paramLabel = "TIME|TICKS|auto",
      description =
          "Save the state of the run at this interval of time (10min, 90s) or ticks"
              + " (50000ticks); auto saves it as often as costs less than a hundredth of"
              + " the time. hopwright resume continues from there. Does not change results.")
  private String every;

  @Option(
      names = "--stop-after",
      paramLabel = "TIME",
      description =
          "Save the state of the run after this time (55min) and end with exit code 75. The signals"
              + " TERM and USR1 do so immediately. Does not change results.")
  private String stopAfter;

  private CheckpointPlan plan;

  /** The option that keeps the checkpoints of a run. */
  static final class Keeping {
    @Option(
        names = "--keep-checkpoints",
        description =
            "Keep the checkpoints when the run ends, and take one at the end of its measured"
                + " interval, so that resume --set run.ticks=N can make it longer.")
    private boolean keep;
  }

  /**
   * Returns an experiment of several points that is simulated as {@code how} says, with checkpoints
   * if any are requested.
   */
  Experiment applied(Experiment experiment, Session session, RunOptions how) {
    how.refuseCopies();
    return applied(experiment, session, how, new Keeping());
  }

  /**
   * Returns an experiment that is simulated as {@code how} says, with checkpoints if any are
   * requested.
   */
  Experiment applied(Experiment experiment, Session session, RunOptions how, Keeping keeping) {
    if (every == null && stopAfter == null && !keeping.keep) {
      return how.applied(experiment, session);
    }
    final long stopAfterNanos = amount("--stop-after", stopAfter, false);
    plan =
        AUTO.equals(every)
            ? CheckpointPlan.automatic(stopAfterNanos)
            : new CheckpointPlan(
                amount("--checkpoint-every", every, true),
                amount("--checkpoint-every", every, false),
                stopAfterNanos);
    if (stopAfter != null && stopAfter.endsWith(TICKS)) {
      throw new InputException("--stop-after " + stopAfter + ": give a time, as in 55min");
    }
    if (keeping.keep) {
      plan.keep();
    }
    session.signals().handleUser(plan::stop);
    final Cancellation cancellation = new Cancellation();
    return how.applied(
            experiment, session, cancellation, () -> handleSignals(session, cancellation))
        .checkpoints(plan);
  }

  private void handleSignals(Session session, Cancellation cancellation) {
    session.onInterrupt(cancellation::cancel);
    session.onTermination(
        () -> {
          plan.stop();
          LATER.execute(() -> endWithoutCheckpoint(session, cancellation));
        });
  }

  private void endWithoutCheckpoint(Session session, Cancellation cancellation) {
    if (!plan.stopped()) {
      session.say(
          "no checkpoint within %s s; stopping and writing partial results"
              .formatted(LIMIT_SECONDS));
      cancellation.cancel();
    }
  }

  /** Returns the ticks or the nanoseconds of an amount, 0 if it is given in the other. */
  private static long amount(String option, String text, boolean ticks) {
    if (text == null) {
      return 0;
    }
    final Matcher matcher = AMOUNT.matcher(text);
    if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
      throw new InputException(
          ("%s %s: neither a time nor a number of ticks. Write 90s, 10min, 2h or" + " 50000ticks.")
              .formatted(option, Excerpt.of(text)));
    }
    final long number = Long.parseLong(matcher.group(1));
    final TimeUnit unit = UNITS.get(matcher.group(2));
    if (unit == null) {
      return ticks ? number : 0;
    }
    return ticks ? 0 : unit.toNanos(number);
  }

  /** Returns the exit code of a study; says so if it has ended with checkpoints. */
  int exitCodeOfStudy(Session session, int ofResult) {
    if (ofResult != ExitCode.INTERRUPTED || plan == null || !plan.stopped()) {
      return ofResult;
    }
    session.say("stopped with checkpoints of the points that were begun");
    return ExitCode.ENVIRONMENT_FAILED;
  }

  /** Returns the exit code of a run; says how to go on if it has not come to its end. */
  int exitCode(Session session, int ofResult) {
    final boolean goesOn =
        ofResult == ExitCode.INTERRUPTED || ofResult == ExitCode.ENVIRONMENT_FAILED;
    if (!goesOn || plan == null || plan.written() == null) {
      return ofResult;
    }
    session.say(
        (plan.stopped() ? "stopped with a checkpoint" : "there is a checkpoint")
            + "; continue with: hopwright resume "
            + Shown.path(plan.written()));
    return plan.stopped() ? ExitCode.ENVIRONMENT_FAILED : ofResult;
  }
}
