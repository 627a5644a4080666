package io.hopwright.runner.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.Machines;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.Source;
import io.hopwright.runner.fake.FakeMachine;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PointsTest {
  private static final String FAKE = "machine.model = fake\n";

  private final StudyReader reader = new StudyReader(List.of(new FakeMachine()), new Library());

  private Study read(String text, Map<String, String> overrides) {
    return reader.read(new Source("a.conf", FAKE + text, null), overrides);
  }

  private List<String> paths(String text) {
    return paths(read(text, Map.of()), Scale.QUICK);
  }

  private static List<String> paths(Study study, Scale scale) {
    return study.points(scale).stream().map(Point::path).toList();
  }

  private List<String> mistakes(String text, Map<String, String> overrides) {
    return assertThrows(InputException.class, () -> read(text, overrides).points(Scale.QUICK))
        .messages();
  }

  @Test
  void shouldMakeAPointOfEveryCombinationInTheOrderOfDeclaration() {
    final List<Point> points =
        read("seed = [2, 1]\nrouter.slqFraction = [0.5, 1]\n", Map.of()).points(Scale.QUICK);
    assertEquals(
        List.of(
            "slqFraction=0.5,seed=2",
            "slqFraction=0.5,seed=1",
            "slqFraction=1,seed=2",
            "slqFraction=1,seed=1"),
        points.stream().map(Point::path).toList());
    final Point last = points.get(3);
    assertEquals("", last.run());
    assertEquals(List.of("router.slqFraction", "seed"), last.values().keySet().stream().toList());
    assertEquals(1.0, last.config().value("router.slqFraction"));
    assertEquals(1L, last.config().value("seed"));
    assertEquals(Map.of("router.slqFraction", "1", "seed", "1"), last.fields());
  }

  @Test
  void shouldSetWhatIsBeyondAValueForThePointsThatReachIt() {
    final String text =
        """
        seed = 1
        router.slqFraction = [0, 0.5, 1]
        run.ticks = 100
        beyond = [
          { at { router.slqFraction = 50 % }, set { run.ticks = 300, seed = 7 } }
          { at { router.slqFraction = 1 }, set { seed = 8 } }
        ]
        runs {
          a { set { run.ticks = 200 } }
          b { beyond = [{ at { router.slqFraction = 1 }, set { run.ticks = 400 } }] }
        }
        """;
    assertEquals(
        List.of(
            "a/slqFraction=0 200 1",
            "a/slqFraction=0.5 300 7",
            "a/slqFraction=1 300 8",
            "b/slqFraction=0 100 1",
            "b/slqFraction=0.5 100 1",
            "b/slqFraction=1 400 1"),
        ticksAndSeeds(read(text, Map.of())));
    assertEquals(
        List.of("a 5 7", "b 5 1"),
        ticksAndSeeds(read(text, Map.of("run.ticks", "5", "router.slqFraction", "0.75"))));
  }

  private static List<String> ticksAndSeeds(Study study) {
    return study.points(Scale.QUICK).stream()
        .map(
            point ->
                String.join(
                    " ",
                    point.path(),
                    point.config().texts().get("run.ticks").replace(" ticks", ""),
                    point.config().texts().get("seed")))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "set { run.ticks = 5 } | a.conf:2: beyond.at",
        "at { workload.kind = normal }, set { run.ticks = 5 } | a.conf:2: beyond.at",
        "at { run.ticks = 5, seed = 1 } | a.conf:2: beyond.at",
        "at { router.jsqq = 1 } | router.jsqq",
        "at { seed = 1 }, set { run.ticks = [5, 6] } | takes one value here",
        "at { seed = 1 }, sets { run.ticks = 5 } | unknown key",
      })
  void shouldRefuseWhatIsBeyondNothing(String content, String expected) {
    final List<String> messages = mistakes("beyond = [{ " + content + " }]\n", Map.of());
    assertTrue(messages.get(0).contains(expected), messages.toString());
    assertEquals(1, messages.size());
  }

  @Test
  void shouldMakePointsOfValuesOfEveryKind() {
    assertEquals(
        List.of("shape=4x4x4", "shape=8x4x2"), paths("machine.shape = [[4, 4, 4], 8x4x2]"));
    assertEquals(
        List.of("packetBytes=32+64", "packetBytes=256"),
        paths("workload.packetBytes = [[32 B, 64 B], 256]"));
    assertEquals(List.of("jsq=false", "jsq=true"), paths("router.jsq = [false, true]"));
    assertEquals(List.of("kind=normal", "kind=stall"), paths("workload.kind = [normal, stall]"));
    assertEquals(
        List.of("escapeVcBytes=null", "escapeVcBytes=2048"),
        paths("router.escapeVcBytes = [null, 2 KiB]"));
    assertEquals(
        List.of("regrantTicks=0", "regrantTicks=18"), paths("router.regrantTicks = [0, 18 ticks]"));
    assertEquals(List.of("slqFraction=0.25"), paths("router.slqFraction = [25 %]"));
  }

  @Test
  void shouldTakeAListAsOneValueWhereTheKeyTakesLists() {
    final List<Point> points =
        read("workload.packetBytes = [32 B, 64 B]\nmachine.shape = [4, 4, 4]\n", Map.of())
            .points(Scale.QUICK);
    assertEquals(1, points.size());
    assertEquals("", points.get(0).path());
    assertEquals(List.of(32L, 64L), points.get(0).config().value("workload.packetBytes"));
  }

  @Test
  void shouldLetLaterLayersReplaceLists() {
    final String text =
        """
        seed = [1, 2]
        scale.paper.seed = [1, 2, 3]
        runs {
          a {}
          b { set.seed = 7 }
          c { set.router.slqFraction = [0, 1] }
          d { scale.paper.seed = [9] }
        }
        """;
    assertEquals(
        List.of(
            "a/seed=1",
            "a/seed=2",
            "b",
            "c/slqFraction=0,seed=1",
            "c/slqFraction=0,seed=2",
            "c/slqFraction=1,seed=1",
            "c/slqFraction=1,seed=2",
            "d/seed=1",
            "d/seed=2"),
        paths(text));
    final Study study = read(text, Map.of("seed", "[5,6]", "machine.shape", "[[2,2,2],[4,4,4]]"));
    assertEquals(16 + 4, study.points(Scale.PAPER).size());
    assertEquals("b/shape=4x4x4,seed=6", paths(study, Scale.PAPER).get(7));
    assertEquals(
        List.of("a/seed=1", "a/seed=2", "a/seed=3", "b"),
        paths(read(text, Map.of()), Scale.PAPER).subList(0, 4));
    assertTrue(paths(read(text, Map.of()), Scale.PAPER).contains("d/seed=9"));
  }

  @Test
  void shouldNameAKeyInFullWhereItsLastPartIsNotEnough() {
    final StudyReader all = new StudyReader(Machines.all(), new Library());
    final Source source =
        new Source(
            "a.conf",
            """
            include "machines/bluegene-l"
            machine.shape = [[4,4,4]]
            partition.shape = [[2,4,4], [4,4,4]]
            seed = [1]
            """,
            null);
    assertEquals(
        List.of(
            "machine.shape=4x4x4,partition.shape=2x4x4,seed=1",
            "machine.shape=4x4x4,partition.shape=4x4x4,seed=1"),
        paths(all.read(source, Map.of()), Scale.QUICK));
  }

  @Test
  void shouldGiveEveryPointItsOwnConfiguration() {
    final Study study = read("router.slqFraction = [0, 0.1]\nruns { a {}, b {} }\n", Map.of());
    final List<Point> points = study.points(Scale.QUICK);
    assertEquals(4, points.stream().map(point -> point.config().sha256()).distinct().count());
    assertEquals("a.a", points.get(0).config().id());
    assertEquals(
        "a.a",
        reader.read(new Source("r.conf", points.get(0).config().render(), null), Map.of()).id());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "seed = [] | a.conf:2: seed = []: the list is empty",
        "seed = [1, 2, 1] | a.conf:2: seed = 1: in its list: appears in the list twice",
        "router.slqFraction = [0.5, 50 %] | a.conf:2: router.slqFraction = 50 %: in its list: appears in",
        "seed = [1, x] | a.conf:2: seed = x: in its list: is not a number; allowed: any 64-bit",
        "seed = [[1, 2]] | a.conf:2: seed = [1,2]: in its list: is a list",
        "router.jsq = [true, null] | a.conf:2: router.jsq = null: in its list: null is not a value",
        "machine.shape = [[4, 4, 4], [4, 4]] | machine.shape = [4,4]: in its list: needs 3",
        "machine.shape = [4, 4] | a.conf:2: machine.shape = [4,4]: needs 3 extents, not 2",
        "workload.packetBytes = [[32], []] | workload.packetBytes = []: in its list: the list is empty",
        "scale.paper.seed = [] | a.conf:2: seed = []: the list is empty",
        "runs.a.set.seed = [1, 1.5] | a.conf:2: seed = 1.5: in its list: is not an" + " integer",
      })
  void shouldTellWhatIsWrongWithAList(String text, String reason) {
    final List<String> mistakes = mistakes(text + "\n", Map.of());
    assertEquals(1, mistakes.size(), mistakes.toString());
    assertTrue(mistakes.get(0).contains(reason), mistakes.toString());
  }

  @Test
  void shouldNameTheLineOfAnElementAndTheOption() {
    assertEquals(
        List.of(
            "a.conf:4: seed = b: in its list: is not a number; allowed: any 64-bit integer",
            "a.conf:5: seed = c: in its list: is not a number; allowed: any 64-bit integer",
            "--set router.slqFraction=7: in its list: is too large; allowed: 0 to 1"),
        mistakes("seed = [\n1\nb\nc]\n", Map.of("router.slqFraction", "[0, 7]")));
  }

  @Test
  void shouldRefuseMorePointsThanAnybodyLooksAt() {
    final String hundred =
        IntStream.range(1, 101).mapToObj(Integer::toString).collect(Collectors.joining(", "));
    final String lists = "seed = [" + hundred + "]\nrun.ticks = [" + hundred + "]\n";
    assertEquals(10_000, new HashSet<>(paths(lists)).size());
    assertEquals(
        List.of(
            "a: the study has 20000 points, above the limit of 10000; shorten its lists: 2"
                + " values of router.jsq (a.conf:4), 100 values of seed (a.conf:2), 100 values of"
                + " run.ticks (a.conf:3)"),
        mistakes(lists + "router.jsq = [true, false]\n", Map.of()));
  }

  @Test
  void shouldRefuseNamesThatNoFileSystemTakes() {
    final StringBuilder text = new StringBuilder();
    for (String key :
        List.of(
            "machine.shape=[[64,64,64]]",
            "partition.count=[16]",
            "router.vcBytes=[1024]",
            "router.escapeVcBytes=[2048]",
            "router.regrantTicks=[32]",
            "router.slqFraction=[0.12345678901234567]",
            "workload.kind=[normal]",
            "workload.packetBytes=[[32,64,96,128,160,192,224,256]]",
            "run.warmupTicks=[123456789]",
            "run.ticks=[123456789]")) {
      text.append(key).append('\n');
    }
    assertTrue(mistakes(text.toString(), Map.of()).get(0).contains("is too long for the name"));
  }

  @Test
  void shouldSayWhichKeysARunTakesOneValueOf() {
    final Study study = read("seed = [1, 2]\nrouter.jsq = [true]\n", Map.of());
    assertEquals(
        List.of(
            "a.conf:2: seed = [1, 2]: a run takes one value, not several; use hopwright sweep,"
                + " or --set seed=VALUE"),
        assertThrows(InputException.class, () -> study.resolve(Scale.QUICK)).messages());
    assertEquals(
        true, read("router.jsq = [true]\n", Map.of()).resolve(Scale.QUICK).value("router.jsq"));
  }

  @Test
  void shouldReadTheStudiesThatAStudyConsistsOf(@TempDir Path directory) throws IOException {
    Files.writeString(
        directory.resolve("one.conf"), FAKE + "study.id = first\nseed = [1, 2]\nruns.a {}\n");
    Files.writeString(directory.resolve("two.conf"), FAKE + "scale.paper.seed = [1, 2, 3]\n");
    final Source all = new Source("all.conf", "study { parts = [one, two] }\n", directory);
    final Study study = reader.read(all, Map.of("router.jsq", "true"));
    assertEquals("all", study.id());
    assertEquals(List.of("first", "two"), study.parts().stream().map(Study::id).toList());
    assertEquals(List.of("a/seed=1", "a/seed=2"), paths(study.parts().get(0), Scale.PAPER));
    assertEquals(List.of("seed=1", "seed=2", "seed=3"), paths(study.parts().get(1), Scale.PAPER));
    assertEquals(
        true, study.parts().get(0).points(Scale.QUICK).get(0).config().value("router.jsq"));
    assertTrue(study.has(Scale.PAPER));
    assertTrue(
        assertThrows(InputException.class, () -> study.resolve(Scale.QUICK))
            .getMessage()
            .startsWith("all: the study consists of the studies first, two; name one"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "study.parts = [one, elephant] | all.conf:1: study.parts = [\"one\",\"elephant\"]: elephant:",
        "study.parts = [] | must be a list of names",
        "study.parts = one | must be a list of names",
        "study.parts = [one, one] | has two parts named one",
        "study.parts = [all] | given in a part of another study",
        "study { parts = [one] }, seed = 1 | seed = 1: given together with study.parts",
        "study { parts = [one], colour = red } | unknown key; allowed: id, title",
      })
  void shouldTellWhatIsWrongWithParts(String text, String reason, @TempDir Path directory)
      throws IOException {
    Files.writeString(directory.resolve("one.conf"), FAKE + "seed = [1, 2]\n");
    Files.writeString(directory.resolve("all.conf"), text + "\n");
    final Source all = new Source("all.conf", text + "\n", directory);
    final List<String> mistakes =
        assertThrows(InputException.class, () -> reader.read(all, Map.of())).messages();
    assertEquals(1, mistakes.size(), mistakes.toString());
    assertTrue(mistakes.get(0).contains(reason), mistakes.toString());
  }
}
