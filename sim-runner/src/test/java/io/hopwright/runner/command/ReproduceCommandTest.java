package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.runner.command.Program.Outcome;
import io.hopwright.runner.command.session.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verdicts on studies of many points, and on studies of studies. */
class ReproduceCommandTest {
  private static final String SMALL =
      "machine.model = fake\nrun { warmupTicks = 0, ticks = 2000 }\n";
  private static final String CLAIM =
      " expected = \"75 %\", tolerance = none, section = \"1\", sizeIndependent = true }\n";

  private final Program program = new Program();
  @TempDir private Path directory;
  private Path study;
  private Path out;

  @BeforeEach
  void prepare() {
    out = directory.resolve("out");
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private static String claim(String id, String about) {
    return "checks." + id + " { " + about + "," + CLAIM;
  }

  private Outcome reproduce(String... options) {
    return program.onStudy("reproduce", study, out, options);
  }

  private JsonNode file(String name) throws IOException {
    return new ObjectMapper().readTree(out.resolve(name).toFile());
  }

  @Test
  void shouldJudgeTheMeanOverSeeds() throws IOException {
    study =
        write(
            "s.conf",
            SMALL
                + "runs { a { set.seed = [1, 2, 6] }, b { set.seed = 3 } }\n"
                + claim("A", "run = a, quantity = seed, atLeast = 3, atMost = 3")
                + claim("B", "runs = [a, b], combine = difference, quantity = seed, atMost = 0")
                + claim("C", "runs = [b, a], combine = same, quantity = seed, atMost = 0"));
    final Outcome outcome = reproduce("--json");
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    assertEquals(3, outcome.json().get("verdicts").get(0).get("measured").asDouble());
    assertEquals(0, outcome.json().get("verdicts").get(1).get("measured").asDouble());
    assertEquals(0, outcome.json().get("verdicts").get(2).get("measured").asDouble());
    assertTrue(Files.exists(out.resolve("means.csv")));
  }

  @Test
  void shouldLookWhereAClaimSaysAndReadTheSeries() throws IOException {
    study =
        write(
            "s.conf",
            SMALL
                + "runs.a.set { seed = [1, 2], router.slqFraction = [0, 1] }\n"
                + claim(
                    "A",
                    "run = a, quantity = linkUtilization, at { router.slqFraction = 1 }, atMost = 0.3")
                + claim("B", "run = a, quantity = linkUtilization, over = largest, atMost = 0.3")
                + claim(
                    "C",
                    "run = a, series { column = share, statistic = mean }, over = largest,"
                        + " atMost = 0.3"));
    final Outcome outcome = reproduce("--json");
    assertEquals(ExitCode.VERDICT_FAILED, outcome.exitCode(), outcome.err());
    assertEquals(0.25, outcome.json().get("verdicts").get(0).get("measured").asDouble());
    assertEquals(0.75, outcome.json().get("verdicts").get(1).get("measured").asDouble());
    assertEquals(0.25, outcome.json().get("verdicts").get(2).get("measured").asDouble());
  }

  @Test
  void shouldRefuseAClaimAboutPointsThatDifferInMoreThanTheirSeed() throws IOException {
    study =
        write(
            "s.conf",
            SMALL
                + "runs.a.set { seed = [1, 2], router.slqFraction = [0, 1] }\n"
                + claim("A", "run = a, quantity = seed, atLeast = 3"));
    final Outcome outcome = reproduce();
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode());
    assertTrue(
        outcome
            .err()
            .contains(
                "s.conf:4: checks.A.run = a: its points differ in router.slqFraction; select"
                    + " one, as in at { router.slqFraction = 0.5 }"),
        outcome.err());
    assertFalse(Files.exists(out));
    assertEquals(
        ExitCode.DONE,
        program.onStudy("sweep", study, out).exitCode(),
        "whoever does not judge does not mind");
  }

  @Test
  void shouldJudgeACompleteReproductionWithoutSimulating() throws IOException {
    study =
        write(
            "s.conf",
            SMALL
                + "router.slqFraction = 0.1\nruns { a {}, b {} }\n"
                + claim("A", "run = a, quantity = linkUtilization, atLeast = 0.7"));
    final Outcome first = reproduce();
    assertEquals(2, program.points());
    final SortedMap<String, String> files = Tree.of(out);
    final Outcome again = reproduce();
    assertEquals(0, program.points());
    assertTrue(again.err().contains("2 of 2 points were finished before"), again.err());
    assertEquals(first.out(), again.out());
    assertEquals(files, Tree.of(out));
    study = write("s.conf", Files.readString(study).replace("0.7", "0.8"));
    assertEquals(ExitCode.VERDICT_FAILED, reproduce().exitCode(), "the claim has changed");
    assertEquals(0, program.points());
  }

  @Test
  void shouldTakeUpAReproductionThatWasInterrupted() throws IOException {
    study =
        write(
            "s.conf",
            SMALL
                + "runs { a {}, b {}, c {} }\n"
                + claim("A", "run = a, quantity = linkUtilization, atLeast = 0.7")
                + claim("B", "run = b, quantity = linkUtilization, atLeast = 0.7")
                + claim("C", "run = c, quantity = linkUtilization, atLeast = 0.7"));
    program.interruptedAt(2);
    final Outcome interrupted = reproduce("--at-once", "1");
    assertEquals(ExitCode.INTERRUPTED, interrupted.exitCode(), interrupted.err());
    assertEquals(1, file("verdicts.json").get("passed").asInt());
    assertEquals(
        "a run did not complete",
        file("verdicts.json").get("verdicts").get(1).get("note").asText());
    assertEquals(
        "a run did not start", file("verdicts.json").get("verdicts").get(2).get("note").asText());
    program.interruptedAt(0);
    assertEquals(ExitCode.DONE, reproduce("--at-once", "1").exitCode());
    assertEquals(2, program.points());
    assertEquals(3, file("verdicts.json").get("passed").asInt());
    final Path reference = directory.resolve("reference");
    program.onStudy("reproduce", study, reference, "--at-once", "1");
    assertEquals(Tree.of(reference), Tree.of(out));
  }

  /** Times measured on one day must not be compared with those of another day. */
  @Test
  void shouldRepeatAllOfAStudyAboutSpeed() throws IOException {
    study =
        write(
            "s.conf",
            SMALL
                + "runs { a {}, b {}, c {} }\n"
                + claim("A", "run = a, quantity = execution.packetHopsPerSecond, atLeast = 0"));
    program.interruptedAt(2);
    assertEquals(ExitCode.INTERRUPTED, reproduce("--at-once", "3").exitCode());
    assertEquals(2, program.points(), "one at a time");
    program.interruptedAt(0);
    assertEquals(ExitCode.DONE, reproduce().exitCode());
    assertEquals(3, program.points());
    assertTrue(file("a/summary.json").get("execution").get("cpuSeconds").isNumber());
    assertEquals(ExitCode.DONE, reproduce().exitCode());
    assertEquals(0, program.points());
    program.interruptedAt(2);
    assertEquals(ExitCode.INTERRUPTED, reproduce("--fresh").exitCode());
    program.interruptedAt(0);
    assertEquals(ExitCode.DONE, reproduce().exitCode());
    assertEquals(3, program.points());
  }

  @Test
  void shouldNotTellWhatOthersUsedForAPointsOwn() throws IOException {
    study = write("s.conf", SMALL + "runs { a {}, b {} }\n");
    reproduce("--at-once", "2", "--threads", "4");
    final JsonNode several = file("a/summary.json").get("execution");
    assertEquals(2, several.get("threads").asInt());
    assertTrue(several.get("cpuSeconds").isNull());
    assertTrue(several.get("peakHeapBytes").isNull());
    reproduce("--at-once", "2", "--threads", "2", "--fresh");
    final JsonNode one = file("a/summary.json").get("execution");
    assertEquals("sequential", one.get("executor").asText());
    assertTrue(one.get("cpuSeconds").isNumber());
    reproduce("--at-once", "1", "--threads", "2", "--fresh");
    assertTrue(file("a/summary.json").get("execution").get("peakHeapBytes").asLong() > 0);
  }

  private void writeParts() throws IOException {
    write(
        "one.conf",
        SMALL
            + "runs { a {}, b { set.seed = [1, 2] } }\nscale.paper.router.slqFraction = 1\n"
            + claim("A", "run = a, quantity = linkUtilization, atLeast = 0.7"));
    write(
        "two.conf",
        SMALL + "runs.a {}\n" + claim("A", "run = a, quantity = seed, atLeast = 1, atMost = 1"));
    study = write("all.conf", "study { title = both, parts = [one, two] }\n");
  }

  @Test
  void shouldJudgeAllPartsOfAStudyInOneTable() throws IOException {
    writeParts();
    final Outcome outcome = reproduce();
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    assertEquals(4, program.points());
    assertTrue(outcome.out().contains("PASS     one A"), outcome.out());
    assertTrue(outcome.out().contains("PASS     two A"), outcome.out());
    assertEquals(2, file("verdicts.json").get("passed").asInt());
    assertEquals("two", file("verdicts.json").get("verdicts").get(1).get("study").asText());
    assertEquals(1, file("one/verdicts.json").get("passed").asInt());
    assertEquals(3, Files.readAllLines(out.resolve("one/means.csv")).size());
    assertEquals(3, file("manifest.json").get("parts").get(0).get("done").asInt());
    assertTrue(Files.exists(out.resolve("two/a/summary.json")));
    assertFalse(Files.exists(out.resolve("points.csv")));
    final Path alone = directory.resolve("alone");
    program.onStudy("reproduce", directory.resolve("one.conf"), alone);
    final SortedMap<String, String> expected = Tree.of(alone);
    final SortedMap<String, String> part = Tree.of(out.resolve("one"));
    for (String name : expected.keySet()) {
      if (!name.endsWith("manifest.json")) {
        assertEquals(expected.get(name), part.get(name), name);
      }
    }
    assertEquals(expected.keySet(), part.keySet());
  }

  @Test
  void shouldTakeUpAllParts() throws IOException {
    writeParts();
    program.interruptedAt(3);
    assertEquals(ExitCode.INTERRUPTED, reproduce("--at-once", "1").exitCode());
    assertTrue(file("manifest.json").get("interrupted").asBoolean());
    program.interruptedAt(0);
    assertEquals(ExitCode.DONE, reproduce("--at-once", "1").exitCode());
    assertEquals(2, program.points());
    assertFalse(file("manifest.json").has("interrupted"));
    final Outcome again = reproduce();
    assertEquals(0, program.points());
    assertTrue(again.err().contains("4 of 4 points were finished before"), again.err());
    write("all.conf", "study.parts = [two]\n");
    assertEquals(ExitCode.DONE, reproduce().exitCode());
    assertFalse(Files.exists(out.resolve("one")), "is no part any more");
  }

  @Test
  void shouldScaleThePartsThatHaveTheScale() throws IOException {
    writeParts();
    final Outcome outcome = reproduce("--scale", "paper", "--json");
    assertEquals(ExitCode.VERDICT_FAILED, outcome.exitCode(), outcome.err());
    assertEquals(0.25, outcome.json().get("verdicts").get(0).get("measured").asDouble());
    assertEquals("pass", outcome.json().get("verdicts").get(1).get("verdict").asText());
  }

  @Test
  void shouldSweepPlanAndExplainParts() throws IOException {
    writeParts();
    final Outcome sweep = program.onStudy("sweep", study, out);
    assertEquals(ExitCode.DONE, sweep.exitCode(), sweep.err());
    assertTrue(sweep.out().contains("one     3 of 3 points"), sweep.out());
    final Outcome plan = program.execute("plan", study.toString());
    assertTrue(plan.out().contains("one/b/seed=2  8 "), plan.out());
    final Outcome explained = program.execute("explain", study.toString());
    assertTrue(explained.out().startsWith("all: both\n\npart one\n"), explained.out());
    assertEquals(ExitCode.WRONG_INPUT, program.onStudy("run", study, out).exitCode());
    final Outcome script =
        program.execute("slurm", study.toString(), "--nodes", "1", "--reproduce");
    assertTrue(script.out().contains("\"$hopwright\" reproduce '"), script.out());
  }
}
