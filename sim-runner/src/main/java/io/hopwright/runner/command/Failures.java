package io.hopwright.runner.command;

import io.hopwright.models.machine.SettingsException;
import io.hopwright.models.program.GoalFile;
import io.hopwright.models.program.ProgramException;
import io.hopwright.partition.StartFailedException;
import io.hopwright.partition.cluster.Diagnosis;
import io.hopwright.partition.cluster.MemberFailedException;
import io.hopwright.partition.cluster.MemberLostException;
import io.hopwright.partition.cluster.RefusedException;
import io.hopwright.partition.wire.MalformedMessageException;
import io.hopwright.runner.execution.NeverBegunException;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;

/**
 * Tells the user why a command failed, and chooses the exit code.
 *
 * @param session whose commands fail
 */
public record Failures(Session session) {
  private static final Set<String> SIMULATING =
      Set.of("run", "sweep", "reproduce", "bench", "worker");

  private static final String CUT_SHORT =
      "a GOAL binary became shorter while it was read from disk; leave the files of programs as"
          + " they are until the command has ended";

  /** Returns the exit code that goes with {@code failure}. */
  static int exitCode(Throwable failure) {
    if (ofTheInput(failure) || GoalFile.wasCutShort(failure)) {
      return ExitCode.WRONG_INPUT;
    }
    if (failure instanceof NeverBegunException || failure instanceof CancellationException) {
      return ExitCode.INTERRUPTED;
    }
    if (failure instanceof MemberFailedException elsewhere) {
      return elsewhere.exitCode();
    }
    return ofTheEnvironment(failure) || failure instanceof OutOfMemoryError
        ? ExitCode.ENVIRONMENT_FAILED
        : ExitCode.BROKEN;
  }

  /** Returns what other JVMs are to know about {@code failure} in this one. */
  static Diagnosis diagnose(Throwable failure) {
    return new Diagnosis(
        failure instanceof OutOfMemoryError
            ? outOfMemory(failure)
            : GoalFile.wasCutShort(failure)
                ? CUT_SHORT
                : failure instanceof NeverBegunException
                        || failure instanceof CancellationException
                        || ofTheInput(failure)
                        || failure instanceof MemberFailedException
                        || ofTheEnvironment(failure)
                    ? failure.getMessage()
                    : failure.toString(),
        exitCode(failure));
  }

  private static String outOfMemory(Throwable failure) {
    return outOfMemory(
        failure,
        "simulate a smaller machine, or larger partitions, or have fewer lines of tables written");
  }

  private static String outOfMemory(Throwable failure, String otherRemedy) {
    return String.format(
        "out of memory (%s): the heap is limited to %s MiB; set HOPWRIGHT_JAVA_OPTS=-Xmx… to"
            + " more, or %s",
        failure.getMessage(), Runtime.getRuntime().maxMemory() >> 20, otherRemedy);
  }

  private boolean simulates() {
    final List<String> words = session.commandLine();
    return !words.isEmpty() && SIMULATING.contains(words.get(0));
  }

  /**
   * Some settings show only while a machine is built, or runs, that it cannot have them; and what a
   * rank cannot do shows in the run if it depends on which messages come first.
   */
  private static boolean ofTheInput(Throwable failure) {
    return failure instanceof InputException
        || failure instanceof SettingsException
        || failure instanceof ProgramException;
  }

  private static boolean ofTheEnvironment(Throwable failure) {
    return failure instanceof EnvironmentException
        || failure instanceof StartFailedException
        || failure instanceof RefusedException
        || failure instanceof MemberLostException
        || failure instanceof MalformedMessageException;
  }

  /** Reports {@code failure} on standard error and returns the exit code. */
  public int report(Throwable failure) {
    tell(failure);
    return exitCode(failure);
  }

  private void tell(Throwable failure) {
    if (failure instanceof InputException input) {
      input.messages().forEach(session::say);
    } else if (GoalFile.wasCutShort(failure)) {
      session.say(CUT_SHORT);
    } else if (ofTheInput(failure)
        || ofTheEnvironment(failure)
        || failure instanceof MemberFailedException) {
      session.say(failure.getMessage());
    } else if (failure instanceof NeverBegunException) {
      session.say(failure.getMessage() + "; there is no result, the same command begins anew");
    } else if (failure instanceof OutOfMemoryError) {
      session.say(
          simulates()
              ? outOfMemory(failure)
              : outOfMemory(failure, "name fewer results, or a smaller study"));
    } else {
      session.say("this is a mistake of ours, not yours; please report it:");
      failure.printStackTrace(session.err());
    }
  }
}
