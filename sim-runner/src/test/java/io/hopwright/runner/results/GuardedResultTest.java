package io.hopwright.runner.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hopwright.models.Machines;
import io.hopwright.runner.bench.ScalingReport;
import io.hopwright.runner.command.Program;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.recording.ResultWriter;
import io.hopwright.runner.recording.Signature;
import io.hopwright.runner.report.SmallResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Results with changed, moved or removed files. */
class GuardedResultTest {
  /** Numbers that are invalid in all or in some columns of a table. */
  private static final List<String> NUMBERS = List.of("-7", "1e300", "0.5", "");

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path made;
  @TempDir private Path directory;
  private Path study;
  private Path run;

  @BeforeAll
  static void simulate() throws IOException {
    SmallResults.reproduction(made.resolve("tiny.conf"), made.resolve("study"));
    Files.writeString(
        made.resolve("points.conf"),
        """
        include "machines/bluegene-l"
        machine.shape = [3, 3, 3]
        partition.shape = [3, 3, 3]
        workload { kind = uniform, packetBytes = 256 B }
        run { warmupTicks = auto, maxWarmupTicks = 25000 ticks, ticks = 4000 ticks }
        runs.a { set { seed = [1, 2, 3], workload.load = [0.1, 0.3] } }
        checks {
          AT { run = a, at { workload.load = [0.1, 0.3] }, rise = true, quantity = linkUtilization
               expected = rise, atLeast = 0.05, tolerance = 1.10, section = 2.50, paperShape = [3, 3, 3] }
          SERIES { run = a, series { column = throughput, statistic = mean }, over = largest
               expected = some, atLeast = 0.1, tolerance = t, section = s, paperShape = [3, 3, 4] }
        }
        """);
    Files.writeString(made.resolve("parts.conf"), "study.parts = [tiny, points]\n");
    SmallResults.execute(
        1,
        "reproduce",
        made.resolve("parts.conf").toString(),
        "--quiet",
        "--out",
        made.resolve("parts").toString());
    SmallResults.torus(made.resolve("torus"), "0.5");
    SmallResults.jobs(made.resolve("jobs.conf"), made.resolve("jobs"), "random");
  }

  @BeforeEach
  void copy() throws IOException {
    copy(made.resolve("parts"), directory.resolve("parts"));
    study = directory.resolve("study");
    copy(made.resolve("study"), study);
    run = study.resolve("dynamic");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private static void move(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(to)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    copy(from, to);
  }

  private static void change(Path file, Consumer<ObjectNode> change) throws IOException {
    final ObjectNode json = (ObjectNode) JSON.readTree(file.toFile());
    final JsonNode before = json.deepCopy();
    change.accept(json);
    assertFalse(before.equals(json), "nothing was changed");
    Files.writeString(file, json.toPrettyString());
  }

  /** Asserts that a command ends with one line about {@code place}. */
  private static void assertRefused(String command, Path result, Path place, String reason) {
    final List<String> words =
        command.equals("report")
            ? List.of("report", result.toString())
            : List.of("compare", result.toString(), result.toString());
    final Program.Outcome outcome =
        new Program().execute(Machines.all(), words.toArray(String[]::new));
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err() + outcome.out());
    assertEquals(1, outcome.err().lines().count(), outcome.err());
    assertTrue(outcome.err().startsWith("hopwright: " + place + ": "), outcome.err());
    assertTrue(outcome.err().contains(reason), outcome.err());
    assertTrue(outcome.err().contains("; "), "a remedy: " + outcome.err());
  }

  private static void assertRefused(Path result, Path place, String reason) {
    assertRefused("report", result, place, reason);
    assertRefused("compare", result, place, reason);
  }

  @Test
  void shouldTakeWhatNobodyHasChanged() {
    for (Path result : List.of(study, run, directory.resolve("parts"))) {
      SmallResults.execute(0, "report", result.toString());
      SmallResults.execute(0, "compare", result.toString(), result.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "seed",
        "title",
        "gitCommit",
        "simulatorSha256",
        "machine",
        "finished",
        "config",
        "figures",
        "files",
        "version",
        "digest"
      })
  void shouldNoticeAChangedManifest(String entry) throws IOException {
    final Path torus = directory.resolve("torus");
    copy(made.resolve("torus"), torus);
    for (Path place : List.of(torus, study)) {
      final Path manifest = place.resolve("manifest.json");
      if (JSON.readTree(manifest.toFile()).has(entry)) {
        final byte[] whole = Files.readAllBytes(manifest);
        change(manifest, json -> json.put(entry, "changed"));
        assertRefused(place, manifest, "was changed");
        Files.write(manifest, whole);
        change(manifest, json -> json.remove(entry));
        assertRefused(place, manifest, "was changed");
      }
    }
  }

  @Test
  void shouldNoticeAManifestWithoutItsHash() throws IOException {
    final Path manifest = study.resolve("manifest.json");
    change(manifest, json -> json.remove("sha256"));
    assertRefused(study, manifest, "sha256 is missing");
  }

  @ParameterizedTest
  @CsvSource({"dynamic, static", "static, dynamic"})
  void shouldNoticeAnotherRunInThePlaceOfAPoint(String from, String to) throws IOException {
    move(study.resolve(from), study.resolve(to));
    assertRefused(study, study.resolve(to), "belongs to another run than");
  }

  @Test
  void shouldNoticeSwappedSeedsAndAnotherMachine() throws IOException {
    final Path points = directory.resolve("parts/points");
    final Path first = points.resolve("a/load=0.1,seed=1");
    final Path second = points.resolve("a/load=0.1,seed=2");
    final Path aside = directory.resolve("aside");
    Files.move(first, aside);
    Files.move(second, first);
    Files.move(aside, second);
    assertRefused(directory.resolve("parts"), first, "belongs to another run than");
    move(made.resolve("parts/points/a/load=0.1,seed=1"), first);
    SmallResults.cascade(directory.resolve("cascade"));
    move(directory.resolve("cascade"), second);
    assertRefused(points, second, "belongs to another run than");
  }

  @Test
  void shouldNoticeAnotherDigestUnderTheSameConfiguration() throws IOException {
    for (String file : List.of("manifest.json", "summary.json")) {
      change(run.resolve(file), json -> json.put("digest", "0123456789abcdef"));
    }
    Signature.renew(run);
    assertRefused(study, run, "(digest 0123456789abcdef, not ");
  }

  @Test
  void shouldNoticeAnotherStudyInThePlaceOfAPart() throws IOException {
    final Path parts = directory.resolve("parts");
    move(parts.resolve("tiny"), parts.resolve("points"));
    assertRefused(parts, parts.resolve("points"), "is the study tiny, but");
  }

  @Test
  void shouldNoticeAFileThatTheManifestDoesNotName() throws IOException {
    for (String file : List.of("summary.json", "series.csv", "histograms/responseTicks.hlog")) {
      change(run.resolve("manifest.json"), json -> ((ObjectNode) json.get("files")).remove(file));
      Signature.seal(run.resolve("manifest.json"));
      assertRefused(run, run.resolve(file), "is not one of the files that");
      Signature.renew(run);
      move(made.resolve("study/dynamic"), run);
    }
    Files.writeString(run.resolve("more.csv"), "a\n1\n");
    assertRefused(study, run.resolve("more.csv"), "is not one of the files that");
  }

  @ParameterizedTest
  @ValueSource(strings = {"points.csv", "series.csv", "verdicts.json"})
  void shouldHoldTheFilesOfAStudy(String name) throws IOException {
    final Path file = study.resolve(name);
    Files.writeString(file, Files.readString(file).replace('3', '4'));
    assertRefused(study, file, "is truncated or changed");
    Files.delete(file);
    assertRefused(study, file, "is missing");
    change(study.resolve("manifest.json"), json -> ((ObjectNode) json.get("files")).remove(name));
    Signature.seal(study.resolve("manifest.json"));
    Files.copy(made.resolve("study").resolve(name), file);
    assertRefused(study, file, "is not one of the files that");
  }

  @Test
  void shouldHoldTheFilesOfABenchmark() throws IOException {
    final Path bench = Files.createDirectory(directory.resolve("bench"));
    final ScalingReport report = new ScalingReport("bench", "bluegene-l");
    report.write(new ResultWriter(bench), List.of("bench", "scaling"), Instant.now());
    ResultReader.read(bench);
    final Path scaling = bench.resolve("scaling.json");
    Files.writeString(scaling, Files.readString(scaling).replace("bluegene-l", "cascade"));
    assertRefused("report", bench, scaling, "is truncated or changed");
    change(
        bench.resolve("manifest.json"),
        json -> ((ObjectNode) json.get("files")).remove("scaling.json"));
    Signature.seal(bench.resolve("manifest.json"));
    assertRefused("report", bench, scaling, "is not one of the files that");
  }

  @Test
  void shouldNoticeAConfigurationThatIsNotTheResolvedOne() throws IOException {
    change(
        run.resolve("manifest.json"),
        json -> ((ObjectNode) json.get("config")).put("workload.load", "0.9"));
    Signature.seal(run.resolve("manifest.json"));
    assertRefused(run, run.resolve("manifest.json"), "differs from");
  }

  @Test
  void shouldMissATitle() throws IOException {
    final Path manifest = run.resolve("manifest.json");
    change(manifest, json -> json.remove("title"));
    Signature.seal(manifest);
    assertRefused(run, manifest, "title is missing");
  }

  /** The result is as if it was written damaged: its hashes are right, and so are all its rows. */
  @Test
  void shouldMissAColumnAlsoWithoutRows() throws IOException {
    final Path heat = run.resolve("heat.csv");
    Files.writeString(heat, Files.readString(heat).lines().findFirst().orElseThrow() + "\n");
    Signature.renew(run);
    SmallResults.execute(0, "report", run.toString());
    Files.writeString(heat, Files.readString(heat).replace(",y,", ","));
    Signature.renew(run);
    assertRefused(run, heat, "does not have the columns that manifest.json names");
  }

  @ParameterizedTest
  @CsvSource({
    "heat.csv, -1",
    "heat.csv, 1.5",
    "heat.csv, 4000000000",
    "matrix.csv, -1",
    "matrix.csv, 4000000000",
    "timeline.csv, -1",
    "timeline.csv, 1e300"
  })
  void shouldRefusePlacesThatCannotBe(String name, String number) throws IOException {
    final Path jobs = directory.resolve("jobs");
    copy(made.resolve("jobs"), jobs);
    final Path table = jobs.resolve(name);
    final List<String> lines = Files.readAllLines(table);
    final String[] cells = lines.get(1).split(",", -1);
    cells[name.equals("timeline.csv") ? 4 : 2] = number;
    lines.set(1, String.join(",", cells));
    Files.writeString(table, String.join("\n", lines) + "\n");
    Signature.renew(jobs);
    assertRefused("report", jobs, table, "line 2, column ");
  }

  /** Tries one number in every third column; the numbers take turns. */
  @Test
  void shouldEndWithALineWhateverNumberATableHas() throws IOException {
    assertEndsWithALine(1, 3);
  }

  @Test
  @Tag("slow")
  void shouldEndWithALineForEveryNumberInEveryColumn() throws IOException {
    assertEndsWithALine(NUMBERS.size(), 1);
  }

  private void assertEndsWithALine(int numbersOfColumn, int oneColumnIn) throws IOException {
    final Path jobs = directory.resolve("jobs");
    copy(made.resolve("jobs"), jobs);
    for (Path table : tables(jobs)) {
      final String whole = Files.readString(table);
      final List<String> lines = whole.lines().toList();
      final int columns = lines.get(1).split(",", -1).length;
      for (int column = 0; column < columns; column += oneColumnIn) {
        for (int turn = 0; turn < numbersOfColumn; turn++) {
          final String number = NUMBERS.get((column + turn) % NUMBERS.size());
          final String[] cells = lines.get(1).split(",", -1);
          cells[column] = number;
          Files.writeString(table, whole.replace(lines.get(1), String.join(",", cells)));
          Signature.renew(jobs);
          final Program.Outcome outcome =
              new Program().execute(Machines.all(), "report", jobs.toString());
          final String where = table + " column " + column + " = " + number + ": ";
          assertTrue(outcome.exitCode() == 0 || outcome.exitCode() == 2, where + outcome.err());
        }
      }
      Files.writeString(table, whole);
    }
  }

  private static List<Path> tables(Path run) throws IOException {
    try (Stream<Path> files = Files.list(run)) {
      return files.filter(file -> file.toString().endsWith(".csv")).toList();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "measured   | 4.999   | verdict GOOD: measured is 4.999, but its runs give 0.",
        "atLeast    | 0.01    | verdict GOOD: atLeast is 0.01, but its runs give 0.1",
        "verdict    | '\"fail\"'  | verdict GOOD: verdict is \"fail\", but its runs give \"pass\"",
        "scaled     | true    | verdict GOOD: scaled is true, but its runs give false",
        "note       | '\"n\"' | verdict GOOD: note is",
        "claim      | '{}'    | claim is {} and not a claim"
      })
  void shouldJudgeAgain(String entry, String value, String reason) throws IOException {
    final Path verdicts = study.resolve("verdicts.json");
    change(
        verdicts,
        json -> {
          try {
            ((ObjectNode) json.at("/verdicts/0")).set(entry, JSON.readTree(value));
            assertEquals("GOOD", json.at("/verdicts/0/id").asText());
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
    Signature.renew(study);
    assertRefused("report", study, verdicts, reason);
  }

  @Test
  void shouldCountVerdictsAgain() throws IOException {
    final Path verdicts = study.resolve("verdicts.json");
    change(verdicts, json -> ((ArrayNode) json.get("verdicts")).remove(0));
    Signature.renew(study);
    assertRefused("report", study, verdicts, " is 1 and not 0");
  }

  @ParameterizedTest
  @CsvSource({"AT, measured", "SERIES, halfWidth95", "SERIES, position"})
  void shouldJudgePartsAgainAndTheirStudyByThem(String id, String entry) throws IOException {
    final Path parts = directory.resolve("parts");
    for (Path place : List.of(parts, parts.resolve("points"))) {
      final Path verdicts = place.resolve("verdicts.json");
      final byte[] whole = Files.readAllBytes(verdicts);
      change(
          verdicts,
          json ->
              json.get("verdicts")
                  .forEach(
                      verdict -> {
                        if (verdict.get("id").asText().equals(id)) {
                          ((ObjectNode) verdict).put(entry, 7.5);
                        }
                      }));
      Signature.renew(place);
      assertRefused("report", parts, verdicts, "verdict " + id + ": " + entry + " is 7.5, but");
      Files.write(verdicts, whole);
      Signature.renew(place);
    }
    SmallResults.execute(0, "report", parts.toString());
  }

  /** Bytes are flipped and files are cut at random; the fixed seed makes each case reproducible. */
  @Test
  void shouldRefuseEveryDamagedHistogramWithALine() throws IOException {
    final Path file = run.resolve("histograms/responseTicks.hlog");
    final byte[] whole = Files.readAllBytes(file);
    final Random random = new Random(1);
    for (int i = 0; i < 100; i++) {
      final byte[] damaged =
          i % 5 == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
      if (i % 5 != 0) {
        damaged[random.nextInt(whole.length)] ^= (byte) (1 + random.nextInt(255));
      }
      Files.write(file, damaged);
      assertRefused("report", run, file, "is truncated or changed");
    }
  }

  /**
   * The histogram is refused even if its hash is right, as in a result that was written damaged.
   */
  @Test
  void shouldRefuseHistogramsThatAreNone() throws IOException {
    final Path file = run.resolve("histograms/responseTicks.hlog");
    final byte[] whole = Files.readAllBytes(file);
    for (int at = 400; at < whole.length - 2; at += 7) {
      final byte[] damaged = whole.clone();
      damaged[at] = '!';
      Files.write(file, damaged);
      Signature.renew(run);
      assertRefused("report", run, file, "is damaged or truncated");
    }
  }
}
