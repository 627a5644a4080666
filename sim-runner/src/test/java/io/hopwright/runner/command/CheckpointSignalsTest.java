package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.runner.cluster.Jvm;
import io.hopwright.runner.command.session.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Signals to runs with checkpoints, as separate processes. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CheckpointSignalsTest {
  private static final String STOPPED =
      "stopped with a checkpoint; continue with: hopwright resume ";

  @TempDir private Path directory;

  private Path out() {
    return directory.resolve("out");
  }

  /** Returns the tick of the newest checkpoint, −1 without any. */
  private long newest() {
    try (Stream<Path> all = Files.list(directory.resolve("out.checkpoints"))) {
      return all.map(each -> each.getFileName().toString())
          .filter(name -> name.matches("\\d+"))
          .mapToLong(Long::parseLong)
          .max()
          .orElse(-1);
    } catch (IOException e) {
      return -1;
    }
  }

  private List<String> options(String... words) {
    final List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--checkpoint-every", "2000ticks", "--threads", "1", "--quiet"));
    return all;
  }

  private Jvm run() throws IOException {
    final Path study =
        Files.writeString(
            directory.resolve("s.conf"),
            """
            include "machines/bluegene-l"
            study.id = s
            machine.shape = [4, 4, 2]
            workload { kind = uniform, load = 0.5 }
            run { warmupTicks = 0, ticks = 100000000 }
            """);
    return Jvm.start(directory, options("run", study.toString(), "--out", out().toString()));
  }

  /**
   * Sends a signal after a checkpoint later than {@code tick}, when the program already handles
   * signals.
   */
  private void endWithACheckpoint(Jvm jvm, String signal, long tick) throws Exception {
    jvm.await(() -> newest() > tick);
    jvm.signal(signal);
    assertEquals(ExitCode.ENVIRONMENT_FAILED, jvm.exitCode(), jvm.err());
    assertTrue(jvm.err().contains(STOPPED + out()), jvm.err());
  }

  @Test
  void shouldEndWithACheckpoint() throws Exception {
    try (Jvm jvm = run()) {
      endWithACheckpoint(jvm, "-USR1", -1);
    }
    final long tick = newest();
    try (Jvm jvm = Jvm.start(directory, options("resume", out().toString()))) {
      endWithACheckpoint(jvm, "-TERM", tick);
      assertTrue(jvm.err().contains("stopping with a checkpoint"), jvm.err());
    }
    assertTrue(newest() > tick);
  }
}
