package io.hopwright.runner.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.runner.command.session.ExitCode;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs over several JVMs that lose a JVM, and still give the result of an undisturbed run. */
@Tag("cluster")
@Timeout(value = 3600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RecoveryTest {
  /** Number of kills at random times; the property sets a larger one. */
  private static final int KILLS = Integer.getInteger("hopwright.kills", 5);

  private static final long SEED = Long.getLong("hopwright.seed", 1);
  private static final Duration LIMIT = Duration.ofSeconds(170);
  private static final List<String> STUDY =
      List.of(
          "bgl-uniform",
          "--set=machine.shape=4x4x4",
          "--set=partition.shape=2x2x4",
          "--set=run.ticks=150000",
          "--set=run.warmupTicks=1000",
          "--threads=1");

  /** Study of saturated sources, whose pilot takes the longest time allowed. */
  private static final List<String> PILOT =
      List.of(
          "bgl-uniform",
          "--set=machine.shape=4x4x4",
          "--set=partition.shape=2x2x4",
          "--set=workload.load=1.0",
          "--set=run.ticks=20000",
          "--set=run.warmupTicks=auto",
          "--set=run.maxWarmupTicks=200000",
          "--threads=1");

  @TempDir private Path directory;
  private final List<Jvm> started = new ArrayList<>();
  private TestReporter reporter;
  private Path out;

  @BeforeEach
  void prepare(TestReporter testReporter) {
    reporter = testReporter;
    out = directory.resolve("result");
  }

  @AfterEach
  void endAll() {
    started.forEach(Jvm::close);
  }

  private Jvm start(List<String> words, String... more) throws IOException {
    final List<String> arguments = new ArrayList<>(words);
    arguments.addAll(List.of(more));
    final Jvm jvm = Jvm.start(directory, List.of(), List.of(), arguments);
    started.add(jvm);
    return jvm;
  }

  private Jvm run(String... options) throws IOException {
    return run(STUDY, options);
  }

  private Jvm run(List<String> study, String... options) throws IOException {
    final List<String> arguments = new ArrayList<>(List.of("run"));
    arguments.addAll(study);
    arguments.addAll(List.of("--checkpoint-every=5000ticks", "--out=" + out));
    return start(arguments, options);
  }

  private Jvm worker(String seed) throws IOException {
    return start(List.of("worker", "--seed", seed, "--threads", "1"));
  }

  private static String freeAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return "127.0.0.1:" + socket.getLocalPort();
    }
  }

  private Map<String, String> undisturbed() throws IOException {
    return undisturbed(STUDY);
  }

  private Map<String, String> undisturbed(List<String> study) throws IOException {
    final Path whole = directory.resolve("whole");
    final List<String> arguments = new ArrayList<>(List.of("run"));
    arguments.addAll(study);
    arguments.add("--out=" + whole);
    ResultFiles.make(arguments);
    return ResultFiles.of(whole);
  }

  private int losses() throws IOException {
    return losses(out);
  }

  private static int losses(Path result) throws IOException {
    final JsonNode losses =
        new ObjectMapper().readTree(result.resolve("manifest.json").toFile()).path("losses");
    return losses.size();
  }

  private void awaitCheckpoint(Jvm jvm) throws InterruptedException {
    jvm.await(() -> hasCheckpoint(out));
  }

  private static boolean hasCheckpoint(Path run) {
    final Path checkpoints = run.resolveSibling(run.getFileName() + ".checkpoints");
    if (!Files.isDirectory(checkpoints)) {
      return false;
    }
    try (Stream<Path> all = Files.list(checkpoints)) {
      return all.anyMatch(each -> Files.exists(each.resolve("COMPLETE")));
    } catch (IOException e) {
      return false;
    }
  }

  private void assertUndisturbed(Jvm seed) throws IOException, InterruptedException {
    assertUndisturbed(STUDY, seed);
  }

  private void assertUndisturbed(List<String> study, Jvm seed)
      throws IOException, InterruptedException {
    assertEquals(ExitCode.DONE, seed.exitCode(LIMIT), seed.err());
    assertEquals(undisturbed(study), ResultFiles.of(out), seed.err());
  }

  @Test
  void shouldReplaceAChildThatDies() throws Exception {
    final Jvm launcher = run("--jvms=3");
    awaitCheckpoint(launcher);
    Jvm.signal("-KILL", launcher.children().get(1).pid());
    assertUndisturbed(launcher);
    assertEquals(1, losses());
    assertTrue(launcher.err().contains("continuing from the checkpoint of tick"), launcher.err());
  }

  /**
   * Freezes a child as soon as it runs, when another one has joined, when all have, or in windows.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {"", "2 of 3 JVMs have connected", "3 of 3 JVMs have connected", "checkpoint"})
  void shouldReplaceAChildThatFreezes(String when) throws Exception {
    final Jvm launcher = run("--jvms=3");
    launcher.await(() -> launcher.children().size() == 2);
    if (when.equals("checkpoint")) {
      awaitCheckpoint(launcher);
    } else {
      launcher.awaitWords(when);
    }
    final NavigableSet<Instant> frozen = new TreeSet<>(List.of(Instant.now()));
    Jvm.signal("-STOP", launcher.children().get(1).pid());
    assertUndisturbed(launcher);
    assertEquals(1, losses());
    reporter.publishEntry(
        "frozen at '" + when + "'", "seconds until simulated again: " + secondsLost(frozen));
  }

  /** Freezes the child before it watches its parent, or when it simulates. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldEndAFrozenChildOfALostSeedWhenItRunsAgain(boolean simulates) throws Exception {
    final Jvm launcher = run("--jvms=2");
    launcher.await(() -> !launcher.children().isEmpty());
    if (simulates) {
      awaitCheckpoint(launcher);
    }
    final long child = launcher.children().get(0).pid();
    Jvm.signal("-STOP", child);
    launcher.signal("-KILL");
    launcher.exitCode();
    assertTrue(Jvm.runs(child));
    Jvm.signal("-CONT", child);
    Jvm.awaitEnd(child);
  }

  @Test
  void shouldWaitForAReplacementOfAMember() throws Exception {
    final String address = freeAddress();
    final Jvm seed = run("--members=3", "--address=" + address);
    final Jvm survivor = worker(address);
    final Jvm victim = worker(address);
    awaitCheckpoint(seed);
    victim.signal("-KILL");
    seed.awaitWords("continuing from the checkpoint of tick");
    final Jvm replacement = worker(address);
    assertUndisturbed(seed);
    assertEquals(ExitCode.DONE, survivor.exitCode(), survivor.err());
    assertEquals(ExitCode.DONE, replacement.exitCode(), replacement.err());
    assertEquals(1, losses());
  }

  /** The frozen victim is noticed seconds after its replacement has joined. */
  @Test
  void shouldTakeAReplacementThatWasThereBeforeTheLossWasNoticed() throws Exception {
    final String address = freeAddress();
    final Jvm seed = run("--members=3", "--address=" + address);
    final Jvm survivor = worker(address);
    final Jvm victim = worker(address);
    awaitCheckpoint(seed);
    victim.signal("-STOP");
    final Jvm replacement = worker(address);
    replacement.awaitWords("all 3 members have joined already; waiting");
    assertUndisturbed(seed);
    assertEquals(ExitCode.DONE, survivor.exitCode(), survivor.err());
    assertEquals(ExitCode.DONE, replacement.exitCode(), replacement.err());
    assertEquals(1, losses());
  }

  /**
   * The replacement has the victim's address, as a pod that keeps its name; it may join before the
   * loss is noticed.
   */
  @Test
  void shouldTakeAReplacementAtTheSameAddress() throws Exception {
    final String address = freeAddress();
    final Jvm seed = run("--members=2", "--address=" + address);
    final List<String> worker =
        List.of("worker", "--seed", address, "--threads", "1", "--address", freeAddress());
    final Jvm victim = start(worker);
    awaitCheckpoint(seed);
    victim.signal("-KILL");
    victim.exitCode();
    final Jvm replacement = start(worker);
    assertUndisturbed(seed);
    assertEquals(ExitCode.DONE, replacement.exitCode(), replacement.err());
    assertEquals(1, losses());
  }

  @Test
  void shouldBeginThePilotAgain() throws Exception {
    final Jvm launcher = run(PILOT, "--jvms=2");
    LossTest.awaitSimulating(launcher.awaitWords("2 of 2 JVMs have connected"));
    Jvm.signal("-KILL", launcher.children().get(0).pid());
    launcher.awaitWords("continuing from its first tick");
    assertUndisturbed(PILOT, launcher);
    assertEquals(1, losses());
  }

  /** The second point is lost and continues from its checkpoint; the third one follows. */
  @Test
  void shouldGoOnInsideAPointOfASweep() throws Exception {
    final List<String> sweep = new ArrayList<>(STUDY);
    sweep.set(0, "sweep");
    sweep.addAll(List.of("bgl-uniform", "--set=workload.load=[0.2,0.5,0.7]"));
    final Path whole = directory.resolve("whole");
    final List<String> undisturbed = new ArrayList<>(sweep);
    undisturbed.add("--out=" + whole);
    ResultFiles.make(undisturbed);

    final Jvm launcher = start(sweep, "--jvms=2", "--checkpoint-every=5000ticks", "--out=" + out);
    launcher.await(() -> hasCheckpoint(out.resolve("load=0.5")));
    Jvm.signal("-KILL", launcher.children().get(0).pid());
    assertEquals(ExitCode.DONE, launcher.exitCode(LIMIT), launcher.err());
    assertTrue(launcher.err().contains("continuing from the checkpoint of tick"), launcher.err());
    final List<Path> points;
    try (Stream<Path> all = Files.list(whole)) {
      points = all.filter(Files::isDirectory).sorted().toList();
    }
    assertEquals(3, points.size());
    for (Path point : points) {
      final Path here = out.resolve(point.getFileName());
      assertEquals(ResultFiles.of(point), ResultFiles.of(here), launcher.err());
      assertEquals(point.equals(points.get(1)) ? 1 : 0, losses(here));
    }
  }

  @Test
  void shouldGoOnWithFewer() throws Exception {
    final String address = freeAddress();
    final Jvm seed = run("--members=3", "--address=" + address, "--shrink", "--wait=8");
    final Jvm survivor = worker(address);
    final Jvm victim = worker(address);
    awaitCheckpoint(seed);
    victim.signal("-KILL");
    assertUndisturbed(seed);
    assertEquals(ExitCode.DONE, survivor.exitCode(), survivor.err());
  }

  @Test
  void shouldResumeAfterTheLossOfTheSeed() throws Exception {
    final Jvm launcher = run("--jvms=2");
    awaitCheckpoint(launcher);
    launcher.signal("-KILL");
    launcher.exitCode();
    assertUndisturbed(start(List.of("resume", out.toString()), "--jvms=3", "--threads=1"));
  }

  @Test
  void shouldEndAfterTooManyLosses() throws Exception {
    final Jvm launcher = run("--jvms=2", "--recoveries=0");
    awaitCheckpoint(launcher);
    Jvm.signal("-KILL", launcher.children().get(0).pid());
    assertEquals(ExitCode.ENVIRONMENT_FAILED, launcher.exitCode(LIMIT), launcher.err());
    assertTrue(hasCheckpoint(out));
    assertUndisturbed(start(List.of("resume", out.toString()), "--threads=1"));
  }

  /** Some kills hit starting JVMs, some a checkpoint that is being written, some a recovery. */
  @Test
  void shouldSurviveKillsAtRandomTimes() throws Exception {
    final Map<String, String> expected = undisturbed();
    final Random random = new Random(SEED);
    int kills = 0;
    int bySignal = 0;
    for (int run = 0; kills < KILLS; run++) {
      out = directory.resolve("run" + run);
      final NavigableSet<Instant> killed = new TreeSet<>();
      final String jvms = "--jvms=" + (2 + random.nextInt(2));
      Jvm seed = run(jvms);
      int here = 0;
      while (here < 3 && kills < KILLS) {
        Thread.sleep(random.nextInt(6_000));
        if (!seed.alive()) {
          break;
        }
        final List<ProcessHandle> children = seed.children();
        final boolean seedDies = random.nextInt(5) == 0;
        if (children.isEmpty() && !seedDies) {
          continue;
        }
        kills++;
        here++;
        if (seedDies) {
          seed.signal("-KILL");
          seed.exitCode();
          seed =
              hasCheckpoint(out)
                  ? start(
                      List.of("resume", out.toString()),
                      jvms,
                      "--threads=1",
                      "--checkpoint-every=5000ticks")
                  : run(jvms);
          continue;
        }
        final boolean frozen = random.nextInt(3) == 0;
        bySignal += frozen ? 1 : 0;
        final ProcessHandle victim = children.get(random.nextInt(children.size()));
        if (victim.isAlive()) {
          killed.add(Instant.now());
          Jvm.signal(frozen ? "-STOP" : "-KILL", victim.pid());
        }
      }
      final Jvm last = seed;
      assertEquals(ExitCode.DONE, last.exitCode(LIMIT), () -> "run " + out + ": " + last.err());
      assertEquals(expected, ResultFiles.of(out), last::err);
      assertFalse(hasCheckpoint(out));
      reporter.publishEntry(
          "run " + run,
          "%s losses so far, %s of them frozen; seconds until windows were simulated again: %s"
              .formatted(kills, bySignal, secondsLost(killed)));
    }
  }

  /**
   * Returns, for each loss that the run has survived, the seconds from the kill to its
   * continuation.
   */
  private List<Double> secondsLost(NavigableSet<Instant> killed) throws IOException {
    final List<Double> seconds = new ArrayList<>();
    for (JsonNode loss :
        new ObjectMapper().readTree(out.resolve("manifest.json").toFile()).path("losses")) {
      final Instant noticed = Instant.parse(loss.path("when").asText());
      final Instant kill = killed.floor(noticed);
      // A loss after which the run was killed before it went on has no such time.
      if (kill != null && loss.has("secondsUntilItWentOn")) {
        seconds.add(
            Duration.between(kill, noticed).toMillis() / 1_000.0
                + loss.path("secondsUntilItWentOn").asDouble());
      }
    }
    return seconds;
  }
}
