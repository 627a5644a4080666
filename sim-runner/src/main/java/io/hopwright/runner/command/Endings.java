package io.hopwright.runner.command;

import io.hopwright.runner.execution.Completion;
import java.nio.file.Path;
import java.util.List;

/** Tells how a run ended. */
final class Endings {
  private static final int LINES = 20;

  private Endings() {}

  /** Says why the run whose result is in {@code place} did not come to its end, if so. */
  static int tell(Session session, Completion run, Path place) {
    return switch (run.ending()) {
      case COMPLETED -> ExitCode.DONE;
      case INTERRUPTED -> {
        if (run.lost()) {
          session.say(run.reason());
        }
        interrupted(session, place);
        yield ExitCode.INTERRUPTED;
      }
      case STALLED -> {
        final List<String> lines = run.reason().lines().toList();
        session.say("the simulated machine has come to a halt; a deadlock?");
        lines.stream().limit(LINES).forEach(session.err()::println);
        if (lines.size() > LINES) {
          session.say(
              (lines.size() - LINES)
                  + " more lines in "
                  + Shown.path(place.resolve("waiting.txt")));
        }
        yield ExitCode.BROKEN;
      }
      case LOST -> {
        session.say(
            run.reason()
                + "; what the others measured is in "
                + Shown.path(place)
                + ", marked as such");
        yield ExitCode.ENVIRONMENT_FAILED;
      }
    };
  }

  /**
   * Says where an interrupted study is.
   *
   * @param fresh whether the command does not count what is there
   */
  static void interruptedStudy(Session session, Path place, boolean fresh) {
    session.say("interrupted; what is done is in " + Shown.path(place) + ", and " + goesOn(fresh));
  }

  /** Returns which command goes on with a study that did not come to its end. */
  static String goesOn(boolean fresh) {
    return "the same command " + (fresh ? "without --fresh " : "") + "goes on from there";
  }

  /** Says where an interrupted result is. */
  static void interrupted(Session session, Path place) {
    session.say("interrupted; what was measured is in " + Shown.path(place) + ", marked as such");
  }
}
