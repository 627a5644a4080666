package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hopwright.models.Machines;
import io.hopwright.runner.app.PlannedPoint;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.execution.LocalWorkers;
import io.hopwright.runner.sweep.Accuracy;
import io.hopwright.runner.text.PlanText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanCommandTest {
  /** Settings with a hundred million lines of a packet log. */
  private static final String[] TOO_LARGE = {
    "--set",
    "machine.shape=[16,16,16]",
    "--set",
    "packetLog.fromTick=0",
    "--set",
    "packetLog.entries=100000000",
    "--set",
    "run.ticks=9000000",
    "--set",
    "run.end=ticks"
  };

  @TempDir private Path directory;

  private static Program.Outcome execute(List<String> arguments) {
    return new Program().execute(Machines.all(), arguments.toArray(String[]::new));
  }

  private static Program.Outcome execute(String... arguments) {
    return execute(List.of(arguments));
  }

  private static Program.Outcome tooLarge(String command, String study, String... more) {
    final List<String> arguments = new java.util.ArrayList<>(List.of(command, study));
    arguments.addAll(List.of(TOO_LARGE));
    arguments.addAll(List.of(more));
    return execute(arguments);
  }

  @Test
  void shouldPlanARun() {
    final Program.Outcome outcome = execute("plan", "bgl-uniform");
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    for (String part :
        List.of("bgl-uniform", "512", "18 ticks, 102.857 ns", "-Xmx256m", "total", "fits")) {
      assertTrue(outcome.out().contains(part), outcome.out());
    }
    assertTrue(outcome.out().contains(Accuracy.text()), outcome.out());
    assertFalse(outcome.out().contains("placement of"), "there is only one JVM");
    assertEquals("", outcome.err());
  }

  @Test
  void shouldSayWhatCheckpointsTakeAndALossCosts() throws IOException {
    final Program.Outcome brief = execute("plan", "bgl-uniform");
    assertTrue(brief.out().contains("for each worker with --copies-in"), brief.out());
    assertTrue(brief.out().contains("s are simulated again at most\n"), brief.out());
    final String[] longer = {"plan", "bgl-uniform", "--set", "run.ticks=50000000"};
    final Program.Outcome outcome = execute(longer);
    assertTrue(outcome.out().contains("; 1 min "), outcome.out());
    assertTrue(outcome.out().contains(" with --checkpoint-every auto\n"), outcome.out());
    final JsonNode point = execute("plan", "bgl-uniform", "--json").json().path("runs").path(0);
    final double bytes = point.path("checkpointBytes").asDouble();
    assertEquals(3 * bytes, point.path("checkpointDiskBytes").asDouble(), 3);
    assertEquals(point.path("seconds").asDouble(), point.path("lossSeconds").asDouble());
  }

  private Path study(String text) throws IOException {
    return Files.writeString(
        directory.resolve("bounds.conf"),
        "study { id = bounds, title = t, description = t }\n" + text);
  }

  private static double throughput(Path study) throws IOException {
    final Program.Outcome outcome = execute("plan", study.toString(), "--json");
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    return outcome.json().get("runs").get(0).get("bounds").get("throughput").asDouble();
  }

  /** Two of 64 nodes send; their six links carry 256 B of data in 272 B, in both directions. */
  @Test
  void shouldTellTheBoundOfAMatrix() throws IOException {
    Files.writeString(directory.resolve("m.csv"), "0,1,1\n1,0,1\n");
    final Path study =
        study(
            "include \"machines/bluegene-l\"\nmachine.shape = [4, 4, 4]\n"
                + "workload { kind = matrix, matrix = m.csv }");
    assertEquals(6 * 256 / 272.0 * 2 / 64, throughput(study), 1e-9);
    final String text = execute("plan", study.toString()).out();
    assertTrue(text.matches("(?s).*\nbound +bounds +0\\.176471 bytes/tick/node\n.*"), text);
  }

  /** A packet of 128 B takes 154 ticks over each of two links. */
  @Test
  void shouldTellTheBoundOfBothDirectionsTogether() throws IOException {
    final Path study = study("include \"machines/tnw\"\nworkload.ports = [\"x+\", \"x-\"]");
    assertEquals(2 * 128 / 154.0, throughput(study), 1e-9);
  }

  @Test
  void shouldRefuseClaimsAndFiguresAboutWhatIsNotMeasured() throws IOException {
    final Path study =
        Files.writeString(
            directory.resolve("s.conf"),
            """
            machine.model = fake
            run { warmupTicks = 0, ticks = 2000 }
            runs { a {}, b { set.seed = [1, 2] } }
            figures.f { title = f, kind = points, x = nothing, y = linkUtilisation }
            checks {
              A { run = a, quantity = nonsense, expected = e, atMost = none, tolerance = t
                  section = s, sizeIndependent = true }
              B { run = b, series { column = column, statistic = mean }, expected = e, atMost = 1
                  tolerance = t, section = s, sizeIndependent = true }
            }
            """);
    final Program.Outcome outcome = new Program().execute("plan", study.toString());
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.out());
    for (String said :
        List.of(
            ":4: figures.f.x = nothing: is neither measured nor a key",
            ":4: figures.f.y = linkUtilisation: is not measured; did you mean linkUtilization?",
            ":6: checks.A.quantity = nonsense: is not measured",
            ":6: checks.A.atMost = none: is not measured",
            ":8: checks.B.series.column = column: is not measured")) {
      assertTrue(outcome.err().contains(study + said), outcome.err());
    }
    assertEquals(5, outcome.err().lines().count(), outcome.err());
  }

  /** The plan succeeds, as a sweep does, which judges no claims. */
  @Test
  void shouldPlanPointsThatAClaimDoesNotTellApart() throws IOException {
    final Path study =
        Files.writeString(
            directory.resolve("s.conf"),
            """
            machine.model = fake
            run { warmupTicks = 0, ticks = 2000 }
            runs.a.set.router.slqFraction = [0, 1]
            checks.A { run = a, quantity = linkUtilization, expected = e, atMost = 1, tolerance = t
                       section = s, sizeIndependent = true }
            """);
    final Program.Outcome outcome = new Program().execute("plan", study.toString());
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0661", "+1", "\uff11", "1.0", "0x1", " 1", ""})
  void shouldTakeNumbersOfThreadsInPlainDigits(String threads) {
    final Program.Outcome outcome = execute("plan", "bgl-uniform", "--threads", threads);
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.out());
    assertTrue(outcome.err().contains("'" + threads + "' is not an integer"), outcome.err());
  }

  @Test
  void shouldShowWhoSimulatesWhat() {
    final Program.Outcome outcome =
        execute(
            "plan",
            "bgl-uniform",
            "--set",
            "partition.shape=[2,4,4]",
            "--jvms",
            "4",
            "--threads",
            "1");
    assertTrue(outcome.out().contains("4 of 1 thread on this computer"), outcome.out());
    assertTrue(outcome.out().contains("\nplacement of bgl-uniform\n"), outcome.out());
    assertTrue(outcome.out().contains("JVM 3  128 nodes  partitions "), outcome.out());
  }

  @Test
  void shouldNameRunsWhereThereAreManyPoints() {
    final String out =
        execute(
                "plan",
                "bgl-uniform",
                "--set",
                "partition.shape=[4,8,8]",
                "--set",
                "seed=" + IntStream.rangeClosed(1, 41).boxed().toList(),
                "--jvms",
                "2")
            .out();
    assertTrue(out.contains("\nplacement of bgl-uniform\n"), out);
    assertFalse(out.contains("seed="), out);
  }

  @Test
  void shouldPlanEveryRunOfAStudyAndTheTotal() throws IOException {
    final Program.Outcome outcome =
        execute(
            "plan", "bgl-all-to-all", "--scale", "paper", "--seed", "1", "--jvms", "2", "--json");
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    final JsonNode plan = outcome.json();
    assertEquals(17, plan.get("runs").size());
    double seconds = 0;
    for (JsonNode run : plan.get("runs")) {
      seconds += run.get("seconds").asDouble();
      assertTrue(run.get("fits").asBoolean());
      assertEquals(2, run.get("placement").size());
      assertTrue(run.get("linksCut").asLong() >= run.get("linksCutBetweenJvms").asLong());
      assertTrue(run.get("heapBytesPerJvm").asLong() < run.get("suggestedHeapMib").asLong() << 20);
    }
    assertTrue(plan.get("seconds").asDouble() > seconds, "JVMs have to start");
    final JsonNode first = plan.get("runs").get(0);
    assertEquals("jsq-slq", first.get("run").asText());
    assertEquals(32_768, first.get("nodes").asLong());
    assertEquals(64, first.get("partitions").asLong());
    // Each ring has four boxes of eight: four cuts in each of three directions, both ways.
    assertEquals(3 * 4 * 1_024 * 2, first.get("linksCut").asLong());
    assertEquals(2 * 1_024 * 2, first.get("linksCutBetweenJvms").asLong());
    assertEquals("0-31", first.get("placement").get(0).asText());
    assertEquals(18, first.get("lookaheadTicks").asLong());
    assertTrue(plan.get("accuracy").get("time").get("median").isNumber());
  }

  @Test
  void shouldShowWhatDoesNotFitAndRefuseIt() throws IOException {
    final Program.Outcome outcome = tooLarge("plan", "bgl-uniform", "--json");
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertFalse(outcome.json().get("fits").asBoolean());
    assertTrue(outcome.err().startsWith("hopwright: bgl-uniform: needs about "), outcome.err());
    assertTrue(tooLarge("plan", "bgl-uniform").out().contains("does not fit"));
  }

  @ParameterizedTest
  @CsvSource({"run, bgl-uniform, bgl-uniform", "reproduce, bgl-hot-region, bgl-hot-region.512B"})
  void shouldNotEvenStartWhatDoesNotFit(String command, String study, String run)
      throws IOException {
    final Path out = directory.resolve("out");
    final Program.Outcome outcome = tooLarge(command, study, "--out", out.toString(), "--quiet");
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().startsWith("hopwright: " + run + ": needs about "), outcome.err());
    assertTrue(outcome.err().contains("write fewer, of single packets"), outcome.err());
    assertFalse(Files.exists(out));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bgl-all-to-all",
        "bgl-hot-region",
        "cascade-scale",
        "cascade-shift",
        "cascade-topology",
        "cascade-uniform"
      })
  void shouldPlanWhatIsShipped(String study) throws IOException {
    final Program.Outcome outcome = execute("plan", study, "--json");
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    for (JsonNode run : outcome.json().get("runs")) {
      assertTrue(run.get("seconds").asDouble() > 0, run.toString());
    }
  }

  @Test
  void shouldWriteRangesAndTimesShort() {
    assertEquals("", PlannedPoint.ranges());
    assertEquals("7", PlannedPoint.ranges(7));
    assertEquals("0-3,5,8-9", PlannedPoint.ranges(0, 1, 2, 3, 5, 8, 9));
    assertEquals("0.3 s", PlanText.duration(0.31));
    assertEquals("42 s", PlanText.duration(42.2));
    assertEquals("2 min 5 s", PlanText.duration(125));
    assertEquals("3 h 20 min", PlanText.duration(12_000));
  }

  @Test
  void shouldGiveWorkersTheHeapOfThePlan() {
    assertEquals(
        List.of("-Xmx512m", "-XX:ActiveProcessorCount=3"),
        new LocalWorkers(512, 2, List.of(), "").flags());
  }

  /** One of 158,976 nodes sends, so that the mean over all nodes is a small number. */
  @Test
  void shouldTakeALittleFromASingleSourceOfAVeryLargeMachine(@TempDir Path here)
      throws IOException {
    Files.writeString(here.resolve("one.csv"), "0,5,1\n");
    final Path study =
        Files.writeString(
            here.resolve("one.conf"),
            """
            include "machines/fugaku"
            workload { kind = matrix, matrix = "one.csv" }
            run { warmupTicks = 100, ticks = 2000 }
            """);
    final Program.Outcome little =
        new Program()
            .execute(Machines.all(), "plan", study.toString(), "--set", "workload.load=1e-10");
    assertEquals(ExitCode.DONE, little.exitCode(), little::err);
    assertEquals("", little.err());
    final Program.Outcome tooLittle =
        new Program()
            .execute(
                Machines.all(),
                "plan",
                study.toString(),
                "--set",
                "workload.load=1e-12",
                "--set",
                "workload.messageBytes=16 MiB");
    assertEquals(ExitCode.WRONG_INPUT, tooLittle.exitCode(), tooLittle::err);
  }
}
