package io.hopwright.runner.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hopwright.models.Machines;
import io.hopwright.runner.Main;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.config.Library;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Results of commands, to be compared byte by byte. */
final class ResultFiles {
  private ResultFiles() {}

  /** Executes a command in this JVM. */
  static void make(List<String> arguments) {
    make(arguments, ExitCode.DONE);
  }

  /** Executes a command in this JVM and checks its exit code. */
  static void make(List<String> arguments, int expected) {
    final ByteArrayOutputStream err = new ByteArrayOutputStream();
    final int exitCode =
        Main.execute(
            new Session(
                Machines.all(),
                new Library(),
                OutputStream.nullOutputStream(),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                (end, endAtOnce) -> {},
                arguments));
    assertEquals(expected, exitCode, () -> err.toString(StandardCharsets.UTF_8));
  }

  /** Returns the files of a result without data about its execution. */
  static SortedMap<String, String> of(Path result) throws IOException {
    final SortedMap<String, String> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(result)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        files.put(result.relativize(path).toString(), Files.readString(path));
      }
    }
    files.keySet().removeAll(List.of("manifest.json", "report.html"));
    final ObjectNode summary =
        (ObjectNode) new ObjectMapper().readTree(files.remove("summary.json"));
    assertFalse(summary.remove("execution").isEmpty());
    files.put("summary.json", summary.toPrettyString());
    return files;
  }
}
