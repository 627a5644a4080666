package io.hopwright.models.ideal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.ProgramTraffic;
import io.hopwright.models.program.goal.GoalFile;
import io.hopwright.models.program.language.Programs;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.RandomPrograms;
import io.hopwright.models.testkit.RandomPrograms.Host;
import io.hopwright.models.testkit.TestJob;
import io.hopwright.models.testkit.TimeLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs of graphs on the ideal machine. */
class GoalRunTest {
  private static final int NODES = 24;
  private static final JobTables TABLES = new JobTables(true, true, true, false);

  @TempDir private Path directory;

  private static String run(RandomPrograms drawn, Software software, List<PlacedJob> jobs) {
    final IdealNetwork network =
        new IdealNetwork(
            new IdealSettings(
                new IdealDesign(NODES, drawn.latency(), drawn.gap(), drawn.byteGap(), 5),
                new Jobs(software, jobs, TABLES, IdealRun.TICKS),
                new RunPlan(drawn.seed(), 0, 1, RunPlan.End.JOBS, 0, 0, 1_000, drawn.latency())));
    return ends(new SequentialExecutor().run(network, new RunMonitor()), jobs);
  }

  /** Returns the digest, the ends of ranks, and the messages that they sent. */
  static String ends(RunOutcome<IdealPartition> outcome, List<PlacedJob> jobs) {
    final JobStatistics statistics = TABLES.statistics(jobs);
    final Measures<Totals> measures = Measures.nothing(Totals.FIRST_OWN, Totals::new);
    for (IdealPartition part : outcome.partitions()) {
      statistics.add(part.jobStatistics());
      measures.add(part.measures());
    }
    TimeLines.assertAddUp(statistics, outcome.stopTick());
    final StringBuilder text = new StringBuilder("digest " + measures.packets().digest() + "\n");
    for (JobStatistics.RankRow row : statistics.rows()) {
      text.append(row.job() + "." + row.rank() + " ends " + row.end());
      text.append(' ').append(row.messages()).append(' ').append(row.bytes()).append('\n');
    }
    return text.toString();
  }

  private Optional<PlacedJob> converted(PlacedJob job, int reduce, boolean binary)
      throws IOException {
    final Path file = directory.resolve("goal");
    try {
      final GoalFile.Written written =
          GoalFile.write(
              job.program(),
              new GoalFile.Conversion(binary, 0, job.ranks(), true, reduce, 100_000),
              GoalFile.Target.of(file),
              (rank, operations) -> true);
      return written.rounded() > 0
          ? Optional.empty()
          : Optional.of(with(job, GoalFile.read("goal", file).orElseThrow()));
    } catch (ProgramException e) {
      assertTrue(e.getMessage().contains("tags"), e.getMessage());
      return Optional.empty();
    }
  }

  static PlacedJob with(PlacedJob job, Program program) {
    return new PlacedJob(
        job.name(),
        job.number(),
        program.bind(new Job(job.ranks(), job.number(), 1, Map.of(), 0)),
        job.nodeOfRank(),
        job.ranksPerNode(),
        job.startTick(),
        job.background(),
        job.repeat(),
        job.scaleMillionths(),
        job.noiseMillionths(),
        0,
        ProgramTraffic.UNKNOWN,
        0,
        List.of(),
        List.of());
  }

  private static Software software(Software drawn) {
    return new Software(
        drawn.sendTicks(),
        drawn.recvTicks(),
        drawn.byteTicks(),
        0,
        drawn.localTicks(),
        drawn.localByteTicks(),
        drawn.reduceTicks(),
        drawn.eagerBytes(),
        drawn.headerBytes(),
        drawn.matchTicks(),
        drawn.progress(),
        drawn.get(),
        0,
        0);
  }

  @Test
  void shouldDoWhatTheProgramDoesThatAGraphWasMadeOf() throws IOException {
    shouldDoTheSame(RandomCases.first(0), RandomCases.count(25));
  }

  @Test
  @Tag("slow")
  void shouldDoWhatMoreProgramsDo() throws IOException {
    shouldDoTheSame(RandomCases.first(1_000), RandomCases.count(3_000));
  }

  private void shouldDoTheSame(long first, int count) throws IOException {
    int compared = 0;
    for (long seed = first; seed < first + count; seed++) {
      final RandomPrograms drawn = RandomPrograms.of(seed, Host.ideal(NODES));
      if (drawn.software().progress() != ProgressKind.HOST) {
        continue;
      }
      final List<TestJob> waiting = new ArrayList<>();
      for (TestJob job : drawn.jobs()) {
        // A calc has scale and noise; the time of a reduction has neither.
        final boolean reduces = job.text().contains("reduce") || job.text().contains("scan");
        waiting.add(
            new TestJob(
                job.text().replace("issend", "isend"),
                job.ranks(),
                job.ranksPerNode(),
                job.order(),
                job.startTick(),
                job.background(),
                job.repeat(),
                reduces ? 1_000_000 : job.scaleMillionths(),
                reduces ? 0 : job.noiseMillionths()));
      }
      final Software software = software(drawn.software());
      final List<PlacedJob> jobs =
          new RandomPrograms(
                  seed, drawn.host(), waiting, software, drawn.latency(), drawn.gap(), 41)
              .placed();
      final List<PlacedJob> graphs = new ArrayList<>(jobs);
      final int before = compared;
      for (PlacedJob job : jobs) {
        if (!job.program().program().isEndless()) {
          final Optional<PlacedJob> graph =
              converted(job, (int) software.reduceTicks(), seed % 2 == 0);
          graph.ifPresent(one -> graphs.set(one.number(), one));
          compared += graph.isPresent() ? 1 : 0;
        }
      }
      if (compared > before) {
        assertEquals(
            run(drawn, software, jobs), run(drawn, software, graphs), () -> drawn.toString());
      }
    }
    assertTrue(compared > count / 10, compared + " were compared");
  }

  @ParameterizedTest
  @CsvSource({
    "halo-3d, 27",
    "halo-2d, 12",
    "allreduce, 13",
    "alltoall, 16",
    "bcast, 9",
    "fft-3d, 16",
    "ring, 8",
    "ping-pong, 4",
    "incast, 6"
  })
  void shouldBringThePacketsOfProgramsAtTheirTicks(String name, int ranks) throws IOException {
    final IdealRun run = IdealRun.of(Programs.text(name), ranks, Map.of());
    final Software software = software(run.software());
    final PlacedJob job = run.jobs().get(0);
    final String expected = ends(run.with(software).outcome(), List.of(job));
    for (boolean binary : List.of(false, true)) {
      final PlacedJob graph = converted(job, (int) software.reduceTicks(), binary).orElseThrow();
      assertEquals(
          expected,
          ends(
              new IdealRun(run.design(), software, List.of(graph), run.windowTicks()).outcome(),
              List.of(graph)));
    }
  }

  private long makespan(String text) throws IOException {
    final Path file = Files.writeString(directory.resolve("own.goal"), text);
    final Program program = GoalFile.read("own.goal", file).orElseThrow();
    final IdealRun run = IdealRun.of("barrier", program.ranks(), Map.of());
    return new IdealRun(
            run.design(),
            run.software(),
            List.of(with(run.jobs().get(0), program)),
            run.windowTicks())
        .makespan();
  }

  @Test
  void shouldComputeOnStreamsAtTheSameTime() throws IOException {
    assertEquals(300, makespan("num_ranks 1\nrank 0 {\ncalc 100\ncalc 200\ncalc 250 cpu 1\n}\n"));
    assertEquals(
        450,
        makespan(
            "num_ranks 1\nrank 0 {\na: calc 100\ncalc 200\nb: calc 350 cpu 2\nb requires a\n}"));
    assertEquals(
        350,
        makespan(
            "num_ranks 1\nrank 0 {\na: calc 100\ncalc 200\nb: calc 350 cpu 2\nb irequires a\n}"));
  }

  @Test
  void shouldNameTheCalcOfAStreamThatIsTooLong() {
    final ProgramException e =
        assertThrows(
            ProgramException.class,
            () ->
                makespan(
                    "num_ranks 1\nrank 0 {\na: calc 9\nb: calc 9000000000000000 cpu 1\n"
                        + "c: calc 9000000000000000 cpu 1\nb requires a\nc requires a\n}"));
    assertEquals(
        "own.goal:5: rank 0 of job p computes for longer than the limit of the clock",
        e.getMessage());
  }

  @Test
  void shouldTakeWhatIsReadyInTheOrderOfNumbers() throws IOException {
    // Rank 1 waits for the message of rank 0, which follows all calcs but the last.
    final String text =
        """
        num_ranks 2
        rank 0 { // the send is third
        a: calc 1000
        calc 1000
        s: send 1b to 1 tag 7
        s requires a
        calc 1000
        }
        rank 1 {
        recv 1b from -1 tag -1
        }
        """;
    assertEquals(2_000 + IdealRun.OVERHEAD + IdealRun.L + IdealRun.OVERHEAD, makespan(text));
  }
}
