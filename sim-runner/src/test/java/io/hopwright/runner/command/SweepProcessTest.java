package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hopwright.models.Machines;
import io.hopwright.runner.cluster.Jvm;
import io.hopwright.runner.command.Program.Outcome;
import io.hopwright.runner.command.session.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps that are killed, that use the same directory, and whose disk is full. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SweepProcessTest {
  private static final int POINTS = 6;

  @TempDir private Path directory;
  private Path study;
  private Path out;

  @BeforeEach
  void prepare() throws IOException {
    out = directory.resolve("out");
    study(20_000);
  }

  private void study(int ticks) throws IOException {
    study =
        Files.writeString(
            directory.resolve("s.conf"),
            "include \"machines/bluegene-l\"\nstudy.id = s\nmachine.shape = [4, 4, 4]\n"
                + "partition.shape = [2, 4, 4]\n"
                + "workload { kind = uniform, load = [0.2, 0.5, 0.8] }\n"
                + "run { warmupTicks = 100, ticks = "
                + ticks
                + " }\nruns { a {}, b { set.router.jsq = true } }\n");
  }

  private Outcome sweep(Path place) {
    return new Program().execute(Machines.all(), arguments(place).toArray(String[]::new));
  }

  private SortedMap<String, String> uninterrupted() throws IOException {
    final Path reference = directory.resolve("reference");
    final Outcome outcome = sweep(reference);
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    return Tree.of(reference);
  }

  private Jvm start(Path place) throws IOException {
    return Jvm.start(directory, arguments(place));
  }

  private List<String> arguments(Path place) {
    return List.of(
        "sweep", study.toString(), "--out", place.toString(), "--at-once", "2", "--threads", "2");
  }

  /** Returns the number of complete points, or of those that are being written. */
  private long points(boolean growing) {
    if (!Files.isDirectory(out)) {
      return 0;
    }
    try (Stream<Path> all = Files.walk(out, 2)) {
      return all.map(path -> path.getFileName().toString())
          .filter(name -> growing ? name.startsWith(".load=") : name.startsWith("load="))
          .count();
    } catch (IOException | java.io.UncheckedIOException e) {
      // The directory changes while it is read.
      return 0;
    }
  }

  @Tag("slow")
  @Test
  void shouldEndWithTheSameFilesHoweverOftenItIsKilled() throws Exception {
    final Path reference = directory.resolve("reference");
    try (Jvm jvm = start(reference)) {
      assertEquals(ExitCode.DONE, jvm.exitCode(), jvm.err());
    }
    final long seed = System.nanoTime();
    final Random random = new Random(seed);
    int kills = 0;
    for (int done = 0; done < POINTS; done += 3) {
      final int enough = done;
      try (Jvm jvm = start(out)) {
        jvm.await(() -> points(false) == POINTS || (points(false) >= enough && points(true) > 0));
        Thread.sleep(random.nextInt(100));
        kills += killed(jvm) ? 1 : 0;
      }
    }
    try (Jvm jvm = start(out)) {
      assertEquals(ExitCode.DONE, jvm.exitCode(), jvm.err());
      assertTrue(jvm.err().contains(" of 6 points were finished before"), jvm.err());
    }
    assertTrue(kills > 0);
    assertEquals(Tree.of(reference), Tree.of(out), "seed " + seed);
  }

  /** Kills a process, and returns whether the kill ended it. */
  private static boolean killed(Jvm jvm) throws InterruptedException {
    try {
      jvm.signal("-KILL");
    } catch (IOException e) {
      // It has ended.
    }
    return jvm.exitCode() == 128 + 9;
  }

  @Test
  void shouldRemoveWhatIsLeftOfKilledSweeps() throws IOException {
    final SortedMap<String, String> expected = uninterrupted();
    sweep(out);
    final Path left = Files.createDirectories(out.resolve("a/.load=0.2.partial-far-7"));
    Files.writeString(left.resolve("summary.json"), "{");
    Files.createDirectories(out.resolve("b/.load=0.2.old-2147483647/histograms"));
    Files.createDirectories(out.resolve("c"));
    Files.writeString(out.resolve(".points.csv.partial-far-7"), "path,ru");
    Files.writeString(out.resolve(".lock"), "process 7 on far\n");
    Files.delete(out.resolve("series.csv"));
    Files.writeString(
        out.resolve("manifest.json"), "{ \"interrupted\" : true, \"points\" : [] }\n");
    final Outcome outcome = sweep(out);
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    assertEquals(expected, Tree.of(out));
    assertFalse(Files.exists(out.resolve("c")));
  }

  @Test
  void shouldNotLetASecondSweepIn() throws Exception {
    study(100_000_000);
    try (Jvm first = start(out)) {
      first.await(() -> points(true) > 0);
      try (Jvm second = start(out)) {
        assertEquals(ExitCode.ENVIRONMENT_FAILED, second.exitCode(), second.err());
        assertTrue(
            second.err().contains("in use by process " + first.pid() + " on "), second.err());
        assertTrue(second.err().contains("the directory is in use by "), second.err());
      }
      assertTrue(first.alive());
      first.signal("-KILL");
      first.exitCode();
    }
    assertTrue(Files.exists(out.resolve(".lock")));
    study(1_000);
    final Outcome outcome = sweep(out);
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    assertEquals(uninterrupted(), Tree.of(out));
  }

  @Tag("slow")
  @Test
  void shouldEndWithinASecondOfCtrlC() throws Exception {
    study(100_000_000);
    try (Jvm jvm = start(out)) {
      jvm.await(() -> points(true) > 1);
      Thread.sleep(500);
      jvm.signal("-INT");
      // The manual promises one second, but machines of continuous integration are busy.
      assertEquals(ExitCode.INTERRUPTED, jvm.exitCode(java.time.Duration.ofSeconds(5)), jvm.err());
      assertTrue(jvm.err().contains("the same command resumes there"), jvm.err());
    }
    assertEquals(List.of("path,run,workload.load"), Files.readAllLines(out.resolve("points.csv")));
  }

  @Test
  void shouldRefuseAPlaceThatCannotBeWritten() throws IOException {
    for (String place : List.of("/proc/nowhere", directory.resolve("s.conf/out").toString())) {
      final Outcome outcome = sweep(Path.of(place));
      assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
      assertTrue(outcome.err().startsWith("hopwright: --out " + place), outcome.err());
    }
  }

  @Test
  void shouldKeepWhatIsDoneWhenTheDiskIsFullAndGoOnWhenThereIsRoom() throws Exception {
    final SortedMap<String, String> expected = uninterrupted();
    final Path disk = Files.createDirectory(directory.resolve("disk"));
    assumeTrue(mounted(disk), "needs root, to mount a small file system");
    try {
      out = disk.resolve("out");
      final Outcome full = sweep(out);
      assertEquals(ExitCode.ENVIRONMENT_FAILED, full.exitCode(), full.err());
      assertTrue(full.err().contains("No space left on device"), full.err());
      assertTrue(full.out().contains("digest"), "no summary is lost");
      final long kept = points(false);
      assertTrue(kept > 0 && kept < POINTS, kept + " points");
      assertEquals(0, points(true));
      final Outcome still = sweep(out);
      assertEquals(ExitCode.ENVIRONMENT_FAILED, still.exitCode(), still.err());
      Jvm.run("mount", "-o", "remount,size=8m", disk.toString());
      final Outcome again = sweep(out);
      assertEquals(ExitCode.DONE, again.exitCode(), again.err());
      assertTrue(again.err().contains(" of 6 points were finished before"), again.err());
      assertEquals(expected, Tree.of(out));
    } finally {
      Jvm.run("umount", "-l", disk.toString());
    }
  }

  private static boolean mounted(Path disk) throws InterruptedException {
    try {
      Jvm.run("mount", "-t", "tmpfs", "-o", "size=120k", "tmpfs", disk.toString());
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
