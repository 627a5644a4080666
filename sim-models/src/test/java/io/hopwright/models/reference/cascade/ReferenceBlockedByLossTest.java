package io.hopwright.models.reference.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.Cascade;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadeConfig;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly;
import io.hopwright.models.reference.messaging.ReferenceRank;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.TestJob;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranks whose packets are lost are blocked, beside a rank that computes forever. */
class ReferenceBlockedByLossTest {
  private static final long SEND = 10_937;
  private static final Software SOFTWARE =
      new Software(
          SEND, SEND, 0, 4_480, 13_125, 4_480, 4_480, 8_192, 16, 0, ProgressKind.HOST, true, 0, 0);

  /** Ticks of a full request of 64 B on the host. */
  private static final long HOST_TICKS = 102 + 178;

  private static final long INJECTION_TICKS = 15_312;
  private static final long FOR_EVER = 10_000_000;

  private static Case failing(String nic, long atTick, long timeoutTicks) {
    final Case machine =
        Case.of(new Cascade())
            .set("machine.groups=1 machine.chassisPerGroup=1 machine.bladesPerChassis=4")
            .set("workload.kind=jobs router.routing=minimal fault.reactionTicks=10000000")
            .with("nic.model", nic, "fault.links.l.aries", 0L, "fault.links.l.port", 0L)
            .with("fault.links.l.atTick", atTick, "fault.quiesceTicks", 0L);
    return timeoutTicks == 0 ? machine : machine.with("nic.timeoutTicks", timeoutTicks);
  }

  /** Returns ranks on Aries 0 and 1, and optionally one that computes on Aries 2. */
  private static ReferenceCascade machine(Case failing, String program, boolean background) {
    final Settings settings = failing.settings();
    final ReferenceCascadeConfig config =
        new ReferenceCascadeConfig(settings, RunPlan.of(settings, 1));
    final int nodes = new ReferenceDragonfly(config).nodes();
    final TestJob job = TestJob.of(program, 8);
    final TestJob forEver =
        new TestJob("forever { compute 1 us }", 1, 1, job.order(), 0, true, 1, 1_000_000, 0);
    return new ReferenceCascade(
        config,
        SOFTWARE,
        TestJob.place(
            background ? List.of(job, forEver) : List.of(job), new int[nodes], config.seed));
  }

  private static List<List<Long>> state(ReferenceCascade machine) {
    return machine.jobs.messaging().ranks().stream()
        .filter(rank -> rank.jobName().equals("job0"))
        .map(ReferenceBlockedByLossTest::state)
        .toList();
  }

  private static List<Long> state(ReferenceRank rank) {
    final List<Long> shares = rank.shares().all();
    return List.of(
        rank.endTick(), rank.unexpectedMessages(), shares.stream().mapToLong(t -> t).sum());
  }

  /** The last request is lost at its destination. */
  @ParameterizedTest
  @CsvSource({"send to 4 100, recv from 0, 2", "send to 4 2000, recv from 0, 32"})
  void shouldBeBlockedInTheTickOfTheLastLoss(String sends, String receives, long requests) {
    final ReferenceCascade machine =
        machine(
            failing("rate", 1, 0),
            "if rank == 0 { " + sends + " } else if rank == 4 { " + receives + " }",
            true);
    machine.runToTheEnd(1, FOR_EVER);
    assertTrue(machine.ranksBlocked());
    assertEquals(SEND + (requests - 1) * HOST_TICKS + INJECTION_TICKS + 1, machine.tick());
    assertEquals(requests, machine.count("packetsLost"));
  }

  /** The link fails at any time of an exchange: the ranks end or are blocked forever. */
  @ParameterizedTest
  @CsvSource({"rate, 0", "rate, 1000000", "aries, 0", "aries, 1000000"})
  @Tag("slow")
  void shouldEndOrBeBlockedWheneverItFails(String nic, long timeoutTicks) {
    final String more =
        nic.equals("aries") ? "get from (rank + 4) % 8 700; amo to (rank + 4) % 8\n" : "";
    final String program =
        """
        sendrecv to (rank + 4) % 8 9000 from (rank + 4) % 8
        issend to (rank + 4) % 8 200; irecv from (rank + 4) % 8
        iput to (rank + 4) % 8 1000
        waitall
        """
            + more;
    int blocked = 0;
    for (long atTick = 5_000; atTick < 2_000_000; atTick += 199_001) {
      final Case failing = failing(nic, atTick, timeoutTicks);
      final ReferenceCascade machine = machine(failing, program, true);
      machine.runToTheEnd(1, FOR_EVER);
      assertTrue(machine.ranksBlocked() || machine.ranksRunning() == 0, failing::toString);
      if (machine.ranksBlocked()) {
        blocked++;
        final List<List<Long>> before = state(machine);
        final long blockedAt = machine.tick();
        machine.run(blockedAt + 1_000_000);
        assertEquals(before, state(machine), failing::toString);
        assertTrue(machine.ranksBlocked(), failing::toString);
        final ReferenceCascade alone = machine(failing, program, false);
        alone.runToTheEnd(1, FOR_EVER);
        assertEquals(before, state(alone), failing::toString);
        assertTrue(blockedAt <= alone.tick(), failing::toString);
      }
    }
    assertTrue(blocked > 2 && blocked < 11, blocked + " blocked");
  }
}
