package io.hopwright.runner.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.runner.recording.Signature;
import io.hopwright.runner.report.SmallResults;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultReaderTest {
  @TempDir private static Path made;
  @TempDir private Path directory;
  private Path run;

  @BeforeAll
  static void simulate() {
    SmallResults.torus(made.resolve("run"), "0.5");
  }

  @BeforeEach
  void copy() throws IOException {
    run = directory.resolve("run");
    copy(made.resolve("run"), run);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private void replace(String file, String pattern, String replacement) throws IOException {
    final String text = Files.readString(run.resolve(file));
    final String changed = text.replaceFirst(pattern, replacement.replace("\\n", "\n"));
    assertTrue(!changed.equals(text), pattern + " is not in " + file);
    Files.writeString(run.resolve(file), changed);
    Signature.renew(run);
  }

  /** Reads all there is to read. */
  private static List<double[]> readAll(Path result) {
    final List<double[]> rows = new ArrayList<>();
    for (StoredRun read : ResultReader.read(result).runs()) {
      read.series().numbers(rows::add);
      read.table("heat").orElseThrow().numbers(row -> {});
    }
    return rows;
  }

  private void assertRefused(String file, String reason) {
    final String message = assertThrows(InputException.class, () -> readAll(run)).getMessage();
    assertTrue(message.startsWith(run.resolve(file) + ": "), message);
    assertTrue(message.contains(reason), message);
    assertTrue(message.contains("; "), "a remedy: " + message);
  }

  @Test
  void shouldReadWhatARunLeft() {
    final StoredDirectory result = ResultReader.read(run);
    assertTrue(result.single());
    final StoredRun read = result.runs().get(0);
    assertEquals("bgl-uniform", read.id());
    assertEquals("0.5", read.config().get("workload.load"));
    assertEquals(
        (long) read.summary().number("responseTicks.count").orElseThrow(),
        read.histogram("responseTicks").orElseThrow().getTotalCount());
    final List<double[]> rows = readAll(run);
    assertEquals(read.summary().number("ticks").orElseThrow(), rows.get(rows.size() - 1)[1]);
    assertEquals("bytes/tick/node", read.series().columns().get(2).unit());
    assertTrue(read.complete());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "summary.json",
        "series.csv",
        "resolved.conf",
        "histograms/responseTicks.hlog",
        "histograms/networkLatencyTicks.hlog"
      })
  void shouldMissAFile(String file) throws IOException {
    Files.delete(run.resolve(file));
    assertRefused(file, "is missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"summary.json", "series.csv", "heat.csv"})
  void shouldNoticeWhatLooksWholeAndIsChanged(String file) throws IOException {
    final String text = Files.readString(run.resolve(file));
    Files.writeString(run.resolve(file), text.replaceFirst("0\\.[1-9]", "0.0"));
    assertRefused(file, "is truncated or changed");
  }

  @Test
  void shouldMissATable() throws IOException {
    Files.delete(run.resolve("heat.csv"));
    final String message =
        assertThrows(InputException.class, () -> ResultReader.read(run)).getMessage();
    assertTrue(message.startsWith(run.resolve("heat.csv") + ": is missing"), message);
  }

  @Test
  void shouldMissLinesAtTheEndOfASeries() throws IOException {
    final Path series = run.resolve("series.csv");
    final List<String> lines = Files.readAllLines(series);
    for (int left = lines.size() - 1; left > 0; left--) {
      Files.write(series, lines.subList(0, left));
      assertRefused("series.csv", ", but the run at tick 7000");
    }
    final String said = SmallResults.execute(2, "report", run.toString());
    assertTrue(said.contains(series + ": ends at tick 0, but the run at tick 7000; "), said);
  }

  /** A cut of any file is noticed: an incomplete copy has no picture. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "manifest.json",
        "summary.json",
        "series.csv",
        "heat.csv",
        "resolved.conf",
        "histograms/responseTicks.hlog"
      })
  void shouldNoticeAFileThatIsCutOff(String file) throws IOException {
    final byte[] whole = Files.readAllBytes(run.resolve(file));
    for (int eighths = 0; eighths < 8; eighths++) {
      final byte[] cut = java.util.Arrays.copyOf(whole, whole.length * eighths / 8);
      Files.write(run.resolve(file), cut);
      final String message =
          assertThrows(InputException.class, () -> readAll(run), file + " at " + cut.length)
              .getMessage();
      assertTrue(message.contains(run.resolve(file).toString()), message);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "manifest.json | '\"format\" : 5,'            | ''                    | has no format number",
        "manifest.json | '\"format\" : 5,'            | '\"format\" : 3,'     | or simulate it again",
        "manifest.json | '\"format\" : 5,'            | '\"format\" : 6,'     | , or a newer one",
        "manifest.json | '\"format\" : 5,'            | '\"format\" : \"5\",' | format is 5 and not an integer",
        "manifest.json | '\"configSha256\" : \"[^\"]*\"' | '\"configSha256\" : 7' | configSha256 is 7 and not a text",
        "manifest.json | '\"seed\" : \"1\"'           | '\"seed\" : 1'        | config.seed is 1 and not a text",
        "summary.json  | '\"digest\" : \"'            | '\"digest\" : \"f'    | belongs to another run",
        "manifest.json | '\"roles\" : ..\"time\"'   | '\"roles\" : [ \"tim\"' | roles is [tim] and not one of identity, load",
        "summary.json  | '\"count\" : \\d+'           | '\"count\" : \"many\"' | responseTicks.count is many and not a number",
        "summary.json  | '\"study\" : '               | '\"study\" : 1, \"study\" : ' | not a JSON object (line 2)",
        "resolved.conf | 'workload.load = 0.5'        | 'workload.load = 0.6' | does not have the hash",
        "series.csv    | '\\n1000,'                   | '\\n1000,7,'          | line 3 has 15 fields, but there are 14 columns",
        "series.csv    | '\\n1000,2000,'              | '\\n1000,'            | line 3 has 13 fields, but there are 14 columns",
        "series.csv    | '\\n1000,2000'               | '\\n1000,later'       | line 3, column to: 'later' is not a number",
        "series.csv    | '\\n1000,2000'               | '\\n1000,NaN'         | line 3, column to: 'NaN' is not a number",
        "heat.csv      | '\\n0,0,0,0,'                | '\\n0,0,0,0,x'        | line 2, column x+"
      })
  void shouldSayWhatIsDamaged(String file, String pattern, String replacement, String reason)
      throws IOException {
    replace(file, pattern, replacement);
    final String message = assertThrows(InputException.class, () -> readAll(run)).getMessage();
    assertTrue(message.contains(reason), message);
    assertRefused(message.contains("histograms") ? "" : file, reason);
  }

  @Test
  void shouldNoticeADistributionOfAnotherRun() throws IOException {
    replace("summary.json", "\"count\" : (\\d)", "\"count\" : 9$1");
    assertRefused("histograms/responseTicks.hlog", "values, but summary.json counted 9");
  }

  @Test
  void shouldSayThatADirectoryIsNoResult() throws IOException {
    final Path empty = Files.createDirectory(directory.resolve("empty"));
    final Path file = Files.writeString(directory.resolve("file"), "x");
    final Path gone = directory.resolve("gone");
    assertRefusal(
        empty, "manifest.json: the file is missing, so this is not a result; name a directory");
    assertRefusal(file, "is not a directory; name the directory of a result");
    assertRefusal(gone, "does not exist; name the directory of a result");
  }

  private static void assertRefusal(Path place, String reason) {
    final String message =
        assertThrows(InputException.class, () -> ResultReader.read(place)).getMessage();
    assertTrue(message.contains(reason), message);
  }

  private Path study(String points) throws IOException {
    final Path study = Files.createDirectory(directory.resolve("study"));
    for (String point : List.of("a/load=0.5", "a/load=0.9", "b", ".c.partial-h-1")) {
      Files.createDirectories(study.resolve(point).getParent());
      copy(made.resolve("run"), study.resolve(point));
    }
    write(
        study.resolve("manifest.json"),
        "{ \"format\" : 5, \"files\" : {}, \"study\" : \"s\", \"points\" : [ " + points + " ] }");
    return study;
  }

  private static void write(Path manifest, String text) throws IOException {
    Files.writeString(manifest, text);
    Signature.seal(manifest);
  }

  private static String point(String path, boolean done) throws IOException {
    final JsonNode run = new ObjectMapper().readTree(made.resolve("run/manifest.json").toFile());
    return String.format(
        "{ \"path\" : \"%s\", \"done\" : %s, \"configSha256\" : %s, \"digest\" : %s }",
        path, done, run.get("configSha256"), run.get("digest"));
  }

  private static List<String> names(StoredDirectory study) {
    return study.runs().stream().map(StoredRun::name).toList();
  }

  /** Other points in the directory are from an earlier version of the study, or incomplete. */
  @Test
  void shouldReadThePointsThatAreDoneInTheOrderOfTheManifest() throws IOException {
    final Path study =
        study(
            point("b", true) + "," + point("a/load=0.9", false) + "," + point("a/load=0.5", true));
    assertEquals(List.of("b", "a/load=0.5"), names(ResultReader.read(study)));
  }

  @Test
  void shouldReadAlsoPointsThatAreNotDoneIfTheyLieThere() throws IOException {
    final Path study =
        study(point("b", true) + "," + point("a/load=0.9", false) + "," + point("d", false));
    assertEquals(
        List.of("a/load=0.9", "b"), List.copyOf(ResultReader.readAll(study).runsByPath().keySet()));
    Files.delete(study.resolve("a/load=0.9/manifest.json"));
    final String message =
        assertThrows(InputException.class, () -> ResultReader.readAll(study)).getMessage();
    assertTrue(message.startsWith(study.resolve("a/load=0.9/manifest.json") + ": "), message);
  }

  @Test
  void shouldReadAStudyOfParts() throws IOException {
    study(point("b", true));
    final Path top = directory.resolve("top.json");
    write(
        top,
        "{ \"format\" : 5, \"files\" : {}, \"study\" : \"t\", \"parts\" : [ { \"path\" : \"s\" } ] }");
    Files.move(directory.resolve("study"), directory.resolve("s"));
    Files.move(top, directory.resolve("manifest.json"));
    final StoredDirectory read = ResultReader.read(directory);
    assertEquals(1, read.studies().size());
    assertEquals(List.of("b"), names(read.studies().get(0)));
    assertEquals("s/b", read.runsByPath().firstKey());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "c           | c             | c: the file is missing, but",
        "a           | a/manifest.json | the file is missing, so this is not a result",
        "../run      | manifest.json | names ../run, which is not below it",
        "a/load=0.5  | a/load=0.5/series.csv | is missing",
      })
  void shouldSayWhichPointIsDamaged(String path, String file, String reason) throws IOException {
    final Path study = study(point(path, true));
    Files.delete(study.resolve("a/load=0.5/series.csv"));
    final String message =
        assertThrows(InputException.class, () -> ResultReader.read(study)).getMessage();
    assertTrue(message.contains(reason), message);
    assertTrue(message.contains(study.resolve(file).toString()), message);
  }

  @Test
  void shouldSayThatAManifestIsOfNoKind() throws IOException {
    write(
        directory.resolve("manifest.json"),
        "{ \"format\" : 5, \"files\" : {}, \"study\" : \"s\" }");
    assertRefusal(directory, "is the manifest of neither a run nor a study");
  }
}
