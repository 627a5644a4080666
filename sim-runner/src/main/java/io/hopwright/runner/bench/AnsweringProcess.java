package io.hopwright.runner.bench;

import io.hopwright.runner.support.EnvironmentException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Processes, one after the other, each of which writes its answer to its standard output. Only
 * {@link #stop} is thread-safe.
 */
abstract class AnsweringProcess {
  private Process current;
  private boolean stopped;

  /**
   * Executes a command and returns its answer; empty if it was stopped.
   *
   * @param program what may be impossible to run
   * @param name what may end with another exit code than 0
   * @throws EnvironmentException if the command fails
   */
  final Optional<byte[]> execute(List<String> command, String program, String name) {
    try {
      if (!start(command)) {
        return Optional.empty();
      }
      final byte[] answer = current.getInputStream().readAllBytes();
      final int exitCode = current.waitFor();
      if (isStopped()) {
        return Optional.empty();
      }
      if (exitCode != 0) {
        throw new EnvironmentException(
            name + " ended with " + exitCode + "; its own messages are above", null);
      }
      return Optional.of(answer);
    } catch (IOException e) {
      throw new EnvironmentException("cannot run " + program + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      stop();
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private synchronized boolean start(List<String> command) throws IOException {
    if (stopped) {
      return false;
    }
    current = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return true;
  }

  /** Ends the process in progress, and starts no other. */
  public final synchronized void stop() {
    stopped = true;
    if (current != null) {
      end(current);
    }
  }

  abstract void end(Process process);

  /** Returns whether it was stopped. */
  public final synchronized boolean isStopped() {
    return stopped;
  }
}
