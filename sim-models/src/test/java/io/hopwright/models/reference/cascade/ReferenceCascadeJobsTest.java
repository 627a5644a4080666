package io.hopwright.models.reference.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.Cascade;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadeConfig;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly;
import io.hopwright.models.reference.messaging.ReferenceMessaging;
import io.hopwright.models.reference.messaging.ReferenceRank;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomPrograms;
import io.hopwright.models.testkit.RandomPrograms.Host;
import io.hopwright.models.testkit.TestJob;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times of messages at zero load on the reference Cascade; all programs leave it empty. */
class ReferenceCascadeJobsTest {
  private static final long SEND = 10_937;
  private static final long RECV = 10_938;
  private static final int HEADER = 16;

  /** Ticks of a full request on the host. */
  private static final long HOST_TICKS = 102 + 178;

  private static final long RESPONSE_TICKS = 94;

  private static Case toy(int groups) {
    return Case.of(new Cascade())
        .with("machine.groups", groups)
        .with("machine.chassisPerGroup", 2)
        .with("machine.bladesPerChassis", 4);
  }

  private static ReferenceCascadeConfig config(Case builder) {
    final Settings settings = builder.settings();
    return new ReferenceCascadeConfig(settings, RunPlan.of(settings, 1));
  }

  private static Software software(ProgressKind progress, boolean get) {
    return new Software(
        SEND, RECV, 0, 4_480, 13_125, 4_480, 4_480, 8_192, HEADER, 0, progress, get, 0, 0);
  }

  private static ReferenceCascade machine(Case builder, Software software, TestJob... jobs) {
    final ReferenceCascadeConfig config = config(builder);
    final int nodes = new ReferenceDragonfly(config).nodes();
    return new ReferenceCascade(
        config, software, TestJob.place(List.of(jobs), new int[nodes], config.seed));
  }

  private static List<Long> ends(Software software, int peer, long bytes) {
    final String text =
        "if rank == 0 { send to PEER BYTES } else if rank == PEER { recv from 0 }"
            .replace("PEER", "" + peer)
            .replace("BYTES", "" + bytes);
    final ReferenceCascade machine =
        machine(toy(1).with("router.routing", "minimal"), software, TestJob.of(text, 32));
    machine.runToTheEnd(1, Long.MAX_VALUE);
    return List.of(
        machine.jobs.messaging().ranks().get(0).endTick(),
        machine.jobs.messaging().ranks().get(peer).endTick());
  }

  /**
   * Packet 4,099 of a transfer has the same number as the first one of the next transfer on the
   * same route.
   */
  @Test
  void shouldTellResponsesApartWhoseNumbersAreEqual() {
    final ReferenceCascade machine =
        machine(
            toy(1),
            software(ProgressKind.CALLS, true),
            TestJob.of("if rank == 0 { iput to 1 262464; iput to 1 262464 }", 2));
    machine.runToTheEnd(1, Long.MAX_VALUE);
    assertEquals(0, machine.ranksRunning());
    machine.checkConservation();
  }

  /** Returns the ticks from the posting of a transfer to the delivery of its last request. */
  private static long transferTicks(long bytes, int hops) {
    final long full = (bytes - 1) / 64;
    return full * (hops == 0 ? HOST_TICKS : 750) + requestTicks(bytes - 64 * full, hops);
  }

  private static long requestTicks(long bytes, int hops) {
    return 30_625 + 4_375L * hops + 102 + (25 * bytes + 8) / 9;
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 0",
    "48, 1, 0",
    "8000, 1, 0",
    "8, 4, 1",
    "49, 12, 1",
    "3000, 4, 1",
    "1, 16, 1",
    "48, 20, 2"
  })
  void shouldTakeTheSumOfItsPartsIfEager(long bytes, int peer, int hops) {
    final long first = SEND + requestTicks(Math.min(64, HEADER + bytes), hops);
    final long all = SEND + transferTicks(HEADER + bytes, hops);
    for (ProgressKind progress : List.of(ProgressKind.HOST, ProgressKind.CALLS)) {
      assertEquals(
          List.of(SEND, Math.max(first + RECV, all)), ends(software(progress, true), peer, bytes));
    }
    assertEquals(
        List.of(SEND, all + RECV), ends(software(ProgressKind.OFFLOAD, true), peer, bytes));
  }

  @ParameterizedTest
  @CsvSource({"8193, 1, 0", "10000, 4, 1", "20000, 12, 1"})
  void shouldTakeTheSumOfItsPartsIfNot(long bytes, int peer, int hops) {
    final long small = requestTicks(HEADER, hops);
    final long data = transferTicks(HEADER + bytes, hops);
    // An answer in the tick of a delivery goes behind the response.
    final long got = 2 * (SEND + small) + RECV + RESPONSE_TICKS + data + RECV;
    assertEquals(
        List.of(got + SEND + small + RECV, got + SEND),
        ends(software(ProgressKind.CALLS, true), peer, bytes));
    final long posted = 2 * (SEND + small + RECV) + SEND;
    final long requests = (HEADER + bytes + 63) / 64;
    assertEquals(
        List.of(posted + (requests - 1) * HOST_TICKS + 1, posted + data + RECV),
        ends(software(ProgressKind.CALLS, false), peer, bytes));
    final long offloaded = SEND + 2 * (small + RESPONSE_TICKS);
    assertEquals(
        List.of(offloaded + (requests - 1) * HOST_TICKS + 1, offloaded + data + RECV),
        ends(software(ProgressKind.OFFLOAD, false), peer, bytes));
  }

  @Test
  void shouldNumberRequestsOfANode() {
    final ReferenceCascade machine =
        machine(
            toy(1).with("router.routing", "minimal"),
            software(ProgressKind.HOST, true),
            TestJob.of("if rank < 2 { isend to 2 100; compute 1 us; send to 3 8 }", 4).perNode(2));
    machine.runToTheEnd(1, Long.MAX_VALUE);
    machine.run(machine.tick() + 200_000);
    long digest = 0;
    final long busy = HOST_TICKS;
    final long rest = 102 + (25 * 52 + 8) / 9;
    final long third = 102 + (25 * 24 + 8) / 9;
    // Both ranks of node 0 post in the same ticks, the first slot first; node 1 is beside it.
    final long posted = SEND + 30_625;
    final long later = SEND + 43_750 + SEND + 30_625;
    final long[][] delivered = {
      {0, posted + busy},
      {1, posted + busy + rest},
      {4_099, posted + 2 * busy + rest},
      {4_100, posted + 2 * busy + 2 * rest},
      {2 * 4_099, later + third},
      {3 * 4_099, later + 2 * third}
    };
    for (final long[] request : delivered) {
      digest += ReferenceDraws.deliveryWord(0, 1, 0, request[0], 0, request[1]);
      final long response = request[1] + 30_625 + RESPONSE_TICKS;
      digest += ReferenceDraws.deliveryWord(1, 0, 0, request[0], 1, response);
    }
    // Ranks with an open request wait for it before they end.
    for (int rank = 0; rank < 4; rank++) {
      final long end = rank < 2 ? 2 * SEND + 43_750 : 0;
      digest += ReferenceDraws.deliveryWord(0, rank, 0, rank < 2 ? 4 : 0, 255, end);
    }
    assertEquals(digest, machine.digest());
  }

  @Test
  void shouldStopWithWhoWaits() {
    final ReferenceCascade machine =
        machine(toy(1), software(ProgressKind.CALLS, true), TestJob.of("recv from 0", 3));
    machine.runToTheEnd(1, Long.MAX_VALUE);
    assertEquals(Long.MAX_VALUE, machine.nextEffectTick());
    final StringBuilder report = new StringBuilder();
    assertEquals(3, machine.describeWaiting(report));
    assertTrue(report.toString().contains("job job0 rank 2 "), report.toString());
  }

  @Test
  @Tag("slow")
  void shouldLeaveTheNetworkEmpty() {
    for (long seed = 0; seed < 16; seed++) {
      final Case builder =
          toy((int) (1 + seed % 2))
              .with("router.routing", seed % 3 == 0 ? "adaptive" : "valiant", "seed", seed);
      final Host host = new Host(32, 8, 4, List.of(ProgressKind.values()), true);
      final RandomPrograms drawn = RandomPrograms.of(seed, host);
      final ReferenceCascade machine =
          new ReferenceCascade(config(builder), drawn.software(), drawn.placed());
      try {
        machine.runToTheEnd(1, 10_000_000);
        machine.checkConservation();
      } catch (RuntimeException e) {
        throw new AssertionError(drawn.toString(), e);
      }
      check(machine, drawn);
    }
  }

  private static void check(ReferenceCascade machine, RandomPrograms drawn) {
    final ReferenceMessaging messaging = machine.jobs.messaging();
    if (machine.ranksRunning() > 0 || drawn.hasBackground()) {
      return;
    }
    assertEquals(
        messaging.ranks().stream()
            .map(ReferenceRank::messagesTo)
            .flatMap(to -> to.values().stream())
            .mapToLong(count -> count)
            .sum(),
        messaging.latencies().size(),
        drawn.toString());
    machine.run(machine.tick() + 1_000_000);
    assertTrue(machine.isHome(), drawn.toString());
  }
}
