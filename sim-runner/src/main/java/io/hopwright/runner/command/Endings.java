package io.hopwright.runner.command;

import io.hopwright.runner.execution.Completion;
import java.util.List;

/** Tells how a run ended. */
final class Endings {
  private static final int LINES = 20;

  private Endings() {}

  /** Says why a run did not come to its end, if so, and returns the exit code. */
  static int tell(Session session, Completion run) {
    return switch (run.ending()) {
      case COMPLETED -> ExitCode.DONE;
      case INTERRUPTED -> {
        session.say("interrupted; what was measured is written and marked as such");
        yield ExitCode.INTERRUPTED;
      }
      case STALLED -> {
        final List<String> lines = run.waiting().lines().toList();
        session.say("the simulated machine has come to a halt; a deadlock?");
        lines.stream().limit(LINES).forEach(session.err()::println);
        if (lines.size() > LINES) {
          session.say((lines.size() - LINES) + " more lines in waiting.txt of the result");
        }
        yield ExitCode.BROKEN;
      }
    };
  }
}
