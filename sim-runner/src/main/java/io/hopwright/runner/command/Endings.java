package io.hopwright.runner.command;

import io.hopwright.models.standstill.RankWait;
import io.hopwright.models.standstill.Standstill;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.support.Excerpt;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Tells how a run ended. */
final class Endings {
  private static final String SENDS =
      "issend, and any send of more than software.eagerBytes, waits until it is received: let some"
          + " ranks receive first, or use sendrecv, or wait after receiving";

  private static final int MOST_QUEUES = 20;
  private static final int MOST_RANKS = 50;

  private Endings() {}

  /** Says why the run whose result is in {@code place} did not come to its end, if so. */
  static int tell(Session session, Completion run, Path place) {
    return switch (run.ending()) {
      case COMPLETED -> {
        if (run.standstill() != null) {
          tellStandstill(session, run.standstill(), "the sources went on to the end", place);
        }
        yield ExitCode.DONE;
      }
      case INTERRUPTED -> {
        if (run.lost()) {
          session.say(run.loss());
        }
        if (run.standstill() != null) {
          tellStandstill(session, run.standstill(), "the sources went on", place);
        }
        interrupted(session, place);
        yield ExitCode.INTERRUPTED;
      }
      case DEADLOCK -> {
        tellStandstill(session, run.standstill(), marked(place), place);
        yield ExitCode.BROKEN;
      }
      case RANKS_BLOCKED -> {
        tellStandstill(session, run.standstill(), marked(place), place);
        yield ExitCode.WRONG_INPUT;
      }
      case LOST -> {
        session.say(
            "%s; what the others measured is in %s, marked as such"
                .formatted(run.loss(), Shown.path(place)));
        yield ExitCode.ENVIRONMENT_FAILED;
      }
    };
  }

  private static String marked(Path place) {
    return "the result is in " + Shown.path(place) + ", marked as stalled";
  }

  /**
   * Says why nothing moves any more, then the cycle and lost ranks, or all if there is no cycle.
   */
  private static void tellStandstill(
      Session session, Standstill standstill, String result, Path place) {
    session.say(standstill.headline() + "; " + result);
    final boolean ofRanks = standstill.kind() == Standstill.Kind.RANKS_BLOCKED;
    final int most = ofRanks ? MOST_RANKS : MOST_QUEUES;
    final List<String> lines =
        standstill.cycle().isEmpty()
            ? standstill.waiting()
            : Stream.concat(standstill.cycle().stream(), standstill.lost().stream()).toList();
    lines.stream()
        .limit(most)
        .forEach(line -> session.err().println("  " + Excerpt.printable(line)));
    if (standstill.waiting().size() > Math.min(most, lines.size())) {
      session.say(
          "everything that waits, %s lines, is in %s"
              .formatted(standstill.waiting().size(), Shown.path(place.resolve(Format.WAITING))));
    }
    if (standstill.cycle().stream().anyMatch(line -> line.contains(": " + RankWait.SEND))) {
      session.say(SENDS);
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
