package io.hopwright.runner.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.runner.support.ChildJvm;
import io.hopwright.runner.support.EnvironmentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Launcher of rows, each measured in a JVM of its own: with one machine and one policy per JVM,
 * compiled code does not see the types of others. Only {@link #stop} is thread-safe.
 */
public final class RowLauncher {
  private Process current;
  private boolean stopped;

  /** Creates a launcher. */
  public RowLauncher() {}

  /** Measures {@code row}; empty if it was stopped. */
  public Optional<Map<String, Object>> measure(Row row) {
    return answer(row, List.of(row));
  }

  /** Projects {@code row}; empty if it was stopped. */
  public Optional<Map<String, Object>> project(Row row, ProjectionPlan plan) {
    return answer(row, List.of(row, plan));
  }

  private Optional<Map<String, Object>> answer(Row row, List<Record> arguments) {
    try {
      final Process process = start(command(row, arguments));
      if (process == null) {
        return Optional.empty();
      }
      final String answer =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      final int exitCode = process.waitFor();
      if (isStopped()) {
        return Optional.empty();
      }
      if (exitCode != 0) {
        throw new EnvironmentException(
            "the JVM of " + row + " ended with " + exitCode + "; its own messages are above", null);
      }
      return Optional.of(new ObjectMapper().readValue(answer, new TypeReference<>() {}));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the JVM of " + row + " did not answer in JSON", e);
    } catch (IOException e) {
      throw new EnvironmentException("cannot run a JVM: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      stop();
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Ends the row in progress, and starts no other. */
  public synchronized void stop() {
    stopped = true;
    if (current != null) {
      current.destroyForcibly();
    }
  }

  /** Returns whether it was stopped. */
  public synchronized boolean isStopped() {
    return stopped;
  }

  private synchronized Process start(List<String> command) throws IOException {
    if (stopped) {
      return null;
    }
    current = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return current;
  }

  static List<String> command(Row row, List<Record> arguments) throws JsonProcessingException {
    final List<String> texts = new ArrayList<>();
    for (Record argument : arguments) {
      texts.add(new ObjectMapper().writeValueAsString(argument));
    }
    final String heap = row.heapMib() + "m";
    return ChildJvm.command(
        BenchProcess.class.getName(), List.of("-Xms" + heap, "-Xmx" + heap), texts);
  }
}
