package io.hopwright.runner.command;

import io.hopwright.runner.execution.NeverBegunException;
import io.hopwright.runner.failure.EnvironmentException;
import io.hopwright.runner.failure.InputException;

/** Tells the user why a command failed, and chooses the exit code. */
public final class Failures {
  private final Session session;

  /** Creates the failures of one session. */
  public Failures(Session session) {
    this.session = session;
  }

  /** Reports {@code failure} on standard error and returns the exit code. */
  public int report(Throwable failure) {
    if (failure instanceof InputException input) {
      input.messages().forEach(session::say);
      return ExitCode.WRONG_INPUT;
    }
    if (failure instanceof EnvironmentException) {
      session.say(failure.getMessage());
      return ExitCode.ENVIRONMENT_FAILED;
    }
    if (failure instanceof NeverBegunException) {
      session.say(failure.getMessage() + "; there is no result");
      return ExitCode.INTERRUPTED;
    }
    if (failure instanceof OutOfMemoryError) {
      session.say(
          "out of memory ("
              + failure.getMessage()
              + "): the heap is limited to "
              + (Runtime.getRuntime().maxMemory() >> 20)
              + " MiB; set HOPWRIGHT_JAVA_OPTS=-Xmx… to more, or simulate a smaller machine or a larger"
              + " run.gridTicks (the series has a row for each interval)");
      return ExitCode.ENVIRONMENT_FAILED;
    }
    session.say("this is a mistake of ours, not yours; please report it:");
    failure.printStackTrace(session.err());
    return ExitCode.BROKEN;
  }
}
