package io.hopwright.runner.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.models.Machines;
import io.hopwright.runner.command.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine that does not keep up is marked as saturated wherever its numbers are shown. */
class OverloadTest {
  /**
   * The loads are out of order; NICs accept all generated packets, so that no source has a backlog.
   */
  private static final String MANY_TO_ONE =
      """
      include "machines/cascade"
      study { id = over }
      machine { groups = 2, chassisPerGroup = 2, bladesPerChassis = 2 }
      workload { kind = many-to-one, messageBytes = 64 B }
      run { warmupTicks = 20000 ticks, ticks = 200000 ticks, followTicks = 100000 ticks }
      runs.all { title = "all to one", set.workload.load = [0.2, 0.001, 0.1] }
      """;

  @TempDir private Path directory;
  private Path study;

  @BeforeEach
  void write() throws IOException {
    study = Files.writeString(directory.resolve("over.conf"), MANY_TO_ONE);
  }

  private static Program.Outcome execute(String... words) {
    final Program.Outcome outcome = new Program().execute(Machines.all(), words);
    assertEquals(0, outcome.exitCode(), outcome.err());
    return outcome;
  }

  @Test
  void shouldWarnOfARun() {
    final String out = directory.resolve("one").toString();
    final Program.Outcome over =
        execute("run", study.toString(), "--set", "workload.load=0.2", "--out", out);
    assertTrue(over.err().contains("saturated: the offered load exceeds "), over.err());
    assertTrue(over.err().matches("(?s).*no latencies: [0-9,]+ of [0-9,]+ packets arrived.*"));
    final Program.Outcome quiet =
        execute("run", study.toString(), "--set", "workload.load=0.001", "--out", out);
    assertFalse(quiet.err().contains("saturated"), quiet.err());
  }

  /** The study has a run, which is simulated only if it is named. */
  @Test
  void shouldSayWhatIsNotSimulatedAndSimulateARunByItsName() throws IOException {
    final Path out = directory.resolve("one");
    final String set = "workload.load=0.001";
    final Program.Outcome own =
        execute("run", study.toString(), "--set", set, "--out", out.toString());
    assertTrue(own.err().contains("has the runs all; this name is not one of them. --run NAME"));
    final Program.Outcome run =
        execute("run", study.toString(), "--run", "all", "--set", set, "--out", out.toString());
    assertFalse(run.err().contains("has the runs"), run.err());
    assertTrue(run.out().contains("over.all"), run.out());
    final Program.Outcome wrong =
        new Program().execute(Machines.all(), "run", study.toString(), "--run", "al");
    assertEquals(2, wrong.exitCode());
    assertTrue(wrong.err().contains("over.conf has no such run; did you mean all?"), wrong.err());
  }

  @Test
  void shouldSayBeforehandThatALoadIsTooMuch() {
    final Program.Outcome plan = execute("plan", study.toString());
    assertTrue(
        plan.out().contains("saturated  all  2 points, the most offers 4.65 times"), plan.out());
    final String out = directory.resolve("one").toString();
    final Program.Outcome over =
        execute("run", study.toString(), "--set", "workload.load=0.2", "--out", out);
    assertTrue(over.err().contains("times the theoretical limit"), over.err());
    assertFalse(over.err().contains("0.5, not 50, is 50 %"), over.err());
    assertFalse(
        over.err().contains("gives more partitions"), "it is over in a second: " + over.err());
    final Program.Outcome percent =
        execute("run", study.toString(), "--set", "workload.load=20", "--out", out);
    assertTrue(percent.err().contains("the link capacity: 0.5, not 50, is 50 %"), percent.err());
  }

  @Test
  void shouldSayWhatIsLeftOut() throws IOException {
    final Path left =
        Files.writeString(
            directory.resolve("left.conf"),
            """
            include "machines/bluegene-l"
            study { id = left, title = "Pairs left out" }
            machine { shape = [4, 4, 4], deadNodes = [21], unreachable = leave-out }
            run { warmupTicks = 0, ticks = 100, followTicks = 0 }
            workload.load = [0.1, 0.2]
            """);
    final String note = "81 of 3,906 pairs of nodes exchange no packets";
    final Program.Outcome plan = execute("plan", left.toString());
    assertTrue(plan.out().contains("note  left  " + note), plan.out());
    final String out = directory.resolve("left").toString();
    final Program.Outcome sweep = execute("sweep", left.toString(), "--out", out);
    assertTrue(sweep.err().contains("load=0.1 and 1 more point: " + note), sweep.err());
    final String one = directory.resolve("one").toString();
    final Program.Outcome run =
        execute("run", left.toString(), "--set", "workload.load=0.1", "--out", one);
    assertTrue(run.err().contains(note), run.err());
    assertTrue(run.out().contains("pairsLeftOut              81"), run.out());
  }

  @Test
  void shouldMarkThePointsOfASweep() throws IOException {
    final Path out = directory.resolve("all");
    final Program.Outcome sweep = execute("sweep", study.toString(), "--out", out.toString());
    assertTrue(sweep.err().contains("2 of 3 points are saturated"), sweep.err());
    final List<String> lines = Files.readAllLines(out.resolve("points.csv"));
    final int column = List.of(lines.get(0).split(",", -1)).indexOf("saturated");
    final List<String> marks = new ArrayList<>();
    lines.subList(1, 4).forEach(line -> marks.add(line.split(",", -1)[column]));
    assertEquals(List.of("1", "0", "1"), marks);
    final String page = Files.readString(out.resolve("report.html"));
    assertTrue(page.contains("<small class=\"mind\">saturated</small>"), "the table of runs");
    assertTrue(page.contains("<small class=\"mind\">no latencies: "), "the table of runs");
    final JsonNode chart = load(page);
    assertTrue(chart.get("caption").asText().contains("Triangles at the upper edge"));
    assertFalse(chart.get("caption").asText().contains("Crosses"), "there are none");
    assertEquals("Offered", chart.at("/views/0/name").asText());
    final List<Double> loads = new ArrayList<>();
    final List<Integer> withheld = new ArrayList<>();
    for (JsonNode point : chart.at("/views/0/curves/0/points")) {
      loads.add(point.get(0).asDouble());
      assertEquals(point.has(4), point.get(1).isNull(), "a mark in place of a value");
      withheld.add(point.has(4) ? point.get(4).asInt() : 0);
    }
    assertEquals(loads.stream().sorted().toList(), loads, "joined in the order of the load");
    assertEquals(List.of(0, 1 + 4, 1 + 4), withheld, "saturated and without a value");
    assertEquals(1, chart.at("/views/0/curves/1/points").size(), "99th percentiles");
  }

  /** If packets are followed to the end, a saturated machine has times; they are marked. */
  @Test
  void shouldMarkTheLatenciesOfASaturatedMachine() throws IOException {
    final Path out = directory.resolve("followed");
    execute(
        "sweep", study.toString(), "--set", "run.followTicks=100000000", "--out", out.toString());
    final JsonNode chart = load(Files.readString(out.resolve("report.html")));
    assertTrue(chart.get("caption").asText().contains("Crosses: saturated"));
    final List<Integer> crosses = new ArrayList<>();
    for (JsonNode point : chart.at("/views/0/curves/0/points")) {
      assertTrue(point.get(1).isNumber());
      crosses.add(point.has(4) ? point.get(4).asInt() : 0);
    }
    assertEquals(List.of(0, 1, 1), crosses);
  }

  /** Large buffers fill for much longer than the warm-up lasts. */
  @Test
  void shouldSayThatANetworkStillFills() throws IOException {
    final Path filling =
        Files.writeString(
            directory.resolve("fill.conf"),
            """
            include "machines/bluegene-l"
            study.id = fill
            machine.shape = [8, 4, 4]
            partition.shape = [8, 4, 4]
            workload.load = [0.3, saturated]
            router.vcBytes = 4032 B
            run { warmupTicks = 3000, ticks = 20000 }
            """);
    final Path out = directory.resolve("fill");
    final Program.Outcome sweep = execute("sweep", filling.toString(), "--out", out.toString());
    assertTrue(sweep.err().contains("1 of 2 points is not steady over"), sweep.err());
    assertTrue(sweep.err().contains("load=saturated: "), sweep.err());
    assertTrue(sweep.err().contains("the network fills by "), sweep.err());
    final String page = Files.readString(out.resolve("report.html"));
    assertTrue(page.contains("<small class=\"mind\">not steady: "), "the table of runs");
    assertTrue(page.contains("1 of 2 runs"), "the head");
    final Program.Outcome report = execute("report", out.toString(), "--json");
    assertTrue(report.out().contains("not steady: "), report.out());
    final Program.Outcome run =
        execute("run", filling.toString(), "--set", "workload.load=saturated", "--out", out + "1");
    assertTrue(run.err().contains("not steady over the measured interval: "), run.err());
    assertTrue(run.err().contains("or run.warmupTicks = auto"), run.err());
  }

  /** A sweep prints the same about its pilots as a run does. */
  @Test
  void shouldSayWhichPilotsFoundNoSteadyState() throws IOException {
    final Path auto =
        Files.writeString(
            directory.resolve("auto.conf"),
            """
            include "machines/bluegene-l"
            study.id = auto
            machine.shape = [4, 4, 2]
            partition.shape = [4, 4, 2]
            workload.load = [0.3, 4]
            run { warmupTicks = auto, maxWarmupTicks = 5000, ticks = 4000, gridTicks = 200, followTicks = 0 }
            """);
    final String[] words = {
      "sweep", auto.toString(), "--out", directory.resolve("auto").toString()
    };
    for (int time = 0; time < 2; time++) {
      final String said = execute(words).err();
      assertTrue(said.contains("1 of 2 points is measured after the longest warm-up"), said);
      assertTrue(said.contains("load=4: saturated: the backlog at the sources grew by"), said);
    }
  }

  private static JsonNode load(String page) throws IOException {
    final String data = "<script type=\"application/json\" id=\"data\">";
    final int from = page.indexOf(data) + data.length();
    final JsonNode pictures =
        new ObjectMapper()
            .readTree(page.substring(from, page.indexOf("</script>", from)))
            .get("pictures");
    for (JsonNode picture : pictures) {
      if (picture.get("id").asText().equals("load")) {
        return picture;
      }
    }
    throw new AssertionError("no chart of response time over load");
  }
}
