package io.hopwright.runner.command.session;

import io.hopwright.runner.app.Outcome;
import io.hopwright.runner.app.Result;
import io.hopwright.runner.app.SweepResult;
import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.text.EndingText;
import java.nio.file.Path;

/** Endings of runs as lines on standard error and as exit codes. */
public final class Endings {
  private Endings() {}

  /**
   * Prints the reason why the run with the result in {@code place} is not complete, if it is not.
   */
  public static int tell(Session session, Outcome outcome, Path place) {
    for (EndingText.Line line : EndingText.of(outcome, place)) {
      if (line.detail()) {
        session.err().println(Excerpt.printable(line.text()));
      } else {
        session.say(line.text());
      }
    }
    return switch (outcome.kind()) {
      case COMPLETED -> ExitCode.DONE;
      case INTERRUPTED -> ExitCode.INTERRUPTED;
      case DEADLOCK -> ExitCode.BROKEN;
      case RANKS_BLOCKED -> ExitCode.WRONG_INPUT;
      case LOST -> ExitCode.ENVIRONMENT_FAILED;
    };
  }

  /**
   * Prints the incomplete points of a study.
   *
   * @param fresh whether the command ignores existing points
   */
  public static int tell(Session session, SweepResult sweep, boolean fresh) {
    int exitCode = ExitCode.DONE;
    for (Result point : sweep.unfinished()) {
      if (point.outcome().kind() != Outcome.Kind.INTERRUPTED || !point.outcome().loss().isEmpty()) {
        exitCode = Math.max(exitCode, tell(session, point.outcome(), point.directory()));
      }
    }
    if (sweep.outcome() == Outcome.Kind.INTERRUPTED && exitCode != ExitCode.INTERRUPTED) {
      session.say(EndingText.interruptedStudy(sweep.directory(), fresh));
      exitCode = ExitCode.INTERRUPTED;
    }
    return exitCode;
  }
}
