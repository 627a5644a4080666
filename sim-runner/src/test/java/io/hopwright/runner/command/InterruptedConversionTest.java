package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.runner.cluster.Jvm;
import io.hopwright.runner.command.session.ExitCode;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C while a large trace is converted into the user's cache, as a separate process. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InterruptedConversionTest {
  private static final int OPERATIONS = 400_000;

  @TempDir private Path directory;

  private Path cache() {
    return directory.resolve("hopwright").resolve("converted-traces");
  }

  /** Returns the number of files in the cache. */
  private long files() {
    try (Stream<Path> all = Files.list(cache())) {
      return all.count();
    } catch (IOException e) {
      return 0;
    }
  }

  /** Writes a chain of sends, and one of receives. */
  private void writeTrace() throws IOException {
    try (Writer file = Files.newBufferedWriter(directory.resolve("t.goal"))) {
      file.write("num_ranks 2\n");
      for (int rank = 0; rank < 2; rank++) {
        file.write("rank " + rank + " {\nl0: calc 1\n");
        for (int i = 1; i < OPERATIONS; i++) {
          final String what = rank == 0 ? "send 8b to 1" : "recv 8b from 0";
          file.write("l%d: %s\nl%d requires l%d\n".formatted(i, what, i, i - 1));
        }
        file.write("}\n");
      }
    }
  }

  @Test
  void shouldLeaveNothingHalfWritten() throws Exception {
    writeTrace();
    final Path study =
        Files.writeString(
            directory.resolve("s.conf"),
            """
            include "machines/ideal"
            study.id = s
            machine.nodes = 2
            jobs.a.program = "t.goal"
            """);
    final Path out = directory.resolve("out");
    final List<String> arguments = List.of("run", study.toString(), "--out", out.toString());
    try (Jvm jvm =
        Jvm.start(directory, List.of("env", "XDG_CACHE_HOME=" + directory), List.of(), arguments)) {
      jvm.await(() -> files() > 0);
      jvm.signal("-INT");
      assertEquals(ExitCode.INTERRUPTED, jvm.exitCode(), jvm.err());
      assertTrue(jvm.err().contains("converting t.goal"), jvm.err());
    }
    assertEquals(0, files(), "files in the cache");
    assertTrue(Files.notExists(out), "a result of a run that did not begin");
  }
}
