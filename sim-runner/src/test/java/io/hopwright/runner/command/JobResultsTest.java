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
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measurements of jobs appear everywhere where other numbers do. */
class JobResultsTest {
  private static final String STUDY =
      """
      machine.model = fake
      run { warmupTicks = 0, ticks = 2000 }
      jobs {
        halo-a { program = ring, ranks = 2 }
        amg_2 { program = ring, ranks = 4, ranksPerNode = 2, start = 1 us }
      }
      """;

  private final Program program = new Program();
  @TempDir private Path directory;
  private Path study;
  private Path out;

  @BeforeEach
  void prepare() throws IOException {
    out = directory.resolve("out");
    study = Files.writeString(directory.resolve("s.conf"), STUDY);
  }

  private String execute(String... words) {
    final Program.Outcome outcome = program.execute(words);
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    return outcome.out();
  }

  private JsonNode file(String name) throws IOException {
    return new ObjectMapper().readTree(out.resolve(name).toFile());
  }

  @Test
  void shouldBeInTheDirectoryOfARun() throws IOException {
    final String said = execute("run", study.toString(), "--out", out.toString());
    assertTrue(said.contains("\njobs.makespanTicks "), said);
    assertTrue(said.contains("\njobs.share.compute "), said);
    final JsonNode jobs = file("summary.json").get("jobs");
    assertEquals(100, jobs.at("/makespanTicks/halo-a").asLong());
    assertEquals(200, jobs.at("/makespanTicks/amg_2").asLong());
    assertEquals(1, jobs.at("/share/compute/amg_2").asDouble());
    assertEquals(100, jobs.at("/messageLatencyTicks/halo-a/max").asLong());
    for (String name : List.of("messageLatencyTicks.halo-a", "messageSizeBytes.amg_2")) {
      assertTrue(Files.exists(out.resolve("histograms/jobs." + name + ".hlog")), name);
    }
    final List<String> ranks = Files.readAllLines(out.resolve("ranks.csv"));
    assertTrue(ranks.get(0).startsWith("job,rank,node,endTick [ticks],"), ranks.get(0));
    assertEquals(
        List.of("job,source,destination,messages [messages],bytes [B]"),
        Files.readAllLines(out.resolve("matrix.csv")));
  }

  @Test
  void shouldBeReadByWhoeverReadsResults() throws IOException {
    final Path other = directory.resolve("other");
    execute("run", study.toString(), "--out", out.toString());
    execute("run", study.toString(), "--out", other.toString(), "--set", "jobs.halo-a.repeat=2");
    final String page = Files.readString(out.resolve("report.html"));
    for (String part : List.of("Makespan, halo-a [us]", "Message latency, amg_2, percentiles")) {
      assertTrue(page.contains(part), part);
    }
    final Program.Outcome outcome = program.execute("compare", out.toString(), other.toString());
    assertEquals(ExitCode.DIFFERENT, outcome.exitCode(), outcome.err());
    final String compared = outcome.out();
    assertTrue(compared.contains("jobs.halo-a.repeat"), compared);
    assertTrue(compared.contains("jobs.makespanMicroseconds.halo-a"), compared);
  }

  /** Returns the sums of the columns of ticks by state, by job and rank. */
  private Map<String, List<Long>> spent(String table, String rank) throws IOException {
    final List<List<String>> rows =
        Files.readAllLines(out.resolve(table)).stream()
            .map(row -> List.of(row.split(",")))
            .toList();
    final int from = rows.get(0).indexOf("spent.compute [ticks]");
    final Map<String, List<Long>> spent = new TreeMap<>();
    for (List<String> row : rows.subList(1, rows.size())) {
      spent.merge(
          row.get(0) + " " + row.get(rows.get(0).indexOf(rank)),
          row.subList(from, row.size()).stream().map(Long::valueOf).toList(),
          (a, b) -> IntStream.range(0, a.size()).mapToObj(i -> a.get(i) + b.get(i)).toList());
    }
    return spent;
  }

  @Test
  void shouldTellTheSameOverTimeAndByRank() throws IOException {
    Files.writeString(
        study,
        """
        machine { model = ideal, nodes = 20 }
        jobs { a { program = halo-3d, ranks = 12, start = 7 us }, b { program = incast, ranks = 8 } }
        statistics { ranks = true, timeline = true }
        """);
    final Program.Outcome outcome =
        program.execute(Machines.all(), "run", study.toString(), "--out", out.toString());
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    assertEquals(20, spent("ranks.csv", "rank").size());
    assertEquals(spent("ranks.csv", "rank"), spent("timeline.csv", "firstRank"));
  }

  @Test
  void shouldListFlowsWithSlowDownsAndDrawThem() throws IOException {
    Files.writeString(
        study,
        """
        machine { model = network, extents = [4, 4] }
        link { x.latency = 9, y { latency = 7, flitTicks = 2 } }
        partition.shape = [2, 2]
        workload.kind = jobs
        run.gridTicks = 100
        jobs.a { program = incast, ranks = 8, args { steps = 1, bytes = 2000 } }
        statistics { flows = true, ideal = true }
        """);
    final Program.Outcome outcome =
        program.execute(Machines.all(), "run", study.toString(), "--out", out.toString());
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    final List<String> flows = Files.readAllLines(out.resolve("flows.csv"));
    assertEquals(8, flows.size(), flows::toString);
    double most = 0;
    for (String flow : flows.subList(1, flows.size())) {
      final String[] fields = flow.split(",", -1);
      final double slowdown = Double.parseDouble(fields[14]);
      assertEquals(
          Double.parseDouble(fields[11]) / Double.parseDouble(fields[13]), slowdown, 1e-9, flow);
      most = Math.max(most, slowdown);
    }
    assertTrue(most > 2, "the flows share the port of a node");
    final JsonNode manifest = file("manifest.json");
    assertEquals(32, manifest.get("linksCut").asInt());
    assertEquals(7, manifest.get("lookaheadTicks").asInt());
    final JsonNode network = manifest.get("networkProperties");
    assertEquals(16, network.get("routers").asInt());
    assertEquals("dimension-order", network.get("routing").asText());
    assertEquals("free", network.get("deadlock").asText());
    assertEquals(4, network.get("girth").asInt());
    assertEquals(
        List.of("y", 32, 7, 2),
        List.of(
            network.at("/linkClasses/1/kind").asText(),
            network.at("/linkClasses/1/directions").asInt(),
            network.at("/linkClasses/1/latencyTicks").asInt(),
            network.at("/linkClasses/1/flitTicks").asInt()));
    final JsonNode jobs = file("summary.json").get("jobs");
    assertEquals(most, jobs.at("/flowSlowdownP99/a").asDouble(), 1e-9);
    assertTrue(jobs.at("/flowMicrosecondsP50/a").asDouble() > 0);
    final String page = Files.readString(out.resolve("report.html"));
    for (String part : List.of("Flow completion times", "a, 95 %", "\"Slow-down\"")) {
      assertTrue(page.contains(part), part);
    }
  }

  @Test
  void shouldBeRunAgainAsResolved() throws IOException {
    execute("run", study.toString(), "--out", out.toString());
    final Path again = directory.resolve("again");
    execute("run", out.resolve("resolved.conf").toString(), "--out", again.toString());
    assertEquals(
        Files.readString(out.resolve("resolved.conf")),
        Files.readString(again.resolve("resolved.conf")));
  }

  @Test
  void shouldBePlanned() throws IOException {
    final String plan = execute("plan", study.toString());
    assertTrue(
        plan.lines()
            .anyMatch(
                line ->
                    line.matches("jobs +s +6 ranks, .* operations, .* messages, .* MiB of memory")),
        plan);
    final JsonNode run =
        new ObjectMapper().readTree(execute("plan", study.toString(), "--json")).at("/runs/0");
    assertEquals(6, run.get("ranks").asInt());
    assertTrue(run.get("messages").asLong() > 0);
    assertTrue(run.get("operations").asLong() > run.get("messages").asLong());
    assertTrue(run.get("rankBytes").asLong() >= 6 * 150);
    final JsonNode twice =
        new ObjectMapper()
            .readTree(
                execute(
                    "plan",
                    study.toString(),
                    "--json",
                    "--set",
                    "jobs.halo-a.repeat=2",
                    "--set",
                    "jobs.amg_2.repeat=2"))
            .at("/runs/0");
    assertEquals(2 * run.get("operations").asLong(), twice.get("operations").asLong());
  }

  @Test
  void shouldBeWhatAClaimIsAbout() throws IOException {
    Files.writeString(
        study,
        STUDY
            + """
            runs {
              a { set { jobs.halo-a.ranks = [2, 1] } }
              b { set { jobs.more { program = ring, ranks = 1 } } }
            }
            checks {
              C1 { runs = [a, b], combine = difference, quantity = jobs.makespanTicks.halo-a
                   at { jobs.halo-a.ranks = 1 }
                   expected = "100", atLeast = -100, atMost = jobs.makespanTicks.amg_2
                   tolerance = none, section = "1", sizeIndependent = true }
            }
            """);
    final Program.Outcome outcome =
        program.execute("reproduce", study.toString(), "--out", out.toString());
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), "b does not vary ranks");
    Files.writeString(
        study, Files.readString(study).replace("runs = [a, b], combine = difference", "run = a"));
    execute("reproduce", study.toString(), "--out", out.toString());
    assertEquals(100, file("verdicts.json").at("/verdicts/0/measured").asDouble());
    final List<String> points = Files.readAllLines(out.resolve("points.csv"));
    assertTrue(points.get(0).contains(",jobs.halo-a.ranks,"), points.get(0));
    assertTrue(points.get(0).contains(",jobs.makespanTicks.more"), points.get(0));
    assertEquals(4, points.size());
  }
}
