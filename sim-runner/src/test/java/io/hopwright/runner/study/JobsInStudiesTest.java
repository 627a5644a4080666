package io.hopwright.runner.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.Machines;
import io.hopwright.models.declare.InputFile;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.config.Source;
import io.hopwright.runner.fake.FakeMachine;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobsInStudiesTest {
  private static final List<String> WITHOUT_JOBS =
      List.of(
          "machines/pcie",
          "machines/gpu-server",
          "machines/gpu-tree",
          "machines/gpu-cluster",
          "machines/peach2",
          "machines/apenet");

  private static final String JOBS =
      """
      machine.model = fake
      seed = 3
      jobs {
        zeta { program = "my.prog", ranks = 4, ranksPerNode = 2, start = 1.5 us
               args { steps = 20, bytes = 12 KiB, work = 250us } }
        amg { program = ring, ranks = 3, place = round-robin, compute.scale = 0.5 }
      }
      """;

  @TempDir private Path directory;

  private final StudyReader reader = new StudyReader(List.of(new FakeMachine()), new Library());

  @BeforeEach
  void writeProgram() throws IOException {
    Files.writeString(
        directory.resolve("my.prog"),
        "param steps = 1\nparam bytes = 8\nparam work = 1 us\nfor i in 1..steps { compute work }");
  }

  private Study study(String text, String... overrides) throws IOException {
    final Path file = Files.writeString(directory.resolve("s.conf"), text);
    final Map<String, String> set = new LinkedHashMap<>();
    for (String override : overrides) {
      set.put(override.replaceFirst("=.*", ""), override.replaceFirst("[^=]*=", ""));
    }
    return reader.read(new Library().study(file.toString()), set);
  }

  private ResolvedConfig resolved(String text, String... overrides) throws IOException {
    return study(text, overrides).resolve(Scale.QUICK);
  }

  private List<String> mistakes(String text, String... overrides) {
    return assertThrows(
            InputException.class,
            () -> study(text, overrides).points(Scale.QUICK).forEach(p -> p.config().network()))
        .messages();
  }

  @Test
  void shouldResolveAllKeysOfEachJobInTheOrderOfTheStudy() throws IOException {
    final ResolvedConfig config = resolved(JOBS);
    final List<String> keys =
        config.texts().keySet().stream().filter(key -> key.startsWith("jobs.")).toList();
    assertEquals(15 + 12, keys.size());
    assertEquals("jobs.zeta.program", keys.get(0));
    assertEquals("jobs.amg.program", keys.get(15));
    final Map<String, String> texts = config.texts();
    assertEquals("1500 ns", texts.get("jobs.zeta.start"));
    assertEquals("\"12 KiB\"", texts.get("jobs.zeta.args.bytes"));
    assertEquals("\"250 us\"", texts.get("jobs.zeta.args.work"));
    assertEquals("\"20\"", texts.get("jobs.zeta.args.steps"));
    assertEquals("\"ring\"", texts.get("jobs.amg.program"));
    assertEquals("round-robin", texts.get("jobs.amg.place"));
    assertEquals("null", texts.get("jobs.amg.placeFile"));
    assertEquals("0 s", texts.get("jobs.amg.start"));
    assertEquals("0.5", texts.get("jobs.amg.compute.scale"));
    final InputFile file = InputFile.of(directory.resolve("my.prog"));
    assertEquals('"' + file.toString() + '"', texts.get("jobs.zeta.program"));
    config.network();
  }

  @Test
  void shouldTakeJobsOfOneLineByName() throws IOException {
    final String job = "{ program = ring, ranks = 2 }";
    final ResolvedConfig config =
        resolved(
            "machine.model = fake\njobs { zeta %1$s, amg %1$s, omega %1$s }\njobs.aa %1$s"
                .formatted(job));
    assertEquals(
        List.of("amg", "omega", "zeta", "aa"),
        config.texts().keySet().stream()
            .filter(key -> key.startsWith("jobs."))
            .map(key -> key.split("\\.", -1)[1])
            .distinct()
            .toList());
  }

  @Test
  void shouldMeasureJobsFromTheBeginningOnAllMachinesThatHaveThem() throws IOException {
    final StudyReader all = new StudyReader(Machines.all(), new Library());
    for (String machine : new Library().includable()) {
      if (!machine.startsWith("machines/") || WITHOUT_JOBS.contains(machine)) {
        continue;
      }
      final Path file =
          Files.writeString(
              directory.resolve("jobs.conf"),
              "include \""
                  + machine
                  + "\"\njobs.a { program = ring, ranks = 2 }\n"
                  + (machine.startsWith("machines/ideal") ? "" : "workload.kind = jobs\n"));
      final String warmup =
          all.read(new Library().study(file.toString()), Map.of())
              .resolve(Scale.PAPER)
              .texts()
              .get("run.warmupTicks");
      assertTrue(List.of("null", "0 ticks").contains(warmup), machine + ": " + warmup);
    }
  }

  /** The names of the files do not matter. */
  @Test
  void shouldNumberJobsOfSeveralFilesByName() throws IOException {
    for (String name : List.of("a", "z")) {
      Files.writeString(
          directory.resolve(name + ".conf"),
          "jobs.old { program = ring, ranks = 2 }\njobs.early { program = ring, ranks = 2 }");
      final ResolvedConfig config =
          resolved(
              "machine.model = fake\ninclude \""
                  + name
                  + "\"\njobs.late { program = ring, ranks = 2 }\njobs.early.repeat = 2");
      assertEquals(
          List.of("jobs.early.program", "jobs.late.program", "jobs.old.program"),
          config.texts().keySet().stream().filter(key -> key.endsWith(".program")).toList());
    }
  }

  @Test
  void shouldReadBackWhatItResolves() throws IOException {
    final ResolvedConfig config = resolved(JOBS);
    final ResolvedConfig again = reader.rendered(config.render());
    assertEquals(config.render(), again.render());
    assertEquals(config.sha256(), again.sha256());
    assertEquals(config.parameters(), again.parameters());
    config.parameters().forEach(p -> assertEquals(config.value(p.key()), again.value(p.key())));
  }

  @Test
  void shouldCountTheContentOfProgramsAndTheOrderOfJobs() throws IOException {
    final String hash = resolved(JOBS).sha256();
    assertEquals(hash, resolved(JOBS).sha256());
    final String other =
        JOBS.replace("seed = 3", "jobs.amg.background = true\nseed = 3\njobs.amg.repeat = 1");
    assertNotEquals(hash, resolved(other).sha256());
    Files.writeString(
        directory.resolve("my.prog"), Files.readString(directory.resolve("my.prog")) + "\nbarrier");
    assertNotEquals(hash, resolved(JOBS).sha256());
    final String render = resolved(JOBS).render();
    Files.writeString(directory.resolve("my.prog"), "barrier");
    final InputException e = assertThrows(InputException.class, () -> reader.rendered(render));
    assertTrue(e.getMessage().contains("jobs.zeta.program"), e.getMessage());
    assertTrue(e.getMessage().contains("has changed"), e.getMessage());
  }

  @Test
  void shouldNumberAJobByWhereItIsFirstNamed() throws IOException {
    final String text =
        JOBS + "runs { a { set { jobs.amg.ranks = 2, jobs.last.program = ring } } }";
    final ResolvedConfig config =
        study(text, "jobs.more.program=ring", "jobs.amg.repeat=2")
            .points(Scale.QUICK)
            .get(0)
            .config();
    assertEquals(
        List.of("jobs.zeta.program", "jobs.amg.program", "jobs.last.program", "jobs.more.program"),
        config.texts().keySet().stream().filter(key -> key.endsWith(".program")).toList());
    assertEquals(2L, config.value("jobs.amg.ranks"));
    assertEquals(2L, config.value("jobs.amg.repeat"));
  }

  @Test
  void shouldMakePointsOfLists() throws IOException {
    final Study study =
        study(
            JOBS,
            "jobs.zeta.args.bytes=[1 KiB, 1.5KiB]",
            "jobs.zeta.place=[contiguous, random]",
            "jobs.amg.place=blocks",
            "jobs.amg.start=[0, 1 ms]",
            "jobs.amg.program=[ring, barrier]",
            "seed=[1, 2]");
    final List<Point> points = study.points(Scale.QUICK);
    assertEquals(32, points.size());
    assertEquals("place=contiguous,bytes=1KiB,program=ring,start=0,seed=1", points.get(0).path());
    assertEquals(
        "place=random,bytes=1.5KiB,program=barrier,start=1000000000,seed=2", points.get(31).path());
    assertEquals("1.5KiB", points.get(31).fields().get("jobs.zeta.args.bytes"));
    assertTrue(points.get(31).headings().contains("jobs.amg.start [ps]"));
    assertEquals("1.5 KiB", points.get(31).config().value("jobs.zeta.args.bytes"));
  }

  @Test
  void shouldSetJobsBeyondAValue() throws IOException {
    final String text =
        JOBS
            + """
            jobs.amg.ranks = [1, 2]
            beyond = [{ at { jobs.amg.ranks = 2 }, set { jobs.zeta.args.steps = 7, seed = 9
                                                         jobs.amg.args.steps = 2 } }]
            """;
    final String once = text.replaceFirst("ranks = 3, ", "");
    final List<Point> points = study(once).points(Scale.QUICK);
    assertEquals("20", points.get(0).config().value("jobs.zeta.args.steps"));
    assertEquals(null, points.get(0).config().value("jobs.amg.args.steps"));
    assertEquals("7", points.get(1).config().value("jobs.zeta.args.steps"));
    assertEquals("2", points.get(1).config().value("jobs.amg.args.steps"));
    final String render = points.get(0).config().render();
    assertEquals(render, reader.rendered(render).render());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jobs.amg.plcae=random      | jobs.amg.plcae=random: unknown key; did you mean"
            + " jobs.amg.place?",
        "jobs.amg.place=randon      | unknown word randon; allowed: contiguous, random,"
            + " round-robin, blocks, file; did you mean random?",
        "jobs.amg.compute.scael=2   | did you mean jobs.amg.compute.scale?",
        "jobs.amg=3                 | a section, not a key; set one of jobs.amg.program,",
        "jobs=3                     | a section, not a key; set one of jobs.*.program,",
        "jobs.amg.args=3            | a section, not a key",
        "jobs.a b.program=ring      | invalid name: use a letter",
        "jobs.9.program=ring        | invalid name",
        "jobs.amg.start=3           | has no unit; write ps, ns, us, ms or s",
        "jobs.amg.start=3 h         | unknown unit h; write ps, ns, us, ms or s (0 s to 9000 s)",
        "jobs.amg.start=0.5 ps      | is not an integer number of picoseconds",
        "jobs.amg.start=9001 s      | is too large; allowed: 0 s to 9000 s",
        "jobs.amg.start=-1 s        | is too small",
        "jobs.zeta.args.bytes=x     | is not a number; allowed: a number, a size or a time",
        "jobs.zeta.args.bytes=8 KiB 2 | is not a number",
        "jobs.zeta.args.bits=8      | jobs.zeta.args.bits=\"8\": my.prog: has no param bits",
        "jobs.zeta.args.bytes=8 us  | jobs.zeta.args.bytes=\"8 us\": my.prog: bytes = 8 us: write a"
            + " number",
        "jobs.amg.program=rnig      | did you mean ring?",
        "jobs.amg.ranks=0           | is too small",
        "jobs.amg.repeat=65536      | is too large",
        "jobs.amg.compute.noise=1.1 | is too large",
        "jobs.amg.ranks=9           | jobs.amg.ranks=9: needs 9 nodes (9 ranks, 1 per node), 6 of 8"
            + " are free; zeta has 2",
        "jobs.agm.ranks=9           | --set jobs.agm.program: is missing; name a"
            + " program of hopwright list, or a file, or correct the name of the job to one"
            + " such as zeta, amg",
        "collectives.bcast=ring     | unknown word ring; allowed: auto, binomial, scatter-doubling,"
            + " scatter-ring"
      })
  void shouldSayWhatIsWrong(String set, String expected) {
    final List<String> mistakes = mistakes(JOBS, set);
    assertEquals(
        1, mistakes.stream().filter(one -> one.contains(expected)).count(), mistakes::toString);
  }

  @Test
  void shouldSayWhereItIsWrong() {
    final List<String> mistakes =
        mistakes(JOBS.replace("ranks = 3", "ranks = 30").replace("20, bytes", "20 us, bytes"));
    assertEquals(2, mistakes.size(), mistakes::toString);
    assertTrue(mistakes.get(0).contains("s.conf:5: jobs.zeta.args.steps = "), mistakes.get(0));
    assertTrue(mistakes.get(1).contains("s.conf:6: jobs.amg.ranks = 30: needs"), mistakes.get(1));
  }

  @Test
  void shouldNotForgetAJobThatSaysNothing() {
    for (String job : List.of("jobs.none {}", "jobs { none { args {} } }")) {
      final List<String> mistakes = mistakes(JOBS + job);
      assertEquals(1, mistakes.size());
      assertTrue(
          mistakes.get(0).contains("jobs.none: the section has no key; set one of"),
          mistakes.get(0));
    }
  }

  @Test
  void shouldKeepAFileApartFromAProgramOfItsName() throws IOException {
    Files.writeString(directory.resolve("ring"), "barrier");
    assertEquals("ring", resolved(JOBS).value("jobs.amg.program"));
    final String file = JOBS.replace("= ring", "= \"./ring\"");
    assertFalse(resolved(file).value("jobs.amg.program") instanceof String);
    resolved(file).network();
  }

  @Test
  void shouldSayThatAnotherMachineHasJobs() {
    final StudyReader both =
        new StudyReader(
            java.util.stream.Stream.concat(
                    io.hopwright.models.Machines.all().stream(),
                    java.util.stream.Stream.of(new FakeMachine()))
                .toList(),
            new Library());
    final String text = "include \"machines/bluegene-l\"\njobs.a.program = ring";
    if (io.hopwright.models.Machines.all().stream()
        .flatMap(machine -> machine.components().stream())
        .noneMatch(component -> component.name().equals("jobs"))) {
      final InputException e =
          assertThrows(
              InputException.class, () -> both.read(new Source("a.conf", text, null), Map.of()));
      assertTrue(
          e.getMessage().contains("is a key of fake, but this is bluegene-l"), e.getMessage());
    }
  }
}
