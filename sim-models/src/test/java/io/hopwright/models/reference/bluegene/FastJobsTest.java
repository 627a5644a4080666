package io.hopwright.models.reference.bluegene;

import static io.hopwright.models.testkit.Case.oneOf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.time.TickRate;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.bluegene.JobRun;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.reference.messaging.ReferenceRank;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.NamedRanks;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.RandomPrograms;
import io.hopwright.models.testkit.RandomPrograms.Host;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the torus and its reference model on random programs with random switches. */
class FastJobsTest {
  private static final int GRID = 500;
  private static final List<List<Integer>> SMALL =
      List.of(List.of(3, 2, 2), List.of(4, 3, 1), List.of(2, 2, 2), List.of(9, 1, 1));
  private static final List<List<Integer>> LARGE =
      List.of(
          List.of(3, 3, 2),
          List.of(5, 4, 1),
          List.of(4, 4, 2),
          List.of(18, 1, 1),
          List.of(7, 1, 3));

  /** Random machine with random programs. */
  private record Drawn(Case torus, RandomPrograms programs, int megabytes) {
    static Drawn of(long seed, List<List<Integer>> shapes) {
      final Random random = new Random(seed);
      final List<Integer> shape = shapes.get(random.nextInt(shapes.size()));
      final int megabytes = oneOf(random, 1, 10, 175);
      final boolean both = random.nextBoolean();
      final Case torus =
          JobRun.torus(shape.get(0), shape.get(1), shape.get(2))
              .with("link.megabytesPerSecond", megabytes)
              .with("seed", seed, "machine.virtualNodeMode", both, "run.gridTicks", GRID)
              .with("partition.shape", List.of(cut(random), cut(random), cut(random)))
              .set(oneOf(random, "", "router.routing=static", "router.hintBits=registers"))
              .set(oneOf(random, "", "", "router.escape=dateline router.dynamicVcs=1"))
              .set(oneOf(random, "", "", "router.tokenAckBytes=0", "router.tokenAckMerging=true"))
              .set(oneOf(random, "", "router.jsq=true router.slqFraction=0.75"))
              .set(oneOf(random, "", "", "link.hopTicks=9", "link.hopTicks=60"))
              .set(oneOf(random, "", "", "router.inNetworkPriority=0.5 router.slqFraction=1"))
              .set(oneOf(random, "", "", "router.arbitrationTicks=3", "router.vcEntryTicks=4"))
              .set(oneOf(random, "", "", "router.regrantTicks=2", "router.bypass=false"))
              .with("injection.turn", oneOf(random, "message", "packet"));
      final int nodes = shape.get(0) * shape.get(1) * shape.get(2);
      final Host host = new Host(nodes, 6, both ? 2 : 1, List.of(ProgressKind.values()), false);
      return new Drawn(torus, RandomPrograms.of(seed, host), megabytes);
    }

    private static int cut(Random random) {
      return oneOf(random, 1, 2, 3, 18);
    }

    /** Returns software with headers of at most 64 B, so that a header always fits a packet. */
    Software software() {
      final Software any = programs.software();
      return new Software(
          any.sendTicks(),
          any.recvTicks(),
          any.byteTicks(),
          any.copyTicks(),
          any.localTicks(),
          any.localByteTicks(),
          any.reduceTicks(),
          any.eagerBytes(),
          Math.min(64, any.headerBytes()),
          any.matchTicks(),
          any.progress(),
          any.get(),
          0,
          0);
    }

    @Override
    public String toString() {
      return torus + "\n" + programs;
    }
  }

  private static ReferenceTorus second(Drawn drawn, long mostTicks) {
    final Settings settings = drawn.torus.settings();
    final ReferenceTorus machine =
        new ReferenceTorus(
            new ReferenceConfig(settings, RunPlan.of(settings, 1)),
            drawn.software(),
            drawn.programs.placed(),
            new TickRate(drawn.megabytes * 1_000_000L, 1));
    machine.runToTheEnd(1, mostTicks);
    if (machine.ranksBlocked()) {
      machine.runToTheEnd(GRID, mostTicks);
    }
    return machine;
  }

  private static String text(ReferenceTorus machine) {
    final StringBuilder text = new StringBuilder("stop " + machine.tick() + " digest ");
    text.append(String.format("%016x", machine.digest())).append('\n');
    final List<ReferenceRank> ranks = new ArrayList<>(machine.jobs.messaging().ranks());
    ranks.sort(Comparator.comparing(ReferenceRank::jobName).thenComparing(ReferenceRank::number));
    for (ReferenceRank rank : ranks) {
      text.append(rank.jobName().substring(3) + "." + rank.number() + " ends " + rank.endTick());
      text.append(' ').append(rank.sharesAt(machine.tick()).all());
      text.append(' ').append(sum(rank.messagesTo().values()));
      text.append(' ').append(sum(rank.bytesTo().values())).append('\n');
    }
    text.append(machine.jobs.messaging().latencies().size());
    return text.append(machine.ranksBlocked() ? NamedRanks.of(machine::describeWaiting) : "")
        .toString();
  }

  private static long sum(Collection<Long> values) {
    return values.stream().mapToLong(value -> value).sum();
  }

  private static String text(JobRun run, List<PlacedJob> jobs) {
    final StringBuilder text = new StringBuilder("stop " + run.outcome().stopTick());
    text.append(" digest ").append(run.measures().packets().digest()).append('\n');
    for (JobStatistics.RankRow row : run.statistics().rows()) {
      text.append(row.job() + "." + row.rank() + " ends " + row.end() + " " + row.states());
      text.append(' ').append(row.messages()).append(' ').append(row.bytes()).append('\n');
    }
    long latencies = 0;
    for (PlacedJob job : jobs) {
      latencies += run.statistics().latencies(job.number()).count();
    }
    final boolean stalled =
        run.outcome().ending() == Ending.STALLED && run.outcome().total().foregroundAtWork == 0;
    return text.append(latencies).append(stalled ? NamedRanks.of(run.outcome()) : "").toString();
  }

  private static void compare(long first, int count, List<List<Integer>> shapes, long mostTicks) {
    for (long seed = first; seed < first + count; seed++) {
      final Drawn drawn = Drawn.of(seed, shapes);
      final ReferenceTorus second = second(drawn, mostTicks);
      final List<PlacedJob> jobs = drawn.programs.placed();
      final JobRun fast;
      try {
        fast =
            JobRun.of(
                drawn.torus.with(
                    "run.ticks", second.ranksBlocked() ? mostTicks : Math.max(1, second.tick())),
                drawn.software(),
                jobs);
      } catch (RuntimeException e) {
        throw new AssertionError(drawn.toString(), e);
      }
      final List<String> expected = text(second).lines().toList();
      final List<String> actual = text(fast, jobs).lines().toList();
      for (int line = 0; line < expected.size(); line++) {
        assertEquals(expected.get(line), actual.get(line), drawn.toString());
      }
      assertEquals(expected.size(), actual.size());
    }
  }

  @Test
  void programsAtRandomAgree() {
    compare(RandomCases.first(0), RandomCases.count(40), SMALL, 2_000);
  }

  @Test
  @Tag("slow")
  void thousandsOfProgramsAgree() {
    compare(RandomCases.first(1_000), RandomCases.count(2_000), LARGE, 20_000);
  }
}
