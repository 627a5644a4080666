package io.hopwright.models.ideal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.time.TickRate;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.path.CriticalPath;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.statistics.CollectiveTimes;
import io.hopwright.models.messaging.statistics.FlowTimes;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.reference.ideal.ReferenceIdeal;
import io.hopwright.models.reference.ideal.ReferenceLogGops;
import io.hopwright.models.reference.messaging.ReferenceRank;
import io.hopwright.models.reference.messaging.ReferenceStep;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.NamedRanks;
import io.hopwright.models.testkit.PathLines;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.RandomGraphs;
import io.hopwright.models.testkit.RandomPrograms;
import io.hopwright.models.testkit.RandomPrograms.Host;
import io.hopwright.models.testkit.TimeLines;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the ideal machine and its reference model on random programs. */
class IdealSecondModelTest {
  private static final int NODES = 24;
  private static final int GRID = 1_000;

  private static final JobTables TABLES =
      new JobTables(
          new JobTables.Keys(true, true, true, false, true, true, true, JobTables.Events.NONE),
          false);

  /** Returns the clock: every second program has one finer than a nanosecond. */
  private static TickRate ticks(RandomPrograms drawn) {
    return IdealRun.ticks(drawn.seed() % 2 == 0 ? 1 : 1 + new Random(drawn.seed()).nextInt(1_000));
  }

  private static String fast(RandomPrograms drawn, List<PlacedJob> jobs, int nodesOfAPartition) {
    final IdealDesign design =
        new IdealDesign(NODES, drawn.latency(), drawn.gap(), drawn.byteGap(), nodesOfAPartition);
    final IdealNetwork network =
        new IdealNetwork(
            new IdealSettings(
                design,
                new Jobs(drawn.software(), jobs, TABLES, ticks(drawn)),
                new RunPlan(drawn.seed(), 0, 1, RunPlan.End.JOBS, 0, 0, GRID, drawn.latency())));
    final RunOutcome<IdealPartition> outcome =
        new SequentialExecutor().run(network, new RunMonitor());
    final JobStatistics statistics = TABLES.statistics(jobs);
    final Measures<Totals> measures = Measures.nothing(Totals.FIRST_OWN, Totals::new);
    for (IdealPartition part : outcome.partitions()) {
      statistics.add(part.jobStatistics());
      measures.add(part.measures());
    }
    TimeLines.assertAddUp(statistics, outcome.stopTick());
    final StringBuilder text = new StringBuilder("stop " + outcome.stopTick());
    text.append(" digest ").append(measures.packets().digest()).append('\n');
    for (JobStatistics.RankRow row : statistics.rows()) {
      text.append(row.job() + "." + row.rank() + " ends " + row.end() + " " + row.states());
      text.append(' ').append(row.messages()).append(' ').append(row.bytes()).append('\n');
    }
    final List<CriticalPath> paths =
        CriticalPath.of(
            jobs,
            statistics.logs(),
            drawn.software(),
            new IdealPathTimes(design, drawn.software()));
    for (PlacedJob job : jobs) {
      final CriticalPath path = paths.get(job.number());
      text.append(PathLines.of(path)).append('\n');
      if (path != null) {
        final long end = statistics.get(job.number(), JobStatistics.Largest.END);
        PathLines.assertAddUp(path, end - job.startTick());
      }
    }
    collectives(jobs, statistics).forEach((what, sum) -> text.append(what + sum + '\n'));
    statistics.flows().rows().forEach(flow -> text.append(line(flow)).append('\n'));
    long latencies = 0;
    for (PlacedJob job : jobs) {
      latencies += statistics.latencies(job.number()).count();
    }
    return text.append(latencies)
        .append(outcome.ending() == Ending.STALLED ? NamedRanks.of(outcome) : "")
        .toString();
  }

  private static String line(FlowTimes.Row flow) {
    return "%s.%s to %s%s tag %s number %s, %s B from %s to %s"
        .formatted(
            flow.job(),
            flow.source(),
            flow.destination(),
            flow.collective() ? " of a collective" : "",
            flow.tag(),
            flow.number(),
            flow.bytes(),
            flow.startTick(),
            flow.finishTick());
  }

  private static Map<String, List<Long>> collectives(
      List<PlacedJob> jobs, JobStatistics statistics) {
    final Map<String, List<Long>> sums = new TreeMap<>();
    for (CollectiveTimes.Row row : statistics.collectives().rows()) {
      sums.put(
          jobs.get(row.kind().job()).name()
              + " "
              + row.kind().algorithm().fullName()
              + " "
              + row.kind().members()
              + " "
              + row.kind().bytes(),
          List.of(row.calls(), row.ticks(), row.longestTicks()));
    }
    return sums;
  }

  private static String second(RandomPrograms drawn, List<PlacedJob> jobs) {
    final ReferenceIdeal machine =
        new ReferenceIdeal(
            new ReferenceLogGops(
                NODES, drawn.latency(), drawn.gap(), drawn.byteGap(), ticks(drawn), drawn.seed()),
            drawn.software(),
            jobs);
    machine.runToTheEnd(GRID, Long.MAX_VALUE);
    final long stop = machine.tick();
    final StringBuilder text = new StringBuilder("stop " + stop + " digest ");
    text.append(String.format("%016x", machine.digest())).append('\n');
    final List<ReferenceRank> ranks = new ArrayList<>(machine.messaging().ranks());
    ranks.sort(
        Comparator.comparing((ReferenceRank rank) -> rank.jobName())
            .thenComparing(ReferenceRank::number));
    for (ReferenceRank rank : ranks) {
      text.append(rank.jobName().substring(3) + "." + rank.number() + " ends " + rank.endTick());
      text.append(' ').append(rank.sharesAt(stop).all());
      text.append(' ').append(sum(rank.messagesTo().values()));
      text.append(' ').append(sum(rank.bytesTo().values())).append('\n');
    }
    for (PlacedJob job : jobs) {
      text.append(ReferenceStep.lines(machine.messaging().path(job))).append('\n');
    }
    machine.messaging().collectives().sums().forEach((what, sum) -> text.append(what + sum + '\n'));
    machine.messaging().flows().lines().forEach(flow -> text.append(flow).append('\n'));
    return text.append(machine.messaging().latencies().size())
        .append(machine.ranksRunning() > 0 ? NamedRanks.of(machine::describeWaiting) : "")
        .toString();
  }

  private static long sum(java.util.Collection<Long> values) {
    return values.stream().mapToLong(value -> value).sum();
  }

  private static void compare(long first, int count) {
    for (long seed = first; seed < first + count; seed++) {
      final RandomPrograms drawn = RandomPrograms.of(seed, Host.ideal(NODES));
      compare(drawn, drawn.placed(), drawn.toString());
    }
  }

  private static void compare(RandomPrograms drawn, List<PlacedJob> jobs, String what) {
    final int nodesOfAPartition = 1 + new Random(drawn.seed()).nextInt(NODES);
    final String fast;
    try {
      fast = fast(drawn, jobs, nodesOfAPartition);
    } catch (RuntimeException e) {
      throw new AssertionError(what, e);
    }
    final List<String> expected = second(drawn, jobs).lines().toList();
    final List<String> actual = fast.lines().toList();
    for (int line = 0; line < expected.size(); line++) {
      assertEquals(expected.get(line), actual.get(line), what);
    }
  }

  /** Compares drawn jobs; all but every third have a graph in place of the program. */
  private static void compareGraphs(long first, int count) {
    for (long seed = first; seed < first + count; seed++) {
      final RandomPrograms drawn = RandomPrograms.of(seed, Host.ideal(NODES));
      final Random random = new Random(seed);
      final List<PlacedJob> jobs = new ArrayList<>();
      final StringBuilder what = new StringBuilder(drawn.toString());
      for (PlacedJob job : drawn.placed()) {
        if (job.number() % 3 == 2) {
          jobs.add(job);
          continue;
        }
        final String text =
            RandomGraphs.text(random, job.ranks(), random.nextInt(80), random.nextInt(4));
        what.append("job").append(job.number()).append(":\n").append(text);
        jobs.add(GoalRunTest.with(job, RandomGraphs.marked(random, text)));
      }
      compare(drawn, jobs, what.toString());
    }
  }

  @Test
  void graphsAtRandomAgree() {
    compareGraphs(RandomCases.first(0), RandomCases.count(6));
  }

  /** Ranks wait for each other while a job in the background continues. */
  @Test
  void blockedGraphsBesideTheBackgroundAgree() {
    compareGraphs(1_401, 1);
  }

  @Test
  @Tag("slow")
  void tenThousandGraphsAgree() {
    compareGraphs(RandomCases.first(1_000), RandomCases.count(10_000));
  }

  @Test
  void programsAtRandomAgree() {
    compare(RandomCases.first(0), RandomCases.count(15));
  }

  @Test
  @Tag("slow")
  void tenThousandProgramsAgree() {
    compare(RandomCases.first(1_000), RandomCases.count(10_000));
  }
}
