package io.hopwright.runner.command.session;

import io.hopwright.models.run.Machine;
import io.hopwright.runner.app.Hopwright;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.study.StudyReader;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.Excerpt;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Environment of a command.
 *
 * @param machines all machines
 * @param library bundled machines and studies
 * @param out standard output, for data; write errors are failures, so it is not a {@link
 *     PrintStream}
 * @param err standard error, for messages
 * @param interactive whether standard error is a terminal
 * @param signals source of Ctrl-C and similar signals
 * @param commandLine arguments of the program
 */
public record Session(
    List<Machine> machines,
    Library library,
    OutputStream out,
    PrintStream err,
    boolean interactive,
    SignalSource signals,
    List<String> commandLine) {
  private static final String NAME = "hopwright: ";
  private static final String BROKEN_PIPE = "Broken pipe";

  /** Returns the library, of which commands are clients. */
  public Hopwright hopwright() {
    return Hopwright.of(machines, library);
  }

  public StudyReader reader() {
    return new StudyReader(machines, library);
  }

  /** Source of signals. */
  @FunctionalInterface
  public interface SignalSource {
    /**
     * Runs {@code end} at the first Ctrl-C, hang-up or termination, and {@code endAtOnce} at a
     * repeated one.
     */
    void handle(Runnable end, Runnable endAtOnce);

    /** Runs {@code end} at the first SIGTERM, and {@code endAtOnce} at further ones. */
    default void handleTermination(Runnable end, Runnable endAtOnce) {}

    /** Runs {@code action} at each SIGUSR1; without effect where this signal does not exist. */
    default void handleUser(Runnable action) {}
  }

  /** Runs {@code end} when the user requests the end; a second request ends the JVM at once. */
  public void onInterrupt(Runnable end) {
    signals.handle(
        () -> {
          say("stopping; writing partial results (Ctrl-C again to abort)");
          end.run();
        },
        () -> Runtime.getRuntime().exit(ExitCode.INTERRUPTED));
  }

  /**
   * Runs {@code end} when a batch system requests the end; a second request ends the JVM at once.
   */
  public void onTermination(Runnable end) {
    signals.handleTermination(
        () -> {
          say("stopping with a checkpoint (repeat the signal to abort)");
          end.run();
        },
        () -> Runtime.getRuntime().exit(ExitCode.ENVIRONMENT_FAILED));
  }

  /** Prints a line that is not data; control characters are escaped. */
  public void say(String line) {
    err.println(NAME + Excerpt.printable(line));
  }

  /**
   * Prints data.
   *
   * @throws EnvironmentException if the output fails
   */
  public void print(String text) {
    try {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      // Whoever reads the beginning only, as head does, has got what was wanted.
      if (!BROKEN_PIPE.equals(e.getMessage())) {
        throw new EnvironmentException("cannot write to standard output: " + e.getMessage(), e);
      }
    }
  }

  /** Prints data of a result that is already stored at {@code result}. */
  public void print(String text, Path result) {
    try {
      print(text);
    } catch (EnvironmentException e) {
      throw new EnvironmentException(e.getMessage() + "; the result is in " + result, e);
    }
  }
}
