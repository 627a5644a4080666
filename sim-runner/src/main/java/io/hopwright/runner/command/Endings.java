package io.hopwright.runner.command;

import io.hopwright.models.messaging.WaitingRanks;
import io.hopwright.runner.execution.Completion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Tells how a run ended. */
final class Endings {
  private static final String SENDS =
      "issend, and any send of more than software.eagerBytes, waits until it is received: have some"
          + " ranks receive first, or use sendrecv, or wait after receiving";

  private static final int LINES = 20;

  /** The heading, and fifty ranks. */
  private static final int RANK_LINES = 51;

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
        session.say("the simulated machine has come to a halt; a deadlock?");
        tellWaiting(session, run.reason().lines().toList(), LINES, place);
        yield ExitCode.BROKEN;
      }
      case PROGRAMS_STALLED -> {
        session.say(
            "the programs have come to a halt: they wait for each other, or for messages or credits"
                + " that nobody sends or that are lost; what was measured is in "
                + Shown.path(place)
                + ", marked as such");
        final List<String> lines = new ArrayList<>(run.reason().lines().toList());
        final boolean cycle = lines.get(lines.size() - 1).startsWith(WaitingRanks.CYCLE);
        final String last = cycle ? lines.remove(lines.size() - 1) : "";
        tellWaiting(session, lines, RANK_LINES, place);
        if (cycle) {
          session.err().println(last);
          if (lines.stream().anyMatch(line -> line.contains(": " + WaitingRanks.SEND))) {
            session.say(SENDS);
          }
        }
        yield ExitCode.WRONG_INPUT;
      }
      case LOST -> {
        session.say(
            "%s; what the others measured is in %s, marked as such"
                .formatted(run.reason(), Shown.path(place)));
        yield ExitCode.ENVIRONMENT_FAILED;
      }
    };
  }

  private static void tellWaiting(Session session, List<String> lines, int most, Path place) {
    lines.stream().limit(most).forEach(session.err()::println);
    if (lines.size() > most) {
      session.say(
          "and " + (lines.size() - most) + " more in " + Shown.path(place.resolve("waiting.txt")));
    }
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
