package io.hopwright.runner.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.cascade.Cascade;
import io.hopwright.models.extoll.Extoll;
import io.hopwright.models.pcie.Pcie;
import io.hopwright.models.tnw.Tnw;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.config.Origin;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.config.Source;
import io.hopwright.runner.fake.FakeMachine;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyReaderTest {
  private static final String FAKE = "machine.model = fake\n";

  private final StudyReader reader = new StudyReader(List.of(new FakeMachine()), new Library());

  private Study read(String text) {
    return read(text, Map.of());
  }

  private Study read(String text, Map<String, String> overrides) {
    return reader.read(new Source("a.conf", text, null), overrides);
  }

  private List<String> mistakes(String text) {
    return mistakes(text, Map.of());
  }

  private List<String> mistakes(String text, Map<String, String> overrides) {
    return assertThrows(InputException.class, () -> read(text, overrides)).messages();
  }

  @Test
  void shouldTellAllMistakesAtOnceInTheOrderOfTheFile() {
    assertEquals(
        List.of(
            "a.conf:2: router.vcByts = 1 KiB: unknown key; did you mean router.vcBytes?",
            "a.conf:4: router.regrantTicks = 99 ticks: is too large; allowed: 0 to 32 ticks",
            "a.conf:5: router.jsq = 7: is neither true nor false; allowed: true or false",
            "a.conf:6: study.titel = \"x\": unknown key; did you mean study.title?",
            "--set seed=x: is not a number; allowed: any 64-bit integer"),
        mistakes(
            FAKE
                + "router.vcByts = 1 KiB\n"
                + "router {\n  regrantTicks = 99 ticks\n  jsq = 7 }\n"
                + "study.titel = x\n",
            Map.of("seed", "x")));
  }

  @Test
  void shouldDropWhatAnIncludedStudyHas(@TempDir Path directory) throws IOException {
    Files.writeString(
        directory.resolve("base.conf"),
        FAKE
            + """
            runs { a {}, b { set.router.jsq = true } }
            checks {
              one { run = a, quantity = linkUtilization, expected = x, atLeast = 0, tolerance = x, section = 1, sizeIndependent = true }
              two { run = a, quantity = linkUtilization, expected = x, atLeast = 0, atMost = 1, tolerance = x, section = 1, sizeIndependent = true }
            }
            figures.f { title = x, kind = series, y = share }
            scale.paper.seed = 7
            """);
    final Study whole = included(directory, "");
    assertEquals(2, whole.checks().size());
    assertTrue(included(directory, "checks = null\n").checks().isEmpty());
    assertEquals(1, included(directory, "checks.one = null\n").checks().size());
    assertNull(included(directory, "checks.two.atMost = null\n").checks().get(1).atMost());
    assertEquals(1, included(directory, "runs.b = null\n").runs().size());
    assertTrue(included(directory, "figures = null\n").figures().isEmpty());
    assertTrue(included(directory, "scale = null\n").scales().isEmpty());
    assertEquals(2, included(directory, "checks = null\n").runs().size());
  }

  private Study included(Path directory, String text) throws IOException {
    final Path file = directory.resolve("mine.conf");
    Files.writeString(file, "include \"base\"\n" + text);
    return reader.read(new Library().study(file.toString()), Map.of());
  }

  @Test
  void shouldNotDropAKeyThatThereIsNot() {
    assertEquals(
        List.of("a.conf:2: study.titel = null: unknown key; did you mean study.title?"),
        mistakes(FAKE + "study.titel = null\n"));
  }

  @Test
  void shouldRefuseAKeyThatAFileSetsTwice() {
    assertEquals(
        List.of(
            "a.conf:4: seed: is set in line 2 as well; remove one of the two",
            "a.conf:6: run.ticks: is set in line 3 as well; remove one of the two"),
        mistakes(FAKE + "seed = 1\nrun.ticks = 7 // a\n\"seed\" : 2\nrun {\n  ticks = 8\n}\n"));
  }

  @Test
  void shouldLetAStudySetWhatItsIncludeSets(@TempDir Path directory) throws IOException {
    Files.writeString(directory.resolve("base.conf"), FAKE + "seed = 7\n");
    final Source source = new Source("b.conf", "include \"base\"\nseed = 8\n", directory);
    assertEquals(8L, reader.read(source, Map.of()).resolve(Scale.QUICK).value("seed"));
  }

  @Test
  void shouldNameTheLineOfASyntaxError() {
    final List<String> found = mistakes(FAKE + "seed = }\n");
    assertTrue(found.get(0).startsWith("a.conf:2: Expecting a value"), found.toString());
  }

  @Test
  void shouldNotSpeakTheParsersLanguage() {
    assertEquals(
        List.of(
            "a.conf:1: the file is a list; a study consists of keys and values, as in seed = 1"),
        mistakes("[1, 2]\n"));
    assertEquals(
        List.of(
            "a.conf:2: joins a list or a section with a plain value, as += does; write the one"
                + " value meant"),
        mistakes(FAKE + "seed = 1 [2]\n"));
    assertEquals(
        List.of("a.conf:2: a text in quotes does not end on its line; close it with a quote"),
        mistakes(FAKE + "study.title = \"abc\nseed = 1\n"));
    assertEquals(
        List.of(
            "a.conf:2: ${nope} is not set; set it in the study, or write the value itself"
                + " (environment variables are not used)"),
        mistakes(FAKE + "seed = ${nope}\n"));
  }

  @Test
  void shouldNameTheLineOfABraceThatIsNotClosed() {
    assertEquals(
        List.of("a.conf:5: the brace '{' of line 2 is never closed; close it with '}'"),
        mistakes(FAKE + "router {\n  jsq = true\n# }\n"));
    assertEquals(
        List.of("a.conf:2: the brace '{' of line 2 is never closed; close it with '}'"),
        mistakes(FAKE + "router { jsq = true"));
    assertEquals(
        List.of("a.conf:2: a list in brackets is never closed; close it with ']'"),
        mistakes(FAKE + "router { jsq = [true, false"));
    assertEquals(
        List.of("a.conf:2: expecting a key or a closing brace '}' here, not: ':'"),
        mistakes(FAKE + ": 7\n"));
  }

  @Test
  void shouldSayWhatCannotBeSetOnTheCommandLine() {
    assertEquals(
        List.of(
            "--set study.id=x: belongs to the study and is not a key of its machine; change"
                + " the study's file",
            "--set machine=fake: a section, not a key; set one of machine.shape, machine.model",
            "--set elephant=1: unknown key; see hopwright explain"),
        mistakes(FAKE, Map.of("study.id", "x", "machine", "fake", "elephant", "1")).stream()
            .sorted(Comparator.reverseOrder())
            .toList());
  }

  @Test
  void shouldLeadToTheKeyThatIsMeant() {
    final StudyReader all = new StudyReader(List.of(new BlueGeneL(), new Cascade()), new Library());
    final Source source =
        new Source(
            "a.conf",
            """
            include "machines/bluegene-l"
            include "machines/fattree"
            router.vcs = 4
            machine.topology = fattree
            """,
            null);
    assertEquals(
        List.of(
            "a.conf:2: include \"machines/fattree\": the program has no file of this name;"
                + " a topology comes with its machine: hopwright list names all machines/NAME and"
                + " studies/NAME",
            "a.conf:3: router.vcs = 4: unknown key; did you mean router.dynamicVcs?",
            "a.conf:4: machine.topology = fattree: not a key, as each machine has its own"
                + " topology; set machine.model to one of bluegene-l, cascade;"
                + " docs/adding-a-machine.md describes how to add one"),
        assertThrows(InputException.class, () -> all.read(source, Map.of())).messages());
  }

  @Test
  void shouldSayWhichMachineAKeyBelongsTo() {
    final StudyReader all = new StudyReader(List.of(new BlueGeneL(), new Cascade()), new Library());
    final Source source =
        new Source("a.conf", "include \"machines/cascade\"\nrouter.jsq = true\n", null);
    assertEquals(
        List.of(
            "a.conf:2: router.jsq = true: is a key of bluegene-l, but this is cascade; leave it"
                + " out",
            "--set router.jsqq=true: unknown key; see hopwright explain"),
        assertThrows(InputException.class, () -> all.read(source, Map.of("router.jsqq", "true")))
            .messages());
    final StudyReader pcie =
        new StudyReader(List.of(new BlueGeneL(), new Cascade(), new Pcie()), new Library());
    final Source job = new Source("a.conf", "machine.model = pcie\njobs.a.ranks = 2\n", null);
    assertEquals(
        List.of(
            "a.conf:2: jobs.a.ranks = 2: is a key of bluegene-l, cascade, but this is pcie; leave"
                + " it out"),
        assertThrows(InputException.class, () -> pcie.read(job, Map.of())).messages());
  }

  @Test
  void shouldSayWhatAKeyIsCalledNow() {
    final StudyReader all = new StudyReader(List.of(new Tnw(), new Extoll()), new Library());
    final Source tnw =
        new Source("a.conf", "machine.model = tnw\nworkload { threads = vc }\n", null);
    final Source extoll = new Source("b.conf", "machine.model = extoll\n", null);
    assertEquals(
        List.of("a.conf:2: workload.threads = vc: is called workload.threadsPer now; write that"),
        assertThrows(InputException.class, () -> all.read(tnw, Map.of())).messages());
    assertEquals(
        List.of("--set unit.injectTicks=3: is called unit.injectionTicks now; write that"),
        assertThrows(InputException.class, () -> all.read(extoll, Map.of("unit.injectTicks", "3")))
            .messages());
  }

  @Test
  void shouldPlaceAMissingKeyWhereItBecameNecessary() {
    final Mistakes mistakes = new Mistakes();
    read(FAKE + "\nrun.end = packets\n").resolve(Scale.QUICK).network(mistakes);
    assertEquals(
        "a.conf:3: run.packets: is missing, but run.end = packets; give the number of"
            + " deliveries after which the run ends",
        assertThrows(InputException.class, mistakes::throwIfAny).getMessage());
  }

  @Test
  void shouldRefuseWhatNobodyDefines() {
    assertTrue(mistakes(FAKE + "seed = ${nothing}\n").get(0).contains("${nothing}"));
    assertTrue(mistakes(FAKE + "seed = ${HOME}\n").get(0).contains("${HOME}"));
  }

  @Test
  void shouldAskForAMachine() {
    assertTrue(mistakes("seed = 1\n").get(0).startsWith("a.conf: machine.model: is missing"));
    assertTrue(
        mistakes("machine.model = fale\n").get(0).endsWith("known: fake; did you mean fake?"));
    assertTrue(
        mistakes(FAKE + "scale.quick.machine.model = fake\n")
            .get(0)
            .contains("only be set for the whole study"));
  }

  @Test
  void shouldReadMistakesOfScalesAndRunsThatAreNotAskedFor() {
    final List<String> found =
        mistakes(FAKE + "scale.paper.sed = 1\nruns.a { set.sed = 2, scale.paper.sed = 3 }\n");
    assertEquals(3, found.size(), found.toString());
  }

  @Test
  void shouldGiveTheMostSpecificSettingPrecedence() {
    final String text =
        FAKE
            + "run { warmupTicks = 1, ticks = 1, followTicks = 1, gridTicks = 1 }\n"
            + "seed = 1\n"
            + "scale.quick { run { ticks = 2, followTicks = 2, gridTicks = 2 }, seed = 2 }\n"
            + "runs.a { set { run { followTicks = 3, gridTicks = 3 }, seed = 3 }\n"
            + "  scale.quick { run.gridTicks = 4, seed = 4 } }\n";
    final Study study = read(text, Map.of("seed", "5"));
    final ResolvedConfig run = study.runSettings(study.runs().get(0), Scale.QUICK).only();
    assertEquals(1024L, run.value("router.vcBytes"));
    assertEquals(1L, run.value("run.warmupTicks"));
    assertEquals(2L, run.value("run.ticks"));
    assertEquals(3L, run.value("run.followTicks"));
    assertEquals(4L, run.value("run.gridTicks"));
    assertEquals(5L, run.value("seed"));
    assertEquals(Origin.DEFAULT, run.settings().get("router.vcBytes").origin());
    assertEquals(new Origin("a.conf", 6), run.settings().get("run.gridTicks").origin());
    assertEquals(Origin.SET, run.settings().get("seed").origin());
    assertEquals(2L, study.resolve(Scale.QUICK).value("run.followTicks"));
    assertEquals(1L, study.resolve(Scale.PAPER).value("run.ticks"));
  }

  @Test
  void shouldNameTheLineOfValuesThatDoNotFitTogether() {
    final Mistakes mistakes = new Mistakes();
    read(FAKE + "\nrouter.escapeVcBytes = 512\n", Map.of()).resolve(Scale.QUICK).network(mistakes);
    assertEquals(
        List.of(
            "a.conf:3: router.vcBytes = 1024 B by default: is above router.escapeVcBytes; use less"),
        assertThrows(InputException.class, mistakes::throwIfAny).messages());
    final Mistakes option = new Mistakes();
    read(FAKE, Map.of("router.escapeVcBytes", "512")).resolve(Scale.QUICK).network(option);
    assertEquals(
        List.of(
            "--set router.escapeVcBytes=512 B: router.vcBytes = 1024 B by default: is above"
                + " router.escapeVcBytes; use less"),
        assertThrows(InputException.class, option::throwIfAny).messages());
    final Mistakes more = new Mistakes();
    read(FAKE + "\nrun.windowTicks = 19\n").resolve(Scale.QUICK).network(more);
    final String message = assertThrows(InputException.class, more::throwIfAny).getMessage();
    assertTrue(message.startsWith("a.conf:3: run.windowTicks = 19 ticks: is above"), message);
  }

  @Test
  void shouldRenderAConfigThatReadsBackAsItself() {
    final ResolvedConfig config =
        read(FAKE
                + "study { id = mine, title = \"A \\\"title\\\"\" }\n"
                + "router.slqFraction = 0.1\nmachine.shape = [4, 2, 8]\n")
            .resolve(Scale.QUICK);
    final ResolvedConfig again = read(config.render()).resolve(Scale.QUICK);
    assertEquals(config.render(), again.render());
    assertEquals(config.sha256(), again.sha256());
    assertEquals("mine", again.id());
    assertEquals("A \"title\"", again.title());
    for (String key : config.settings().keySet()) {
      assertEquals(config.value(key), again.value(key), key);
    }
  }

  @Test
  void shouldIncludeFilesBesideAStudyAndFilesOfTheProgram(@TempDir Path directory)
      throws IOException {
    Files.writeString(directory.resolve("base.conf"), FAKE + "seed = 7\nrouter.jsqq = true\n");
    final Source source =
        new Source("b.conf", "include \"base\"\ninclude \"studies/no\"\n", directory);
    final List<String> found =
        assertThrows(InputException.class, () -> reader.read(source, Map.of())).messages();
    assertEquals(2, found.size(), found.toString());
    assertTrue(found.get(0).contains("base.conf:3: router.jsqq = true"), found.get(0));
    assertTrue(found.get(1).startsWith("b.conf:2: include \"studies/no\": no such file"));
  }

  @Test
  void shouldRefuseAnEndlessInclude(@TempDir Path directory) throws IOException {
    Files.writeString(directory.resolve("a.conf"), FAKE + "include \"a\"\n");
    final Source source = new Library().study(directory.resolve("a.conf").toString());
    final String message =
        assertThrows(InputException.class, () -> reader.read(source, Map.of())).getMessage();
    assertTrue(message.contains("includes itself"), message);
  }

  @Test
  void shouldReadHowARunIsToBeSimulated() {
    assertEquals(
        List.of(new ExecutionMode(2, 0), new ExecutionMode(0, 16), ExecutionMode.ANY),
        read(FAKE + "runs { a { threads = 2 }, b { project = 16 }, c {} }\n").runs().stream()
            .map(RunSpec::mode)
            .toList());
    assertEquals(
        List.of(
            "a.conf:2: runs.a.threads = 0: is not a number of threads from 1 to 9999",
            "a.conf:3: runs.b.project = \"many\": is not a number of processors from 1 to 9999",
            "a.conf:4: runs.c.threads = 2: given together with project, which simulates on"
                + " one thread; leave one out"),
        mistakes(
            FAKE
                + "runs.a.threads = 0\nruns.b.project = many\n"
                + "runs.c { threads = 2, project = 16 }\n"));
  }

  @Test
  void shouldTellWhatIsWrongWithAClaim() {
    assertEquals(
        List.of(
            "a.conf:3: checks.C.run = \"b\": unknown run; runs: a",
            "a.conf:3: checks.C.expected: is missing",
            "a.conf:3: checks.C.tolerance: is missing",
            "a.conf:3: checks.C.section: is missing",
            "a.conf:3: checks.C.atLeast: is missing; set atLeast, atMost or both",
            "a.conf:3: checks.C.paperShape: give either the paper's size or sizeIndependent"
                + " = true, not both"),
        mistakes(FAKE + "runs.a {}\nchecks.C { run = b, quantity = x }\n").stream()
            .sorted(Comparator.comparing(line -> order(line)))
            .toList());
  }

  @Test
  void shouldSayWhichRunsAClaimMayBeAbout() {
    assertTrue(
        mistakes(FAKE + "runs.a {}\nchecks.C { quantity = x }\n")
            .contains("a.conf:3: checks.C.run: is missing; runs: a"));
    assertTrue(
        mistakes(FAKE + "checks.C { quantity = x }\n")
            .contains(
                "a.conf:2: checks.C.run: is missing; the study has no section runs, which names"
                    + " the runs; add one"));
    assertTrue(
        mistakes(FAKE + "checks.C { run = b, quantity = x }\n")
            .contains(
                "a.conf:2: checks.C.run = \"b\": unknown run; the study has no section runs,"
                    + " which names the runs; add one"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "runs = [] | must be a list of names",
        "runs = [a, null], combine = spread | must be a list of names",
        "runs = [\"\", a], combine = spread | unknown run",
        "runs = [a, a], combine = difference | names a run twice",
        "runs = [a, c], combine = difference, run = a | use run or runs",
        "runs = [a, c], combine = sum | must be one of only, difference, ratio, change",
        "runs = [a, c] | cannot be combined with 2 run(s)",
        "run = a, combine = spread | cannot be combined with 1 run(s)",
      })
  void shouldTellWhatIsWrongWithTheRunsOfAClaim(String runs, String reason) {
    final List<String> mistakes =
        mistakes(
            FAKE
                + "runs { a {}, c {} }\nchecks.C { "
                + runs
                + ", quantity = x, expected = y, tolerance = z, section = 1, atMost = 1,"
                + " sizeIndependent = true }\n");
    assertEquals(1, mistakes.size(), mistakes.toString());
    assertTrue(mistakes.get(0).contains(reason), mistakes.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "quantity = x, at = 3 | checks.C.at = 3: must be a section",
        "quantity = x, at { a = 1, b = 2 } | must name one key or quantity",
        "quantity = x, at { a = 1 }, rise = true | needs several positions",
        "quantity = x, rise = true | needs several positions",
        "quantity = x, at { a = [1, 1] }, rise = true | positions must be in ascending order",
        "quantity = x, at { a = [2, 1] }, rise = true | positions must be in ascending order",
        "quantity = x, at { a = [[1], [2]] }, rise = true | positions must be in ascending order",
        "quantity = x, at { a = [[8 B, big]] } | a mixture of sizes is a list in the list",
        "quantity = x, at { a = [8 bytes] } | must be a number, or a list",
        "quantity = x, at { a = [] } | must be a number, or a list",
        "quantity = x, at { a = high } | must be a number, or a list",
        "quantity = x, at { a = 1 }, over = largest | use over or at",
        "quantity = x, over = most | must be one of smallest, largest",
        "quantity = x, series { column = c, statistic = mean } | use quantity or series",
        "series { column = c } | checks.C.series.statistic: is missing",
        "series { statistic = mean } | checks.C.series.column: is missing",
        "series { column = c, statistic = median } | must be one of mean, smallest, largest",
        "series { column = c, statistic = correlation } | checks.C.series.with: is missing",
        "series { column = c, statistic = mean, with = d } | not used by this statistic",
        "series { column = c, statistic = falls } | checks.C.series.by: is missing",
        "series { column = c, statistic = falls, by = 1 } | must be a factor above 1",
        "series { column = c, statistic = mean, fromTick = 0.5 } | must be a number of ticks",
      })
  void shouldTellWhatIsWrongWithWhatAClaimReads(String readout, String reason) {
    final List<String> mistakes =
        mistakes(
            FAKE
                + "runs { a {} }\nchecks.C { run = a, "
                + readout
                + ", expected = y, tolerance = z, section = 1, atMost = 1,"
                + " sizeIndependent = true }\n");
    assertEquals(1, mistakes.size(), mistakes.toString());
    assertTrue(mistakes.get(0).contains(reason), mistakes.toString());
  }

  @Test
  void shouldReadMixturesOfSizesAtWhichAClaimLooks() {
    final Study study =
        read(
            FAKE
                + "runs { a {} }\nchecks.C { run = a, quantity = x,"
                + " at { workload.messageBytes = [[8 B, 1 KiB], 64B, 7] },"
                + " expected = y, tolerance = z, section = 1, atMost = 1, sizeIndependent = true }");
    assertEquals(
        List.of(List.of(8.0, 1024.0), 64.0, 7.0), study.checks().get(0).selection().positions());
  }

  @Test
  void shouldReadWhereOnACurveAClaimLooks() {
    final Study study =
        read(
            FAKE
                + "runs { a {} }\nchecks.C { run = a, at { responseTicks.mean = [1, 2.5] },"
                + " series { column = x, statistic = crests, by = 1.5, fromTick = 300000 },"
                + " expected = y, tolerance = z, section = 1, atMost = 1, sizeIndependent = true }");
    final Check check = study.checks().get(0);
    assertEquals(
        new PointSelection("responseTicks.mean", List.of(1.0, 2.5), false, null),
        check.selection());
    assertEquals(
        new SeriesReading("x", SeriesStatistic.CRESTS, null, 1.5, 300_000, Long.MAX_VALUE),
        check.quantity().series());
  }

  private static int order(String line) {
    return List.of("C.run", "C.expected", "C.tolerance", "C.section", "C.atLeast", "C.paperShape")
        .indexOf(line.replaceFirst(".*checks\\.(C\\.\\w+).*", "$1"));
  }
}
