package io.hopwright.runner.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.runner.command.session.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs on machines, with random placements, partitions, threads, JVMs and windows,
 * against one partition on one thread. {@code -Dhopwright.cases=} is their number, {@code
 * -Dhopwright.firstCase=} the first seed.
 */
@Tag("cluster")
class RandomSplitsTest {
  private static final int CASES = Integer.getInteger("hopwright.cases", 12);
  private static final long FIRST = Long.getLong("hopwright.firstCase", 0);
  private static final int SPLITS = 3;
  private static final int MOST_THREADS = 4;
  private static final int MOST_JVMS = 3;

  /** File that contains the split. */
  private static final String SETTINGS = "resolved.conf";

  @TempDir private Path directory;

  /**
   * A machine for random draws.
   *
   * @param settings that make it small
   * @param nodes of the small machine
   * @param ranksPerNode largest number of ranks
   * @param cuts into partitions, the first one into one, the others into as many as there are JVMs
   *     or more
   * @param lookahead of all cuts, in ticks
   */
  private record Host(
      String settings, int nodes, int ranksPerNode, List<String> cuts, int lookahead) {}

  private static final List<Host> HOSTS =
      List.of(
          new Host(
              "include \"machines/ideal\"\nmachine.nodes = 64\n",
              64,
              2,
              List.of("nodes = 64", "nodes = 7", "nodes = 16", "nodes = 1"),
              1_000),
          new Host(
              "include \"machines/bluegene-l\"\nmachine.shape = [5, 4, 3]\nworkload.kind = jobs\n",
              60,
              1,
              List.of("shape = [5, 4, 3]", "shape = [2, 2, 3]", "shape = [5, 1, 1]"),
              18),
          new Host(
              "include \"machines/cascade\"\nmachine { groups = 5, chassisPerGroup = 2,"
                  + " bladesPerChassis = 4, lastGroupChassis = 1 }\nworkload.kind = jobs\n",
              144,
              2,
              List.of("groups = 5", "groups = 1", "groups = 2"),
              4_375),
          new Host(
              "include \"machines/fugaku\"\nmachine { shape = [2, 2, 2], rings = [] }\nworkload.kind = jobs\n",
              96,
              2,
              List.of("shape = [2, 2, 2]", "shape = [1, 1, 2]", "shape = [1, 1, 1]"),
              1));

  private static final List<String> PROGRAMS =
      List.of(
          "program = halo-3d, args { steps = 2, bytes = 3 KiB }",
          "program = halo-2d, args { steps = 3, bytes = 200 }",
          "program = allreduce, args { bytes = 5 KiB }",
          "program = alltoall, args { bytes = 700 }",
          "program = bcast, args { bytes = 40 KiB }",
          "program = ring, args { bytes = 900 }",
          "program = master-worker",
          "program = shuffle, args { bytes = 2 KiB }");

  private static <T> T one(Random random, List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private static String jobs(Random random, Host host) {
    final StringBuilder jobs = new StringBuilder();
    final int count = 1 + random.nextInt(3);
    for (int job = 0; job < count; job++) {
      final int perNode = 1 + random.nextInt(host.ranksPerNode);
      jobs.append("jobs.j").append(job).append(" { ").append(one(random, PROGRAMS));
      jobs.append(", ranks = ").append(2 + random.nextInt(host.nodes / count - 2));
      jobs.append(", ranksPerNode = ").append(perNode);
      jobs.append(", place = ")
          .append(
              one(
                  random,
                  List.of("contiguous", "random", "round-robin", job == 0 ? "blocks" : "random")));
      jobs.append(", start = ").append(random.nextInt(5)).append(" us");
      jobs.append(", compute.noise = ").append(one(random, List.of("0", "0.3"))).append(" }\n");
    }
    return jobs.toString();
  }

  private static String study(Random random, Host host, long seed) {
    return host.settings
        + "study { id = split, title = \"Split\" }\nseed = "
        + seed
        + "\nstatistics { ranks = true, matrix = true, timeline = true }\nrun.gridTicks = "
        + (500 + random.nextInt(20_000))
        + "\n"
        + jobs(random, host);
  }

  private SortedMap<String, String> made(List<String> how) throws IOException {
    final Path out = Files.createTempDirectory(directory, "out").resolve("result");
    final List<String> arguments = new ArrayList<>(how);
    arguments.addAll(List.of("--quiet", "--out", out.toString()));
    ResultFiles.make(arguments);
    return ResultFiles.of(out);
  }

  private SortedMap<String, String> madeByProcesses(List<String> how, int jvms) throws Exception {
    final Path out = Files.createTempDirectory(directory, "out").resolve("result");
    final List<String> arguments = new ArrayList<>(how);
    arguments.addAll(List.of("--jvms", Integer.toString(jvms), "--out", out.toString()));
    try (Jvm jvm = Jvm.start(directory, arguments)) {
      assertEquals(ExitCode.DONE, jvm.exitCode(), jvm.err());
    }
    return ResultFiles.of(out);
  }

  private static List<String> run(Path study, String cut, long windowTicks) {
    final List<String> run = new ArrayList<>(List.of("run", study.toString()));
    run.addAll(List.of("--set", "partition." + cut.replace(" ", "")));
    if (windowTicks > 0) {
      run.addAll(List.of("--set", "run.windowTicks=" + windowTicks));
    }
    return run;
  }

  @Test
  void shouldNotDependOnHowProgramsAreSplit() throws Exception {
    for (long seed = FIRST; seed < FIRST + CASES; seed++) {
      final Random random = new Random(seed);
      final Host host = HOSTS.get((int) Math.floorMod(seed, (long) HOSTS.size()));
      final String text = study(random, host, seed);
      final Path study = Files.writeString(directory.resolve("split" + seed + ".conf"), text);
      final List<String> whole = run(study, host.cuts.get(0), 0);
      whole.addAll(List.of("--executor", "sequential"));
      final SortedMap<String, String> expected = made(whole);
      for (int split = 0; split < SPLITS; split++) {
        final List<String> how =
            run(
                study,
                one(random, host.cuts.subList(1, host.cuts.size())),
                random.nextBoolean() ? 0 : Math.max(1, random.nextInt(host.lookahead + 1)));
        how.addAll(List.of("--threads", Integer.toString(1 + random.nextInt(MOST_THREADS))));
        final String what = "seed " + seed + "\n" + text + how;
        final SortedMap<String, String> actual =
            split == 0 ? madeByProcesses(how, 2 + random.nextInt(MOST_JVMS - 1)) : made(how);
        expected.remove(SETTINGS);
        actual.remove(SETTINGS);
        assertEquals(expected.keySet(), actual.keySet(), what);
        expected.forEach((file, content) -> assertEquals(content, actual.get(file), file + what));
      }
    }
  }
}
