package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hopwright.models.Machines;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.config.Library;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Explanation and completion of names, and their lists in the manual. */
class NamesTest {
  @TempDir private Path directory;

  private static Program.Outcome execute(String... arguments) {
    return new Program().execute(Machines.all(), arguments);
  }

  private static String explain(String... names) {
    final Program.Outcome outcome =
        execute(
            java.util.stream.Stream.concat(
                    java.util.stream.Stream.of("explain"), java.util.stream.Stream.of(names))
                .toArray(String[]::new));
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    return outcome.out();
  }

  @Test
  void shouldExplainEveryWordOfEveryKey() {
    int words = 0;
    final Map<String, String> explained = new HashMap<>();
    for (Machine machine : Machines.all()) {
      final String all = explain(machine.name());
      for (Parameter parameter : machine.parameters()) {
        final boolean takesWords =
            parameter.kind() == Parameter.Kind.WORD || parameter.kind() == Parameter.Kind.WORDS;
        assertTrue(!takesWords || !parameter.choices().isEmpty(), parameter.key());
        final Set<String> meanings = new HashSet<>();
        for (Parameter.Word word : parameter.choices()) {
          words++;
          assertTrue(meanings.add(word.meaning()), parameter.key() + ": " + word);
          assertFalse(word.meaning().equals(word.name()), parameter.key() + ": " + word);
          assertTrue(all.contains(word.name() + ": " + word.meaning()), word::toString);
          if (words % 4 == 0) {
            final String text = explained.computeIfAbsent(word.name(), NamesTest::explain);
            assertTrue(text.contains(word.meaning()), word::toString);
          }
        }
      }
    }
    assertTrue(words > 50, words + " words");
    assertThrows(IllegalArgumentException.class, () -> new Parameter.Word("static", " "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workload | workload.hotFraction",
        "router.esc | router.escapeOrder",
        "jsq | joins the shortest queue",
        "shape | partition.shape",
        "hot-region | of       workload.kind",
        "hot-region | workload.hotBox",
        "saturated | sources never run dry",
        "workloads | incast",
        "policies | deterministic-valiant",
        "machines | machine.model = cascade",
        "machine.model | after   M. Blumrich",
        "torus | machine.topology",
        "token-ack | router.tokenAckMerging",
        "latency | link.latency",
        "latency | responseTicks",
        "uniform random | bgl-uniform",
        "bandwidth | topology.bisectionBandwidth",
        "hotspot | workload.kind = hot-region",
        "hotspot | workload.kind = incast",
        "trace | packetLog.fromTick",
        "seed | cascade: Cray Cascade"
      })
  void shouldExplainWhatAUserAsks(String name, String expected) {
    final String text = explain(name);
    assertTrue(text.contains(expected), text);
  }

  @Test
  void shouldExplainWhereTheValuesOfAStudyComeFrom() {
    final String text =
        explain("bgl-uniform", "--scale", "paper", "--set", "workload.load=0.9", "--seed", "7");
    for (String row :
        List.of(
            "workload.load +0.9 +--set",
            "seed +7 +--set",
            "machine.shape +\\[32, 32, 32\\] +studies/bgl-uniform.conf:\\d+",
            "router.jsq +false +studies/bgl-uniform.conf:\\d+",
            "router.paths +2 +studies",
            "run.gridTicks +1000 ticks +default")) {
      assertTrue(
          text.lines().anyMatch(line -> line.strip().matches(row + ".*")), row + "\n" + text);
    }
    final String runs = explain("cascade-uniform");
    assertTrue(runs.contains("run quiet-valiant: "), runs);
    assertTrue(runs.contains("claim CC-L2-least"), runs);
  }

  @Test
  void shouldExplainAsJson() throws IOException {
    final JsonNode word = execute("explain", "hot-region", "--json").json();
    assertEquals("workload.kind", word.get(0).get("key").asText());
    assertTrue(word.findValuesAsText("key").contains("workload.hotFraction"), word::toString);
    final JsonNode key = execute("explain", "router.escape", "--json").json();
    assertTrue(key.at("/0/words/dateline").asText().startsWith("a pair"), key::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "roter, router",
    "bgl-unifrm, bgl-uniform",
    "workload.laod, workload.load",
    "hot-regoin, hot-region",
    "polices, policies"
  })
  void shouldSuggestWhatWasMeant(String name, String meant) {
    final Program.Outcome outcome = execute("explain", name);
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode());
    assertTrue(outcome.err().contains("did you mean " + meant + "?"), outcome.err());
  }

  @ParameterizedTest
  @CsvSource({
    "runn bgl-uniform, run",
    "trace chek halo-3d, check",
    "run bgl-uniform --sett=seed=2, --set",
    "plan bgl-uniform --jvm 2, --jvms"
  })
  void shouldSuggestACommandOrOption(String line, String meant) {
    final Program.Outcome outcome = execute(line.split(" "));
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode());
    assertTrue(outcome.err().contains("; did you mean " + meant + "?"), outcome.err());
  }

  @Test
  void shouldSayWhatAKeyIsCalledNow() {
    final Program.Outcome outcome = execute("explain", "gpu.rate");
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode());
    assertTrue(
        outcome.err().contains("gpu.rate: is called gpu.megabytesPerSecond now"), outcome.err());
    final String word = execute("explain", "all-to-all-random").err();
    assertTrue(word.contains("all-to-all-random: is called all-to-all now"), word);
  }

  @Test
  void shouldSayInACheckWhatAKeyIsCalledNow() throws IOException {
    final Path study =
        Files.writeString(
            directory.resolve("former.conf"),
            """
            include "machines/tnw"
            workload { kind = ping-pong, messageBytes = [[128 B], [256 B]] }
            runs.a {}
            checks.C {
              run = a, at { workload.threads = 2 }, quantity = linkUtilization, atLeast = 0
              expected = e, tolerance = t, section = s, sizeIndependent = true
            }
            """);
    final Program.Outcome outcome = execute("reproduce", study.toString());
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode());
    final String told = "checks.C.at = workload.threads: is called workload.threadsPer now";
    assertTrue(outcome.err().contains(told), outcome.err());
  }

  private List<String> complete(String line) throws Exception {
    return Bash.complete(execute("completion").out(), directory, line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hopwright repr | reproduce",
        "hopwright bench sca | scaling",
        "hopwright trace mat | matrix",
        "hopwright trace info halo-3 | halo-3d",
        "hopwright run bgl-h | bgl-hot-region",
        "hopwright run --json bgl-h | bgl-hot-region",
        "hopwright run x --executor a | actors",
        "hopwright run x --set workload.hotF | workload.hotFraction=",
        "hopwright run x --set workload.kind=hot-r | hot-region",
        "hopwright plan x --set router.jsq=f | false",
        "hopwright explain group-s | group-shift",
        "hopwright explain --json run.warm | run.warmupTicks"
      })
  void shouldCompleteInBash(String line, String expected) throws Exception {
    assumeTrue(Bash.isThere(), "no bash");
    assertEquals(List.of(expected), complete(line));
  }

  @Test
  void shouldCompleteAllStudies() throws Exception {
    assumeTrue(Bash.isThere(), "no bash");
    assertEquals(new Library().studies().stream().sorted().toList(), complete("hopwright run "));
  }

  @Test
  void shouldListAllCommandsAndOptionsInTheManual() {
    final String page = execute("man").out().replace("\\-", "-");
    for (String expected :
        List.of(
            ".TH \"HOPWRIGHT\" \"1\"",
            ".SS \"hopwright run STUDY|FILE [OPTION]...\"",
            ".SS \"hopwright bench scaling [STUDY|FILE] [OPTION]...\"",
            ".SS \"hopwright compare A B [OPTION]...\"",
            ".B \"--set KEY=VALUE\"",
            ".B \"bgl-hot-region\"",
            ".B \"75\"")) {
      assertTrue(page.contains(expected), expected);
    }
    assertFalse(page.contains("${"), "an unfilled place in the manual");
  }

  @ParameterizedTest
  @ValueSource(strings = {"man", "completion"})
  void shouldBeInTheHelp(String command) {
    assertTrue(execute("--help").out().contains("  " + command + " "), command);
  }

  @Test
  void shouldBeAPageThatRoffTakes() throws Exception {
    assumeTrue(Bash.has("groff"), "no groff");
    final Path page = Files.writeString(directory.resolve("hopwright.1"), execute("man").out());
    final Process groff =
        new ProcessBuilder("groff", "-man", "-ww", "-Tutf8", page.toString())
            .redirectError(directory.resolve("warnings").toFile())
            .start();
    final String shown = new String(groff.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, groff.waitFor());
    assertEquals("", Files.readString(directory.resolve("warnings")));
    assertTrue(shown.contains("hopwright"), shown);
  }
}
