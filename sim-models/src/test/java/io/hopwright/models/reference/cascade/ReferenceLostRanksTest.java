package io.hopwright.models.reference.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.Cascade;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.program.ProgramCheck;
import io.hopwright.models.program.ProgramTraffic;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.cascade.ReferenceCascade.Delivery;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadeConfig;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly;
import io.hopwright.models.reference.messaging.ReferenceRank;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.TestJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs with ranks on a blade that fails ("Jobs" of {@code docs/models/cascade-faults.md}). Blade
 * {@code b} has the nodes {@code 4b … 4b + 3}.
 */
@Tag("slow")
class ReferenceLostRanksTest {
  private static final long SEND = 10_937;
  private static final long MICROSECOND = 43_750;
  private static final int HEADER = 16;
  private static final long TICKS_UNWATCHED = 5_000;

  private static Case machine(String nic) {
    return Case.of(new Cascade())
        .set("machine.groups=1 machine.chassisPerGroup=2 machine.bladesPerChassis=4")
        .set("router.routing=minimal workload.kind=jobs fault.quiesceTicks=0")
        .with("nic.model", nic);
  }

  /** Returns the case with a blade that fails at a tick. */
  private static Case failing(Case machine, int blade, long tick) {
    final String fault = "fault.blades.b" + blade;
    return machine.with(fault + ".aries", blade, fault + ".atTick", tick);
  }

  private static Software software(ProgressKind progress, boolean get) {
    return new Software(
        SEND, 10_938, 0, 4_480, 13_125, 4_480, 4_480, 8_192, HEADER, 0, progress, get, 0, 0);
  }

  private static final Software OFFLOADED = software(ProgressKind.OFFLOAD, false);
  private static final Software CALLS = software(ProgressKind.CALLS, true);

  private static ReferenceCascade cascade(Case machine, Software software, TestJob... jobs) {
    final Settings settings = machine.settings();
    final ReferenceCascadeConfig config =
        new ReferenceCascadeConfig(settings, RunPlan.of(settings, 1));
    final int[] units = new int[new ReferenceDragonfly(config).nodes()];
    final List<PlacedJob> placed =
        TestJob.place(List.of(jobs), units, config.seed).stream()
            .map(ReferenceLostRanksTest::checked)
            .toList();
    return new ReferenceCascade(config, software, placed);
  }

  /** Returns the job with the list of ranks that perform collectives by hardware. */
  private static PlacedJob checked(PlacedJob job) {
    return new PlacedJob(
        job.name(),
        job.number(),
        job.program(),
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
        ProgramCheck.check(job.program(), 1_000_000, (done, operations) -> true).communicators(),
        List.of());
  }

  /**
   * Runs until all ranks end; checks along the run that the statistics account for every packet.
   */
  private static ReferenceCascade run(ReferenceCascade machine) {
    long now = machine.tick();
    while (machine.nextEffectTick() != Long.MAX_VALUE) {
      now = Math.max(now + TICKS_UNWATCHED, machine.nextEffectTick());
      machine.run(now + 1);
      machine.checkConservation();
      assertEquals(0, machine.counts().getOrDefault("requestsUnaccounted", 0L));
      assertTrue(machine.counts().getOrDefault("packetsUnderWay", 0L) >= 0);
    }
    assertEquals(0, machine.counts().getOrDefault("packetsUnderWay", 0L));
    return machine;
  }

  private static ReferenceCascade run(Case machine, Software software, TestJob... jobs) {
    return run(cascade(machine, software, jobs));
  }

  private static List<Delivery> deliveries(Case machine, Software software, TestJob job) {
    final List<Delivery> deliveries = new ArrayList<>();
    final ReferenceCascade healthy = cascade(machine, software, job);
    healthy.listen(deliveries::add);
    run(healthy);
    return deliveries;
  }

  private static Object number(ReferenceCascade machine, String name, int job) {
    Object value = machine.jobs().summary().get("jobs");
    for (final String part : (name + ".job" + job).split("\\.", -1)) {
      value = ((Map<?, ?>) value).get(part);
    }
    return value;
  }

  private static Object number(ReferenceCascade machine, String name) {
    return number(machine, name, 0);
  }

  private static String report(ReferenceCascade machine) {
    final StringBuilder report = new StringBuilder();
    machine.describeWaiting(report);
    return report.toString();
  }

  private static List<Integer> ended(ReferenceCascade machine) {
    return machine.jobs.messaging().ranks().stream()
        .filter(rank -> rank.endTick() >= 0)
        .map(ReferenceRank::number)
        .toList();
  }

  private static List<Integer> ranks(int first, int last) {
    return IntStream.rangeClosed(first, last).boxed().toList();
  }

  // ------------------------------------------------------------------------ in the tick itself

  /**
   * A packet that arrives in tick {@code f} is delivered, but no rank is left to handle it; its
   * answer is lost.
   */
  @ParameterizedTest
  @ValueSource(strings = {"rate", "aries"})
  void shouldNotCountWhatArrivesInTheTickOfTheFault(String nic) {
    final TestJob job =
        TestJob.of(
            "if rank == 0 { send to 4 8 } else if rank == 4 { recv from 0; compute 1 ms }", 5);
    final long tick = deliveries(machine(nic), OFFLOADED, job).get(0).tick();
    final ReferenceCascade before = cascade(machine(nic), OFFLOADED, job);
    before.run(tick);
    final ReferenceCascade lost = run(failing(machine(nic), 1, tick), OFFLOADED, job);
    assertEquals(0L, number(lost, "messagesReceived"));
    assertEquals(
        before.digest()
            + ReferenceDraws.deliveryWord(0, 4, 0, 0, 0, tick)
            + ReferenceDraws.deliveryWord(4, 0, 0, 0, 13, tick),
        lost.digest());
    final ReferenceCascade later = run(failing(machine(nic), 1, tick + 1), OFFLOADED, job);
    assertEquals(1L, number(later, "messagesReceived"));
    for (final ReferenceCascade machine : List.of(lost, later)) {
      assertEquals(1L, number(machine, "ranksLost"));
      assertEquals(ranks(0, 3), ended(machine));
      assertEquals(1, machine.count("packetsLost"));
      assertEquals(1, machine.count("requestsOutstanding"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rate", "aries"})
  void shouldHaveNoWorkEndInTheTickOfTheFault(String nic) {
    final TestJob job = TestJob.of("if rank == 4 { compute 1 us } else { compute 300 ns }", 5);
    final ReferenceCascade lost = run(failing(machine(nic), 1, MICROSECOND), CALLS, job);
    assertEquals(1L, number(lost, "ranksLost"));
    assertEquals(4L, number(lost, "ranksEnded"));
    assertEquals(13_125L, number(lost, "makespanTicks"));
    assertEquals(1.0, number(lost, "share.compute"));
    final ReferenceCascade ended = run(failing(machine(nic), 1, MICROSECOND + 1), CALLS, job);
    assertEquals(0L, number(ended, "ranksLost"));
    assertEquals(MICROSECOND, number(ended, "makespanTicks"));
    assertEquals(
        lost.digest() + ReferenceDraws.deliveryWord(0, 4, 0, 1, 255, MICROSECOND), ended.digest());
  }

  /**
   * A posted packet that is not issued is never issued; an issued one is lost at its own failed
   * router.
   */
  @ParameterizedTest
  @ValueSource(strings = {"rate", "aries"})
  void shouldNotIssueWhatHasBeenPosted(String nic) {
    final TestJob job =
        TestJob.of(
            "if rank == 4 { send to 0 8; compute 1 ms } else if rank == 0 { recv from 4 }", 5);
    final long issued = deliveries(machine(nic), CALLS, job).get(0).packet().issueTick;
    assertEquals(nic.equals("rate") ? SEND : SEND + 560, issued);
    for (final long later : new long[] {0, 1}) {
      final ReferenceCascade lost = run(failing(machine(nic), 1, issued + later), CALLS, job);
      assertEquals(later, lost.count("packetsInjected"));
      assertEquals(later, lost.count("packetsLost"));
      assertEquals(1L, number(lost, "messages"));
      assertEquals(ranks(1, 3), ended(lost));
    }
  }

  @Test
  void shouldLoseWhatIsUnderWayWithinANode() {
    final TestJob job =
        TestJob.of("if rank % 2 == 0 { send to rank + 1 8 } else { recv from rank - 1 }", 10)
            .perNode(2);
    final long tick = SEND + 13_125 + 105;
    for (final long later : new long[] {0, 1}) {
      final ReferenceCascade lost = run(failing(machine("rate"), 1, tick + later), OFFLOADED, job);
      assertEquals(4 + later, number(lost, "messagesReceived"));
      assertEquals(ranks(0, 8), ended(lost)); // rank 8 has ended before and is not lost
      assertEquals(1L, number(lost, "ranksLost"));
      assertEquals(0, lost.ranksRunning());
    }
  }

  /** A rank that has ended handles no further message. */
  @ParameterizedTest
  @ValueSource(strings = {"rate", "aries"})
  void shouldHandleNothingForARankThatHasEnded(String nic) {
    final TestJob job = TestJob.of("if rank == 0 { send to 4 8 }", 5);
    final long tick = deliveries(machine(nic), CALLS, job).get(0).tick();
    for (final long later : new long[] {10_938, 10_939}) {
      final ReferenceCascade failed = run(failing(machine(nic), 1, tick + later), CALLS, job);
      assertEquals(later - 10_938, number(failed, "unexpectedMessages"));
      assertEquals(0L, number(failed, "ranksLost"));
      assertEquals(SEND, number(failed, "makespanTicks"));
    }
  }

  // -------------------------------------------------------------------------- who waits for whom

  @ParameterizedTest
  @ValueSource(strings = {"rate", "aries"})
  void shouldNameWhoIsLostInMidMessage(String nic) {
    final TestJob job =
        TestJob.of(
            """
            for i in 1 .. 5 {
              if rank == 0 { send to 4 1000; recv from 4 }
              if rank == 4 { recv from 0; send to 0 1000 }
            }
            """,
            5);
    final List<Delivery> requests =
        deliveries(machine(nic), CALLS, job).stream()
            .filter(
                delivery -> delivery.packet().packetClass == 0 && delivery.packet().source() == 4)
            .toList();
    final long fault =
        requests.get(20).packet().issueTick + 1; // in the second of five messages of 16 packets
    final ReferenceCascade lost = run(failing(machine(nic), 1, fault), CALLS, job);
    assertEquals(1, lost.ranksRunning());
    assertEquals(ranks(1, 3), ended(lost));
    assertEquals(4L, number(lost, "messages"));
    assertEquals(3L, number(lost, "messagesReceived"));
    assertNull(number(lost, "makespanTicks"));
    final String report = report(lost);
    assertTrue(report.contains("rank 0 (node 0, slot 0) has waited"), report);
    assertTrue(report.contains("rank 4 (node 4, slot 0): lost with its blade at tick " + fault));
    assertFalse(report.contains("rank 4 (node 4, slot 0) has waited"), report);
  }

  /** The loss reaches one rank further per step: in a chain, ranks at a greater distance end. */
  @ParameterizedTest
  @ValueSource(strings = {"rate", "aries"})
  void shouldHaveThoseEndThatDoNotNeedTheLost(String nic) {
    final String steps =
        """
        grid g = mesh(1)
        for i in 1 .. 3 {
          irecv from shift(g, 0, 1); irecv from shift(g, 0, -1)
          isend to shift(g, 0, 1) 400; isend to shift(g, 0, -1) 400
          waitall
        }
        """;
    final ReferenceCascade lost = run(failing(machine(nic), 3, 1), CALLS, TestJob.of(steps, 32));
    final List<Integer> far = new ArrayList<>(ranks(0, 8));
    far.addAll(ranks(19, 31));
    assertEquals(far, ended(lost));
    assertEquals(4L, number(lost, "ranksLost"));
    assertEquals(6, lost.ranksRunning());
    assertEquals(6 + 4, report(lost).lines().count());
  }

  /** A message of a rank arrives if the rank fails late, and never if it fails before. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rate | false | send to 4 10000 | recv from 0
          rate | true | send to 4 10000 | recv from 0
          aries | false | send to 4 10000 | recv from 0
          aries | true | send to 4 10000 | recv from 0
          rate | false | issend to 4 100 as r; wait r | recv from 0
          aries | true | issend to 4 100 as r; wait r | recv from 0
          rate | false | recv from 4 | send to 0 10000
          rate | true | recv from 4 | send to 0 10000
          aries | false | recv from 4 | send to 0 10000
          aries | true | recv from 4 | send to 0 10000
          rate | true | recv from 4 | send to 0 300
          aries | true | recv from 4 | send to 0 300
          rate | true | put to 4 300; fence | compute 1 us
          aries | true | put to 4 300; fence | compute 1 us
          aries | true | put to 4 5000; fence | compute 1 us
          aries | true | get from 4 300 | compute 1 us
          aries | true | get from 4 5000 | compute 1 us
          aries | true | amo to 4 | compute 1 us
          aries | true | barrier on ranks(0, 2, 4) using hardware | barrier on ranks(0, 2, 4) using hardware
          """)
  void shouldWaitForWhatDoesNotCome(String nic, boolean get, String stays, String fails) {
    final TestJob job =
        TestJob.of(
            "if rank == 0 { " + stays + " } else if rank == 4 { " + fails + "; compute 10 us }", 5);
    final Software software = software(ProgressKind.HOST, get);
    final ReferenceCascade healthy = cascade(machine(nic), software, job);
    final SortedSet<Long> ticks = new TreeSet<>(List.of(1L));
    while (healthy.ranksRunning() > 0) {
      ticks.add(Math.max(1, healthy.nextEffectTick()));
      healthy.run(healthy.nextEffectTick() + 1);
    }
    final long end = healthy.jobs.messaging().ranks().get(0).endTick();
    final int step = 1 + ticks.size() / 12;
    final List<Long> all = List.copyOf(ticks);
    final List<Long> some =
        IntStream.range(0, all.size())
            .filter(i -> i % step == 0 || i > all.size() - 6)
            .mapToObj(all::get)
            .toList();
    final List<Boolean> comes = new ArrayList<>();
    for (final long fault : some) {
      final ReferenceCascade lost = cascade(failing(machine(nic), 1, fault), software, job);
      final ReferenceCascade before = cascade(machine(nic), software, job);
      lost.run(fault);
      before.run(fault);
      assertEquals(before.digest(), lost.digest());
      run(lost);
      final long endOfFirst = lost.jobs.messaging().ranks().get(0).endTick();
      assertEquals(endOfFirst < 0 ? 1 : 0, lost.ranksRunning());
      assertEquals(1L, number(lost, "ranksLost"));
      assertTrue(endOfFirst == end || endOfFirst < 0, fault + ": " + endOfFirst);
      comes.add(endOfFirst == end);
    }
    assertEquals(comes.stream().sorted().toList(), comes, some::toString);
    assertEquals(List.of(false, true), comes.stream().distinct().toList());
  }

  /**
   * No operation of the rank completes; its issued packets are at the target, or are lost at
   * faults.
   */
  @ParameterizedTest
  @CsvSource({
    "rate, put to 0 300; fence",
    "aries, put to 0 300; fence",
    "aries, put to 0 5000; fence",
    "aries, get from 0 300",
    "aries, get from 0 5000",
    "aries, amo to 0"
  })
  void shouldCompleteNothingOfALostRank(String nic, String operation) {
    final TestJob job = TestJob.of("if rank == 4 { " + operation + " }", 5);
    final ReferenceCascade healthy = run(machine(nic), CALLS, job);
    final long end = healthy.jobs.messaging().ranks().get(4).endTick();
    for (final long fault : new long[] {SEND, end / 4, end / 2, end - 1, end}) {
      final ReferenceCascade lost = run(failing(machine(nic), 1, fault), CALLS, job);
      assertEquals(0L, number(lost, "messagesReceived"));
      assertEquals(1L, number(lost, "ranksLost"));
      assertEquals(0, lost.ranksRunning());
    }
    final ReferenceCascade ended = run(failing(machine(nic), 1, end + 1), CALLS, job);
    assertEquals(1L, number(ended, "messagesReceived"));
    assertEquals(0L, number(ended, "ranksLost"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rate", "aries"})
  void shouldGiveUpWhatALostRankIsAskedFor(String nic) {
    final TestJob job = TestJob.of("if rank == 0 { put to 4 300; fence } else { compute 1 ms }", 5);
    final Case timing = failing(machine(nic), 1, 100).with("nic.timeoutTicks", 200_000);
    final ReferenceCascade lost = run(timing, CALLS, job);
    assertEquals(5, lost.count("requestsTimedOut"));
    assertEquals(0, lost.count("requestsOutstanding"));
    assertEquals(nic.equals("aries") ? 1 : 0, lost.count("transactionsFailed"));
    assertEquals(ranks(1, 3), ended(lost));
    assertEquals(1, lost.ranksRunning());
  }

  // --------------------------------------------------------------------------------- collectives

  /**
   * The last leaf of a tree, on no other node's path, is lost before or after its word has left its
   * blade.
   */
  @Test
  void shouldEndCollectivesThatHaveTheWordsOfTheLost() {
    final TestJob job =
        TestJob.of("if rank % 4 == 0 { barrier on ranks(0, 8, 4) using hardware }", 32);
    final List<Delivery> ups =
        deliveries(machine("aries"), CALLS, job).stream()
            .filter(
                delivery -> delivery.packet().packetClass == 0 && delivery.packet().source() == 28)
            .toList();
    assertEquals(1, ups.size());
    final long left = ups.get(0).packet().issueTick + 6_562 + 1;
    final ReferenceCascade early = run(failing(machine("aries"), 7, left - 6_562), CALLS, job);
    assertEquals(24, ended(early).size());
    assertEquals(7, early.ranksRunning());
    assertEquals(0, early.count("collectivesDone"));
    final ReferenceCascade late = run(failing(machine("aries"), 7, left), CALLS, job);
    assertEquals(0, late.ranksRunning());
    assertEquals(7, late.count("collectivesDone"));
    assertEquals(0, late.count("collectiveResultsWrong"));
    assertEquals(1L, number(late, "ranksLost"));
  }

  /** A node may complete the collective although its ranks have failed. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldBeThroughWithoutRanks(int perNode) {
    final TestJob job = TestJob.of("barrier using hardware; compute 1 ms", 5 * perNode);
    final ReferenceCascade healthy = cascade(machine("aries"), CALLS, job.perNode(perNode));
    while (healthy.count("collectivesDone") < 5) {
      healthy.run(healthy.nextEffectTick() + 1);
    }
    final long joined = healthy.tick() - 1 + (perNode - 1) * 13_125L;
    healthy.run(joined + 1);
    long joins = 0;
    for (int rank = 4 * perNode; rank < 5 * perNode; rank++) {
      joins += ReferenceDraws.deliveryWord(0, rank, 0, 1, 255, joined);
    }
    for (final long later : new long[] {0, 1}) {
      final ReferenceCascade lost =
          cascade(failing(machine("aries"), 1, joined + later), CALLS, job.perNode(perNode));
      lost.run(joined + 1);
      assertEquals(5, lost.count("collectivesDone"));
      assertEquals(healthy.digest() - (1 - later) * joins, lost.digest());
    }
  }

  // ------------------------------------------------------------------------------ several faults

  @Test
  void shouldLoseThoseThatWouldStartLater() {
    final TestJob first = TestJob.of("compute 2 us", 5);
    final TestJob second = TestJob.of("compute 2 us", 8).times(MICROSECOND, 1);
    for (final long later : new long[] {-100, 0, 1}) {
      final ReferenceCascade lost =
          run(failing(machine("rate"), 2, MICROSECOND + later), CALLS, first, second);
      assertEquals(0L, number(lost, "ranksLost", 0));
      assertEquals(4L, number(lost, "ranksLost", 1));
      assertEquals(2 * MICROSECOND, number(lost, "makespanTicks", 1));
      assertEquals(1.0, number(lost, "share.compute", 1));
      assertEquals(0, lost.ranksRunning());
    }
  }

  @ParameterizedTest
  @CsvSource({"rate, false", "rate, true", "aries, false", "aries, true"})
  void shouldLoseSeveralBladesAtSeveralTicks(String nic, boolean timing) {
    final TestJob job =
        TestJob.of("for i in 1 .. 3 { alltoall 300; compute 500 ns; alltoall 9000 }", 40)
            .perNode(2);
    Case machine = machine(nic).with("seed", 7);
    machine = timing ? machine.with("nic.timeoutTicks", 300_000) : machine;
    for (int blade = 1; blade < 4; blade++) {
      machine = failing(machine, blade, 130_000L * blade);
    }
    final ReferenceCascade lost = run(machine, CALLS, job);
    assertEquals(24L, number(lost, "ranksLost"));
    assertEquals(16, lost.ranksRunning());
    for (final ReferenceRank rank : lost.jobs.messaging().ranks()) {
      final long all =
          rank.sharesAt(lost.tick()).all().stream().collect(Collectors.summingLong(one -> one));
      final int blade = rank.number() / 8;
      assertTrue(
          all > 0 && (blade == 0 || blade == 4 || all <= 130_000L * blade), rank + " " + all);
    }
    final ReferenceCascade backwards = cascade(machine, CALLS, job);
    backwards.goBackwards();
    assertEquals(lost.digest(), run(backwards).digest());
  }
}
