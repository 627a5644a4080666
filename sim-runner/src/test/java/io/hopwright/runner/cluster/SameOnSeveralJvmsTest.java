package io.hopwright.runner.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.runner.command.session.ExitCode;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All files of a result are equal to the last byte, except for data about the execution. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SameOnSeveralJvmsTest {
  /** Six partitions of different sizes, and all tables. */
  private static final List<String> TORUS =
      settings(
          "bgl-uniform",
          "machine.shape=5x4x3",
          "partition.shape=2x3x3",
          "workload.kind=hot-region",
          "workload.hotBox=[2, 2, 1]",
          "workload.load=0.6",
          "workload.packetBytes=[32, 96, 256]",
          "run.warmupTicks=1000",
          "run.ticks=3000",
          "run.gridTicks=700",
          "statistics.links=[link, direction, dimension, region, whole]",
          "packetLog.fromTick=500",
          "run.followTicks=2000");

  private static final List<String> DRAGONFLY =
      settings(
          "cascade-uniform",
          "machine.groups=5",
          "machine.chassisPerGroup=2",
          "machine.bladesPerChassis=2",
          "machine.lastGroupChassis=1",
          "partition.groups=1",
          "workload.load=0.5",
          "run.warmupTicks=5000",
          "run.ticks=20000",
          "run.gridTicks=7000",
          "statistics.links=[link, kind, whole]",
          "statistics.sources=true");

  private static final List<String> LOSSY =
      settings(
          "tofu-uniform",
          "machine.shape=[2, 2, 2]",
          "partition.shape=[1, 2, 1]",
          "workload.load=0.05",
          "router.path=random",
          "link.sliceErrorRate=0.02",
          "link.bursts.a.node=5",
          "link.bursts.a.port=c",
          "link.bursts.a.to=4000",
          "run.warmupTicks=1000",
          "run.ticks=4000",
          "run.gridTicks=700",
          "run.followTicks=100000",
          "statistics.links=[link, direction, dimension, whole]");

  /** A ring of BlueGene/L that charges packets by their sizes. */
  private static final List<String> DEADLOCK =
      settings(
          "bgl-uniform",
          "machine.shape=8x1x1",
          "partition.shape=2x1x1",
          "workload.kind=ring",
          "workload.hops=4",
          "workload.load=saturated",
          "workload.packetBytes=[128, 160, 192, 224, 256]",
          "router.routing=static",
          "router.dynamicVcs=0",
          "router.inNetworkPriority=0",
          "router.bubbleRule=original",
          "run.warmupTicks=0",
          "run.ticks=5000000",
          "run.gridTicks=1000",
          "seed=61");

  /** Links of BlueGene/L that damage packets, and a failed node with detours around it. */
  private static final List<String> DAMAGED =
      settings(
          "bgl-uniform",
          "machine.shape=5x4x3",
          "partition.shape=2x3x3",
          "machine.deadNodes=[7]",
          "machine.unreachable=leave-out",
          "workload.load=0.5",
          "workload.packetBytes=[32, 96, 256]",
          "link.bitErrorRate=1e-4",
          "run.warmupTicks=1000",
          "run.ticks=3000",
          "run.gridTicks=700",
          "statistics.links=[link, direction, dimension, whole]",
          "run.followTicks=20000");

  private static final List<String> ARIES =
      with(DRAGONFLY, "nic.model=aries", "workload.operation=get");

  @TempDir private Path directory;

  private static List<String> settings(String study, String... settings) {
    final List<String> arguments = new ArrayList<>(List.of("run", study));
    for (String setting : settings) {
      arguments.addAll(List.of("--set", setting));
    }
    return arguments;
  }

  private List<String> study(String name) throws IOException {
    return switch (name) {
      case "torus" -> TORUS;
      case "matrix" ->
          with(
              TORUS,
              "workload.kind=matrix",
              matrix(),
              "statistics.links=[link, direction, dimension, whole]");
      case "lossy" -> LOSSY;
      case "damaged" -> DAMAGED;
      case "aries" -> ARIES;
      case "barrier" ->
          List.of(
              "run",
              "tofu-uniform",
              "--set",
              "machine.shape=[2, 2, 2]",
              "--set",
              "partition.shape=[1, 1, 2]",
              "--set",
              "workload.kind=barrier",
              "--set",
              "barrier.algorithm=tree",
              "--set",
              "barrier.iterations=20",
              "--set",
              "run.followTicks=0",
              "--set",
              "run.warmupTicks=0");
      case "joined" -> List.of("run", joined());
      case "blocked" -> List.of("run", blocked());
      case "ugal" -> List.of("run", ugal());
      case "adaptive" -> List.of("run", adaptive());
      case "deadlock" -> DEADLOCK;
      case "pilot" -> with(TORUS, "run.warmupTicks=auto", "run.gridTicks=50");
      default -> DRAGONFLY;
    };
  }

  /**
   * Returns a program whose ranks join hardware barriers while others send over links that lose
   * frames.
   */
  private String joined() throws IOException {
    final Path program =
        Files.writeString(
            directory.resolve("joined.prog"),
            """
            grid g = mesh(2)
            for i in 1 .. 4 {
              compute rand(0, 900) * 1 ns
              barrier
              isend to (rank + 1) % size 5000
              irecv from (rank - 1) % size
              barrier on line(g, 0)
              waitall
              barrier on line(g, 1)
            }
            """);
    return Files.writeString(
            directory.resolve("joined.conf"),
            "include \"machines/tofu\"\nmachine.shape = [2, 2, 2]\npartition.shape = [1, 1, 2]\n"
                + "workload.kind = jobs\ncollectives.barrier = hardware\n"
                + "link.sliceErrorRate = 0.01\nstatistics.ranks = true\n"
                + "jobs.a { program = \""
                + program
                + "\", ranks = 60, place = random }\n")
        .toString();
  }

  /**
   * Returns a program with ranks that wait for each other after some time, beside others that
   * continue.
   */
  private String blocked() throws IOException {
    final Path program =
        Files.writeString(
            directory.resolve("blocked.prog"),
            """
            for i in 1 .. 3 { alltoall 700 }
            recv from (rank + 1) % size tag 2
            send to (rank - 1) % size 8 tag 2
            """);
    return Files.writeString(
            directory.resolve("blocked.conf"),
            "include \"machines/bluegene-l\"\nmachine.shape = 4x4x2\npartition.shape = 2x2x2\n"
                + "workload.kind = jobs\nstatistics.ranks = true\n"
                + "jobs.a { program = \""
                + program
                + "\", ranks = 15, place = random }\n"
                + "jobs.b { program = random, ranks = 12, place = random, background = true }\n")
        .toString();
  }

  /** Returns a network with routes that depend on the loads of input-queued routers. */
  private String byLoads(String network) throws IOException {
    return Files.writeString(
            directory.resolve("loads.conf"),
            "study.id = loads\nmachine.model = network\n"
                + network
                + "\npacket.flits = 8\nrouter { model = vc, speedup = 2 }\n"
                + "run { warmupTicks = 500, ticks = 2000, gridTicks = 300, followTicks = 2000 }\n")
        .toString();
  }

  private String ugal() throws IOException {
    return byLoads(
        "machine { topology = dragonfly, routersPerGroup = 4, globalPerRouter = 2,"
            + " nodesPerRouter = 2 }\nrouter.routing = ugal-l\npartition.groups = 4\n"
            + "workload { kind = group-shift, load = 0.4 }");
  }

  private String adaptive() throws IOException {
    return byLoads(
        "machine { topology = torus, extents = [4, 4, 2] }\nrouter.routing = adaptive\n"
            + "partition.shape = [2, 2, 2]\nworkload { kind = uniform, load = 0.6 }");
  }

  private static int exitCode(String machine) {
    return switch (machine) {
      case "blocked" -> ExitCode.WRONG_INPUT;
      case "deadlock" -> ExitCode.BROKEN;
      default -> ExitCode.DONE;
    };
  }

  /**
   * Returns a matrix in which every node sends to the third node after it; higher numbers send
   * more.
   */
  private String matrix() throws IOException {
    final StringBuilder csv = new StringBuilder("source,destination,weight\n");
    for (int node = 1; node < 60; node++) {
      csv.append(node).append(',').append((node + 3) % 60).append(',').append(node).append('\n');
    }
    return "workload.matrix=" + Files.writeString(directory.resolve("matrix.csv"), csv);
  }

  /** Sets keys, and replaces earlier settings of them. */
  private static List<String> with(List<String> arguments, String... settings) {
    final List<String> all = new ArrayList<>(arguments);
    for (String setting : settings) {
      final String key = setting.substring(0, setting.indexOf('=') + 1);
      final int before = all.stream().map(word -> word.startsWith(key)).toList().indexOf(true);
      if (before < 0) {
        all.addAll(List.of("--set", setting));
      } else {
        all.set(before, setting);
      }
    }
    return all;
  }

  private static List<String> and(List<String> arguments, String... more) {
    final List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of(more));
    return all;
  }

  private SortedMap<String, String> expected(String machine) throws IOException {
    final Path out = directory.resolve("expected");
    ResultFiles.make(
        and(study(machine), "--quiet", "--executor", "sequential", "--out", out.toString()),
        exitCode(machine));
    return ResultFiles.of(out);
  }

  /** Runs members as threads, each with a complete command and its own actor system. */
  private SortedMap<String, String> withMembers(String machine, int members) throws Exception {
    final String address;
    try (ServerSocket socket = new ServerSocket(0)) {
      address = "127.0.0.1:" + socket.getLocalPort();
    }
    final Path token = directory.resolve("token");
    Files.writeString(token, "only these members know it");
    final List<CompletableFuture<Void>> workers = new ArrayList<>();
    for (int worker = 1; worker < members; worker++) {
      final CompletableFuture<Void> end = new CompletableFuture<>();
      workers.add(end);
      new Thread(
              () -> {
                try {
                  ResultFiles.make(
                      List.of(
                          "worker",
                          "--seed",
                          address,
                          "--token",
                          token.toString(),
                          "--threads",
                          "1"));
                  end.complete(null);
                } catch (RuntimeException | Error failure) {
                  end.completeExceptionally(failure);
                }
              })
          .start();
    }
    final Path out = directory.resolve("members");
    ResultFiles.make(
        and(
            study(machine),
            "--quiet",
            "--members",
            Integer.toString(members),
            "--address",
            address,
            "--token",
            token.toString(),
            "--threads",
            "1",
            "--out",
            out.toString()),
        exitCode(machine));
    for (CompletableFuture<Void> worker : workers) {
      worker.get();
    }
    return ResultFiles.of(out);
  }

  @ParameterizedTest
  @CsvSource({
    "torus, 2",
    "matrix, 2",
    "dragonfly, 3",
    "pilot, 2",
    "lossy, 2",
    "joined, 3",
    "blocked, 2",
    "damaged, 3",
    "ugal, 2",
    "adaptive, 2"
  })
  void shouldNotDependOnTheNumberOfMembers(String machine, int members) throws Exception {
    assertEquals(expected(machine), withMembers(machine, members));
  }

  @Tag("cluster")
  @ParameterizedTest
  @CsvSource({
    "torus, 1",
    "torus, 2",
    "torus, 3",
    "torus, 4",
    "matrix, 2",
    "dragonfly, 1",
    "dragonfly, 2",
    "dragonfly, 3",
    "lossy, 3",
    "damaged, 2",
    "aries, 2",
    "barrier, 2",
    "joined, 2",
    "blocked, 2",
    "deadlock, 2",
    "ugal, 2",
    "adaptive, 2"
  })
  void shouldNotDependOnTheNumberOfJvms(String machine, int jvms) throws Exception {
    final Path out = directory.resolve("jvms");
    final List<String> arguments =
        and(study(machine), "--jvms", Integer.toString(jvms), "--out", out.toString());
    try (Jvm jvm = Jvm.start(directory, arguments)) {
      assertEquals(exitCode(machine), jvm.exitCode(), jvm.err());
      assertTrue(
          exitCode(machine) != ExitCode.DONE
              || jvm.err().lines().allMatch(line -> line.startsWith("hopwright: ")),
          jvm.err());
    }
    assertEquals(expected(machine), ResultFiles.of(out));
  }

  /** The same workers simulate three runs one after another. */
  @Tag("cluster")
  @Test
  void shouldReproduceOnSeveralJvms() throws Exception {
    final Path alone = directory.resolve("alone");
    final Path together = directory.resolve("together");
    final Path study =
        Files.writeString(
            directory.resolve("s.conf"),
            "include \"studies/bgl-uniform\"\n"
                + "study.id = several\nmachine.shape = 4x4x4\npartition.shape = 2x4x4\n"
                + "run { warmupTicks = 1000, ticks = 2000 }\n"
                + "runs { a { set.workload.load = 0.1 }, b { set.workload.load = 0.5 },"
                + " c { set.machine.shape = 6x4x4 } }\n"
                + "checks { C { run = a, quantity = linkUtilization, expected = \"x\", atLeast = 0,"
                + " tolerance = none, section = \"1\", sizeIndependent = true } }\n");
    ResultFiles.make(List.of("reproduce", study.toString(), "--quiet", "--out", alone.toString()));
    try (Jvm jvm =
        Jvm.start(
            directory,
            List.of("reproduce", study.toString(), "--jvms", "2", "--out", together.toString()))) {
      assertEquals(ExitCode.DONE, jvm.exitCode(), jvm.err());
    }
    for (String run : List.of("a", "b", "c")) {
      assertEquals(ResultFiles.of(alone.resolve(run)), ResultFiles.of(together.resolve(run)));
    }
  }
}
