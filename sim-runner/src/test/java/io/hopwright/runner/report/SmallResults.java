package io.hopwright.runner.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.Machines;
import io.hopwright.runner.command.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Real results of small machines, made by the commands that users type. */
public final class SmallResults {
  private SmallResults() {}

  /** Runs a command line that must end with {@code exitCode}, and returns what it printed. */
  public static String execute(int exitCode, String... arguments) {
    final Program.Outcome outcome = new Program().execute(Machines.all(), arguments);
    assertEquals(exitCode, outcome.exitCode(), outcome.err());
    return exitCode == 0 ? outcome.out() : outcome.err();
  }

  /** Writes a run of a torus of 4×3×2 nodes to {@code out}. */
  public static void torus(Path out, String load, String... more) {
    final List<String> words =
        new ArrayList<>(
            List.of(
                "run",
                "bgl-uniform",
                "--set",
                "machine.shape=[4, 3, 2]",
                "--set",
                "workload.load=" + load,
                "--set",
                "run.warmupTicks=1000",
                "--set",
                "run.ticks=4000",
                "--executor",
                "sequential",
                "--quiet",
                "--out",
                out.toString()));
    words.addAll(List.of(more));
    execute(0, words.toArray(String[]::new));
  }

  /** Writes a run of a dragonfly of two small groups to {@code out}. */
  public static void cascade(Path out) {
    execute(
        0,
        "run",
        "cascade-uniform",
        "--set",
        "machine.groups=2",
        "--set",
        "machine.chassisPerGroup=2",
        "--set",
        "machine.bladesPerChassis=4",
        "--set",
        "workload.load=0.5",
        "--set",
        "run.warmupTicks=20000",
        "--set",
        "run.ticks=50000",
        "--set",
        "run.followTicks=1000000",
        "--executor",
        "sequential",
        "--quiet",
        "--out",
        out.toString());
  }

  /** Writes a sweep with a load that is not steady and one whose packets do not arrive. */
  public static void overload(Path study, Path out) throws IOException {
    Files.writeString(
        study,
        """
        include "machines/bluegene-l"
        study { id = over, title = "Too much" }
        machine.shape = [4, 3, 2]
        partition.shape = [4, 3, 2]
        workload.load = [0.3, 0.6, 3]
        run { warmupTicks = 0, ticks = 20000, followTicks = 1000 }
        """);
    execute(0, "sweep", study.toString(), "--quiet", "--out", out.toString());
  }

  /**
   * Writes a run of two jobs on a torus of 4×3×2 nodes to {@code out}; {@code place} applies to
   * both.
   */
  public static void jobs(Path study, Path out, String place) throws IOException {
    Files.writeString(
        study,
        """
        include "machines/bluegene-l"
        study { id = jobs, title = "Two jobs" }
        machine.shape = [4, 3, 2]
        partition.shape = [4, 3, 2]
        workload.kind = jobs
        jobs {
          halo { program = halo-3d, ranks = 12, args { steps = 2 } }
          incast { program = incast, ranks = 8, args { steps = 2, bytes = 2 KiB } }
        }
        statistics { ranks = true, matrix = true, timeline = true, ideal = true }
        """);
    execute(
        0,
        "run",
        study.toString(),
        "--set",
        "jobs.halo.place=" + place,
        "--set",
        "jobs.incast.place=" + place,
        "--executor",
        "sequential",
        "--quiet",
        "--out",
        out.toString());
  }

  /**
   * Writes a reproduction to {@code out} with a claim that holds and one that does not.
   *
   * @return the printed text
   */
  public static String reproduction(Path study, Path out) throws IOException {
    Files.writeString(
        study,
        """
        include "machines/bluegene-l"
        study { id = tiny, title = "A <small> torus & its \\"claims\\" </script>", paper = "Nobody, 2026" }
        machine.shape = [3, 3, 3]
        partition.shape = [3, 3, 3]
        workload { kind = uniform, load = 0.3, packetBytes = 256 B }
        run { warmupTicks = 1000 ticks, ticks = 4000 ticks }
        runs {
          dynamic { title = "dynamic routing" }
          static { title = "static routing", set { router.routing = static } }
        }
        figures {
          time {
            title = "Throughput"
            kind = series
            y = throughput
            lines { bound { y = bounds.throughput }, paper { y = 0.9 } }
          }
          response {
            title = "Response"
            kind = points
            x = linkUtilization
            y = responseTicks.mean
            runs = [dynamic, static]
          }
        }
        checks {
          GOOD { run = dynamic, quantity = linkUtilization, expected = "some", atLeast = 0.1, tolerance = "wide", section = "1", paperShape = [3, 3, 3] }
          BAD { run = static, quantity = linkUtilization, expected = "all", atLeast = 0.9, tolerance = "none", section = "2", paperShape = [9, 9, 9] }
        }
        """);
    final Program.Outcome outcome =
        new Program()
            .execute(
                Machines.all(),
                "reproduce",
                study.toString(),
                "--executor",
                "sequential",
                "--quiet",
                "--out",
                out.toString());
    assertEquals(1, outcome.exitCode(), outcome.err());
    return outcome.out();
  }
}
