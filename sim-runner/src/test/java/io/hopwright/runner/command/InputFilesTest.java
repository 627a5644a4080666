package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.models.Machines;
import io.hopwright.models.declare.InputFile;
import io.hopwright.runner.command.Program.Outcome;
import io.hopwright.runner.command.session.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files that a study names: the directories that are searched, and the refusal of changed files.
 */
@Timeout(60)
class InputFilesTest {
  private static final String STUDY =
      """
      include "machines/bluegene-l"
      study { id = small }
      machine.shape = 4x2x1
      workload { kind = matrix, load = 0.3 }
      run { warmupTicks = 0, ticks = 2000, followTicks = 0 }
      """;

  private static final String ROWS = "source,destination,weight\n0,5,3\n1,2,1\n";
  private static final String OTHER_ROWS = "3,4,1\n";

  @TempDir private Path directory;
  private Path folder;
  private Path matrix;
  private Path out;

  @BeforeEach
  void prepare() throws IOException {
    folder = Files.createDirectory(directory.resolve("of study"));
    matrix = Files.writeString(folder.resolve("m.csv"), ROWS);
    out = directory.resolve("out");
  }

  private Path study(String more) throws IOException {
    return Files.writeString(folder.resolve("s.conf"), STUDY + more);
  }

  private static Outcome execute(String command, Path study, Path out, String... options) {
    final List<String> words = new ArrayList<>(List.of(command, study.toString()));
    words.addAll(List.of("--quiet", "--out", out.toString()));
    words.addAll(List.of(options));
    return new Program().execute(Machines.all(), words.toArray(String[]::new));
  }

  /** Returns the digest of a run. */
  private String run(Path study, String... options) throws IOException {
    final Path result = Files.createTempDirectory(directory, "result").resolve("out");
    final Outcome outcome = execute("run", study, result, options);
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    return digest(result);
  }

  private static String digest(Path result) throws IOException {
    return new ObjectMapper()
        .readTree(result.resolve("summary.json").toFile())
        .get("digest")
        .asText();
  }

  private void assertRefused(Path study, String message, String... options) {
    final Outcome outcome = execute("run", study, out, options);
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().contains("workload.matrix"), outcome.err());
    assertTrue(outcome.err().contains(message), outcome.err());
    assertTrue(Files.notExists(out));
  }

  private static String set(Object file) {
    return "workload.matrix=" + file;
  }

  private static String relative(Path file) {
    return Path.of("").toAbsolutePath().relativize(file.toAbsolutePath()).toString();
  }

  // ------------------------------------------------------------------------------- where they are

  @Test
  void shouldFindAFileBesideTheStudyThatNamesIt() throws IOException {
    final String expected = run(study("workload.matrix = \"" + matrix + "\""));
    for (String name : List.of("m.csv", "\"m.csv\"", "\"./m.csv\"", "\"../of study/m.csv\"")) {
      assertEquals(expected, run(study("workload.matrix = " + name)), name);
    }
    // The same file is found by a relative name of the study.
    final Path study = study("workload.matrix = m.csv");
    assertEquals(expected, run(Path.of(relative(study))));
    Files.writeString(matrix, OTHER_ROWS);
    assertNotEquals(expected, run(study));
  }

  @Test
  void shouldFindAFileBesideTheIncludeThatNamesIt() throws IOException {
    final Path parts = Files.createDirectory(directory.resolve("parts"));
    Files.writeString(parts.resolve("m.csv"), OTHER_ROWS);
    Files.writeString(parts.resolve("part.conf"), "workload.matrix = m.csv\n");
    final String other = run(study("workload.matrix = \"../parts/m.csv\""));
    assertEquals(other, run(study("include \"../parts/part.conf\"")));
    final Path study = Path.of(relative(study("include \"../parts/part.conf\"")));
    assertEquals(other, run(study));
    Files.delete(parts.resolve("m.csv"));
    assertRefused(study, "there is no file " + parts.resolve("m.csv"));
  }

  @Test
  void shouldFindAFileOfTheCommandLineFromTheWorkingDirectory() throws IOException {
    final Path other = Files.writeString(directory.resolve("other.csv"), OTHER_ROWS);
    final String expected = run(study("workload.matrix = \"../other.csv\""));
    final Path study = study("workload.matrix = m.csv");
    assertNotEquals(expected, run(study));
    assertEquals(expected, run(study, "--set", set(relative(other))));
    assertEquals(expected, run(study, "--set", set(other)));
    assertEquals(expected, run(study, "--set", set("\"" + other + "\"")));
    assertRefused(
        study, "there is no file " + Path.of("m.csv").toAbsolutePath(), "--set", set("m.csv"));
  }

  // ------------------------------------------------------------------------------- which they are

  @Test
  void shouldTakeOnlyTheContentWithTheHash() throws IOException {
    final String right = InputFile.of(matrix).sha256();
    final String wrong = "0".repeat(64);
    final String expected = run(study("workload.matrix = m.csv"));
    assertEquals(expected, run(study("workload.matrix = \"m.csv#sha256=" + right + "\"")));
    assertEquals(expected, run(study(""), "--set", set(matrix + "#sha256=" + right)));
    assertRefused(
        study("workload.matrix = \"m.csv#sha256=" + wrong + "\""),
        "has changed: its SHA-256 is " + right + ", not 0000");
    for (String hash : List.of(wrong, "", right.substring(1), right + "0")) {
      assertRefused(study(""), "; restore it", "--set", set(matrix + "#sha256=" + hash));
    }
  }

  @Test
  void shouldNoticeAChangeOfAnyFileOfATrace() throws IOException {
    final Path other = folder.resolve("b.txt");
    Files.writeString(folder.resolve("list.txt"), "a.txt\nb.txt\n");
    Files.writeString(folder.resolve("a.txt"), "0 send 1 0 8\n");
    Files.writeString(other, "1 recv 0 0 8\n");
    final Path study =
        Files.writeString(
            folder.resolve("jobs.conf"),
            """
            include "machines/ideal"
            study { id = parts, title = "A trace of two files" }
            machine.nodes = 2
            jobs.a { program = "list.txt" }
            """);
    final Path result = directory.resolve("jobs");
    assertEquals(ExitCode.DONE, execute("run", study, result).exitCode());
    Files.writeString(other, "1 recv 0 0 9\n");
    final Outcome outcome = execute("run", result.resolve("resolved.conf"), out);
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().contains("jobs.a.program"), outcome.err());
    assertTrue(outcome.err().contains("has changed"), outcome.err());
  }

  @Test
  void shouldFindAFileWhoseNameLooksLikeAHash() throws IOException {
    final String name = "m#sha256=0.csv";
    Files.copy(matrix, folder.resolve(name));
    final String hash = InputFile.of(matrix).sha256();
    assertEquals(
        run(study("workload.matrix = m.csv")),
        run(study("workload.matrix = \"" + name + "#sha256=" + hash + "\"")));
  }

  @Test
  void shouldRefuseWhatIsNoFile() throws Exception {
    assertRefused(study("workload.matrix = n.csv"), "there is no file " + folder.resolve("n.csv"));
    assertRefused(study("workload.matrix = \"../of study\""), "is a directory, a device or a pipe");
    assertRefused(study("workload.matrix = \"\""), "is a directory, a device or a pipe");
    assertRefused(study("workload.matrix = \"m\\u0000.csv\""), "not a valid file name");
    assertRefused(study("workload.matrix = { a = 1 }"), "unknown key");
    assertRefused(study(""), "is missing");
    final Path pipe = folder.resolve("pipe");
    assumeTrue(
        Files.exists(Path.of("/dev/zero"))
            && new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0,
        "needs /dev and mkfifo");
    assertRefused(study("workload.matrix = pipe"), "is a directory, a device or a pipe");
    assertRefused(study("workload.matrix = \"/dev/zero\""), "is a directory, a device or a pipe");
  }

  @Test
  void shouldSayWhichLineIsWrong() throws IOException {
    Files.writeString(matrix, ROWS + "1,8,1\n");
    final Path study = study("workload.matrix = m.csv");
    assertRefused(study, "line 4, \"1,8,1\", names node 8, but nodes are 0 to 7");
    assertRefused(study, "s.conf:");
    assertEquals(ExitCode.WRONG_INPUT, execute("plan", study, out).exitCode());
  }

  // ---------------------------------------------------------------------------------- many of them

  @ParameterizedTest
  @ValueSource(strings = {"study", "command line"})
  void shouldMakeAPointOfEachFileOfAList(String where) throws IOException {
    final Path parts = Files.createDirectory(directory.resolve("parts"));
    final Path other = Files.writeString(parts.resolve("m.csv"), OTHER_ROWS);
    final boolean inStudy = where.equals("study");
    final Path study = study(inStudy ? "workload.matrix = [m.csv, \"../parts/m.csv\"]" : "");
    final String list = "[" + matrix + ", " + relative(other) + "]";
    final Outcome outcome =
        inStudy
            ? execute("sweep", study, out)
            : execute("sweep", study, out, "--set", "workload.matrix=" + list);
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    assertEquals(3, Files.readAllLines(out.resolve("points.csv")).size());
    final List<String> digests = new ArrayList<>();
    try (var entries = Files.walk(out)) {
      for (Path summary : entries.filter(path -> path.endsWith("summary.json")).toList()) {
        digests.add(digest(summary.getParent()));
        final String name = summary.getParent().getFileName().toString();
        assertTrue(name.contains("m.csv-"), name);
      }
    }
    assertEquals(2, digests.size());
    assertEquals(
        new HashSet<>(
            List.of(run(study(""), "--set", set(matrix)), run(study(""), "--set", set(other)))),
        new HashSet<>(digests));
  }

  @Test
  void shouldRefuseAListWithAFileThatIsNotThereOrThereTwice() throws IOException {
    for (String list : List.of("[m.csv, n.csv]", "[m.csv, \"./m.csv\"]", "[]")) {
      final Outcome outcome = execute("sweep", study("workload.matrix = " + list), out);
      assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), list);
      assertTrue(outcome.err().contains("workload.matrix"), outcome.err());
    }
  }

  // --------------------------------------------------------------------------------- once again

  @Test
  void shouldRunAgainWhatHasBeenResolved() throws IOException {
    final Path strange = folder.resolve("m \"1\" ${x}.csv");
    Files.copy(matrix, strange);
    final Path study = study("");
    for (Path file : List.of(matrix, strange)) {
      final Path result = Files.createTempDirectory(directory, "first").resolve("out");
      final Outcome first = execute("run", study, result, "--set", set(relative(file)));
      assertEquals(ExitCode.DONE, first.exitCode(), first.err());
      final Path resolved = result.resolve("resolved.conf");
      assertEquals(digest(result), run(resolved));
      final Path moved = Files.copy(resolved, directory.resolve("moved.conf"));
      assertEquals(digest(result), run(moved));
      Files.delete(moved);
    }
  }

  @Test
  void shouldNotRunAgainWithAFileThatHasChanged() throws IOException {
    final Path result = directory.resolve("first");
    final Outcome first = execute("run", study("workload.matrix = m.csv"), result);
    assertEquals(ExitCode.DONE, first.exitCode(), first.err());
    final Path resolved = result.resolve("resolved.conf");
    Files.writeString(matrix, ROWS + "7,0,1\n");
    assertRefused(resolved, "has changed: its SHA-256 is " + InputFile.of(matrix).sha256());
    Files.delete(matrix);
    assertRefused(resolved, "there is no file " + matrix);
    Files.writeString(matrix, ROWS);
    assertEquals(digest(result), run(resolved));
  }
}
