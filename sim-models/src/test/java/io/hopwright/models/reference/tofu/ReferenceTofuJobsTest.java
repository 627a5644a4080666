package io.hopwright.models.reference.tofu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.messaging.ReferenceRank;
import io.hopwright.models.testkit.RandomPrograms;
import io.hopwright.models.testkit.RandomPrograms.Host;
import io.hopwright.models.testkit.TestJob;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times of messages at zero load on the reference TofuD; all programs leave it empty. */
class ReferenceTofuJobsTest {
  private static final long SEND = 170;
  private static final long RECV = 170;
  private static final int HEADER = 32;

  private static final TofuTestMachine MACHINE =
      TofuTestMachine.of(1, 1, 1).with("workload.kind", "jobs");

  private static Software software(ProgressKind progress, boolean get) {
    return new Software(SEND, RECV, 0, 87, 255, 87, 87, 8_192, HEADER, 0, progress, get, 0, 0);
  }

  private static ReferenceTofu machine(
      TofuTestMachine machine, Software software, TestJob... jobs) {
    final TofuParameters parameters = machine.parameters();
    final int nodes = machine.topology().nodes();
    return new ReferenceTofu(
        parameters, software, TestJob.place(List.of(jobs), new int[nodes], parameters.seed));
  }

  private static List<Long> ends(Software software, int peer, long bytes) {
    final String text =
        "if rank == 0 { send to PEER BYTES } else if rank == PEER { recv from 0 }"
            .replace("PEER", "" + peer)
            .replace("BYTES", "" + bytes);
    final ReferenceTofu machine = machine(MACHINE, software, TestJob.of(text, 12));
    machine.runToTheEnd(1, Long.MAX_VALUE);
    final List<ReferenceRank> ranks = machine.jobs.messaging().ranks();
    return List.of(ranks.get(0).endTick(), ranks.get(peer).endTick());
  }

  /**
   * Returns the ticks from the posting of a transfer to the delivery of its last packet; packets
   * follow at 257 ticks.
   */
  private static long transferTicks(long bytes, int links) {
    final long full = (bytes - 1) / 1_920;
    final long units = Math.max(3, (bytes - 1_920 * full + 32 + 31) / 32);
    return 257 * full + 68 + 94 + 9 + 68L * links + 8 + 4 * units + 13 + 60 + 60 + 25;
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 1", "48, 2, 1", "1888, 6, 1", "8, 3, 2", "8000, 11, 3"})
  void shouldTakeTheSumOfItsPartsIfEager(long bytes, int peer, int links) {
    final long all = SEND + transferTicks(HEADER + bytes, links);
    assertEquals(
        List.of(SEND, all + RECV), ends(software(ProgressKind.OFFLOAD, true), peer, bytes));
    final long first = SEND + transferTicks(Math.min(1_920, HEADER + bytes), links);
    assertEquals(
        List.of(SEND, Math.max(first + RECV, all)),
        ends(software(ProgressKind.CALLS, true), peer, bytes));
  }

  @ParameterizedTest
  @CsvSource({"8193, 1, 1", "20000, 3, 2"})
  void shouldTakeTheSumOfItsPartsIfNot(long bytes, int peer, int links) {
    final long small = transferTicks(HEADER, links);
    final long got = 2 * (SEND + small) + RECV + transferTicks(HEADER + bytes, links) + RECV;
    assertEquals(
        List.of(got + SEND + small + RECV, got + SEND),
        ends(software(ProgressKind.CALLS, true), peer, bytes));
  }

  /**
   * Twelve nodes send to all others at once, over one TNI or all, with or without acknowledgements.
   */
  @Test
  void shouldSpreadTransfersOverStreams() {
    final TestJob job = TestJob.of("alltoall 4000", 12);
    long before = Long.MAX_VALUE;
    for (final int tnis : List.of(1, 2, 6)) {
      final ReferenceTofu machine =
          machine(
              MACHINE.with("workload.tnis", tnis, "nic.acknowledge", true),
              software(ProgressKind.CALLS, true),
              job);
      machine.runToTheEnd(1, Long.MAX_VALUE);
      final long end =
          machine.jobs.messaging().ranks().stream()
              .mapToLong(ReferenceRank::endTick)
              .max()
              .orElseThrow();
      assertTrue(end < before, () -> tnis + " TNIs: " + end);
      before = end;
      TofuTestMachine.drain(machine);
      assertTrue(machine.isSettled() && machine.isHome());
    }
  }

  /**
   * Packet 4,099 of a transfer has the same number as the first one of the next transfer on the
   * same route.
   */
  @Test
  void shouldTellAnswersApartWhoseNumbersAreEqual() {
    final ReferenceTofu machine =
        machine(
            MACHINE.with("nic.mtuBytes", 32),
            software(ProgressKind.CALLS, true),
            TestJob.of(
                "if rank == 0 { iget from 1 131168; for i in 1 .. 4 { iget from 1 32 }"
                    + " iget from 1 135000; iget from 1 16000 }",
                2));
    machine.runToTheEnd(1, Long.MAX_VALUE);
    assertEquals(0, machine.ranksRunning());
    TofuTestMachine.drain(machine);
    assertTrue(machine.isSettled() && machine.isHome());
  }

  @Test
  void shouldNumberPacketsOfANode() {
    final ReferenceTofu machine =
        machine(
            MACHINE.with("workload.tnis", 2),
            software(ProgressKind.HOST, true),
            TestJob.of("if rank < 2 { isend to 2 2000; compute 1 us; send to 3 8 }", 4).perNode(2));
    machine.runToTheEnd(1, Long.MAX_VALUE);
    TofuTestMachine.drain(machine);
    long digest = 0;
    // Both ranks of node 0 post in the same ticks, the first slot first, each on its own TNI. On
    // the link to node 1 packets of 112 B, u = 5, which take 33 ticks, follow the full ones.
    final long posted = SEND + 68 + 94 + 9 + 68 + 8 + 145;
    final long later = SEND + 850 + posted;
    final long[][] delivered = {
      {0, posted + 257},
      {4_099, posted + 2 * 257},
      {1, posted + 2 * 257 + 33},
      {4_100, posted + 2 * 257 + 2 * 33},
      {2 * 4_099, later + 25},
      {3 * 4_099, later + 2 * 25}
    };
    for (final long[] packet : delivered) {
      digest += ReferenceDraws.deliveryWord(0, 1, 0, packet[0], 0, packet[1]);
    }
    // Ranks with an open request wait for it before they end.
    for (int rank = 0; rank < 4; rank++) {
      final long end = rank < 2 ? 2 * SEND + 850 : 0;
      digest += ReferenceDraws.deliveryWord(0, rank, 0, rank < 2 ? 4 : 0, 255, end);
    }
    assertEquals(digest, machine.digest());
  }

  @Test
  @Tag("slow")
  void shouldLeaveTheNetworkEmpty() {
    for (long seed = 0; seed < 8; seed++) {
      final TofuTestMachine keys =
          MACHINE
              .with("seed", seed, "machine.shape", List.of(1 + (int) seed % 2, 1, 1))
              .with("router.path", List.of("source", "random", "destination").get((int) seed % 3))
              .with("nic.acknowledge", seed % 4 == 0, "workload.tnis", 1 + (int) seed % 6);
      final Host host = new Host(12, 4, 4, List.of(ProgressKind.values()), true);
      final RandomPrograms drawn = RandomPrograms.of(seed, host);
      final ReferenceTofu machine =
          new ReferenceTofu(keys.parameters(), drawn.software(), drawn.placed());
      try {
        machine.runToTheEnd(1, 1_000_000);
        machine.checkConservation();
        check(machine, drawn);
      } catch (RuntimeException e) {
        throw new AssertionError(drawn.toString(), e);
      }
    }
  }

  private static void check(ReferenceTofu machine, RandomPrograms drawn) {
    if (machine.ranksRunning() > 0 || drawn.hasBackground()) {
      return;
    }
    assertEquals(
        machine.jobs.messaging().ranks().stream()
            .map(ReferenceRank::messagesTo)
            .flatMap(to -> to.values().stream())
            .mapToLong(count -> count)
            .sum(),
        machine.jobs.messaging().latencies().size(),
        drawn.toString());
    machine.run(machine.tick() + 10_000);
    assertTrue(machine.isHome(), drawn.toString());
  }
}
