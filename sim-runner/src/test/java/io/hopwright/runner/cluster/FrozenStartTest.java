package io.hopwright.runner.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.runner.command.session.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JVM that gets no processor for some seconds during its start. */
@Tag("cluster")
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FrozenStartTest {
  /** Time above the default limits of Akka's start, three and five seconds. */
  private static final long FROZEN_MILLIS = 5_500;

  private static final String COMPLETE = "2 of 2 JVMs have connected";

  @TempDir private Path directory;

  private Jvm start(String name, String... more) throws IOException {
    final List<String> arguments =
        new ArrayList<>(
            List.of(
                "run",
                "bgl-uniform",
                "--set",
                "machine.shape=4x4x4",
                "--set",
                "partition.shape=2x4x4",
                "--set",
                "run.warmupTicks=1000",
                "--set",
                "run.ticks=2000",
                "--out",
                directory.resolve(name).toString()));
    arguments.addAll(List.of(more));
    return Jvm.start(directory, arguments);
  }

  private String digest(Jvm jvm, String name) throws IOException, InterruptedException {
    assertEquals(ExitCode.DONE, jvm.exitCode(), jvm.err());
    return new ObjectMapper()
        .readTree(directory.resolve(name).resolve("summary.json").toFile())
        .get("digest")
        .asText();
  }

  private String expected() throws IOException, InterruptedException {
    try (Jvm plain = start("plain", "--executor", "sequential")) {
      return digest(plain, "plain");
    }
  }

  @ParameterizedTest(name = "the {0}, after {1} ms")
  @CsvSource({
    "seed, 300", "seed, 600", "seed, 900", "seed, 1200",
    "worker, 100", "worker, 400", "worker, 700", "worker, 1000"
  })
  void shouldGoOnWhenAMemberIsFrozen(String who, long millis) throws Exception {
    final String expected = expected();
    try (Jvm seed = start("frozen", "--jvms", "2", "--threads", "1")) {
      if (who.equals("worker")) {
        seed.await(() -> !seed.children().isEmpty());
      }
      Thread.sleep(millis);
      assumeFalse(seed.err().contains(COMPLETE), "started sooner than that");
      freeze(who.equals("worker") ? seed.children().get(0).pid() : seed.pid());
      assertEquals(expected, digest(seed, "frozen"));
    }
  }

  @ParameterizedTest(name = "after {0} ms")
  @CsvSource({"400", "700", "1000"})
  void shouldGoOnWhenTheOnlyJvmIsFrozen(long millis) throws Exception {
    final String expected = expected();
    try (Jvm jvm = start("frozen", "--threads", "2")) {
      Thread.sleep(millis);
      assumeTrue(jvm.alive(), "ended sooner than that");
      freeze(jvm.pid());
      assertEquals(expected, digest(jvm, "frozen"));
    }
  }

  private static void freeze(long process) throws IOException, InterruptedException {
    Jvm.signal("-STOP", process);
    Thread.sleep(FROZEN_MILLIS);
    Jvm.signal("-CONT", process);
  }
}
