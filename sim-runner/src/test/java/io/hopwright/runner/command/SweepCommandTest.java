package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.models.Machines;
import io.hopwright.runner.command.Program.Outcome;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.fake.FakeMachine;
import io.hopwright.runner.recording.Signature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SweepCommandTest {
  private static final String SMALL =
      "machine.model = fake\nstudy.id = s\nrun { warmupTicks = 0, ticks = 2000 }\n";
  private static final String LISTS = "router.slqFraction = [0, 0.5]\nseed = [1, 2]\n";
  private static final String RUNS = "runs { a {}, b { set.router.jsq = true } }\n";

  private final Program program = new Program();
  @TempDir private Path directory;
  private Path study;
  private Path out;

  @BeforeEach
  void prepare() throws IOException {
    out = directory.resolve("out");
    study(LISTS + RUNS);
  }

  private void study(String more) throws IOException {
    study = Files.writeString(directory.resolve("s.conf"), SMALL + more);
  }

  private Outcome sweep(String... options) {
    return onOneThread("sweep", out, options);
  }

  /** One thread needs no actors, which would be started for each point. */
  private Outcome onOneThread(String command, Path place, String... options) {
    final List<String> all = new ArrayList<>(List.of(options));
    if (!all.contains("--threads")) {
      all.addAll(List.of("--threads", "1"));
    }
    return program.onStudy(command, study, place, all.toArray(String[]::new));
  }

  private static void assertDone(Outcome outcome) {
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
  }

  private List<String> lines(String name) throws IOException {
    return Files.readAllLines(out.resolve(name));
  }

  private JsonNode manifest() throws IOException {
    return new ObjectMapper().readTree(out.resolve("manifest.json").toFile());
  }

  private SortedMap<String, String> uninterrupted(String command) throws IOException {
    final Path reference = directory.resolve("reference");
    assertDone(onOneThread(command, reference));
    return Tree.of(reference);
  }

  /** The network is kept, as nothing here needs its memory meanwhile. */
  @Test
  void shouldBuildTheNetworkOfAPointOnce() {
    final FakeMachine machine = new FakeMachine();
    assertDone(
        program.execute(List.of(machine), "sweep", study.toString(), "--out", out.toString()));
    assertEquals(8, machine.networks());
  }

  @Test
  void shouldWriteARowForEachPoint() throws IOException {
    assertDone(sweep());
    assertEquals(8, program.points());
    final List<String> points = lines("points.csv");
    assertEquals(9, points.size());
    assertEquals(
        "path,run,router.slqFraction,seed,nodes,ticks,linkUtilization,responseTicks.mean,"
            + "responseTicks.p99,undefined,digest",
        points.get(0));
    assertEquals("\"a/slqFraction=0,seed=1\",a,0,1,8,2000,0.75,12.5,,," + digest(0), points.get(1));
    assertEquals(
        "\"b/slqFraction=0.5,seed=2\",b,0.5,2,8,2000,0.5,12.5,,," + digest(7), points.get(8));
  }

  private String digest(int point) throws IOException {
    return manifest().get("points").get(point).get("digest").asText();
  }

  @Test
  void shouldWriteARowForEachPointAndInterval() throws IOException {
    assertDone(sweep());
    final List<String> series = lines("series.csv");
    assertEquals(1 + 8 * 2, series.size());
    assertEquals("path,run,router.slqFraction,seed,from [ticks],to [ticks],share", series.get(0));
    assertEquals("\"a/slqFraction=0,seed=2\",a,0,2,0,1000,0.25", series.get(3));
    assertEquals("\"a/slqFraction=0,seed=2\",a,0,2,1000,2000,", series.get(4));
  }

  @Test
  void shouldWriteMeansOfPointsThatDifferInTheirSeed() throws IOException {
    study("seed = [1, 2, 6]\nrouter.slqFraction = [0, 1]\n");
    assertDone(sweep());
    final List<String> means = lines("means.csv");
    assertEquals(3, means.size());
    assertTrue(
        means.get(0).startsWith("run,router.slqFraction,points,nodes,nodes ci95,"), means.get(0));
    assertEquals(",1,3,8,0,2000,0,0.25,0,12.5,0,,,,", means.get(2));
    study("router.slqFraction = [0, 1]\n");
    assertDone(sweep());
    assertFalse(Files.exists(out.resolve("means.csv")), "nothing differs in its seed only");
  }

  @Test
  void shouldSayWhichPointsThereAre() throws IOException {
    final Outcome outcome = sweep("--json", "--quiet");
    assertEquals("", outcome.err());
    assertEquals(manifest(), outcome.json());
    final JsonNode point = outcome.json().get("points").get(3);
    assertEquals("a/slqFraction=0.5,seed=2", point.get("path").asText());
    assertEquals("a", point.get("run").asText());
    assertEquals(0.5, point.get("values").get("router.slqFraction").asDouble());
    assertTrue(point.get("done").asBoolean());
    final Path place = out.resolve("a/slqFraction=0.5,seed=2");
    final JsonNode own = new ObjectMapper().readTree(place.resolve("manifest.json").toFile());
    assertEquals(own.get("configSha256"), point.get("configSha256"));
    assertEquals(own.get("digest"), point.get("digest"));
    assertEquals("s.a", own.get("study").asText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "3", "100"})
  void shouldGiveTheSameForAnyNumberAtOnce(String atOnce) throws IOException {
    study(LISTS);
    final SortedMap<String, String> expected = uninterrupted("sweep");
    assertDone(sweep("--at-once", atOnce, "--threads", "1"));
    expected.replaceAll((name, text) -> withoutCommandLine(text));
    final SortedMap<String, String> found = Tree.of(out);
    found.replaceAll((name, text) -> withoutCommandLine(text));
    assertEquals(expected, found);
  }

  @Test
  void shouldTakeAsManyThreadsAsARunSays() throws IOException {
    study("runs { a { threads = 2 }, b {} }\n");
    assertDone(sweep("--threads", "1"));
    assertEquals(2, execution("a").get("threads").asInt());
    assertEquals(1, execution("b").get("threads").asInt());
    final Outcome explained = program.execute("explain", study.toString());
    assertTrue(explained.out().contains("run a\n  threads  2\n"), explained.out());
    assertDone(sweep("--executor", "sequential", "--fresh"));
    assertEquals(2, execution("a").get("threads").asInt());
    assertEquals("sequential", execution("b").get("executor").asText());
    study("runs { a { threads = 1 }, b {} }\n");
    assertDone(sweep("--threads", "1"));
    assertEquals(1, program.points(), "as many threads as it says now");
    assertEquals(1, execution("a").get("threads").asInt());
  }

  private JsonNode execution(String run) throws IOException {
    final Path summary = out.resolve(run).resolve("summary.json");
    return new ObjectMapper().readTree(summary.toFile()).get("execution");
  }

  private static String withoutCommandLine(String text) {
    return text.replaceAll("(?s)\"commandLine\" : \\[.*?\\]", "");
  }

  @Test
  void shouldNotSimulateWhatIsThere() throws IOException {
    sweep();
    final SortedMap<String, String> before = Tree.of(out);
    final Outcome again = sweep();
    assertDone(again);
    assertEquals(0, program.points());
    assertTrue(again.err().contains("8 of 8 points were finished before"), again.err());
    assertEquals(before, Tree.of(out));
    assertDone(sweep("--fresh"));
    assertEquals(8, program.points());
  }

  @Test
  void shouldSimulateOnlyWhatIsNew() throws IOException {
    sweep();
    study(LISTS.replace("[1, 2]", "[1, 2, 3]") + RUNS);
    assertDone(sweep());
    assertEquals(4, program.points());
    assertEquals(13, lines("points.csv").size());
    assertEquals(uninterrupted("sweep"), Tree.of(out));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"simulatorSha256\" : \"| \"simulatorSha256\" : \"0",
        "\"configSha256\" : \"| \"configSha256\" : \"0",
        "\"title\" : | \"interrupted\" : true, \"title\" :",
        "\"title\" : | \"stalled\" : true, \"title\" :",
        "{ | {",
      })
  void shouldSimulateAgainWhatDoesNotCount(String before, String after) throws IOException {
    study("seed = [1, 2]\n");
    sweep();
    final Path manifest = out.resolve("seed=1/manifest.json");
    final String text = Files.readString(manifest);
    final String changed = text.replaceFirst("(?s)" + java.util.regex.Pattern.quote(before), after);
    if (before.equals(after)) {
      Files.writeString(manifest, text.substring(0, text.length() / 2));
    } else {
      assertFalse(changed.equals(text), "nothing was changed");
      Files.writeString(manifest, changed);
      Signature.seal(manifest);
    }
    assertDone(sweep());
    assertEquals(1, program.points());
    assertEquals(uninterrupted("sweep"), Tree.of(out));
  }

  @ParameterizedTest
  @ValueSource(strings = {"gitCommit", "version", "jdk", "host"})
  void shouldKeepWhatAnotherBuildOfTheSameSimulatorHasSimulated(String field) throws IOException {
    study("seed = [1, 2]\n");
    sweep();
    final Path manifest = out.resolve("seed=1/manifest.json");
    final String text = Files.readString(manifest);
    final String changed =
        text.replaceFirst("\"" + field + "\" : [^\n]*", "\"" + field + "\" : \"another\",");
    assertFalse(changed.equals(text), "nothing was changed");
    Files.writeString(manifest, changed);
    Signature.seal(manifest);
    assertDone(sweep());
    assertEquals(0, program.points());
  }

  @ParameterizedTest
  @ValueSource(strings = {"summary.json", "series.csv", "manifest.json"})
  void shouldSimulateAgainWhatIsNotWhole(String name) throws IOException {
    study("seed = [1, 2]\nruns.b {}\n");
    sweep();
    Files.delete(out.resolve("b/seed=1").resolve(name));
    if (name.equals("manifest.json")) {
      for (String other : List.of("summary.json", "series.csv", "resolved.conf")) {
        Files.delete(out.resolve("b/seed=1").resolve(other));
      }
      Files.delete(out.resolve("b/seed=1/histograms/responseTicks.hlog"));
      Files.delete(out.resolve("b/seed=1/histograms"));
    }
    final Outcome again = sweep();
    assertDone(again);
    assertEquals(
        name.equals("manifest.json"),
        again.err().contains("no longer part of the study"),
        again.err());
    assertEquals(1, program.points());
    assertEquals(uninterrupted("sweep"), Tree.of(out));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "[]", "{}", ""})
  void shouldSimulateAgainWhatHasNoManifest(String manifest) throws IOException {
    study("seed = [1, 2]\n");
    sweep();
    Files.writeString(out.resolve("seed=1/manifest.json"), manifest);
    assertDone(sweep());
    assertEquals(1, program.points());
    assertEquals(uninterrupted("sweep"), Tree.of(out));
  }

  @ParameterizedTest
  @ValueSource(strings = {"series.csv", "summary.json", "resolved.conf"})
  void shouldSimulateAgainWhatIsOfAnotherRunOrCutOff(String name) throws IOException {
    study("seed = [1, 2]\nruns.b {}\n");
    sweep();
    final Path file = out.resolve("b/seed=1").resolve(name);
    Files.copy(out.resolve("b/seed=2").resolve(name), file, StandardCopyOption.REPLACE_EXISTING);
    final List<String> lines = Files.readAllLines(file);
    Files.write(file, lines.subList(0, lines.size() - 1));
    assertDone(sweep());
    assertEquals(1, program.points());
    assertEquals(uninterrupted("sweep"), Tree.of(out));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "seed = [2, 3]\nruns { a {}, c {} }\n",
        "runs { a {}, b {} }\n",
        "seed = [1, 2]\nrouter.slqFraction = 0\n",
        "runs.b.set.seed = [1, 2]\n"
      })
  void shouldRemoveWhatIsNoPartOfTheStudyAnyMore(String later) throws IOException {
    sweep();
    study(later);
    final Outcome outcome = sweep();
    assertDone(outcome);
    assertTrue(outcome.err().contains("are no longer part of the study"), outcome.err());
    final SortedMap<String, String> expected = uninterrupted("sweep");
    assertEquals(expected, Tree.of(out));
    try (Stream<Path> all = Files.walk(out)) {
      assertEquals(
          List.of(),
          all.filter(path -> Files.isDirectory(path) && isEmpty(path)).toList(),
          "no empty directory is left");
    }
  }

  private static boolean isEmpty(Path path) {
    return path.toFile().list().length == 0;
  }

  @Test
  void shouldReplaceTheResultOfARunButNotTheOtherWayRound() throws IOException {
    assertDone(
        program.onStudy("run", study, out, "--set", "seed=1", "--set", "router.slqFraction=0"));
    assertDone(sweep());
    assertEquals(uninterrupted("sweep"), Tree.of(out));
    final Outcome run =
        program.onStudy("run", study, out, "--set", "seed=1", "--set", "router.slqFraction=0");
    assertEquals(ExitCode.WRONG_INPUT, run.exitCode());
    assertTrue(run.err().contains("holds the points of a study"), run.err());
  }

  @Test
  void shouldLetNobodyWriteBelowAStudy() throws IOException {
    study(LISTS);
    assertDone(sweep());
    final SortedMap<String, String> before = Tree.of(out);
    final Path point = out.resolve("slqFraction=0,seed=1");
    assertTrue(Files.isDirectory(point));
    final Path link = Files.createSymbolicLink(directory.resolve("link"), point);
    for (Path place :
        List.of(point, out.resolve("mine"), point.resolve("deep/down"), link, link.resolve("x"))) {
      for (Outcome refused :
          List.of(
              program.onStudy("sweep", study, place),
              program.onStudy(
                  "run", study, place, "--set", "seed=1", "--set", "router.slqFraction=0"))) {
        assertEquals(ExitCode.WRONG_INPUT, refused.exitCode());
        assertTrue(
            refused.err().contains("inside the study directory " + out.toRealPath()),
            refused.err());
      }
    }
    assertEquals(before, Tree.of(out));
  }

  @Test
  void shouldNeverTouchWhatIsNotOurs() throws IOException {
    sweep();
    final Path notes = Files.writeString(out.resolve("a/notes.txt"), "x");
    study("runs.b {}\n");
    final Outcome outcome = sweep();
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode());
    assertTrue(outcome.err().contains(notes + " is not part of a result"), outcome.err());
    Files.delete(notes);
    final Path fit = Files.writeString(out.resolve("fit.csv"), "x");
    assertEquals(ExitCode.WRONG_INPUT, sweep().exitCode(), "a table of the user's own");
    assertTrue(Files.exists(fit));
    assertFalse(Files.exists(out.resolve(".lock")));
    out = directory;
    assertEquals(ExitCode.WRONG_INPUT, sweep().exitCode(), "holds results, but is none");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fit.csv",
        "means.csv",
        "report.html",
        ".lock",
        "slqFraction=0/fit.csv",
        "slqFraction=0/points.csv",
        "slqFraction=0/.lock",
        "slqFraction=0/histograms/mine.hlog",
        "mine/fit.csv"
      })
  void shouldRefuseWhatNoManifestNames(String name) throws IOException {
    study("router.slqFraction = [0]\n");
    assertDone(sweep());
    final Path mine = out.resolve(name);
    Files.createDirectories(mine.getParent());
    Files.writeString(mine, "mine");
    final SortedMap<String, String> before = Tree.of(out);
    study("router.slqFraction = [0, 1]\n");
    final Outcome outcome = sweep();
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertTrue(
        outcome
            .err()
            .contains(
                mine + (name.equals(".lock") ? ": not a lock file" : " is not part of a result")),
        outcome.err());
    assertEquals(before, Tree.of(out));
    Files.delete(mine);
    assertDone(sweep());
    assertEquals(uninterrupted("sweep"), Tree.of(out));
  }

  @Test
  void shouldRefuseATableOfTheUserInAStudyThatWasInterrupted() throws IOException {
    study(LISTS);
    program.interruptedAt(2).onStudy("sweep", study, out, "--at-once", "1");
    program.interruptedAt(0);
    final Path fit = Files.writeString(out.resolve("fit.csv"), "mine");
    Files.delete(out.resolve("points.csv"));
    final Outcome outcome = sweep();
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().contains(fit + " is not part of a result"), outcome.err());
    Files.delete(fit);
    assertDone(sweep());
  }

  @ParameterizedTest
  @ValueSource(strings = {"fit.csv", "points.csv", "report.html", "kept/summary.json"})
  void shouldRefuseWhatIsNotOfTheRunThatItReplaces(String name) throws IOException {
    final String[] set = {"--set", "seed=1", "--set", "router.slqFraction=0"};
    assertDone(program.onStudy("run", study, out, set));
    if (name.startsWith("kept")) {
      assertDone(program.onStudy("run", study, out.resolve("kept"), set));
    } else {
      Files.writeString(out.resolve(name), "mine");
    }
    final SortedMap<String, String> before = Tree.of(out);
    for (Outcome outcome : List.of(sweep(), program.onStudy("run", study, out, set))) {
      assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
      final String foreign = out.resolve(name.replaceFirst("/.*", "")) + " is not part of a result";
      assertTrue(outcome.err().contains(foreign), outcome.err());
    }
    assertEquals(before, Tree.of(out));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "{}", ""})
  void shouldGoOnWithADamagedManifestOfTheStudy(String manifest) throws IOException {
    study("seed = [1, 2]\n");
    assertDone(sweep());
    Files.writeString(out.resolve("manifest.json"), manifest);
    final Outcome run = program.onStudy("run", study, out, "--set", "seed=1");
    assertEquals(ExitCode.WRONG_INPUT, run.exitCode(), run.err());
    assertTrue(run.err().contains("holds the points of a study"), run.err());
    assertDone(sweep());
    assertEquals(0, program.points());
    assertEquals(uninterrupted("sweep"), Tree.of(out));
  }

  /** "histograms" is also the name of a directory in each run. */
  @Test
  void shouldGoOnWithARunNamedHistograms() throws IOException {
    study("seed = [1, 2]\nruns { histograms {}, other {} }\n");
    assertDone(sweep());
    final Outcome again = sweep();
    assertDone(again);
    assertEquals(0, program.points());
  }

  /** A point was replaced by several, and is one again before these were complete. */
  @Test
  void shouldRemovePointsBelowAPoint() throws IOException {
    study("runs.b {}\n");
    assertDone(sweep());
    study("runs.b.set.seed = [1, 2, 3]\n");
    program.interruptedAt(2).onStudy("sweep", study, out, "--at-once", "1");
    program.interruptedAt(0);
    assertTrue(Files.exists(out.resolve("b/seed=1/summary.json")));
    study("router.jsq = true\nruns.b {}\n");
    assertDone(sweep());
    assertEquals(uninterrupted("sweep"), Tree.of(out));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4})
  void shouldGoOnWhereItWasInterrupted(int point) throws IOException {
    study(LISTS);
    program.interruptedAt(point);
    final Outcome outcome = sweep("--at-once", "1");
    assertEquals(ExitCode.INTERRUPTED, outcome.exitCode(), outcome.err());
    assertTrue(manifest().get("interrupted").asBoolean());
    assertEquals(point, lines("points.csv").size(), "a heading and what is done");
    assertTrue(outcome.err().contains("the same command resumes there"), outcome.err());
    program.interruptedAt(0);
    assertDone(sweep("--at-once", "1"));
    assertEquals(4 - point + 1, program.points());
    final Path reference = directory.resolve("reference");
    assertDone(onOneThread("sweep", reference, "--at-once", "1"));
    assertEquals(Tree.of(reference), Tree.of(out));
  }

  @Test
  void shouldNotCountWhatIsThereAfterAnInterruptionAfresh() throws IOException {
    study(LISTS);
    sweep();
    final Outcome outcome =
        program.interruptedAt(2).onStudy("sweep", study, out, "--at-once", "1", "--fresh");
    assertEquals(ExitCode.INTERRUPTED, outcome.exitCode(), outcome.err());
    assertEquals(2, lines("points.csv").size(), "a heading and what is done");
    assertTrue(outcome.err().contains("the same command without --fresh"), outcome.err());
    final Outcome early =
        program.execute(
            List.of(new io.hopwright.runner.fake.FakeMachine(program::press, () -> {})),
            "sweep",
            study.toString(),
            "--out",
            out.toString(),
            "--fresh");
    assertEquals(ExitCode.INTERRUPTED, early.exitCode(), early.err());
    program.interruptedAt(0);
    assertDone(sweep());
    assertEquals(0, program.points(), "they are as good as before");
    assertEquals(5, lines("points.csv").size());
  }

  @Test
  void shouldEndAllPointsAtOnceThatAreBeingSimulated() throws IOException {
    program.interruptedAt(2);
    final Outcome outcome = sweep("--at-once", "4");
    assertEquals(ExitCode.INTERRUPTED, outcome.exitCode(), outcome.err());
    assertTrue(program.points() <= 4);
    program.interruptedAt(0);
    assertDone(sweep("--at-once", "4"));
    final Path reference = directory.resolve("reference");
    assertDone(onOneThread("sweep", reference, "--at-once", "4"));
    assertEquals(Tree.of(reference), Tree.of(out));
  }

  @Test
  void shouldLeaveNothingIfNothingWasSimulated() {
    final Program early = new Program();
    final Outcome outcome =
        early.execute(
            List.of(new io.hopwright.runner.fake.FakeMachine(early::press, () -> {})),
            "sweep",
            study.toString(),
            "--out",
            out.toString());
    assertEquals(ExitCode.INTERRUPTED, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().contains("there is no result"), outcome.err());
    assertFalse(Files.exists(out));
  }

  @Test
  void shouldKeepTheOtherPointsIfOneFails() throws IOException {
    study("workload.kind = [normal, fail, stall]\n");
    final Outcome outcome = sweep("--at-once", "1");
    assertEquals(ExitCode.BROKEN, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().contains("router 3 port x+ VC 1"), outcome.err());
    assertTrue(outcome.err().contains("the completed points are in"), outcome.err());
    assertTrue(manifest().get("interrupted").asBoolean());
    study("workload.kind = [normal]\n");
    assertDone(sweep());
    assertEquals(0, program.points());
  }

  @Test
  void shouldKeepAStalledPointAndSimulateItAgain() throws IOException {
    study("workload.kind = [stall, normal]\n");
    for (int i = 0; i < 2; i++) {
      final Outcome outcome = sweep();
      assertEquals(ExitCode.BROKEN, outcome.exitCode(), outcome.err());
      assertEquals(2 - i, program.points());
      assertTrue(outcome.err().contains("node 7 waits for x+"), outcome.err());
      assertTrue(manifest().get("stalled").asBoolean());
      assertTrue(Files.exists(out.resolve("kind=stall/waiting.txt")));
      assertEquals(2, lines("points.csv").size());
    }
  }

  @Test
  void shouldSayWhereAListIsTooMuch() {
    final Outcome outcome = program.onStudy("run", study, out);
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode());
    assertTrue(
        outcome
            .err()
            .contains(
                "s.conf:5: seed = [1, 2]: a run takes one value, not several; use hopwright"
                    + " sweep, or --set seed=VALUE"),
        outcome.err());
    assertEquals(2, outcome.err().lines().count(), outcome.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--at-once 0 | --at-once 0: use 1 to 1024, or auto",
        "--at-once many | --at-once many: use 1 to 1024, or auto",
        "--at-once 2 --jvms 2 | several JVMs simulate one point at a time",
        "--set seed=[] | --set seed=[]: the list is empty",
        "--set seed=[1,,2] | --set seed=: in its list: is not a number",
        "--set seed=4 --set router.slqFraction=0 --set router.jsq=[true,1] | 1: in its list: is neither",
        "--scale paper | has no section scale.paper",
      })
  void shouldSayWhatIsWrongWithACommandLine(String options, String reason) {
    final Outcome outcome = sweep(options.split(" "));
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().contains(reason), outcome.err());
    assertFalse(Files.exists(out));
  }

  @Test
  void shouldSendASinglePointToRun() throws IOException {
    study("");
    final Outcome outcome = sweep();
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode());
    assertTrue(outcome.err().contains("the study has one point"), outcome.err());
    assertDone(sweep("--set", "seed=[7]"));
    assertTrue(Files.exists(out.resolve("seed=7/summary.json")));
  }

  @Test
  void shouldPlanExplainAndPrintAScriptForAStudyWithLists() {
    final String file = study.toString();
    final Outcome plan = program.execute("plan", file);
    assertDone(plan);
    assertTrue(plan.out().contains("b/slqFraction=0.5,seed=2  8 "), plan.out());
    final Outcome large =
        program.execute("plan", file, "--set", "seed=[1,2,3,4,5,6,7,8,9,10,11,12]");
    assertTrue(large.out().contains("a, 24 points  8 "), large.out());
    assertFalse(large.out().contains("seed="), large.out());
    final Outcome explained = program.execute("explain", file);
    assertTrue(explained.out().contains("[1, 2]"), explained.out());
    assertTrue(
        explained
            .out()
            .contains("4 points: every combination of the values of router.slqFraction, seed"),
        explained.out());
    final Outcome script = program.execute("slurm", file, "--nodes", "1");
    assertDone(script);
    assertTrue(script.out().contains("\"$hopwright\" sweep '"), script.out());
  }

  @Test
  void shouldSweepAPublishedMachine() throws IOException {
    study =
        Files.writeString(
            directory.resolve("b.conf"),
            """
            include "machines/bluegene-l"
            machine.shape = [[4, 4, 4], [4, 4, 2]]
            partition.shape = [2, 2, 2]
            workload { kind = uniform, load = 0.3 }
            run { warmupTicks = 100, ticks = 2000 }
            """);
    final Outcome outcome =
        program.execute(
            Machines.all(), "sweep", study.toString(), "--out", out.toString(), "--quiet");
    assertDone(outcome);
    final List<String> points = lines("points.csv");
    assertTrue(points.get(0).startsWith("path,run,machine.shape,nodes,seed,ticks,"), points.get(0));
    assertTrue(points.get(1).startsWith("shape=4x4x4,,4x4x4,64,1,"), points.get(1));
    assertTrue(points.get(2).startsWith("shape=4x4x2,,4x4x2,32,1,"), points.get(2));
  }

  /** A hundred such points need more heap than the tests have. */
  @Test
  void shouldRefuseMoreAtOnceThanFitTheHeap() throws IOException {
    study =
        Files.writeString(
            directory.resolve("b.conf"),
            """
            include "machines/bluegene-l"
            machine.shape = [64, 32, 32]
            workload { kind = uniform, load = 0.9 }
            run { warmupTicks = 0, ticks = 1000 }
            """);
    final String seeds = "seed=" + IntStream.range(0, 100).boxed().toList();
    final Outcome outcome =
        program.execute(
            Machines.all(),
            "sweep",
            study.toString(),
            "--out",
            out.toString(),
            "--set",
            seeds,
            "--at-once",
            "100");
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().contains("--at-once 100: needs about "), outcome.err());
    assertFalse(Files.exists(out));
  }

  @Test
  void shouldFindAPointsWarmUpOnce() throws Exception {
    study =
        Files.writeString(
            directory.resolve("b.conf"),
            """
            include "machines/bluegene-l"
            machine.shape = [4, 4, 2]
            partition.shape = [4, 4, 2]
            workload { kind = uniform, load = [0.3] }
            run { warmupTicks = auto, ticks = 2000, gridTicks = 100 }
            """);
    final String[] words = {"sweep", study.toString(), "--out", out.toString()};
    assertDone(program.execute(Machines.all(), words));
    final Path point = out.resolve("load=0.3");
    final byte[] resolved = Files.readAllBytes(point.resolve("resolved.conf"));
    assertEquals(
        HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(resolved)),
        new ObjectMapper()
            .readTree(point.resolve("manifest.json").toFile())
            .get("configSha256")
            .asText());
    final Outcome again = program.execute(Machines.all(), words);
    assertTrue(again.err().contains("1 of 1 points were finished before"), again.err());
  }
}
