package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.models.Machines;
import io.hopwright.runner.command.Program.Outcome;
import io.hopwright.runner.command.session.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages to the user when a blade with ranks fails. */
@Timeout(60)
class RunWithLostRanksTest {
  private static final String STUDY =
      """
      include "machines/cascade"
      machine { groups = 2, chassisPerGroup = 1, bladesPerChassis = 4 }
      workload.kind = jobs
      statistics { ranks = true, timeline = true }
      fault.blades.one { aries = 1, atTick = 100000 ticks }
      """;

  @TempDir private Path directory;

  private Path out() {
    return directory.resolve("out");
  }

  private Outcome run(String job) throws IOException {
    final Path study = Files.writeString(directory.resolve("s.conf"), STUDY + job);
    final List<String> words = List.of("run", study.toString(), "--quiet", "--out", "" + out());
    return new Program().execute(Machines.all(), words.toArray(String[]::new));
  }

  private JsonNode jobs() throws IOException {
    return new ObjectMapper().readTree(out().resolve("summary.json").toFile()).get("jobs");
  }

  @ParameterizedTest
  @ValueSource(strings = {"halo-2d", "ring", "master-worker", "sweep-3d", "allreduce"})
  void shouldNameThoseThatAreLostAndThoseThatWaitForThem(String program) throws IOException {
    final Outcome outcome = run("jobs.a { program = " + program + ", ranks = 16 }");
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertEquals(4, jobs().get("ranksLost").get("a").asInt());
    final List<String> waiting = Files.readAllLines(out().resolve("waiting.txt"));
    final int lost = 4;
    for (int rank = lost; rank < 2 * lost; rank++) {
      final String line = "a rank " + rank + ": lost with its blade at tick 100000";
      assertTrue(waiting.contains(line), waiting::toString);
      assertTrue(outcome.err().contains(line), outcome.err());
    }
    final int waits = 16 - lost - jobs().get("ranksEnded").get("a").asInt();
    assertTrue(
        waiting.get(0).startsWith("ranks blocked: " + waits + " ranks wait and 4 are lost"),
        waiting::toString);
    final String whom = program.equals("master-worker") ? ".* recv from any .*" : ".* → rank [4-7]";
    assertTrue(waiting.stream().anyMatch(line -> line.matches(whom)), waiting::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rate", "aries"})
  void shouldNameThemBesideAJobInTheBackground(String nic) throws IOException {
    final Outcome outcome =
        run(
            "jobs.a { program = ring, ranks = 16 }\nnic.model = "
                + nic
                + "\njobs.noise { program = random, ranks = 6, background = true }");
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertEquals(4, jobs().get("ranksLost").get("a").asInt());
    assertEquals(0, jobs().get("ranksLost").get("noise").asInt());
    final List<String> waiting = Files.readAllLines(out().resolve("waiting.txt"));
    assertTrue(waiting.contains("a rank 4: lost with its blade at tick 100000"), waiting::toString);
    assertTrue(waiting.stream().anyMatch(line -> line.endsWith(" → rank 4")), waiting::toString);
    assertTrue(waiting.stream().noneMatch(line -> line.startsWith("noise")), waiting::toString);
  }

  /** The shares of lost ranks, their rows and the bins of the time line count up to the loss. */
  @Test
  void shouldEndWithoutRanksThatNobodyWaitsFor() throws IOException {
    final Path program = directory.resolve("work.prog");
    Files.writeString(program, "compute (1 + rank / 4) * 2 us\n");
    final Outcome outcome = run("jobs.a { program = \"" + program + "\", ranks = 12 }");
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    assertEquals(4, jobs().get("ranksLost").get("a").asInt());
    assertEquals(8, jobs().get("ranksEnded").get("a").asInt());
    assertEquals(262_500, jobs().get("makespanTicks").get("a").asInt());
    assertEquals(1.0, jobs().get("share").get("compute").get("a").asDouble());
    final List<String> rows = new ArrayList<>(Files.readAllLines(out().resolve("ranks.csv")));
    assertTrue(rows.get(4).startsWith("a,3,3,87500,0,0,87500,"), rows.get(4));
    assertTrue(rows.get(5).startsWith("a,4,4,,0,0,100000,"), rows.get(5));
    final long counted =
        Files.readAllLines(out().resolve("timeline.csv")).stream()
            .filter(row -> row.startsWith("a,4,"))
            .mapToLong(row -> Long.parseLong(row.split(",", -1)[5]))
            .sum();
    assertEquals(100_000, counted);
  }
}
