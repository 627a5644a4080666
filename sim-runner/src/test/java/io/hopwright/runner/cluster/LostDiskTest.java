package io.hopwright.runner.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.runner.command.session.ExitCode;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
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

/**
 * Runs over several JVMs, each with a directory in place of the disk of its computer. They lose a
 * JVM with its disk, and still give the result of an undisturbed run.
 */
@Tag("cluster")
@Timeout(value = 3600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LostDiskTest {
  /** Number of losses at random times; the property sets a larger one. */
  private static final int LOSSES = Integer.getInteger("hopwright.kills", 5);

  private static final long SEED = Long.getLong("hopwright.seed", 1);
  private static final Duration LIMIT = Duration.ofSeconds(170);
  private static final List<String> STUDY = study(150_000);

  /** Study that simulates for longer than it takes to lose some JVMs. */
  private static final List<String> LONG = study(600_000);

  @TempDir private Path directory;
  private final List<Jvm> started = new ArrayList<>();
  private String address;

  @BeforeEach
  void chooseAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      address = "127.0.0.1:" + socket.getLocalPort();
    }
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

  private static List<String> study(int ticks) {
    return List.of(
        "run",
        "bgl-uniform",
        "--set=machine.shape=4x4x4",
        "--set=partition.shape=2x2x4",
        "--set=run.ticks=" + ticks,
        "--set=run.warmupTicks=1000",
        "--threads=1");
  }

  private Path disk(String name) {
    return directory.resolve(name);
  }

  private Jvm run(String disk, String... options) throws IOException {
    return run(STUDY, disk, options);
  }

  private Jvm run(List<String> study, String disk, String... options) throws IOException {
    final List<String> arguments = new ArrayList<>(study);
    arguments.add("--out=" + disk(disk).resolve("r"));
    return seed(arguments, options);
  }

  private Jvm resume(String disk, String... options) throws IOException {
    return seed(List.of("resume", disk(disk).resolve("r").toString(), "--threads=1"), options);
  }

  private Jvm seed(List<String> words, String... options) throws IOException {
    final List<String> arguments = new ArrayList<>(words);
    arguments.addAll(List.of("--checkpoint-every=5000ticks", "--address=" + address));
    return start(arguments, options);
  }

  private Jvm worker() throws IOException {
    return start(List.of("worker", "--seed", address, "--threads", "1"));
  }

  private Jvm keeper(String disk) throws IOException {
    return start(
        List.of("worker", "--seed", address, "--threads", "1"), "--copies-in=" + disk(disk));
  }

  private List<Path> copies(String disk, boolean complete) {
    try (Stream<Path> all = Files.list(disk(disk).resolve("r.checkpoints"))) {
      return all.filter(
              each -> each.getFileName().toString().matches(complete ? "\\d+" : "\\.\\d+"))
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private void awaitCopy(Jvm jvm, String disk) throws InterruptedException {
    jvm.await(() -> !copies(disk, true).isEmpty());
  }

  private static void kill(Jvm jvm) throws Exception {
    jvm.signal("-KILL");
    jvm.exitCode();
  }

  private void lose(Jvm jvm, String disk) throws Exception {
    kill(jvm);
    remove(disk);
  }

  private void remove(String disk) throws IOException {
    if (!Files.exists(disk(disk))) {
      return;
    }
    try (Stream<Path> all = Files.walk(disk(disk))) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  private void assertUndisturbed(Jvm seed, String disk) throws IOException, InterruptedException {
    assertUndisturbed(STUDY, seed, disk);
  }

  private void assertUndisturbed(List<String> study, Jvm seed, String disk)
      throws IOException, InterruptedException {
    assertEquals(ExitCode.DONE, seed.exitCode(LIMIT), seed::err);
    assertSame(study, seed, disk);
  }

  private void assertSame(List<String> study, Jvm seed, String disk) throws IOException {
    final Path whole = disk("whole").resolve("r");
    if (!Files.exists(whole)) {
      final List<String> arguments = new ArrayList<>(study);
      arguments.add("--out=" + whole);
      ResultFiles.make(arguments);
    }
    assertEquals(ResultFiles.of(whole), ResultFiles.of(disk(disk).resolve("r")), seed::err);
  }

  private void assertDone(Jvm jvm) throws IOException, InterruptedException {
    assertEquals(ExitCode.DONE, jvm.exitCode(LIMIT), jvm::err);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void shouldResumeFromACopy(int members) throws Exception {
    final Jvm seed = run("a", "--members=" + members);
    final Jvm keeper = keeper("b");
    final Jvm other = members == 2 ? keeper : worker();
    awaitCopy(seed, "b");
    lose(seed, "a");
    final Jvm next = resume("c", "--members=" + members);
    next.awaitWords("received the checkpoint of tick");
    assertUndisturbed(next, "c");
    assertDone(keeper);
    assertDone(other);
    assertEquals(List.of(), copies("b", true));
  }

  /** The copy is a complete checkpoint, so its computer needs no other files. */
  @Test
  void shouldResumeWhereTheCopyIs() throws Exception {
    final Jvm seed = run("a", "--members=2");
    final Jvm keeper = keeper("b");
    awaitCopy(seed, "b");
    lose(seed, "a");
    kill(keeper);
    assertUndisturbed(start(List.of("resume", disk("b").resolve("r").toString())), "b");
  }

  /** The keeper is lost, later the seed; then the replacement of the keeper has the only copy. */
  @Test
  void shouldCopyToAReplacementOfTheKeeper() throws Exception {
    final Jvm seed = run("a", "--members=3");
    final Jvm keeper = keeper("b");
    final Jvm survivor = worker();
    awaitCopy(seed, "b");
    lose(keeper, "b");
    seed.awaitWords("continuing from the checkpoint of tick");
    final Jvm replacement = keeper("d");
    awaitCopy(seed, "d");
    lose(seed, "a");
    final Jvm next = resume("c", "--members=3");
    assertUndisturbed(next, "c");
    assertDone(survivor);
    assertDone(replacement);
  }

  /** With two copies, one keeper is lost together with the seed. */
  @Test
  void shouldSurviveTheLossOfTheSeedAndAKeeper() throws Exception {
    final Jvm seed = run("a", "--members=3", "--copies=2");
    final Jvm first = keeper("b");
    final Jvm second = keeper("d");
    awaitCopy(seed, "b");
    awaitCopy(seed, "d");
    lose(seed, "a");
    lose(first, "b");
    final Jvm replacement = keeper("e");
    final Jvm next = resume("c", "--members=3");
    next.awaitWords("received the checkpoint of tick");
    assertUndisturbed(next, "c");
    assertDone(second);
    assertDone(replacement);
  }

  /** The seed or the keeper is killed while a hidden copy is incomplete. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldSurviveAKillWhileACopyIsSent(boolean ofSeed) throws Exception {
    Jvm seed = run("a", "--members=2");
    Jvm keeper = keeper("b");
    awaitCopy(seed, "b");
    seed.await(() -> !copies("b", false).isEmpty());
    if (ofSeed) {
      lose(seed, "a");
      seed = resume("c", "--members=2");
    } else {
      kill(keeper);
      keeper = keeper("b");
    }
    assertUndisturbed(seed, ofSeed ? "c" : "a");
    assertDone(keeper);
    assertEquals(List.of(), copies("b", false));
  }

  @Test
  void shouldSayThatAllCopiesAreLost() throws Exception {
    final Jvm seed = run("a", "--members=3");
    final Jvm keeper = keeper("b");
    final Jvm survivor = worker();
    awaitCopy(seed, "b");
    lose(seed, "a");
    lose(keeper, "b");
    final Jvm replacement = keeper("d");
    final Jvm next = resume("c", "--members=3");
    assertEquals(ExitCode.ENVIRONMENT_FAILED, next.exitCode(LIMIT), next::err);
    assertTrue(next.err().contains("no member has an undamaged copy"), next.err());
    assertFalse(Files.exists(disk("c").resolve("r")));
    // A new worker receives the reason; a worker that has simulated waits for another seed.
    assertEquals(ExitCode.ENVIRONMENT_FAILED, replacement.exitCode(), replacement::err);
    kill(survivor);
  }

  /** The message names the damaged copy, and the older one is used. */
  @Test
  void shouldUseTheOlderCopyIfTheNewerIsDamaged() throws Exception {
    final Jvm seed = run("a", "--members=2");
    final Jvm keeper = keeper("b");
    seed.await(() -> copies("b", true).size() == 2);
    lose(seed, "a");
    final Path newest =
        copies("b", true).stream()
            .max(Comparator.comparingLong(each -> Long.parseLong(each.getFileName().toString())))
            .orElseThrow();
    final Path state = newest.resolve("partition-1.state");
    final byte[] bytes = Files.readAllBytes(state);
    bytes[bytes.length / 2] ^= 1;
    Files.write(state, bytes);
    final Jvm next = resume("c", "--members=2");
    next.awaitWords("damaged");
    assertUndisturbed(next, "c");
    assertDone(keeper);
  }

  /**
   * Random losses of seeds with their disks, and of keepers with theirs while the seed has its own.
   */
  @Test
  void shouldSurviveLossesAtRandomTimes(TestReporter reporter) throws Exception {
    final Random random = new Random(SEED);
    String disk = "seed0";
    String copies = "keeper0";
    Jvm seed = run(LONG, disk, "--members=3", "--recoveries=100");
    Jvm keeper = keeper(copies);
    final Jvm worker = worker();
    int seeds = 0;
    for (int loss = 1; loss <= LOSSES; loss++) {
      // Only a disk with a copy elsewhere may be lost.
      awaitCopy(seed, copies);
      Thread.sleep(random.nextInt(700));
      if (!seed.alive()) {
        break;
      }
      if (random.nextBoolean()) {
        kill(seed);
        if (Files.exists(disk(disk).resolve("r"))) {
          // The run had ended.
          assertSame(LONG, seed, disk);
          return;
        }
        remove(disk);
        disk = "seed" + loss;
        seed = resume(disk, "--members=3", "--recoveries=100");
        seeds++;
      } else {
        lose(keeper, copies);
        copies = "keeper" + loss;
        keeper = keeper(copies);
      }
      reporter.publishEntry("loss " + loss, seeds + " of the seed so far");
    }
    assertUndisturbed(LONG, seed, disk);
    assertDone(keeper);
    assertDone(worker);
  }
}
