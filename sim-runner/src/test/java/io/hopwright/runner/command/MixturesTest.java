package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.Machines;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.results.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists that are one value, although they look like several points. */
class MixturesTest {
  private static final String SIZES = "workload.packetBytes = [32, 64, 96 B]\n";
  private static final String LINE =
      "s.conf:4: workload.packetBytes = [32 B, 64 B, 96 B]: 3 sizes are one mixture; write"
          + " [[32 B], [64 B], [96 B]] for points";

  private final Program program = new Program();
  @TempDir private Path directory;

  private Program.Outcome execute(String command, String text, String... options)
      throws IOException {
    final Path study =
        Files.writeString(
            directory.resolve("s.conf"),
            "machine.model = fake\nstudy.id = s\nrun { warmupTicks = 0, ticks = 1000 }\n" + text);
    return command.equals("plan")
        ? program.execute("plan", study.toString())
        : program.onStudy(command, study, directory.resolve("out"), options);
  }

  private static List<String> said(Program.Outcome outcome) {
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome::err);
    return outcome.err().lines().filter(line -> line.contains(" are one ")).toList();
  }

  @ParameterizedTest
  @CsvSource({"plan, ''", "sweep, 'seed = [1, 2]'", "run, ''"})
  void shouldSayThatSizesAreAMixture(String command, String more) throws IOException {
    final List<String> said = said(execute(command, SIZES + more));
    assertEquals(1, said.size(), said::toString);
    assertTrue(said.get(0).endsWith(LINE), said::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "workload.packetBytes = [32 B]",
        "workload.packetBytes = 32 B",
        "workload.packetBytes = [[32 B, 64 B], [96 B]]",
        "seed = [1, 2]",
        "machine.shape = [2, 2, 2]"
      })
  void shouldSayNothingOfOtherLists(String text) throws IOException {
    assertEquals(List.of(), said(execute("plan", text)));
  }

  @Test
  void shouldSayNothingOfAMixtureThatIsListed() throws IOException {
    assertEquals(List.of(), said(execute("run", "workload.packetBytes = [[32 B, 64 B]]")));
  }

  @Test
  void shouldSayNothingOfTheConfigurationThatAResultHas() throws IOException {
    execute("run", SIZES);
    final Path resolved = directory.resolve("out").resolve(Format.RESOLVED);
    assertTrue(Files.readString(resolved).contains("[32 B, 64 B, 96 B]"));
    assertEquals(List.of(), said(program.execute("plan", resolved.toString())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "sweep"})
  void shouldBeQuiet(String command) throws IOException {
    final String more = command.equals("sweep") ? "seed = [1, 2]" : "";
    assertEquals("", execute(command, SIZES + more, "--quiet").err());
  }

  @Test
  void shouldSayItOnceForEachPlace() throws IOException {
    final List<String> said =
        said(
            execute(
                "plan",
                """
                runs {
                  a { set.workload.packetBytes = [32, 64, 96, 128, 160] }
                  b { title = other }
                  c { title = third }
                }
                workload.packetBytes = [64, 96]
                """));
    assertEquals(2, said.size(), said::toString);
    assertTrue(
        said.get(0).endsWith("5 sizes are one mixture; write [[32 B], [64 B], …] for points"));
    assertTrue(
        said.get(1)
            .endsWith(
                "s.conf:9: workload.packetBytes = [64 B, 96 B]: 2 sizes are one mixture; write [[64 B], [96 B]] for points"),
        said::toString);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bgl-uniform | machine.deadLinks=[0,602] | 2 numbers are one value; write [[0], [602]] for points",
        "cascade-uniform | workload.routing=[minimal,adaptive] | 2 words are one value; write [[\"minimal\"], [\"adaptive\"]] for points",
        "bgl-uniform | statistics.links=[link,whole] | ''",
        "bgl-faults | seed=1 | ''"
      })
  void shouldSayItOfAnyKeyOfTheUserThatTakesAList(String study, String set, String expected) {
    final List<String> said = said(program.execute(Machines.all(), "plan", study, "--set", set));
    assertEquals(expected.isEmpty() ? 0 : 1, said.size(), said::toString);
    assertTrue(said.isEmpty() || said.get(0).endsWith(expected), said::toString);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workload.packetBytes | [[32 B], [64 B]] are two points; [32 B, 64 B] is one mixture",
        "machine.deadNodes | [[0], [1]] are two points; [0, 1] is one value",
        "workload.routing | [[\"minimal\"], [\"valiant\"]] are two points"
      })
  void shouldExplainHowPointsAreWritten(String key, String expected) {
    final String text = program.execute(Machines.all(), "explain", key).out();
    assertTrue(text.contains("points   " + expected), text);
  }
}
