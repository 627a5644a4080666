package io.hopwright.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Python package passes its tests, and its notebook and the programs of {@code docs/python.md}
 * run with the Python of this computer. Tests of packages that are not installed are skipped, with
 * a message.
 */
class PythonTest {
  private static final Pattern PROGRAM = Pattern.compile("(?ms)^```python\\n(.*?)^```");
  private static final String NOTEBOOK = "load_curve.ipynb";

  @TempDir private Path directory;
  private Path launcher;

  /** Exit code and output of a process. */
  private record Outcome(int exitCode, String out) {}

  private static Path packages() {
    return Path.of("").toAbsolutePath().resolveSibling("python");
  }

  @BeforeEach
  void requirePythonAndMakeALauncher() throws Exception {
    assumeTrue(
        works("-c", "import sys; assert sys.version_info >= (3, 9)"),
        "Python 3.9 is not installed");
    launcher = directory.resolve("hopwright");
    Files.writeString(
        launcher,
        "#!/bin/sh\nexec '%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '%s' %s \"$@\"\n"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                Main.class.getName()));
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
  }

  private Outcome python(String... words) throws IOException, InterruptedException {
    final Path log = directory.resolve("log");
    final ProcessBuilder builder = new ProcessBuilder("python3");
    builder.command().addAll(List.of(words));
    if (launcher != null) {
      builder.environment().put("HOPWRIGHT", launcher.toString());
    }
    builder.environment().put("PYTHONPATH", packages().toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().put("MPLBACKEND", "agg");
    final Process process =
        builder
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertTrue(process.waitFor(5, TimeUnit.MINUTES), () -> String.join(" ", words));
    return new Outcome(process.exitValue(), Files.readString(log, StandardCharsets.UTF_8));
  }

  private boolean works(String... words) throws InterruptedException {
    try {
      return python(words).exitCode() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  @Tag("slow")
  void shouldPassItsOwnTests() throws Exception {
    final Outcome outcome =
        python(
            "-W",
            "error::ResourceWarning",
            packages().resolve("tests/test_hopwright.py").toString(),
            "-v");
    assertEquals(0, outcome.exitCode(), outcome::out);
  }

  @Test
  void shouldRunTheProgramsOfThePage() throws Exception {
    final String page = Files.readString(packages().resolveSibling("docs").resolve("python.md"));
    final String programs =
        PROGRAM.matcher(page).results().map(match -> match.group(1)).collect(Collectors.joining());
    final Outcome outcome = python("-c", programs);
    assertEquals(0, outcome.exitCode(), outcome::out);
    assertTrue(outcome.out().contains(" ticks"), outcome::out);
  }

  @Test
  void shouldExecuteTheCellsOfTheNotebook() throws Exception {
    final Outcome outcome =
        python(
            packages().resolve("tests/run_notebook.py").toString(),
            packages().resolve("examples").resolve(NOTEBOOK).toString());
    assertEquals(0, outcome.exitCode(), outcome::out);
    assertTrue(outcome.out().contains("dynamic  0.7"), outcome::out);
    assertTrue(
        Files.exists(directory.resolve("load-curve.png"))
            || outcome.out().contains("matplotlib is not installed"),
        outcome::out);
  }

  @Test
  void shouldExecuteTheNotebookInAKernel() throws Exception {
    assumeTrue(works("-c", "import nbconvert, ipykernel"), "nbconvert is not installed");
    Files.copy(packages().resolve("examples").resolve(NOTEBOOK), directory.resolve(NOTEBOOK));
    final Outcome outcome =
        python("-m", "nbconvert", "--to", "notebook", "--execute", "--inplace", NOTEBOOK);
    assertEquals(0, outcome.exitCode(), outcome::out);
    assertTrue(Files.readString(directory.resolve(NOTEBOOK)).contains("8 of 8 points"));
  }
}
