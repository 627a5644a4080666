package io.hopwright.runner.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.runner.support.ChildJvm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Launcher of rows, each measured in a JVM of its own: with one machine and one policy per JVM,
 * compiled code does not see the types of others. Only {@link #stop} is thread-safe.
 */
public final class RowLauncher extends AnsweringProcess {
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
      final Optional<byte[]> answer =
          execute(command(row, arguments), "a JVM", "the JVM of " + row);
      return answer.isEmpty()
          ? Optional.empty()
          : Optional.of(new ObjectMapper().readValue(answer.get(), new TypeReference<>() {}));
    } catch (IOException e) {
      throw new IllegalStateException("the JVM of " + row + " did not answer in JSON", e);
    }
  }

  @Override
  void end(Process process) {
    process.destroyForcibly();
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
