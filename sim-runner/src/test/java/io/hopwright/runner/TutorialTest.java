package io.hopwright.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hopwright.models.Machines;
import io.hopwright.runner.command.Program;
import io.hopwright.runner.command.session.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of the tutorial that read results work on small results, with the programs of this
 * computer. A test whose program is missing is skipped. {@code DocumentationTest} has the other
 * commands.
 */
class TutorialTest {
  private static final Pattern READING = Pattern.compile("(?m)^((?:jq|python3) .*)$");
  private static final Pattern PYTHON = Pattern.compile("(?ms)^```python\\n(.*?)^```");
  private static final Pattern STUDY = Pattern.compile("(?ms)^```\\n(include .*?)^```");
  private static final List<String> SMALL =
      List.of(
          "--set=machine.shape=4x4x2",
          "--set=partition.shape=4x4x2",
          "--set=run.warmupTicks=200",
          "--set=run.ticks=1000",
          "--quiet");

  @TempDir private static Path directory;
  private static String tutorial;

  /** Exit code and output of a process. */
  private record Outcome(int exitCode, String out) {}

  @BeforeAll
  static void simulateWhatIsRead() throws IOException {
    tutorial = Files.readString(root().resolve("docs/tutorial.md"));
    final Matcher study = STUDY.matcher(tutorial);
    assertTrue(study.find());
    final Path file = Files.writeString(directory.resolve("mine.conf"), study.group(1));
    simulate("run", "bgl-uniform", "bgl-uniform");
    simulate("sweep", file.toString(), "mine");
  }

  private static void simulate(String command, String study, String name) {
    final List<String> words = new ArrayList<>(List.of(command, study));
    words.addAll(SMALL);
    words.add("--out=" + directory.resolve("runs").resolve(name));
    final Program.Outcome outcome =
        new Program().execute(Machines.all(), words.toArray(String[]::new));
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome::err);
  }

  private static Path root() {
    return Path.of("").toAbsolutePath().getParent();
  }

  private static Outcome run(String... command) throws IOException, InterruptedException {
    final Path log = directory.resolve("log");
    final Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertTrue(process.waitFor(1, TimeUnit.MINUTES), () -> String.join(" ", command));
    return new Outcome(process.exitValue(), Files.readString(log, StandardCharsets.UTF_8));
  }

  private static boolean works(String... command) throws InterruptedException {
    try {
      return run(command).exitCode() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @TestFactory
  Stream<DynamicTest> shouldReadResultsOnTheShell() {
    final List<String> lines =
        READING.matcher(tutorial).results().map(match -> match.group(1)).toList();
    assertFalse(lines.isEmpty());
    return lines.stream().map(line -> DynamicTest.dynamicTest(line, () -> read(line)));
  }

  private static void read(String line) throws IOException, InterruptedException {
    final String program = line.substring(0, line.indexOf(' '));
    assumeTrue(works(program, "--version"), () -> program + " is not installed");
    final Outcome outcome =
        run("bash", "-c", line.replace("docs/examples", root() + "/docs/examples"));
    assertEquals(0, outcome.exitCode(), outcome::out);
    assertFalse(outcome.out().isBlank() || outcome.out().contains("null"), outcome::out);
  }

  @Test
  void shouldPrintEveryPointOfASweep() throws Exception {
    assumeTrue(works("python3", "--version"), "python3 is not installed");
    final Outcome outcome =
        run("python3", root() + "/docs/examples/read_results.py", directory + "/runs/mine");
    assertEquals(0, outcome.exitCode(), outcome::out);
    final List<String> means = Files.readAllLines(directory.resolve("runs/mine/means.csv"));
    final long points = outcome.out().lines().filter(line -> line.endsWith("%")).count();
    assertEquals(means.size() - 1, points, outcome::out);
  }

  @Test
  void shouldReadTablesWithPandas() throws Exception {
    assumeTrue(works("python3", "-c", "import pandas"), "pandas is not installed");
    final Matcher program = PYTHON.matcher(tutorial);
    assertTrue(program.find());
    final Outcome outcome = run("python3", "-c", program.group(1));
    assertEquals(0, outcome.exitCode(), outcome::out);
    assertTrue(outcome.out().contains("workload.load"), outcome::out);
  }
}
