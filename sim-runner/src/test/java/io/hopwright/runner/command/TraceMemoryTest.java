package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory of commands about traces whose ranks together exceed it. */
@Tag("slow")
class TraceMemoryTest {
  private static final int RANKS = 60;
  private static final int ROUNDS = 4_000;

  @TempDir private Path directory;

  /** Writes the trace of a rank that passes messages around a ring. */
  private void writeRank(int rank) throws IOException {
    final int next = (rank + 1) % RANKS;
    final int last = (rank + RANKS - 1) % RANKS;
    try (Writer file =
        Files.newBufferedWriter(directory.resolve("t." + rank), StandardCharsets.UTF_8)) {
      file.write("MPI_Init:-:1:2:100\n");
      for (int round = 0; round < ROUNDS; round++) {
        final int time = 110 + 10 * round;
        final String world = "0," + rank + "," + RANKS;
        file.write("MPI_Irecv:%s:1:2:3,4,4:%s:7:%s:72:%s\n".formatted(time, last, world, time));
        file.write("MPI_Isend:%s:1:2:3,4,4:%s:7:%s:64:%s\n".formatted(time, next, world, time));
        file.write("MPI_Waitall:%s:2:64:0:%s\n".formatted(time + 2, time + 2));
      }
    }
  }

  private String trace(String... words) throws IOException, InterruptedException {
    final Path out = directory.resolve("out");
    final Process process =
        new ProcessBuilder(
                Stream.concat(
                        Stream.of(
                            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "-Xmx48m",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            "io.hopwright.runner.Main",
                            "trace"),
                        Stream.of(words))
                    .toList())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    assertTrue(process.waitFor(5, TimeUnit.MINUTES));
    assertEquals(0, process.exitValue(), Files.readString(out));
    return Files.readString(out);
  }

  @Test
  void shouldKeepOneRankInMemory() throws Exception {
    for (int rank = 0; rank < RANKS; rank++) {
      writeRank(rank);
    }
    final String first = directory.resolve("t.0").toString();
    final String container = directory.resolve("t.hwt").toString();
    final String binary = directory.resolve("t.bin").toString();
    final String messages = "messages " + RANKS * ROUNDS;
    assertTrue(trace("info", first, "--quiet").replaceAll(" +", " ").contains(messages));
    trace("convert", first, container, "--quiet");
    trace("matrix", first, "--quiet", "--out", directory.resolve("m.csv").toString());
    assertEquals(1 + RANKS, Files.readAllLines(directory.resolve("m.csv")).size());
    trace("convert", first, binary, "--quiet", "--to=goal-binary");
    assertTrue(trace("info", container, "--quiet").replaceAll(" +", " ").contains(messages));
  }
}
