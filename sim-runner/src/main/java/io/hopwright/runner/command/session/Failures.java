package io.hopwright.runner.command.session;

import io.hopwright.partition.cluster.Diagnosis;
import io.hopwright.partition.cluster.MemberFailedException;
import io.hopwright.runner.app.Failure;
import java.util.List;
import java.util.Set;

/**
 * Reporter of failures: prints the reason why a command failed, and chooses the exit code.
 *
 * @param session session of the commands
 */
public record Failures(Session session) {
  private static final Set<String> SIMULATING =
      Set.of("run", "sweep", "reproduce", "bench", "worker", "serve");

  /** Returns the exit code for {@code failure}. */
  public static int exitCode(Throwable failure) {
    return switch (Failure.of(failure).kind()) {
      case INPUT -> ExitCode.WRONG_INPUT;
      case CANCELLED -> ExitCode.INTERRUPTED;
      case MEMBER -> ((MemberFailedException) failure).exitCode();
      case MEMORY, ENVIRONMENT -> ExitCode.ENVIRONMENT_FAILED;
      case INTERNAL -> ExitCode.BROKEN;
    };
  }

  /** Returns the diagnosis of a {@code failure} in this JVM that other JVMs receive. */
  public static Diagnosis diagnose(Throwable failure) {
    return new Diagnosis(
        failure instanceof OutOfMemoryError
            ? outOfMemory(failure)
            : String.join("\n", Failure.of(failure).messages()),
        exitCode(failure));
  }

  private static String outOfMemory(Throwable failure) {
    return outOfMemory(
        failure,
        "simulate a smaller machine, use larger partitions, or write fewer lines of" + " tables");
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

  /** Reports {@code failure} on standard error and returns the exit code. */
  public int report(Throwable failure) {
    messages(failure).forEach(session::say);
    trace(failure);
    return exitCode(failure);
  }

  /** Returns the reason and the remedy, a line each. */
  public List<String> messages(Throwable failure) {
    final Failure what = Failure.of(failure);
    return switch (what.kind()) {
      case INPUT, ENVIRONMENT, MEMBER -> what.messages();
      case CANCELLED ->
          List.of(failure.getMessage() + "; there is no result. The same command starts again");
      case MEMORY ->
          List.of(
              simulates()
                  ? outOfMemory(failure)
                  : outOfMemory(failure, "name fewer results, or a smaller study"));
      case INTERNAL ->
          List.of("this is an error in Hopwright, not in your input; please report it:");
    };
  }

  /** Prints the stack trace of an internal error on standard error. */
  public void trace(Throwable failure) {
    if (Failure.of(failure).kind() == Failure.Kind.INTERNAL) {
      failure.printStackTrace(session.err());
    }
  }
}
