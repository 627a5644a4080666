package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.models.Machines;
import io.hopwright.runner.command.session.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages to the user about ranks that wait for each other while a background job continues. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BlockedBesideBackgroundTest {
  private static final String STUDY =
      """
      include "machines/MACHINE
      statistics.ranks = true
      jobs.halo { program = "stuck.prog", ranks = 4 }
      jobs.noise { program = random, ranks = 6, background = true }
      """;

  @TempDir private Path directory;

  private Program.Outcome run(String machine) throws IOException {
    Files.writeString(
        directory.resolve("stuck.prog"),
        """
        barrier
        recv from (rank + 1) % size tag 2
        send to (rank - 1) % size 8 tag 2
        """);
    final Path study =
        Files.writeString(directory.resolve("s.conf"), STUDY.replace("MACHINE", machine));
    return new Program()
        .execute(
            Machines.all(),
            "run",
            study.toString(),
            "--quiet",
            "--out",
            directory.resolve("out").toString());
  }

  private JsonNode file(String name) throws IOException {
    return new ObjectMapper().readTree(directory.resolve("out").resolve(name).toFile());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ideal\"\nmachine.nodes = 16\nrun.end = jobs",
        "bluegene-l\"\nworkload.kind = jobs\nmachine.shape = 4x4x2\nrun.end = ticks"
            + "\nrun.ticks = 1000000000"
      })
  void shouldNameThoseThatWaitAndKeepWhatWasMeasured(String machine) throws IOException {
    final Program.Outcome outcome = run(machine);
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome::err);
    final List<String> said = outcome.err().lines().toList();
    final String reason = "ranks blocked: 4 ranks wait, 4 of them for each other in a cycle";
    assertTrue(said.get(0).startsWith("hopwright: " + reason + "; "), outcome::err);
    for (int rank = 0; rank < 4; rank++) {
      final int next = (rank + 1) % 4;
      assertEquals(
          "  halo rank %s waits for rank %s: recv from %s tag 2 (stuck.prog:2)"
              .formatted(rank, next, next),
          said.get(1 + rank));
    }
    assertEquals(5, said.size(), outcome::err);
    assertTrue(file("summary.json").get("stalled").asBoolean());
    assertTrue(file("manifest.json").get("stalled").asBoolean());
    final List<String> waiting =
        Files.readAllLines(directory.resolve("out").resolve("waiting.txt"));
    assertEquals(9, waiting.size());
    assertEquals(reason, waiting.get(0));
    assertTrue(
        waiting.get(5).startsWith("halo rank 0: recv from 1 tag 2 (stuck.prog:2, since tick "),
        waiting::toString);
  }
}
