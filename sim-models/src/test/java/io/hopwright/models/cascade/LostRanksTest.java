package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.cascade.nic.CascadeNics;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.messaging.statistics.JobStatistics.RankRow;
import io.hopwright.models.switching.crossbar.SwitchPartition;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.NamedRanks;
import io.hopwright.models.testkit.TestJob;
import io.hopwright.models.testkit.TimeLines;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs with ranks on blades that fail ("Jobs" of {@code docs/models/cascade-faults.md}). Blade 1
 * has the nodes 4 to 7, blade 2 the nodes 8 to 11.
 */
class LostRanksTest {
  /** Completed run. */
  private static final class Run {
    private final CascadeNetwork network;
    private final RunOutcome<SwitchPartition<CascadeNics>> outcome;
    private final Map<String, Object> summary;
    private final JobStatistics statistics;

    private Run(Case model) {
      network = (CascadeNetwork) model.network();
      outcome = new SequentialExecutor().run(network, new RunMonitor());
      summary = network.result(outcome).summary();
      statistics = CascadeSettings.of(model.settings()).jobs().statistics();
      outcome.partitions().forEach(part -> statistics.add(part.jobStatistics()));
      TimeLines.assertAddUp(statistics, outcome.stopTick());
      assertEquals(0L, summary.get("requestsUnaccounted"), model::toString);
      final long present =
          outcome.partitions().stream().mapToLong(SwitchPartition::packetsPresent).sum();
      assertEquals(present, summary.get("packetsUnderWay"), model::toString);
    }

    private Object ofJob(String family, String job) {
      return ((Map<?, ?>) ((Map<?, ?>) summary.get("jobs")).get(family)).get(job);
    }

    private RankRow rank(int rank) {
      return statistics.rows().stream().filter(row -> row.rank() == rank).findFirst().orElseThrow();
    }

    private List<String> waiting() {
      return NamedRanks.lines(outcome);
    }

    /**
     * Returns whether the run ended at rest. Requests of collectives have no time-outs: a NIC that
     * has lost one waits forever.
     */
    private boolean isAtRest() {
      final boolean all = summary.get("requestsOutstanding").equals(0L);
      return outcome.partitions().stream()
          .allMatch(part -> (part.atRest() || !all) && part.endpoints().ranks().atRest());
    }
  }

  /** Returns sixteen nodes, the first of which have one rank each. */
  private static Case machine(String nic, String program, long ranks) {
    return Case.of(new Cascade())
        .set("machine.groups=1 machine.chassisPerGroup=1 machine.bladesPerChassis=4")
        .set("workload.kind=jobs run.gridTicks=20000 run.warmupTicks=0")
        .set("statistics.ranks=true statistics.timeline=true router.routing=minimal")
        .set("fault.blades.one.aries=1")
        .with("nic.model", nic)
        .with("jobs.a.program", TestJob.file(program))
        .with("jobs.a.ranks", ranks);
  }

  private static Case machine(String nic, String program, long ranks, long tick) {
    return machine(nic, program, ranks).with("fault.blades.one.atTick", tick);
  }

  private static String lost(int rank, long tick) {
    return "a rank " + rank + ": lost with its blade at tick " + tick;
  }

  // ---------------------------------------------------------------------------- who waits

  /** Messages name each rank that waits for a lost rank, and the lost rank. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rate | send to 4 5000; recv from 4 | recv from 0; send to 0 5000 | recv from 4 tag 0",
        "aries | send to 4 5000; recv from 4 | recv from 0; send to 0 5000 | recv from 4 tag 0",
        "rate | send to 4 20000 | recv from 0 | send of 20000 B to 4",
        "aries | send to 4 20000 | recv from 0 | send of 20000 B to 4",
        "rate | recv from 4 | send to 0 20000 | data from 4",
        "aries | recv from 4 | send to 0 20000 | data from 4",
        "rate | put to 4 50000; fence | compute 1 ms | 1 unfinished puts",
        "aries | put to 4 50000 | compute 1 ms | 1 unfinished puts",
        "aries | iput to 4 50000 | compute 1 ms | what is done with 50000 B at 4",
        "aries | get from 4 50000 | compute 1 ms | what is done with 50000 B at 4",
        "aries | for i in 1 .. 9 { amo to 4 } | compute 1 ms | what is done with 8 B at 4",
        "aries | barrier using hardware | compute 1 ms; barrier using hardware | join of 5 ranks from 0 on ("
      })
  void shouldNameWhoIsLostAndWhoWaitsForIt(String nic, String first, String last, String what) {
    final String others = first.startsWith("barrier") ? " else { " + first + " }" : "";
    final String program =
        "if rank == 0 { " + first + " } else if rank == 4 { " + last + " }" + others;
    final Case model = machine(nic, program, 5, 60_000);
    final Run run = new Run(model);
    assertEquals(Ending.STALLED, run.outcome.ending());
    assertTrue(run.network.ranksBlocked(run.outcome.total()));
    final List<String> waiting = run.waiting();
    assertTrue(waiting.get(0).startsWith("a rank 0: " + what), waiting::toString);
    assertEquals(lost(4, 60_000), waiting.get(waiting.size() - 1));
    assertEquals(1L, run.ofJob("ranksLost", "a"));
    assertNull(run.ofJob("makespanTicks", "a"));
    final Run beside = new Run(besideBackground(model));
    assertEquals(Ending.STALLED, beside.outcome.ending());
    assertTrue(beside.network.ranksBlocked(beside.outcome.total()));
    assertEquals(waiting, beside.waiting());
  }

  /** Adds a job that runs forever on the rest of blade 1 and on the nodes after it. */
  private static Case besideBackground(Case model) {
    final String pairs =
        "forever { compute 1 us; if rank > 2 { let peer = rank - 1 + 2 * (rank % 2)\n"
            + "sendrecv to peer 300 from peer } }";
    return model
        .with("jobs.noise.program", TestJob.file(pairs), "jobs.noise.ranks", 11L)
        .with("jobs.noise.background", true);
  }

  /**
   * Ranks that have joined wait for the one that has not, which waits for a message that is sent
   * after the collective.
   */
  @Test
  void shouldNameWhoHasNotJoined() {
    final String program =
        """
        if rank == 3 { recv from 1 }
        if rank < 4 { allreduce 8 on ranks(0, 4, 1) using hardware }
        if rank == 1 { send to 3 8 }
        """;
    final List<String> waiting = new Run(machine("aries", program, 5, 90_000_000)).waiting();
    assertEquals(6, waiting.size(), waiting::toString);
    for (int line = 0; line < 3; line++) {
      assertTrue(waiting.get(line).contains(": join of 4 ranks from 0 on ("), waiting::toString);
      assertTrue(waiting.get(line).endsWith(") → rank 3"), waiting::toString);
    }
    assertTrue(waiting.get(4).startsWith("a rank 1 waits for rank 3: join of"), waiting::toString);
    assertTrue(waiting.get(5).startsWith("a rank 3 waits for rank 1: recv"), waiting::toString);
  }

  @Test
  void shouldFindNoCycleThroughALostRank() {
    final String ring = "send to (rank + 1) % 5 10000; recv from (rank + 4) % 5";
    final Case model = machine("rate", ring, 5);
    final List<String> broken = new Run(model.set("fault.blades.one.atTick=100000")).waiting();
    assertEquals(5, broken.size(), broken::toString);
    assertEquals(lost(4, 100_000), broken.get(4));
    final String pairs =
        "let beside = rank + 1 - 2 * (rank % 2)\n"
            + "if rank < 4 { recv from beside; send to beside 1 } else { compute 1 ms }";
    final List<String> cycle = new Run(machine("rate", pairs, 6, 9_000)).waiting();
    assertEquals(8, cycle.size(), cycle::toString);
    assertTrue(cycle.get(6).startsWith("a rank 0 waits for rank 1: recv"), cycle::toString);
    assertTrue(cycle.get(7).startsWith("a rank 1 waits for rank 0: recv"), cycle::toString);
    assertEquals(List.of(lost(4, 9_000), lost(5, 9_000)), cycle.subList(4, 6));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rate", "aries"})
  void shouldEndWithoutThoseThatNobodyNeeds(String nic) {
    final String program =
        """
        if rank < 4 {
          for i in 1 .. 5 { sendrecv to (rank + 1) % 4 9000 from (rank + 3) % 4 }
          send to 5 100
        } else if rank == 4 { compute 1 ms; send to 5 100 }
        else if rank == 5 { recv from 4; for i in 0 .. 3 { recv from i } }
        """;
    final Run run = new Run(machine(nic, program, 8, 200_000));
    assertEquals(Ending.COMPLETED, run.outcome.ending());
    assertEquals(6L, run.ofJob("ranksEnded", "a"));
    assertEquals(2L, run.ofJob("ranksLost", "a"));
    final long last = run.statistics.rows().stream().mapToLong(RankRow::end).max().orElseThrow();
    assertTrue(last > 200_000, "all was over before");
    assertEquals(last, run.ofJob("makespanTicks", "a"));
    assertEquals(-1, run.rank(4).end());
  }

  @Test
  void shouldTellNoMakespanOfAJobOfWhichNobodyIsLeft() {
    final Run run = new Run(machine("rate", "compute 1 ms", 4, 5).set("fault.blades.one.aries=0"));
    assertEquals(Ending.COMPLETED, run.outcome.ending());
    assertEquals(4L, run.ofJob("ranksLost", "a"));
    assertNull(run.ofJob("makespanTicks", "a"));
  }

  @Test
  void shouldHoldAJobWithLostRanksAgainstNoIdealOne() {
    final String program = "if rank < 4 { compute 10 us } else { compute 20 us }";
    final Case model = machine("rate", program, 8).set("statistics.ideal=true");
    final RunResult ideal = model.set("fault.blades.one.aries=2").result();
    assertEquals(1.0, slowdown(ideal, ideal));
    final RunResult run = model.set("fault.blades.one.atTick=500000").result();
    assertNull(slowdown(ideal, run));
  }

  private static Object slowdown(RunResult ideal, RunResult run) {
    final Map<?, ?> jobs =
        (Map<?, ?>) JobMetrics.against(JobMetrics.ofBaseline(ideal), run).summary().get("jobs");
    return ((Map<?, ?>) jobs.get("slowdown")).get("a");
  }

  // ---------------------------------------------------------------------------- when

  /**
   * An operation that would be complete in the tick of the loss is not complete; one that ended
   * before is.
   */
  @ParameterizedTest
  @CsvSource({"rate, host, 300", "aries, host, 300", "rate, offload, 0", "aries, offload, 0"})
  void shouldLoseBeforeAnythingCountsInTheTick(String nic, String progress, long recvTicks) {
    final Case model =
        machine(nic, "if rank == 0 { send to 4 500 } else if rank == 4 { recv from 0 }", 5)
            .with("software.progress", progress, "software.recvTicks", recvTicks);
    final long end = new Run(model.with("fault.blades.one.atTick", 500_000)).rank(4).end();
    final Run before = new Run(model.with("fault.blades.one.atTick", end));
    assertEquals(-1, before.rank(4).end());
    assertEquals(0L, before.ofJob("messagesReceived", "a"));
    assertEquals(1L, before.ofJob("ranksLost", "a"));
    final Run after = new Run(model.with("fault.blades.one.atTick", end + 1));
    assertEquals(end, after.rank(4).end());
    assertEquals(1L, after.ofJob("messagesReceived", "a"));
    assertEquals(0L, after.ofJob("ranksLost", "a"));
  }

  @Test
  void shouldCountTheTimeOfALostRankUpToItsLoss() {
    final String program =
        """
        if rank == 4 { compute 1 us; compute 1 ms }
        else if rank == 5 { send to 6 8000 }
        else if rank == 6 { compute 1 us; recv from 5 }
        """;
    final Run run = new Run(machine("rate", program, 8, 100_000).set("software.sendTicks=300000"));
    assertEquals(100_000, run.rank(4).states().get(0));
    assertEquals(List.of(0L, 100_000L), run.rank(5).states().subList(0, 2));
    assertEquals(43_750, run.rank(6).states().stream().mapToLong(Long::longValue).sum());
    assertEquals(0, run.rank(7).end());
    assertEquals(3L, run.ofJob("ranksLost", "a"));
    final Map<?, ?> shares = (Map<?, ?>) ((Map<?, ?>) run.summary.get("jobs")).get("share");
    assertEquals(143_750 / 300_000.0, ((Map<?, ?>) shares.get("compute")).get("a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rate", "aries"})
  void shouldLoseJobsThatHaveNotStartedAndJobsInTheBackground(String nic) {
    final Run run =
        new Run(
            machine(nic, "compute 50 us", 4, 100_000)
                .with("jobs.b.program", TestJob.file("compute 1 us"), "jobs.b.ranks", 2L)
                .with(
                    "jobs.c.program", TestJob.file("forever { send to 1 - rank 9; recv from any }"))
                .set("jobs.b.start=10000000 jobs.c.ranks=2 jobs.c.background=true"));
    assertEquals(Ending.COMPLETED, run.outcome.ending());
    assertEquals(0L, run.ofJob("ranksLost", "a"));
    assertEquals(2L, run.ofJob("ranksLost", "b"));
    assertEquals(2L, run.ofJob("ranksLost", "c"));
    assertTrue(run.outcome.stopTick() >= 2_187_500, "nobody waits for b and c");
  }

  // ---------------------------------------------------------------------------- nothing is left

  private static final String EVERYTHING =
      """
      let peer = 8 + (rank + 13) % 16
      let other = 8 + (rank + 3) % 16
      let beside = rank + 1 - 2 * (rank % 2)
      if rank < 8 { compute 200 us }
      for i in 1 .. 20 * (rank >= 8) {
        irecv from other as r
        isend to peer 20000
        isend to peer 4000
        irecv from other as t
        ONE_SIDED
        issend to peer 100
        isend to beside 3000
        isend to beside 30000
        recv from other
        put to beside 900
        recv from beside
        recv from beside
        compute 1 us
        waitall
      }
      fence
      """;

  /**
   * Returns the same program as a graph: the exchange of ranks 8 to 23, which are on three blades.
   */
  private static String graph() {
    final StringBuilder text = new StringBuilder("num_ranks 24\n");
    for (int rank = 0; rank < 24; rank++) {
      text.append("rank ").append(rank).append(" {\n");
      for (int i = 0; rank >= 8 && i < 60; i++) {
        final int bytes = i % 3 == 0 ? 20_000 : i % 3 == 1 ? 4_000 : 9;
        final int peer = 8 + (rank + 13 + i % 2 * 3) % 16;
        final int other = 8 + (rank + 3 - i % 2 * 3) % 16;
        text.append("r%d: recv %db from %d tag %d\n".formatted(i, bytes, other, i));
        text.append("s%d: send %db to %d tag %d\n".formatted(i, bytes, peer, i));
        text.append("c%d: calc 700 cpu %d\n".formatted(i, i % 3));
        text.append("c%d requires r%d\n".formatted(i, i));
        if (i > 2) {
          text.append("s%d requires c%d\n".formatted(i, i - 3));
        }
      }
      text.append("c: calc 200000\n}\n");
    }
    return text.toString();
  }

  /**
   * Two blades fail one after the other, at any tick. Each node has two ranks, which talk only to
   * each other. Nothing of them remains, whatever they were doing, and the other ranks end.
   */
  /** Columns: NIC, rendezvous, progress, and the further operations of the ranks. */
  private static final String KINDS =
      """
      rate | put | calls | iput to peer 500; put to peer 700
      rate | get | host | iput to peer 500; put to peer 700; fence
      rate | get | offload | put to peer 700
      rate | put | calls | graph
      aries | get | calls | iput to peer 500; get from other 9000; amo to peer; put to peer 7000
      aries | put | host | iget from other 700; barrier on ranks(8, 16, 1) using hardware
      aries | get | offload | put to peer 9000; barrier on ranks(8, 16, 1) using hardware; fence
      aries | get | offload | graph
      aries | put | host | graph
      """;

  @Tag("slow")
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = KINDS)
  void shouldLeaveNothingBehind(String nic, String rendezvous, String progress, String what) {
    assertNothingIsLeft(69_001, nic, rendezvous, progress, what);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = KINDS)
  @Tag("slow")
  void shouldLeaveNothingBehindWheneverItFails(
      String nic, String rendezvous, String progress, String what) {
    assertNothingIsLeft(5_003, nic, rendezvous, progress, what);
  }

  private static void assertNothingIsLeft(
      long stepTicks, String nic, String rendezvous, String progress, String what) {
    final String program = what.equals("graph") ? graph() : EVERYTHING.replace("ONE_SIDED", what);
    final Case model =
        machine(nic, program, 24)
            .with("software.rendezvous", rendezvous, "software.progress", progress)
            .with("jobs.a.ranksPerNode", 2L, "nic.timeoutTicks", 400_000L)
            .set("run.end=ticks run.ticks=10000000 fault.reactionTicks=50000")
            .set("fault.quiesceTicks=3000 fault.blades.two.aries=2");
    long lost = 0;
    for (long tick = 1; tick < 900_000; tick += stepTicks + tick / 7) {
      final Run run =
          new Run(
              model
                  .with("fault.blades.one.atTick", tick)
                  .with("fault.blades.two.atTick", tick + tick % 3 * 9_000));
      assertTrue(run.isAtRest(), () -> "at rest: " + run.summary);
      assertEquals(8L, run.ofJob("ranksEnded", "a"));
      assertEquals(16L, run.ofJob("ranksLost", "a"));
      lost += (Long) run.summary.get("packetsLost");
    }
    assertTrue(lost > 0);
  }

  // ---------------------------------------------------------------------------- every split

  @ParameterizedTest
  @ValueSource(strings = {"rate", "aries"})
  void shouldMeasureTheSameInOnePartitionAndInSeveral(String nic) {
    final Case model =
        machine(nic, EVERYTHING.replace("ONE_SIDED", "put to peer 3000"), 24)
            .with("jobs.a.ranksPerNode", 2L, "jobs.a.place", "round-robin")
            .set("machine.groups=3 fault.blades.one.aries=5 fault.blades.one.atTick=70000")
            .set("fault.blades.two.aries=0 fault.blades.two.atTick=111111 run.end=ticks")
            .set("run.ticks=2000000 run.gridTicks=100000 router.routing=adaptive");
    final String text = model.set("partition.groups=3").text();
    assertTrue(text.contains("ranksLost"), text);
    assertEquals(text, model.set("partition.groups=1").text());
  }

  /** A blade that receives many requests fails beside a job in the background. */
  @ParameterizedTest
  @CsvSource({
    "rate, put to peer 3000",
    "aries, put to peer 3000; iget from other 9000; amo to peer",
    "aries, barrier using hardware"
  })
  void shouldBeBlockedInTheSameTickForEverySplitAndModel(String nic, String what) {
    final String program =
        """
        let peer = (rank + 5) % size
        let other = (rank + 11) % size
        for i in 1 .. 90 {
          irecv from other
          isend to peer 4000
          irecv from rank + 1 - 2 * (rank % 2)
          isend to rank + 1 - 2 * (rank % 2) 9000
          ONE_SIDED
          waitall
        }
        """;
    final Case model =
        machine(nic, program.replace("ONE_SIDED", what), 16)
            .with("jobs.a.ranksPerNode", 2L, "run.gridTicks", 500L)
            .with("jobs.noise.program", TestJob.file("forever { compute 1 us; alltoall 80 }"))
            .set("jobs.noise.ranks=5 jobs.noise.background=true machine.groups=3")
            .set("fault.blades.one.atTick=170001 run.end=ticks run.ticks=9000000")
            .set("router.routing=adaptive");
    final Run whole = new Run(model.set("partition.groups=3"));
    assertEquals(Ending.STALLED, whole.outcome.ending());
    assertEquals(16, whole.waiting().size(), whole.waiting()::toString);
    final Case second = model.with("statistics.ranks", null).with("statistics.timeline", null);
    for (Case other :
        List.of(model.set("partition.groups=1"), second.set("machine.implementation=reference"))) {
      final Map<String, Object> summary = other.result().summary();
      for (String name : List.of("ticks", "digest", "jobs", "packetsLost")) {
        assertEquals(whole.summary.get(name).toString(), summary.get(name).toString(), name);
      }
    }
  }
}
