package io.hopwright.runner.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hopwright.runner.cluster.Jvm;
import io.hopwright.runner.recording.CheckpointPlan;
import io.hopwright.runner.recording.CheckpointStore;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.Hashes;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that stopped with a checkpoint continues to the result of an undisturbed run. */
class ResumeTest {
  private static final String TORUS =
      """
      machine { model = bluegene-l, shape = [4, 4, 4] }
      partition.shape = [2, 4, 4]
      workload.load = 0.7
      run { warmupTicks = 0, ticks = 5000 }
      statistics.links = [link]
      """;

  private static final String JOBS =
      """
      machine { model = bluegene-l, shape = [4, 2, 2] }
      workload.kind = jobs
      jobs.a { program = alltoall, ranks = 16, repeat = 3 }
      statistics.ideal = true
      """;

  /** Number of mutated files; the property sets a larger one. */
  private static final int MUTATIONS = Integer.getInteger("hopwright.mutations", 40);

  private final Hopwright hopwright = Hopwright.open();
  private final List<String> warnings = new ArrayList<>();

  @TempDir private Path directory;

  private Experiment study(String text) {
    return hopwright.studyFromText("s", "study.id = s\n" + text).threads(1);
  }

  private Path place(String name) {
    return directory.resolve(name);
  }

  /** Runs up to the first tick of the grid, or up to the second for two checkpoints. */
  private Path stopped(String text, int checkpoints) {
    final Path place = place("r");
    Experiment experiment = study(text).into(place);
    for (int i = 0; i < checkpoints; i++) {
      final CheckpointPlan plan = new CheckpointPlan(0, 0, 0);
      plan.stop();
      final Result result = experiment.checkpoints(plan).run();
      assertEquals(Outcome.Kind.INTERRUPTED, result.outcome().kind());
      assertTrue(plan.stopped());
      assertEquals(place, plan.written());
      experiment = hopwright.resume(place, warnings::add).threads(1);
    }
    return place;
  }

  static Map<String, Object> content(Path result) throws IOException {
    final Map<String, Object> content = new TreeMap<>();
    try (Stream<Path> files = Files.walk(result)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        final String name = result.relativize(file).toString();
        if (name.equals(Format.SUMMARY)) {
          final Map<String, Object> summary = StoredDocument.find(file).orElseThrow().content();
          summary.remove("execution");
          content.put(name, summary.toString());
        } else if (!name.equals(Format.MANIFEST) && !name.endsWith(".html")) {
          content.put(name, Files.readString(file, StandardCharsets.ISO_8859_1));
        }
      }
    }
    return content;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        TORUS,
        """
        machine { model = cascade, groups = 3, bladesPerChassis = 4, chassisPerGroup = 2 }
        run { warmupTicks = 0, ticks = 100000 }
        """,
        """
        machine { model = ideal, nodes = 8 }
        jobs.a { program = alltoall, ranks = 8, repeat = 3 }
        """,
        JOBS,
      })
  void shouldEndAsIfNothingHadHappened(String text) throws IOException {
    final Path whole = study(text).into(place("whole")).run().directory();
    final Path place = stopped(text, 2);
    final Result resumed = hopwright.resume(place, warnings::add).threads(2).run();
    assertEquals(place, resumed.directory());
    assertEquals(content(whole), content(place));
    assertEquals(List.of(), warnings);
    assertEquals(
        3,
        StoredDocument.find(place.resolve(Format.MANIFEST))
            .orElseThrow()
            .list("simulatedIn")
            .size());
    assertFalse(Files.exists(CheckpointStore.beside(place)), "checkpoints of a run that is over");
  }

  @Test
  void shouldSayNothingOfListsInTheConfigurationOfTheCheckpoint() {
    final List<String> notes = new ArrayList<>();
    final RunListener listener =
        new RunListener() {
          @Override
          public void note(String text) {
            notes.add(text);
          }
        };
    final Path place = stopped(TORUS + "workload.packetBytes = [[32 B, 64 B]]\n", 1);
    hopwright.resume(place, warnings::add).listener(listener).threads(1).run();
    assertEquals(List.of(), notes.stream().filter(note -> note.contains(" are one ")).toList());
  }

  @Test
  void shouldLengthenARun() throws IOException {
    final String whole = TORUS.replace("ticks = 5000", "ticks = 12000");
    final Path undisturbed = study(whole).into(place("whole")).run().directory();
    final Path place = stopped(TORUS, 2);
    hopwright.resume(place, warnings::add).set("run.ticks", 12_000).threads(2).run();
    assertEquals(content(undisturbed), content(place));
    assertEquals(List.of(), warnings);
  }

  @Test
  void shouldGiveTheSpeedOfWhatIsSimulatedAfterTheCheckpoint() throws IOException {
    final Path whole = study(TORUS).into(place("whole")).run().directory();
    final Path place = stopped(TORUS, 1);
    final double before = events(place);
    hopwright.resume(place, warnings::add).threads(1).run();
    final double all = events(whole);
    assertEquals(all - before, events(place), 0.02 * all);
  }

  private static double events(Path result) throws IOException {
    return StoredDocument.find(result.resolve(Format.SUMMARY))
        .orElseThrow()
        .number("execution.events")
        .orElseThrow();
  }

  @Test
  void shouldLengthenARunThatHasEnded() throws IOException {
    final String followed = TORUS + "run.followTicks = 90000\n";
    final String whole = followed.replace("ticks = 5000", "ticks = 12000");
    final Path undisturbed = study(whole).into(place("whole")).run().directory();
    final CheckpointPlan plan = new CheckpointPlan(0, 0, 0);
    plan.keep();
    final Result ended = study(followed).into(place("r")).checkpoints(plan).run();
    assertEquals(Outcome.Kind.COMPLETED, ended.outcome().kind());
    final Path place = ended.directory();
    assertEquals(5_000, tick(newest(place)));
    hopwright.resume(place, warnings::add).set("run.ticks", 12_000).threads(2).run();
    assertEquals(content(undisturbed), content(place));
    assertFalse(Files.exists(CheckpointStore.beside(place)), "this part does not keep them");
  }

  @Test
  void shouldRefuseToResumeWithKeysOfWhatWasSimulated() {
    final Path place = stopped(TORUS, 1);
    final Experiment other =
        hopwright.resume(place, warnings::add).set("workload.load", 0.8).set("run.warmupTicks", 9);
    final String message = assertThrows(InputException.class, other::run).getMessage();
    assertTrue(message.contains("--set run.warmupTicks=9 ticks: cannot change"), message);
    assertTrue(message.contains("--set workload.load=0.8: cannot change"), message);
  }

  @Test
  void shouldGoOnFromAnOlderCheckpointIfTheNewestIsTooLate() throws IOException {
    final String fine = TORUS + "run.gridTicks = 500\n";
    final String whole = fine.replace("ticks = 5000", "ticks = 1000");
    final Path undisturbed = study(whole).into(place("whole")).run().directory();
    final Path place = stopped(fine, 3);
    hopwright.resume(place, warnings::add).set("run.ticks", 1_000).threads(1).run();
    assertEquals(content(undisturbed), content(place));
  }

  @Test
  void shouldBeginABranchWithAnotherInterval() throws IOException {
    final String warm = TORUS.replace("warmupTicks = 0", "warmupTicks = 4000");
    final String other = "warmupTicks = 3000, ticks = 9000";
    final Path undisturbed =
        study(warm.replace("warmupTicks = 4000, ticks = 5000", other))
            .into(place("whole"))
            .run()
            .directory();
    final Path place = stopped(warm, 2);
    final Experiment branch =
        hopwright
            .branch(place, place("branch"), warnings::add)
            .set("run.warmupTicks", 3_000)
            .set("run.ticks", 9_000)
            .threads(1);
    final Result first = branch.run();
    assertEquals(content(undisturbed), content(first.directory()));
    final StoredDocument manifest =
        StoredDocument.find(first.directory().resolve(Format.MANIFEST)).orElseThrow();
    assertEquals(place.toString(), manifest.text("branchedFrom.run"));
    assertEquals(2_000, manifest.number("branchedFrom.tick").orElseThrow());
    assertTrue(Files.exists(newest(place)), "the run has its checkpoints still");
    final Result resumed = hopwright.resume(place, warnings::add).threads(1).run();
    assertEquals(content(study(warm).into(place("other")).run().directory()), content(place));
    assertEquals(place, resumed.directory());
  }

  @Test
  void shouldMeasureMoreInABranch() throws IOException {
    final String warm = TORUS.replace("warmupTicks = 0", "warmupTicks = 2500");
    final String plain = warm.replace("statistics.links = [link]", "statistics.heat = never");
    final String more = warm + "statistics { pairs = true, heat = always }\n";
    final Path place = stopped(plain, 2);
    final Result branch =
        hopwright
            .branch(place, place("branch"), warnings::add)
            .set("statistics.links", "[link]")
            .set("statistics.pairs", true)
            .set("statistics.heat", "always")
            .threads(1)
            .run();
    assertEquals(
        content(study(more).into(place("whole")).run().directory()), content(branch.directory()));
  }

  @Test
  void shouldFailLaterInABranch() throws IOException {
    final String healthy =
        """
        machine { model = cascade, groups = 2, bladesPerChassis = 2, chassisPerGroup = 2 }
        run { warmupTicks = 20000, ticks = 20000, gridTicks = 10000 }
        nic.timeoutTicks = 200000
        """;
    final String failing = healthy + "fault.links.a { aries = 1, port = 0, atTick = 15000 }\n";
    final Path place = stopped(healthy, 2);
    final Result branch = failing(place, 15_000).threads(1).run();
    assertEquals(
        content(study(failing).into(place("whole")).run().directory()),
        content(branch.directory()));
    assertEquals(
        10_000,
        StoredDocument.find(branch.directory().resolve(Format.MANIFEST))
            .orElseThrow()
            .number("branchedFrom.tick")
            .orElseThrow());
    final String message =
        assertThrows(InputException.class, failing(place, 9_000)::run).getMessage();
    assertTrue(message.contains("fault.links.a.port"), message);
    assertTrue(message.contains("takes effect at tick 9000"), message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "model = cascade, groups = 2, bladesPerChassis = 2, chassisPerGroup = 2",
        "model = bluegene-l, shape = [4, 4, 2]"
      })
  void shouldChangeTheLoadInABranch(String machine) throws IOException {
    final String warm =
        "machine { %s }%n".formatted(machine)
            + """
            run { warmupTicks = 20000, ticks = 20000, gridTicks = 10000 }
            workload.load = 0.1
            """;
    final String changing =
        warm.replace("load = 0.1", "load = 0.3")
            + "workload { earlierLoad = 0.1, loadFromTick = 20000 }\n";
    final Path place = stopped(warm, 2);
    final Experiment branch =
        hopwright.branch(place, place("branch"), warnings::add).set("workload.load", 0.3);
    final Path result = branch.threads(1).run().directory();
    assertEquals(content(study(changing).into(place("whole")).run().directory()), content(result));
    final String message =
        assertThrows(InputException.class, branch.set("run.warmupTicks", 9_000)::run).getMessage();
    assertTrue(message.contains("workload.load=0.3: cannot change"), message);
  }

  private Experiment failing(Path place, long tick) {
    return hopwright
        .branch(place, place("branch"), warnings::add)
        .set("fault.links.a.aries", 1)
        .set("fault.links.a.port", 0)
        .set("fault.links.a.atTick", tick);
  }

  @Test
  void shouldRefuseKeysOfABranchThatHadAnEffectBefore() {
    final Path place = stopped(TORUS, 1);
    final Experiment branch =
        hopwright
            .branch(place, place("branch"), warnings::add)
            .set("statistics.sources", true)
            .set("statistics.box", "[2, 2, 2]");
    final String message = assertThrows(InputException.class, branch::run).getMessage();
    assertTrue(message.contains("--set statistics.box=[2, 2, 2]: cannot change"), message);
    final String measured =
        assertThrows(
                InputException.class,
                hopwright
                        .branch(place, place("branch"), warnings::add)
                        .set("statistics.sources", true)
                    ::run)
            .getMessage();
    assertTrue(measured.contains("takes effect at tick 0"), measured);
  }

  @Test
  void shouldResumeABranch() throws IOException {
    final Path place = stopped(TORUS, 1);
    final CheckpointPlan plan = new CheckpointPlan(0, 0, 0);
    plan.stop();
    hopwright
        .branch(place, place("branch"), warnings::add)
        .set("run.ticks", 7_000)
        .checkpoints(plan)
        .run();
    final Result resumed = hopwright.resume(place("branch"), warnings::add).threads(1).run();
    final String whole = TORUS.replace("ticks = 5000", "ticks = 7000");
    assertEquals(
        content(study(whole).into(place("whole")).run().directory()), content(resumed.directory()));
    final StoredDocument manifest =
        StoredDocument.find(resumed.directory().resolve(Format.MANIFEST)).orElseThrow();
    assertEquals(1_000, manifest.number("branchedFrom.tick").orElseThrow());
    assertEquals(3, manifest.list("simulatedIn").size());
  }

  @Test
  void shouldRefuseABranchInPlaceOfItsRun() {
    final Path place = stopped(TORUS, 1);
    assertThrows(InputException.class, () -> hopwright.branch(place, place, warnings::add));
  }

  @Test
  void shouldNotChangeAResultByCheckpoints() throws IOException {
    final Path whole = study(TORUS).into(place("whole")).run().directory();
    final CheckpointPlan often = new CheckpointPlan(1000, 0, 0);
    final Result result = study(TORUS).into(place("r")).checkpoints(often).run();
    assertEquals(Outcome.Kind.COMPLETED, result.outcome().kind());
    assertEquals(content(whole), content(result.directory()));
  }

  @Test
  void shouldMeasureSizeAndTimes() {
    final CheckpointPlan often = new CheckpointPlan(1000, 0, 0);
    final Path place = study(TORUS).into(place("r")).checkpoints(often).run().directory();
    final StoredDocument part =
        StoredDocument.find(place.resolve(Format.MANIFEST))
            .orElseThrow()
            .list("simulatedIn")
            .get(0);
    assertTrue(part.number("checkpoints.written").orElseThrow() >= 1);
    assertTrue(part.number("checkpoints.bytes").orElseThrow() > 10_000);
    assertTrue(part.number("checkpoints.longestStandstillSeconds").orElseThrow() > 0);
    assertTrue(part.number("checkpoints.longestWriteSeconds").orElseThrow() > 0);
  }

  @Test
  void shouldKeepTheBaselineOfJobs() throws IOException {
    final Path place = stopped(JOBS, 1);
    replaceDocument(newest(place), "(\"makespanTicks\" : \\{\\s*\"a\" : )\\d+", "$1" + 12_345_678);
    final Result resumed = hopwright.resume(place, warnings::add).threads(1).run();
    assertEquals(12_345_678, resumed.number("jobs.idealTicks.a"));
  }

  private static Path newest(Path place) throws IOException {
    try (Stream<Path> all = Files.list(CheckpointStore.beside(place))) {
      return all.max((one, other) -> Long.compare(tick(one), tick(other))).orElseThrow();
    }
  }

  private static long tick(Path checkpoint) {
    return Long.parseLong(checkpoint.getFileName().toString());
  }

  @Test
  void shouldUseTheOlderOneIfTheNewestIsDamaged() throws IOException {
    final Path place = stopped(TORUS, 2);
    final Path file = newest(place).resolve("partition-1.state");
    final byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 4;
    Files.write(file, bytes);
    final Path whole = study(TORUS).into(place("whole")).run().directory();
    final Result resumed = hopwright.resume(place, warnings::add).threads(1).run();
    assertEquals(content(whole), content(resumed.directory()));
    assertEquals(1, warnings.size());
    assertTrue(warnings.get(0).contains("partition-1.state damaged in block"), warnings::toString);
  }

  /**
   * The files are as after a kill of the process while it writes: before, in and after each file.
   */
  @Test
  void shouldUseTheOlderOneIfTheNewestWasBeingWritten() throws IOException {
    final Path place = stopped(TORUS, 2);
    final Path newest = newest(place);
    final Path growing = newest.resolveSibling("." + newest.getFileName());
    final Path complete = place("complete");
    Files.move(newest, complete);
    final long older = tick(newest(place));
    final List<String> names =
        List.of("partition-0.state", "partition-1.state", "run.json", "COMPLETE");
    for (int written = 0; written <= 2 * names.size(); written++) {
      Files.createDirectory(growing);
      for (int file = 0; file < (written + 1) / 2; file++) {
        final byte[] bytes = Files.readAllBytes(complete.resolve(names.get(file)));
        final boolean half = file == written / 2;
        Files.write(
            growing.resolve(names.get(file)), Arrays.copyOf(bytes, bytes.length / (half ? 2 : 1)));
      }
      assertEquals(older, hopwright.resume(place, warnings::add).from().saved().tick());
      assertFalse(Files.exists(growing));
    }
    final Path whole = study(TORUS).into(place("whole")).run().directory();
    final Result resumed = hopwright.resume(place, warnings::add).threads(1).run();
    assertEquals(content(whole), content(resumed.directory()));
    assertEquals(List.of(), warnings);
  }

  /** With a single checkpoint each mutated file is refused: none is restored as another state. */
  @Test
  void shouldRefuseMutatedFiles() throws IOException {
    final Path place = stopped(TORUS, 1);
    final List<Path> files;
    try (Stream<Path> all = Files.list(newest(place))) {
      files = all.sorted().toList();
    }
    assertEquals(4, files.size());
    final Random random = new Random(1);
    for (int i = 0; i < MUTATIONS; i++) {
      final Path file = files.get(random.nextInt(files.size()));
      final byte[] good = Files.readAllBytes(file);
      final byte[] bad = mutated(good, random);
      if (Arrays.equals(good, bad)) {
        continue;
      }
      Files.write(file, bad);
      final int before = warnings.size();
      final String message =
          assertThrows(InputException.class, () -> hopwright.resume(place, warnings::add))
              .getMessage();
      assertTrue(message.contains("has no complete checkpoint"), message);
      assertEquals(before + 1, warnings.size());
      assertTrue(warnings.get(before).startsWith("checkpoint "), warnings.get(before));
      Files.write(file, good);
    }
    assertNotNull(hopwright.resume(place, warnings::add));
  }

  private static byte[] mutated(byte[] good, Random random) {
    final byte[] bad =
        random.nextInt(4) == 0
            ? Arrays.copyOf(good, random.nextInt(2 * good.length))
            : good.clone();
    if (bad.length == 0) {
      return bad;
    }
    final int at = random.nextInt(bad.length);
    switch (random.nextInt(3)) {
      case 0 -> bad[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> Arrays.fill(bad, at, Math.min(bad.length, at + 1 + random.nextInt(4096)), (byte) 0);
      default -> {
        final int from = random.nextInt(bad.length);
        final int count = Math.min(1 + random.nextInt(64), bad.length - Math.max(at, from));
        System.arraycopy(bad, from, bad, at, count);
      }
    }
    return bad;
  }

  /** Writes another {@code run.json} with matching hashes. */
  private static void replaceDocument(Path checkpoint, String from, String to) throws IOException {
    final Path file = checkpoint.resolve("run.json");
    final String text = Files.readString(file);
    final String other = text.replaceFirst(from, to);
    assertNotEquals(text, other);
    Files.writeString(file, other);
    Files.writeString(checkpoint.resolve("COMPLETE"), Hashes.of(file));
  }

  @Test
  void shouldGoOnAndKeepTheLastGoodOneWhenTheDiskIsFull() throws Exception {
    final Path whole = study(TORUS).into(place("whole")).run().directory();
    final long bytes = bytes(newest(stopped(TORUS, 1)));
    final Path place = place("full");
    final Path disk = Files.createDirectory(CheckpointStore.beside(place));
    assumeTrue(mounted(disk, bytes + bytes / 2), "needs root, to mount a small file system");
    try {
      final CheckpointPlan plan = new CheckpointPlan(0, 0, 0);
      plan.stop();
      study(TORUS).into(place).checkpoints(plan).run();
      final Path good = newest(place);
      final List<String> heard = new ArrayList<>();
      final Result result =
          hopwright
              .resume(place, warnings::add)
              .threads(1)
              .checkpoints(new CheckpointPlan(1000, 0, 0))
              .listener(
                  new RunListener() {
                    @Override
                    public void warning(String text) {
                      heard.add(Files.exists(good.resolve("COMPLETE")) + " " + text);
                    }
                  })
              .run();
      assertEquals(content(whole), content(result.directory()));
      assertFalse(heard.isEmpty());
      assertTrue(heard.get(0).startsWith("true the checkpoint of tick 2000 could not be"));
      assertTrue(heard.get(0).contains("No space left on device"), heard.get(0));
    } finally {
      Jvm.run("umount", "-l", disk.toString());
    }
  }

  private static long bytes(Path checkpoint) throws IOException {
    try (Stream<Path> files = Files.list(checkpoint)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static boolean mounted(Path disk, long bytes) throws InterruptedException {
    try {
      Jvm.run("mount", "-t", "tmpfs", "-o", "size=" + bytes, "tmpfs", disk.toString());
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void shouldRefuseAnotherBuild() throws IOException {
    final Path place = stopped(TORUS, 1);
    replaceDocument(newest(place), "(\"version\" : \")", "$1other-");
    final Experiment resumed = hopwright.resume(place, warnings::add);
    final String message = assertThrows(InputException.class, resumed::run).getMessage();
    assertTrue(message.contains("`version` was other-"), message);
  }

  @Test
  void shouldRefuseWhatAnotherProcessHas() {
    final Path place = stopped(TORUS, 1);
    try (CheckpointStore other = CheckpointStore.open(place)) {
      assertNotNull(other);
      assertThrows(EnvironmentException.class, () -> hopwright.resume(place, warnings::add));
    }
  }

  @Test
  void shouldRefuseAPlaceWithoutCheckpoints() {
    final String message =
        assertThrows(InputException.class, () -> hopwright.resume(place("none"), warnings::add))
            .getMessage();
    assertTrue(message.contains("there are no checkpoints of this run"), message);
  }
}
