package io.hopwright.runner.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.Machines;
import io.hopwright.models.network.NetworkMachine;
import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.config.Source;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.recording.Documents;
import io.hopwright.runner.results.Repetitions;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BundledStudiesTest {
  private final Library library = new Library();
  private final StudyReader reader = new StudyReader(Machines.all(), library);

  /** Settings of networks that were built; most points of a study differ only in their seed. */
  private final Set<Object> networks = new HashSet<>();

  private final Map<Object, Names> measured = new HashMap<>();

  /** Measurements of a network. */
  private record Names(Set<String> quantities, Set<String> columns) {
    static Names of(Network<?> network) {
      final RunResult result = network.unmeasured();
      return new Names(Set.copyOf(result.quantities()), Set.copyOf(result.columnNames()));
    }
  }

  @Test
  void shouldListEveryFileThatComesWithTheProgram() throws IOException, URISyntaxException {
    final Path root =
        Path.of(Library.class.getResource("/studies/bgl-uniform.conf").toURI())
            .getParent()
            .getParent();
    for (String folder : List.of("machines", "studies")) {
      try (Stream<Path> files = Files.list(root.resolve(folder))) {
        assertEquals(
            library.includable().stream().filter(name -> name.startsWith(folder)).sorted().toList(),
            files
                .map(file -> folder + "/" + file.getFileName().toString().replace(".conf", ""))
                .sorted()
                .toList());
      }
    }
  }

  /** One network in this number is built at quick size, in the order of points. */
  private static final int ONE_IN = 6;

  @Test
  void shouldResolveAtQuickSize() {
    assertResolves(Scale.QUICK);
  }

  @Test
  @Tag("slow")
  void shouldResolveAtTheSizeOfThePaper() {
    assertResolves(Scale.PAPER);
  }

  @Test
  void shouldSetNoKeyThatNothingReads() {
    final List<String> unread = new ArrayList<>();
    for (String name : library.studies()) {
      for (Study study : reader.read(library.study(name), Map.of()).partsOrSelf()) {
        final Set<String> read = study.keysRead(Scale.QUICK);
        for (Point point : study.points(Scale.QUICK)) {
          point
              .config()
              .withoutEffect(read)
              .forEach(sentence -> unread.add(study.id() + "." + point.path() + ": " + sentence));
        }
      }
    }
    assertEquals(List.of(), unread);
  }

  private void assertResolves(Scale scale) {
    for (String name : library.studies()) {
      final Source source = library.study(name);
      final Study study = reader.read(source, Map.of());
      assertEquals(name, study.id());
      assertTrue(source.text().startsWith("# "), name + " begins without a comment");
      if (study.partsOrSelf().equals(List.of(study))) {
        assertResolves(study, scale);
      } else {
        // Each part is also a study of the program.
        study.partsOrSelf().forEach(part -> assertTrue(library.studies().contains(part.id())));
      }
    }
  }

  private void assertResolves(Study study, Scale scale) {
    final Mistakes mistakes = new Mistakes();
    final List<Point> points = study.points(scale);
    final int oneIn = scale == Scale.QUICK ? ONE_IN : 1;
    for (int i = 0; i < points.size(); i += oneIn) {
      final Point point = points.get(i);
      if (networks.add(withoutSeed(point.config()))) {
        point.config().network(mistakes);
      }
    }
    mistakes.throwIfAny();
    study.runs().forEach(run -> checkMeasured(study, run, points, mistakes));
    if (study.runs().isEmpty()) {
      checkFigures(study, points.get(0), mistakes);
    }
    mistakes.throwIfAny();
  }

  private static Object withoutSeed(ResolvedConfig config) {
    return List.of(config.machine().name(), values(config));
  }

  private static Map<String, Object> values(ResolvedConfig config) {
    final Map<String, Object> values = new HashMap<>();
    config.settings().forEach((key, setting) -> values.put(key, setting.value()));
    values.remove(Repetitions.SEED);
    return values;
  }

  /**
   * Returns the values that names of results depend on. A network of routers has the same results
   * for each route and pattern.
   */
  private static Object whatNamesDependOn(ResolvedConfig config) {
    final Map<String, Object> values = values(config);
    if (config.machine() instanceof NetworkMachine) {
      final boolean jobs = "jobs".equals(values.get("workload.kind"));
      values.keySet().removeIf(key -> key.equals("router.routing") || key.startsWith("workload."));
      values.put("workload.kind", jobs);
    }
    return List.of(config.machine().name(), values);
  }

  private static void checkFigures(Study study, Point point, Mistakes mistakes) {
    final ResolvedConfig config = point.config();
    study
        .figuresOf(point.run())
        .forEach(figure -> figure.check(config, config.network(mistakes), mistakes));
  }

  private void checkMeasured(Study study, RunSpec run, List<Point> points, Mistakes mistakes) {
    final Point point =
        points.stream().filter(one -> one.run().equals(run.name())).findFirst().orElseThrow();
    final Names names =
        measured.computeIfAbsent(
            whatNamesDependOn(point.config()), any -> Names.of(point.config().network(mistakes)));
    final Set<String> known = new HashSet<>(names.quantities);
    known.addAll(Documents.executionQuantities(run.mode().project() > 0));
    if (run.mayStall()) {
      known.add(Completion.STALLED);
    }
    final Set<String> varied = new HashSet<>(point.values().keySet());
    varied.remove(Repetitions.SEED);
    for (Check check : study.checksOf(run.name())) {
      check.checkMeasured(known, names.columns, mistakes);
      check.checkPoints(run.name(), varied, known, Map.of(), mistakes);
    }
    checkFigures(study, point, mistakes);
  }

  /** A run that no claim uses wastes time. */
  @Test
  void shouldJudgeEveryRunOfAStudyWithClaims() {
    for (String name : library.studies()) {
      final Study study = reader.read(library.study(name), Map.of());
      if (!study.checks().isEmpty()) {
        study
            .runs()
            .forEach(
                run ->
                    assertFalse(
                        study.checksOf(run.name()).isEmpty(), name + " judges no " + run.name()));
      }
    }
  }

  /** Every figure and every quantitative sentence of a paper has at least one check. */
  @ParameterizedTest
  @CsvSource({
    "bgl, BGL, C1 C2 D1 F2-a F2-b F2-c F2-d F2-z F3-a F3-b F3-c F3-d F3-e F4-a F5-a F6-a F6-b F6-c"
        + " F6-d F6-e A1 A2 A3 F7-a F8-a F9-a V1 V2 P1 P2 P3",
    "extoll, NA, 1 2 12 13 15 18 19 20 21",
    "pcie, NA, 3 4a 4b 5 6 7 8 9 10",
    "tnw, TN, 1 2 3 4 5 6 6b 7 8a 8b 8c 8d 8e 9 9b 10 11"
  })
  void shouldJudgeEveryClaimOfAPaper(String study, String paper, String claims) {
    final List<String> checks =
        reader.read(library.study(study), Map.of()).parts().stream()
            .flatMap(part -> part.checks().stream())
            .map(Check::id)
            .toList();
    for (String claim : claims.split(" ", -1)) {
      final Pattern id = Pattern.compile(paper + "-" + claim + "(-.*)?");
      assertTrue(checks.stream().anyMatch(id.asMatchPredicate()), "no check of " + claim);
    }
  }

  @Test
  void shouldServeAsABaseForAUsersOwnStudy() {
    final Source own =
        new Source(
            "own.conf",
            "include \"studies/bgl-uniform\"\nstudy.id = own\nworkload.load = 0.7\n",
            Path.of("").toAbsolutePath());
    final Study study = reader.read(own, Map.of());
    assertEquals("own", study.id());
    assertEquals(0.7, study.resolve(Scale.QUICK).value("workload.load"));
    assertEquals(List.of(8L, 8L, 8L), study.resolve(Scale.QUICK).value("machine.shape"));
  }
}
