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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that die, freeze, are slow or are asked to end, on one computer. */
@Tag("cluster")
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LossTest {
  /** Time within which every process must notice a loss and, in the tests, end. */
  private static final Duration NOTICED = Duration.ofSeconds(10);

  private static final Duration ENDED = Duration.ofSeconds(2);
  private static final Duration ENDED_WITHOUT_ANSWER = Duration.ofSeconds(3);

  /**
   * Additional time, beyond any limit, for machines as loaded as those of continuous integration.
   */
  private static final Duration SLACK = Duration.ofSeconds(20);

  private static final Duration SIMULATING_CPU = Duration.ofMillis(1_500);
  private static final List<String> SMALL =
      List.of("--set", "machine.shape=4x4x4", "--set", "partition.shape=2x2x4");
  private static final List<String> ENDLESS = List.of("--set", "run.ticks=100000000");

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

  private Jvm start(List<String> flags, List<String> arguments) throws IOException {
    final Jvm jvm = Jvm.start(directory, List.of(), flags, arguments);
    started.add(jvm);
    return jvm;
  }

  private Jvm run(List<String> study, String... options) throws IOException {
    final List<String> arguments = new ArrayList<>(List.of("run", "bgl-uniform"));
    arguments.addAll(SMALL);
    arguments.addAll(study);
    arguments.addAll(List.of("--threads", "1", "--out", out.toString()));
    arguments.addAll(List.of(options));
    return start(List.of(), arguments);
  }

  private Jvm worker(String seed, String... options) throws IOException {
    final List<String> arguments =
        new ArrayList<>(List.of("worker", "--seed", seed, "--threads", "1"));
    arguments.addAll(List.of(options));
    return start(List.of(), arguments);
  }

  private static String freeAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return "127.0.0.1:" + socket.getLocalPort();
    }
  }

  /** Returns three members, the seed first, in the middle of an endless run. */
  private List<Jvm> threeMembers() throws IOException, InterruptedException {
    final String address = freeAddress();
    final Jvm seed = run(ENDLESS, "--members", "3", "--address", address);
    final List<Jvm> all = List.of(seed, worker(address), worker(address));
    awaitSimulating(seed.awaitWords("3 of 3 JVMs have connected"));
    return all;
  }

  /** Returns a launcher and its two children, in the middle of an endless run. */
  private Jvm launcher() throws IOException, InterruptedException {
    final Jvm launcher = run(ENDLESS, "--jvms", "3");
    awaitSimulating(launcher.awaitWords("3 of 3 JVMs have connected"));
    return launcher;
  }

  /**
   * Waits until a process has used more processor time than the building of a small machine takes.
   */
  static void awaitSimulating(Jvm jvm) throws InterruptedException {
    final Duration before = jvm.cpu();
    jvm.await(() -> jvm.cpu().minus(before).compareTo(SIMULATING_CPU) > 0);
  }

  private JsonNode file(String name) throws IOException {
    return new ObjectMapper().readTree(out.resolve(name).toFile());
  }

  private void assertPartialResult(String mark) throws IOException {
    assertTrue(file("manifest.json").get(mark).asBoolean());
    assertTrue(file("summary.json").get(mark).asBoolean());
    assertTrue(file("summary.json").get("ticks").asLong() > 0);
    assertEquals(3, file("summary.json").get("execution").get("jvms").asInt());
    assertTrue(Files.exists(out.resolve("series.csv")));
  }

  private void report(String what, long startNanos) {
    reporter.publishEntry(what, (System.nanoTime() - startNanos) / 1_000_000 + " ms");
  }

  private static void assertOneLine(String expected, String err) {
    final List<String> lines =
        err.lines()
            .filter(line -> !line.endsWith("JVMs have connected") && !line.contains("  ETA "))
            .toList();
    final List<String> matching = lines.stream().filter(line -> line.matches(expected)).toList();
    assertEquals(1, matching.size(), () -> expected + ": " + err);
    assertTrue(
        lines.stream().allMatch(line -> line.startsWith("hopwright: ") || line.startsWith(" ")),
        err);
    assertFalse(err.contains("\tat "), err);
  }

  private static void assertGone(List<ProcessHandle> processes) throws InterruptedException {
    final long start = System.nanoTime();
    while (processes.stream().anyMatch(ProcessHandle::isAlive)) {
      assertTrue(
          System.nanoTime() - start < NOTICED.plus(SLACK).toNanos(), () -> processes + " live");
      Thread.sleep(20);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-KILL", "-STOP"})
  void shouldEndWhenAChildIsLost(String signal) throws Exception {
    final Jvm launcher = launcher();
    final List<ProcessHandle> children = launcher.children();
    assertEquals(2, children.size());
    final long start = System.nanoTime();
    Jvm.signal(signal, children.get(1).pid());
    assertEquals(
        ExitCode.ENVIRONMENT_FAILED, launcher.exitCode(NOTICED.plus(SLACK)), launcher.err());
    report("child lost by " + signal, start);
    assertOneLine(
        "hopwright: lost member [12] at 127.0.0.1:\\d+.*, at tick \\d+; the results of the other JVMs.*",
        launcher.err());
    assertGone(children);
    assertPartialResult("lost");
  }

  @Test
  void shouldEndTheChildrenOfAKilledLauncher() throws Exception {
    final Jvm launcher = launcher();
    final List<ProcessHandle> children = launcher.children();
    final long start = System.nanoTime();
    launcher.signal("-KILL");
    assertGone(children);
    report("children of a killed launcher gone", start);
    assertFalse(launcher.err().contains("lost"), launcher.err());
  }

  @Test
  void shouldEndTheChildrenOfAFrozenLauncher() throws Exception {
    final Jvm launcher = launcher();
    final List<ProcessHandle> children = launcher.children();
    final long start = System.nanoTime();
    launcher.signal("-STOP");
    for (ProcessHandle child : children) {
      launcher.await(() -> !Jvm.runs(child.pid()));
    }
    report("children of a frozen launcher gone", start);
    assertTrue(System.nanoTime() - start < NOTICED.plus(SLACK).toNanos());
    launcher.signal("-CONT");
    assertEquals(ExitCode.ENVIRONMENT_FAILED, launcher.exitCode(), launcher.err());
    assertOneLine("hopwright: (lost member|the other members have given up).*", launcher.err());
  }

  @ParameterizedTest
  @CsvSource({"-KILL, 0", "-KILL, 1", "-STOP, 0", "-STOP, 2"})
  void shouldEndAllMembersWhenOneIsLost(String signal, int which) throws Exception {
    final List<Jvm> members = threeMembers();
    final long start = System.nanoTime();
    members.get(which).signal(signal);
    for (int other = 0; other < 3; other++) {
      if (other != which) {
        final Jvm jvm = members.get(other);
        assertEquals(ExitCode.ENVIRONMENT_FAILED, jvm.exitCode(NOTICED.plus(SLACK)), jvm.err());
        report("member " + which + " lost by " + signal + ", noticed", start);
        assertOneLine(
            "hopwright: lost member "
                + (which == 0 ? "0" : "[12]")
                + " at 127.0.0.1:\\d+, at tick \\d+.*",
            jvm.err().replaceFirst("(?m)^hopwright: waiting for.*$\n", ""));
      }
    }
    if (which != 0) {
      assertPartialResult("lost");
    }
    if (signal.equals("-STOP")) {
      members.get(which).signal("-CONT");
      assertEquals(ExitCode.ENVIRONMENT_FAILED, members.get(which).exitCode());
      assertTrue(
          members.get(which).err().contains("lost member")
              || members.get(which).err().contains("have given up on this member"),
          members.get(which).err());
    }
  }

  @Test
  void shouldTellTheOthersWhenAWorkerIsTerminated() throws Exception {
    final List<Jvm> members = threeMembers();
    final long start = System.nanoTime();
    members.get(2).signal("-TERM");
    assertEquals(ExitCode.INTERRUPTED, members.get(2).exitCode(ENDED.plus(SLACK)));
    for (Jvm jvm : members.subList(0, 2)) {
      assertEquals(ExitCode.ENVIRONMENT_FAILED, jvm.exitCode(NOTICED.plus(SLACK)), jvm.err());
      assertTrue(
          jvm.err()
              .matches(
                  "(?s).*hopwright: lost member [12] at 127.0.0.1:\\d+, which was ended there, at"
                      + " tick \\d+.*"),
          jvm.err());
    }
    report("terminated worker noticed", start);
    assertPartialResult("lost");
  }

  /** The signal reaches all processes, as Ctrl-C in a terminal, or one, as kill does. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldEndOnInterruption(boolean group) throws Exception {
    final Jvm launcher = launcher();
    final List<ProcessHandle> children = launcher.children();
    final long start = System.nanoTime();
    Jvm.signal("-INT", group ? -launcher.pid() : launcher.pid());
    assertEquals(ExitCode.INTERRUPTED, launcher.exitCode(ENDED.plus(SLACK)), launcher.err());
    report("interrupted", start);
    assertGone(children);
    assertPartialResult("interrupted");
    assertFalse(file("summary.json").has("lost"));
    assertOneLine("hopwright: interrupted; partial results are in.*", launcher.err());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldEndOnInterruptionWithAFrozenChild(boolean group) throws Exception {
    final Jvm launcher = launcher();
    final List<ProcessHandle> children = launcher.children();
    Jvm.signal("-STOP", children.get(0).pid());
    final long start = System.nanoTime();
    Jvm.signal("-INT", group ? -launcher.pid() : launcher.pid());
    assertEquals(
        ExitCode.INTERRUPTED, launcher.exitCode(ENDED_WITHOUT_ANSWER.plus(SLACK)), launcher.err());
    report("interrupted with a frozen child", start);
    assertGone(children);
    assertPartialResult("interrupted");
    assertPartialResult("lost");
    assertOneLine(
        "hopwright: member [12] at 127.0.0.1:\\d+ did not answer, at tick \\d+", launcher.err());
  }

  @Test
  void shouldEndOnInterruptionWhileWaitingForMembers() throws Exception {
    final String address = freeAddress();
    final Jvm seed = run(ENDLESS, "--members", "3", "--address", address);
    final Jvm worker = worker(address);
    seed.awaitWords("2 of 3 JVMs have connected");
    final long start = System.nanoTime();
    seed.signal("-INT");
    assertEquals(ExitCode.INTERRUPTED, seed.exitCode(ENDED.plus(SLACK)), seed.err());
    report("interrupted while waiting", start);
    assertEquals(ExitCode.ENVIRONMENT_FAILED, worker.exitCode(NOTICED.plus(SLACK)));
    assertOneLine(
        "hopwright: the seed at .*: the seed was ended before all members had joined",
        worker.err());
    assertFalse(Files.exists(out));
  }

  @Test
  void shouldNotWaitForeverForASeedOrForWorkers() throws Exception {
    final Jvm worker = worker(freeAddress(), "--wait", "3");
    final String address = freeAddress();
    final Jvm seed = run(ENDLESS, "--members", "3", "--address", address, "--wait", "5");
    final Jvm early = worker(address);
    assertEquals(ExitCode.ENVIRONMENT_FAILED, worker.exitCode());
    assertOneLine(
        "hopwright: the seed at .* did not accept this worker within 3 s.*", worker.err());
    assertEquals(ExitCode.ENVIRONMENT_FAILED, seed.exitCode());
    assertTrue(
        seed.err().matches("(?s).*hopwright: [01] of 2 workers have come within 5 s.*"),
        seed.err());
    assertEquals(ExitCode.ENVIRONMENT_FAILED, early.exitCode());
  }

  @Test
  void shouldNameTheMemberThatRunsOutOfMemory() throws Exception {
    final String address = freeAddress();
    final Jvm seed =
        start(
            List.of(),
            List.of(
                "run",
                "bgl-uniform",
                "--set=run.ticks=100000000",
                "--set=machine.shape=32x32x32",
                "--set=partition.shape=32x32x16",
                "--threads=1",
                "--members=2",
                "--address=" + address,
                "--out=" + out));
    final Jvm worker =
        start(List.of("-Xmx24m"), List.of("worker", "--seed", address, "--threads", "1"));
    assertEquals(ExitCode.ENVIRONMENT_FAILED, seed.exitCode(), seed.err());
    assertEquals(ExitCode.ENVIRONMENT_FAILED, worker.exitCode(), worker.err());
    assertTrue(
        seed.err().matches("(?s).*hopwright: (member 1|lost member 1) at .*(: out of memory|, ).*"),
        seed.err());
    assertFalse(seed.err().contains("\tat "), seed.err());
  }

  @Test
  void shouldKeepTheRunsBeforeALossWhenReproducing() throws Exception {
    final Path study =
        Files.writeString(
            directory.resolve("s.conf"),
            "include \"studies/bgl-uniform\"\n"
                + "study.id = several\nmachine.shape = 4x4x4\npartition.shape = 2x4x4\n"
                + "run { warmupTicks = 1000, ticks = 2000 }\n"
                + "runs { a {}, b { set.run.ticks = 100000000 }, c {} }\n"
                + "checks { C { run = a, quantity = linkUtilization, expected = \"x\", atLeast = 0,"
                + " tolerance = none, section = \"1\", sizeIndependent = true } }\n");
    final Jvm launcher =
        start(
            List.of(),
            List.of(
                "reproduce",
                study.toString(),
                "--jvms",
                "2",
                "--threads",
                "1",
                "--out",
                out.toString()));
    awaitSimulating(launcher.awaitWords("2/3 b"));
    Jvm.signal("-KILL", launcher.children().get(0).pid());
    assertEquals(
        ExitCode.ENVIRONMENT_FAILED, launcher.exitCode(NOTICED.plus(SLACK)), launcher.err());
    assertTrue(file("verdicts.json").get("lost").asBoolean());
    assertTrue(file("b/summary.json").get("lost").asBoolean());
    assertFalse(file("a/summary.json").has("lost"));
    assertFalse(Files.exists(out.resolve("c")));
    assertTrue(
        launcher
            .err()
            .matches(
                "(?s).*hopwright: lost member 1 at .*, at tick \\d+; the results of the other JVMs.*"),
        launcher.err());
  }

  private String digest(Jvm jvm) throws IOException, InterruptedException {
    assertEquals(ExitCode.DONE, jvm.exitCode(), jvm.err());
    return file("summary.json").get("digest").asText();
  }

  private static final List<String> SOME_SECONDS =
      List.of("--set", "run.ticks=200000", "--set", "run.warmupTicks=1000");

  private String expectedDigest() throws IOException, InterruptedException {
    return digest(run(SOME_SECONDS, "--executor", "sequential"));
  }

  /**
   * The processes stop and continue, as by Ctrl-Z and fg, for longer than a member may be silent.
   */
  @Test
  void shouldGoOnAfterAllWereStopped() throws Exception {
    final String expected = expectedDigest();
    final Jvm launcher = run(SOME_SECONDS, "--jvms", "3");
    awaitSimulating(launcher.awaitWords("3 of 3 JVMs have connected"));
    Jvm.signal("-STOP", -launcher.pid());
    assertTrue(launcher.alive(), "was to be stopped in its midst");
    Thread.sleep(9_000);
    Jvm.signal("-CONT", -launcher.pid());
    assertEquals(expected, digest(launcher));
  }

  @Test
  void shouldGiveTheSameResultWithASlowMember() throws Exception {
    final String expected = expectedDigest();
    final Jvm launcher = run(SOME_SECONDS, "--jvms", "3");
    launcher.awaitWords("3 of 3 JVMs have connected");
    final long slow = launcher.children().get(0).pid();
    for (int i = 0; i < 10; i++) {
      assertTrue(launcher.alive(), "was to be slow in its midst");
      Jvm.signal("-STOP", slow);
      Thread.sleep(300);
      Jvm.signal("-CONT", slow);
      Thread.sleep(100);
    }
    assertEquals(expected, digest(launcher));
  }
}
