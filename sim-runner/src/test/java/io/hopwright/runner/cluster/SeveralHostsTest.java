package io.hopwright.runner.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.runner.command.session.ExitCode;
import java.io.IOException;
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

/**
 * Three hosts with their own addresses: network namespaces of this computer, each with a cable to
 * one switch.
 */
@Tag("cluster")
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SeveralHostsTest {
  private static final int HOSTS = 3;
  private static final Duration NOTICED = Duration.ofSeconds(10);
  private static final Duration SLACK = Duration.ofSeconds(4);

  @TempDir private Path directory;
  private final List<Jvm> started = new ArrayList<>();
  private final String mark = "hw" + ProcessHandle.current().pid() % 100_000;
  private TestReporter reporter;
  private Path out;

  /** Creates the network; skips the test where that is not allowed. */
  @BeforeEach
  void layCables(TestReporter testReporter) throws Exception {
    reporter = testReporter;
    out = directory.resolve("result");
    try {
      Jvm.run("ip", "netns", "add", switchName());
    } catch (IOException e) {
      assumeTrue(false, "needs root and ip of iproute2: " + e.getMessage());
    }
    ip(switchName(), "link add lan type bridge");
    ip(switchName(), "link set lan up");
    for (int host = 0; host < HOSTS; host++) {
      Jvm.run("ip", "netns", "add", name(host));
      ip(name(host), "link add eth type veth peer name port" + host + " netns " + switchName());
      ip(switchName(), "link set port" + host + " master lan up");
      ip(name(host), "addr add " + address(host) + "/24 dev eth");
      ip(name(host), "link set eth up");
      ip(name(host), "link set lo up");
    }
  }

  @AfterEach
  void removeCables() {
    started.forEach(Jvm::close);
    for (int host = 0; host < HOSTS; host++) {
      remove(name(host));
    }
    remove(switchName());
  }

  private static void remove(String namespace) {
    try {
      Jvm.run("ip", "netns", "del", namespace);
    } catch (IOException | InterruptedException e) {
      // It was never there.
    }
  }

  private static void ip(String namespace, String command) throws Exception {
    final List<String> words = new ArrayList<>(List.of("ip", "-n", namespace));
    words.addAll(List.of(command.split(" ")));
    Jvm.run(words.toArray(String[]::new));
  }

  private String switchName() {
    return mark + "switch";
  }

  private String name(int host) {
    return mark + "host" + host;
  }

  private static String address(int host) {
    return "10.77.0." + (host + 1);
  }

  private Jvm start(int host, List<String> arguments) throws IOException {
    final Jvm jvm =
        Jvm.start(directory, List.of("ip", "netns", "exec", name(host)), List.of(), arguments);
    started.add(jvm);
    return jvm;
  }

  private static List<String> study(Path out, long ticks) {
    return List.of(
        "run",
        "bgl-uniform",
        "--set",
        "machine.shape=4x4x4",
        "--set",
        "partition.shape=2x2x4",
        "--set",
        "run.warmupTicks=1000",
        "--set",
        "run.ticks=" + ticks,
        "--threads",
        "1",
        "--out",
        out.toString());
  }

  /** Starts the seed on host 0 and a worker on each of the others. */
  private List<Jvm> members(long ticks, String... options) throws Exception {
    final List<String> run = new ArrayList<>(study(out, ticks));
    run.addAll(List.of(options));
    run.addAll(List.of("--members", "3", "--address", address(0) + ":4711"));
    final List<Jvm> members = new ArrayList<>(List.of(start(0, run)));
    for (int host = 1; host < HOSTS; host++) {
      members.add(
          start(
              host,
              List.of(
                  "worker",
                  "--seed",
                  address(0) + ":4711",
                  "--address",
                  address(host),
                  "--threads",
                  "1")));
    }
    members.get(0).awaitWords("3 of 3 JVMs have connected");
    return members;
  }

  private static JsonNode summary(Path result) throws IOException {
    return new ObjectMapper().readTree(result.resolve("summary.json").toFile());
  }

  @Test
  void shouldGiveTheSameResult() throws Exception {
    final Path alone = directory.resolve("alone");
    final Jvm one = start(0, study(alone, 3_000));
    assertEquals(ExitCode.DONE, one.exitCode(), one.err());
    for (Jvm member : members(3_000)) {
      assertEquals(ExitCode.DONE, member.exitCode(), member.err());
    }
    final String digest = summary(alone).get("digest").asText();
    assertEquals(digest, summary(out).get("digest").asText());
    assertEquals(3, summary(out).get("execution").get("jvms").asInt());
  }

  private void assertLost(Jvm jvm, String who, long start) throws Exception {
    assertEquals(ExitCode.ENVIRONMENT_FAILED, jvm.exitCode(NOTICED.plus(SLACK)), jvm.err());
    reporter.publishEntry(
        jvm.err().lines().reduce((first, last) -> last).orElse(""),
        (System.nanoTime() - start) / 1_000_000 + " ms");
    assertTrue(
        jvm.err().matches("(?s).*hopwright: lost member " + who + ":\\d+, at tick \\d+.*"),
        jvm.err());
  }

  /** Both sides notice that a cable was cut. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void shouldEndWhenALinkIsCut(int host) throws Exception {
    final List<Jvm> members = members(100_000_000);
    LossTest.awaitSimulating(members.get(0));
    final long start = System.nanoTime();
    ip(switchName(), "link set port" + host + " down");
    for (int other = 0; other < HOSTS; other++) {
      assertLost(
          members.get(other),
          other == host ? "\\d at 10.77.0.[123]" : "\\d at " + address(host),
          start);
    }
    assertTrue(summary(out).get("lost").asBoolean());
  }

  @ParameterizedTest
  @CsvSource({"-KILL, 0", "-KILL, 1", "-STOP, 0", "-STOP, 1"})
  void shouldEndWhenAHostIsLost(String signal, int host) throws Exception {
    final List<Jvm> members = members(100_000_000);
    LossTest.awaitSimulating(members.get(0));
    final long start = System.nanoTime();
    members.get(host).signal(signal);
    for (int other = 0; other < HOSTS; other++) {
      if (other != host) {
        assertLost(members.get(other), "\\d at " + address(host), start);
      }
    }
  }

  /** An interruption that ends in time only delays the run. */
  @Test
  void shouldSurviveAShortInterruptionOfALink() throws Exception {
    final Path alone = directory.resolve("alone");
    final Jvm one = start(0, study(alone, 100_000));
    assertEquals(ExitCode.DONE, one.exitCode(), one.err());
    final List<Jvm> members = members(100_000);
    LossTest.awaitSimulating(members.get(0));
    ip(switchName(), "link set port1 down");
    Thread.sleep(1_000);
    assertTrue(members.get(0).alive(), "was to be cut off in its midst");
    ip(switchName(), "link set port1 up");
    for (Jvm member : members) {
      assertEquals(ExitCode.DONE, member.exitCode(), member.err());
    }
    assertEquals(summary(alone).get("digest"), summary(out).get("digest"));
  }

  /**
   * The seed, or one worker, is unreachable for so long that all members regard each other as lost.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void shouldGoOnAfterALongInterruptionOfALink(int host) throws Exception {
    final Path alone = directory.resolve("alone");
    final Jvm one = start(0, study(alone, 150_000));
    assertEquals(ExitCode.DONE, one.exitCode(), one.err());
    final List<Jvm> members = members(150_000, "--checkpoint-every", "5000ticks");
    LossTest.awaitSimulating(members.get(0));
    ip(switchName(), "link set port" + host + " down");
    members.get(0).awaitWords("continuing from");
    Thread.sleep(3_000);
    ip(switchName(), "link set port" + host + " up");
    for (Jvm member : members) {
      assertEquals(ExitCode.DONE, member.exitCode(), member.err());
    }
    assertEquals(summary(alone).get("digest"), summary(out).get("digest"));
  }
}
