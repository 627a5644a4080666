package io.hopwright.runner.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hopwright.models.Machines;
import io.hopwright.runner.command.Program;
import io.hopwright.runner.command.session.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Malformed studies: reading them ends with a message, and neither hangs nor crashes. */
@Timeout(120)
class HostileInputTest {
  private static final String MACHINE = "include \"machines/bluegene-l\"\n";

  @TempDir private Path directory;
  private Path study;

  @BeforeEach
  void place() {
    study = directory.resolve("s.conf");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  private static String each(int from, int to, IntFunction<String> text) {
    return IntStream.range(from, to).mapToObj(text).collect(Collectors.joining());
  }

  private static List<String> refusal(Path study) {
    final Program.Outcome outcome = new Program().execute(Machines.all(), "run", study.toString());
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().chars().allMatch(letter -> letter == '\n' || letter >= ' '));
    return outcome.err().lines().toList();
  }

  private void assertRefused(String text, String reason) throws IOException {
    Files.writeString(study, text);
    assertRefused(reason);
  }

  private void assertRefused(String reason) {
    final List<String> lines = refusal(study);
    assertEquals(1, lines.size(), () -> String.join("\n", lines));
    final String line = lines.get(0);
    assertTrue(line.contains(reason), line);
    assertTrue(line.startsWith("hopwright: " + directory), line);
    assertTrue(line.contains("; "), "a remedy: " + line);
    assertTrue(line.length() < 800, line);
  }

  /** The nesting may follow an apparent start of a text, a comment or an include. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``                                     | {",
        "``                                     | [",
        "a =                                    | [",
        "a                                      | ={b",
        "a                                      | .b",
        "a = ${a                                | .b",
        "x = ${\"a}b\"}, y =                    | {b=",
        "x = \"\"\"a\"\"\"\", y =               | {b=",
        "include \"machines/bluegene-l\", y =   | {b=",
        "a # \"\"\";=                           | {b="
      })
  void shouldRefuseToNestDeep(String before, String nest) throws IOException {
    assertRefused(before.replace(';', '\n') + nest.repeat(20_000), "more than 30 levels of braces");
  }

  @Test
  void shouldRefuseToNestDeepWhereEachPartDoesNot() throws IOException {
    assertRefused("a.b.c.d.e.f {".repeat(5) + "}".repeat(5), "more than 30 levels of braces");
    write("0.conf", "k = 1\n");
    for (int i = 1; i < 19; i++) {
      write(i + ".conf", "a.b { include \"" + (i - 1) + "\" }\n");
    }
    assertRefused(MACHINE + "include \"18\"\n", "with what it includes: more than 30");
  }

  @ParameterizedTest
  @ValueSource(strings = {"./s", "./a/../s", "link", "s.conf"})
  void shouldRefuseAnIncludeOfItselfByAnyName(String name) throws IOException {
    Files.createDirectory(directory.resolve("a"));
    Files.createSymbolicLink(directory.resolve("link.conf"), study);
    assertRefused(
        "study.id = s\ninclude \"" + name + "\"\n", ":2: include \"" + name + "\": includes");
  }

  @Test
  void shouldRefuseChainsAndBombsOfIncludes() throws IOException {
    for (int i = 0; i < 25; i++) {
      final String next = "include \"" + (i + 1) + "\"\n";
      write(i + ".conf", next + next);
    }
    assertRefused("include \"0\"\n", "includes nest deeper than 20 files");
    write("8.conf", "seed = 1\n");
    assertRefused("include \"0\"\n", "is one of more than 100 includes");
    assertRefused(each(0, 5_000, i -> "include \"none" + i + "\"\n"), "is one of more than 100");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/dev/zero", "/dev/urandom", "pipe"})
  void shouldRefuseWhatIsNoFile(String name) throws IOException, InterruptedException {
    final Path pipe = directory.resolve("pipe");
    assumeTrue(
        Files.exists(Path.of("/dev/zero"))
            && new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0,
        "needs /dev and mkfifo");
    final Path special = directory.resolve(name);
    Files.writeString(study, "include \"" + name + "\"\n");
    for (Path asked : List.of(study, special)) {
      assertEquals(
          List.of("hopwright: " + special + ": is a device or a pipe; name a file"),
          refusal(asked));
    }
  }

  @Test
  void shouldRefuseWhatIsTooLong() throws IOException {
    assertRefused("#".repeat(1_000_001), "is longer than 1000000 characters");
    write("half.conf", "#".repeat(600_000));
    assertRefused("include \"half\"\n".repeat(2), "has more than 1000000 characters");
    assertRefused("a = 1\0", "not text");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "o0 { x = 1, y = 2 }       | o# { l = ${o@}, r = ${o@} }",
        "o0 = ab                   | o# = ${o@}${o@}",
        "o0 = [1]                  | o# = ${o@} ${o@}",
        "o0 = [1]                  | o# = [${o@}, { a { b = ${o@} } }]",
        "z.o0 = 1                  | z { o# { l = ${z.o@}, r = ${?z.o@} } }"
      })
  void shouldRefuseSubstitutionsThatDouble(String first, String next) throws IOException {
    final String bomb =
        first
            + "\n"
            + each(1, 40, i -> next.replace("#", "" + i).replace("@", "" + (i - 1)) + "\n");
    final String reason = "has more than 1000000 characters after";
    assertRefused(MACHINE + bomb, reason);
    write("bomb.conf", bomb);
    assertRefused(MACHINE + "k { include \"bomb\" }\n", reason);
  }

  @Test
  void shouldRefuseSubstitutionsThatLeadToEachOtherOrAreVeryMany() throws IOException {
    assertRefused(
        MACHINE + each(0, 100, i -> "k" + i + " = ${k" + (i + 1) + "}\n") + "k100 = 1\n",
        "refer to each other more than 20 times");
    assertRefused(
        MACHINE + "k = 1\n" + "k = ${k} x\n".repeat(1_000), "has more than 200 substitutions");
  }

  @Test
  void shouldTakeSubstitutionsOfOrdinaryStudies() throws IOException {
    Files.writeString(
        study,
        MACHINE
            + "load = 0.3\nworkload { load = ${load} }\nload = null\n"
            + "machine.shape = [4, 4, 4]\npartition.shape = ${machine.shape}\n");
    assertTrue(
        refusal(study).stream().noneMatch(line -> line.contains("shape")), "only load is wrong");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"k@ = 1\n", "workload.k@ = 1\n", "\"k.@\" { a = 1 }\n", "workload.k@ {}\n"})
  void shouldRefuseVeryManyKeys(String key) throws IOException {
    assertRefused(
        MACHINE + each(0, 50_000, i -> key.replace("@", "" + i)), "has more than 2500 keys");
  }

  @Test
  void shouldTellTenUnknownKeysOfASectionAndHowManyMore() throws IOException {
    Files.writeString(
        study,
        MACHINE
            + "workload {\n"
            + each(0, 2_000, i -> "k" + i + " = 1\n")
            + "}\n"
            + "study {\n"
            + each(0, 12, i -> "k" + i + " = 1\n")
            + "}\nk = 1\n");
    final List<String> lines = refusal(study);
    assertEquals(10 + 1 + 10 + 1 + 1, lines.size(), () -> String.join("\n", lines));
    assertTrue(lines.get(0).contains("s.conf:3: workload.k0 = 1: unknown key"), lines.get(0));
    assertTrue(
        lines.get(10).endsWith("s.conf:13: workload: and 1990 more unknown keys"), lines.get(10));
    assertTrue(lines.get(21).endsWith(": study: and 2 more unknown keys"), lines.get(21));
  }

  @Test
  void shouldTellAHundredMistakesAndHowManyMore() throws IOException {
    Files.writeString(study, MACHINE + "seed = [" + "x, ".repeat(5_000) + "y]\nrun.ticks = -1\n");
    assertEquals(3, refusal(study).size(), "the same mistake counts once");
    Files.writeString(study, MACHINE + "seed = [" + each(0, 5_000, i -> "x" + i + " ,") + "]\n");
    final List<String> lines = refusal(study);
    assertEquals(101, lines.size());
    assertEquals("hopwright: and 4900 more errors", lines.get(100));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "seed =            | 9        | ``   | 9… (900000 characters): is longer than 1000",
        "machine.shape = \" | 1x      | 1\"  | is longer than 1000 characters",
        "seed =            | `ab `    | ``   | a value consists of more than 1000 words",
        "seed =            | `\"ab\"` | ``   | a value consists of more than 1000 words",
        "``                | k        | `=1` | a key has more than 1000 characters",
        "``                | `k `     | `=1` | a key has more than 1000 characters",
        "seed = [          | `1,`     | `]`  | lists 450000 values, above the limit of 10000",
        "study.parts = [   | `a,`     | `]`  | names more than 100 parts",
        "seed = \"         | `a`      | `\"` | a… (900000 characters): is longer"
      })
  void shouldRefuseLongKeysAndValues(String before, String piece, String after, String reason)
      throws IOException {
    final String machine = before.startsWith("study") ? "" : MACHINE;
    assertRefused(machine + before + piece.repeat(900_000 / piece.length()) + after + "\n", reason);
  }

  @Test
  void shouldRefuseALongNameOfAQuantity() throws IOException {
    assertRefused(
        MACHINE
            + "runs.a {}\nchecks.A { run = a, quantity = x, expected = x, tolerance = t\n"
            + "section = s, sizeIndependent = true, atLeast = \""
            + "a.".repeat(200_000)
            + "a\" }\n",
        "not a quantity; write a number");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"workload.load = {}", "runs.a.set.machine.shape {}", "scale.paper.seed = {}"})
  void shouldRefuseAnEmptySectionWhereAValueBelongs(String line) throws IOException {
    assertRefused(
        MACHINE + "seed = 7\n" + line + "\n",
        " = {}: a value is required here, not a section; allowed: ");
  }

  @Test
  void shouldRefuseAnEmptySectionThatNobodyKnows() throws IOException {
    assertRefused(MACHINE + "workload { laod {} }\n", "workload.laod = {}: unknown key");
    assertRefused(MACHINE + "workload {}\nrun.ticks = -1\n", "run.ticks = -1");
  }

  @Test
  void shouldSpellOutWhatWouldDoSomethingToATerminal() throws IOException {
    assertRefused(
        MACHINE + "seed = \"\\u001b[31mevil\\nx\\u202e\"\n",
        "seed = \\u001b[31mevil\\u000ax\\u202e: is not a number");
    assertRefused(
        MACHINE + "\"k\\u001b]0;x\\u0007\" = 1\n", "\\u001b]0;x\\u0007\" = 1: unknown key");
    final Program.Outcome outcome = new Program().execute(Machines.all(), "run", "\u001b[31mnone");
    assertTrue(outcome.err().contains(" \\u001b[31mnone: there is no such"), outcome.err());
    final Program.Outcome option =
        new Program().execute(Machines.all(), "run", "--threads", "\u001b[31m");
    assertTrue(option.err().contains("'\\u001b[31m' is not an integer"), option.err());
  }
}
