package io.hopwright.runner.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.runner.command.session.ExitCode;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that can take part, and processes that can connect. */
@Tag("cluster")
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TrustTest {
  private static final List<String> SMALL = small(2_000);
  private static final String LISTENING = "0A";
  private static final String LOOPBACK = "0100007F";
  private static final String MAPPED_LOOPBACK = "0000000000000000FFFF00000100007F";

  private static List<String> small(long ticks) {
    return List.of(
        "run",
        "bgl-uniform",
        "--set",
        "machine.shape=4x4x4",
        "--set",
        "partition.shape=2x4x4",
        "--set",
        "run.warmupTicks=1000",
        "--set",
        "run.ticks=" + ticks,
        "--threads",
        "1");
  }

  @TempDir private Path directory;
  private final List<Jvm> started = new ArrayList<>();

  @AfterEach
  void endAll() {
    started.forEach(Jvm::close);
  }

  private Jvm start(List<String> arguments, String... more) throws IOException {
    final List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of(more));
    final Jvm jvm = Jvm.start(directory, all);
    started.add(jvm);
    return jvm;
  }

  private static String freeAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return "127.0.0.1:" + socket.getLocalPort();
    }
  }

  private String certificates(String name) throws Exception {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "openssl"))),
        "openssl is missing");
    final String folder = directory.resolve(name).toString();
    Jvm.run("../deploy/make-test-certificates", folder);
    return folder;
  }

  private String digest(Jvm jvm, Path out) throws Exception {
    assertEquals(ExitCode.DONE, jvm.exitCode(), jvm.err());
    return new ObjectMapper().readTree(out.resolve("summary.json").toFile()).get("digest").asText();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldGiveTheSameResultOverTls(boolean children) throws Exception {
    final String tls = certificates("tls");
    final Path plain = directory.resolve("plain");
    final Path safe = directory.resolve("safe");
    final String expected = digest(start(SMALL, "--out", plain.toString()), plain);
    final Jvm seed;
    if (children) {
      seed = start(SMALL, "--out", safe.toString(), "--tls", tls, "--jvms", "2");
    } else {
      final String address = freeAddress();
      seed =
          start(
              SMALL,
              "--out",
              safe.toString(),
              "--tls",
              tls,
              "--members",
              "2",
              "--address",
              address);
      start(List.of("worker", "--seed", address, "--tls", tls));
    }
    assertEquals(expected, digest(seed, safe));
  }

  @ParameterizedTest
  @ValueSource(strings = {"not a certificate", "another authority", "the seed has none"})
  void shouldKeepStrangersOut(String who) throws Exception {
    final String tls = certificates("tls");
    final String address = freeAddress();
    final List<String> seedOptions =
        new ArrayList<>(List.of("--members", "2", "--address", address, "--wait", "8"));
    final List<String> worker =
        new ArrayList<>(List.of("worker", "--seed", address, "--wait", "4"));
    switch (who) {
      case "not a certificate" -> seedOptions.addAll(List.of("--tls", tls));
      case "another authority" -> {
        seedOptions.addAll(List.of("--tls", tls));
        worker.addAll(List.of("--tls", certificates("other")));
      }
      default -> worker.addAll(List.of("--tls", tls));
    }
    final Jvm seed =
        start(
            SMALL,
            Stream.concat(
                    seedOptions.stream(), Stream.of("--out", directory.resolve("out").toString()))
                .toArray(String[]::new));
    seed.awaitWords("waiting for");
    final Jvm stranger = start(worker);
    assertEquals(ExitCode.ENVIRONMENT_FAILED, stranger.exitCode(), stranger.err());
    assertTrue(stranger.err().contains("did not accept this worker"), stranger.err());
    assertEquals(1, stranger.err().lines().count(), stranger.err());
    assertEquals(ExitCode.ENVIRONMENT_FAILED, seed.exitCode(), seed.err());
    assertTrue(seed.err().contains("0 of 1 workers have come"), seed.err());
    assertEquals(2, seed.err().lines().count(), seed.err());
    assertFalse(Files.exists(directory.resolve("out")));
  }

  @Test
  void shouldTurnAwayAWorkerWithAnotherTokenAndWaitOn() throws Exception {
    final String address = freeAddress();
    final Path out = directory.resolve("out");
    final Jvm seed = start(SMALL, "--members", "2", "--address", address, "--out", out.toString());
    seed.awaitWords("waiting for");
    final Path token = Files.writeString(directory.resolve("token"), "fedcba9876543210");
    final Jvm stranger = start(List.of("worker", "--seed", address, "--token", token.toString()));
    assertEquals(ExitCode.ENVIRONMENT_FAILED, stranger.exitCode(), stranger.err());
    assertTrue(stranger.err().contains("not the token of this run"), stranger.err());
    final Jvm worker = start(List.of("worker", "--seed", address));
    digest(seed, out);
    assertEquals(ExitCode.DONE, worker.exitCode(), worker.err());
  }

  @Test
  void shouldRefuseAKeyThatIsNoneBeforeListening() throws Exception {
    final String tls = certificates("tls");
    Files.writeString(Path.of(tls, "tls.key"), "-----BEGIN NOTHING-----");
    final Jvm worker = start(List.of("worker", "--seed", freeAddress(), "--tls", tls));
    assertEquals(ExitCode.WRONG_INPUT, worker.exitCode(), worker.err());
    assertTrue(worker.err().contains("tls.key is not a private key in PEM"), worker.err());
    assertEquals(1, worker.err().lines().count(), worker.err());
  }

  @Test
  void shouldListenOnLoopbackUnlessToldOtherwise() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/net/tcp")), "/proc/net/tcp is missing");
    final Jvm launcher =
        start(small(100_000_000), "--out", directory.resolve("out").toString(), "--jvms", "2");
    launcher.awaitWords("2 of 2 JVMs have connected");
    final List<Long> processes = List.of(launcher.pid(), launcher.children().get(0).pid());
    for (long process : processes) {
      final Set<String> addresses = listening(process);
      assertFalse(addresses.isEmpty());
      assertTrue(Set.of(LOOPBACK, MAPPED_LOOPBACK).containsAll(addresses), addresses.toString());
    }
  }

  /** Returns the addresses at which a process listens, in the kernel's hexadecimal form. */
  private static Set<String> listening(long process) throws IOException {
    final Set<String> inodes = new HashSet<>();
    try (Stream<Path> files = Files.list(Path.of("/proc/" + process + "/fd"))) {
      for (Path file : files.toList()) {
        try {
          inodes.add(Files.readSymbolicLink(file).toString());
        } catch (IOException e) {
          // Closed meanwhile.
        }
      }
    }
    final Set<String> addresses = new HashSet<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/net/" + table))) {
        final String[] words = line.strip().split("\\s+", -1);
        if (words[3].equals(LISTENING) && inodes.contains("socket:[" + words[9] + "]")) {
          addresses.add(words[1].substring(0, words[1].indexOf(':')));
        }
      }
    }
    return addresses;
  }
}
