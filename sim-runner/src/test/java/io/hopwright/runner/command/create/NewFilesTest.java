package io.hopwright.runner.command.create;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.Machines;
import io.hopwright.runner.Main;
import io.hopwright.runner.command.Program;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.config.Library;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The output of {@code new-study} and {@code new-machine} can be planned and simulated unchanged.
 */
class NewFilesTest {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @TempDir private Path directory;

  /** Exit code and output of a process. */
  private record Outcome(int exitCode, String out) {}

  private Outcome run(String... words) throws IOException, InterruptedException {
    final Path log = Files.createTempFile(directory, "log", "");
    final ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("HOPWRIGHT_JAR");
    final Process process =
        builder
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertTrue(process.waitFor(2, TimeUnit.MINUTES), () -> String.join(" ", words));
    return new Outcome(process.exitValue(), Files.readString(log, StandardCharsets.UTF_8));
  }

  private Outcome hopwright(String... words) throws IOException, InterruptedException {
    final List<String> command =
        new ArrayList<>(
            List.of(
                JAVA,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(words));
    return run(command.toArray(String[]::new));
  }

  @Test
  void shouldSimulateANewMachine() throws Exception {
    assertEquals(ExitCode.DONE, hopwright("new-machine", "my-ring").exitCode());
    final Outcome reproduced =
        run("my-ring/simulate", "reproduce", "my-ring/my-ring.conf", "--quiet");
    assertEquals(ExitCode.DONE, reproduced.exitCode(), reproduced::out);
    assertTrue(reproduced.out().contains("PASS"), reproduced::out);
  }

  @Tag("slow")
  @Test
  void shouldPlanANewStudyOfEachMachine() throws IOException {
    for (String machine : new Library().machineFiles().keySet()) {
      final String study = NewStudyCommand.text(Machines.all(), new Library(), "mine", machine);
      final Path file = Files.writeString(directory.resolve("mine.conf"), study);
      final Program.Outcome planned =
          new Program().execute(Machines.all(), "plan", file.toString());
      assertEquals(ExitCode.DONE, planned.exitCode(), () -> machine + ": " + planned.err());
    }
  }

  @Test
  void shouldRefuseWhatCannotBeAName() {
    for (String name : List.of("My", "a b", "-x", "a--b", "../up", "x".repeat(41))) {
      for (String command : List.of("new-study", "new-machine")) {
        final Program.Outcome refused = new Program().execute(Machines.all(), command, "--", name);
        assertEquals(ExitCode.WRONG_INPUT, refused.exitCode(), name);
        assertTrue(refused.err().contains("is not a valid name"), refused.err());
      }
    }
    assertTrue(
        new Program()
            .execute(Machines.all(), "new-study", "mine", "--machine", "tofuu")
            .err()
            .contains("did you mean tofu?"));
    assertTrue(
        new Program()
            .execute(Machines.all(), "new-machine", "tofu")
            .err()
            .contains("has a machine"));
  }
}
