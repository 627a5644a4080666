package io.hopwright.models.cascade;

import static io.hopwright.models.cascade.CascadeBench.HOP_TICKS;
import static io.hopwright.models.cascade.CascadeBench.NIC_TICKS;
import static io.hopwright.models.cascade.CascadeBench.REQUEST_TICKS;
import static io.hopwright.models.cascade.CascadeBench.RESPONSE_TICKS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.statistics.JobStatistics.RankRow;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.TestJob;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs on a Cascade: times of messages at zero load, and the settings that studies can have. */
class CascadeJobsTest {
  private static final long SEND = 10_937;
  private static final long RECV = 10_938;
  private static final int HEADER = 16;
  private static final long POST = 5_833;

  /** Ticks of a full request on a green or black link. */
  private static final long LINK_TICKS = 750;

  /**
   * Returns a group of two chassis of four blades: node 4 is beside node 0, node 16 in the other
   * chassis.
   */
  private static Case toy() {
    return CascadeJobRun.machine(1, 2, 4).set("router.routing=minimal");
  }

  private static Software software(ProgressKind progress, boolean get) {
    return new Software(
        SEND, RECV, 0, 4_480, 13_125, 4_480, 4_480, 8_192, HEADER, 0, progress, get, POST, 0);
  }

  private static List<Long> ends(Software software, TestJob... jobs) {
    return CascadeJobRun.of(toy(), software, TestJob.place(List.of(jobs), new int[32], 1))
        .run()
        .statistics()
        .rows()
        .stream()
        .map(RankRow::end)
        .toList();
  }

  private static List<Long> ends(ProgressKind progress, boolean get, int peer, long bytes) {
    final String text =
        "if rank == 0 { send to PEER BYTES } else if rank == PEER { recv from 0 }"
            .replace("PEER", "" + peer)
            .replace("BYTES", "" + bytes);
    final List<Long> all = ends(software(progress, get), TestJob.of(text, 32));
    return List.of(all.get(0), all.get(peer));
  }

  private static long requestTicks(long bytes, int hops) {
    return NIC_TICKS + HOP_TICKS * hops + 102 + (25 * bytes + 8) / 9;
  }

  /**
   * Returns the ticks from the posting of a transfer to the delivery of its last request. Three
   * black links carry the full rate of a host, one green link does not.
   */
  private static long transferTicks(long bytes, int hops, boolean green) {
    final long full = (bytes - 1) / 64;
    return full * (green ? LINK_TICKS : REQUEST_TICKS) + requestTicks(bytes - 64 * full, hops);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 0",
    "48, 1, 0",
    "8000, 1, 0",
    "8, 4, 1",
    "3000, 4, 1",
    "1, 16, 1",
    "48, 20, 2"
  })
  void shouldTakeTheSumOfItsPartsIfEager(long bytes, int peer, int hops) {
    final long first = SEND + requestTicks(Math.min(64, HEADER + bytes), hops);
    final long all = SEND + transferTicks(HEADER + bytes, hops, peer == 4);
    for (ProgressKind progress : List.of(ProgressKind.HOST, ProgressKind.CALLS)) {
      assertEquals(List.of(SEND, Math.max(first + RECV, all)), ends(progress, true, peer, bytes));
    }
    assertEquals(List.of(SEND, all + RECV), ends(ProgressKind.OFFLOAD, true, peer, bytes));
  }

  @ParameterizedTest
  @CsvSource({"8193, 1, 0", "10000, 4, 1", "20000, 16, 1"})
  void shouldTakeTheSumOfItsPartsIfNot(long bytes, int peer, int hops) {
    final long small = requestTicks(HEADER, hops);
    final long data = transferTicks(HEADER + bytes, hops, peer == 4);
    // Order: RTS, GET; DATA follows behind the response to GET.
    final long got = 2 * (SEND + small) + RECV + RESPONSE_TICKS + data + RECV;
    assertEquals(
        List.of(got + SEND + small + RECV, got + SEND),
        ends(ProgressKind.CALLS, true, peer, bytes));
    // RTS, CTS, DATA.
    final long posted = 2 * (SEND + small + RECV) + SEND;
    final long requests = (HEADER + bytes + 63) / 64;
    assertEquals(
        List.of(posted + (requests - 1) * REQUEST_TICKS + 1, posted + data + RECV),
        ends(ProgressKind.CALLS, false, peer, bytes));
  }

  /**
   * A put is complete once the response to its last request is back; the NIC itself sends this
   * response.
   */
  @ParameterizedTest
  @CsvSource({"1, 1, 0", "64, 4, 1", "65, 4, 1", "10000, 16, 1"})
  void shouldKnowOfAPutOnceAllOfItIsAnswered(long bytes, int peer, int hops) {
    final Software software = software(ProgressKind.CALLS, true);
    final String text = "if rank == 0 { put to " + peer + " " + bytes + "\nSTATEMENT }";
    final long back = NIC_TICKS + HOP_TICKS * hops + RESPONSE_TICKS;
    final long requests = (bytes + 63) / 64;
    assertEquals(
        POST + transferTicks(bytes, hops, peer == 4) + back,
        ends(software, TestJob.of(text.replace("STATEMENT", "fence"), 32)).get(0));
    final long computed = 4_375_000;
    assertEquals(
        POST + (requests - 1) * REQUEST_TICKS + 1 + computed,
        ends(software, TestJob.of(text.replace("STATEMENT", "compute 100 us"), 32)).get(0));
  }

  @Test
  void shouldKeepMessagesWithinANodeOffTheNetwork() {
    final TestJob pair = TestJob.of("if rank == 0 { send to 1 1000 } else { recv from 0 }", 2);
    final long local = 13_125 + (4_480 * (1_000 + HEADER) + 1_023) / 1_024;
    assertEquals(
        List.of(SEND, SEND + local + RECV),
        ends(software(ProgressKind.CALLS, true), pair.perNode(2)));
  }

  @Test
  void shouldHaveThePagesDefaults() {
    final CascadeSettings settings = CascadeSettings.of(toy().settings());
    assertEquals(software(ProgressKind.CALLS, true), settings.jobs().software());
    assertEquals(RunPlan.End.JOBS, settings.run().end());
    final var summary = toy().result().summary();
    assertNull(summary.get("answeredRequests"));
    assertNull(summary.get("offered"));
    assertTrue(summary.containsKey("jobs"), summary::toString);
    assertEquals(0, toy().network().forecast().packetHops());
    assertEquals(2, toy().network().jobs().ranks());
    assertNull(toy().network().packetsUntilDrained());
  }

  @Test
  void shouldTakeGroupsAsUnitsOfPlaces() {
    final Case two = CascadeJobRun.machine(2, 2, 4).set("jobs.a.ranks=4 jobs.a.place=round-robin");
    final int[] nodes = CascadeSettings.of(two.settings()).jobs().placed().get(0).nodeOfRank();
    assertEquals(List.of(0, 32, 1, 33), java.util.Arrays.stream(nodes).boxed().toList());
  }

  @ParameterizedTest
  @CsvSource({
    "workload.kind=uniform, jobs.a.program",
    "workload.kind=uniform run.end=jobs, jobs.a.program",
    "run.end=drained, run.end",
    "run.warmupTicks=auto, run.warmupTicks",
    "workload.load=saturated, workload.load",
    "jobs.a.ranksPerNode=65 jobs.a.ranks=65, jobs.a.ranksPerNode"
  })
  void shouldRefuseWhatDoesNotFitTogether(String settings, String key) {
    final Case wrong = toy().set(settings);
    final SettingsException failure = assertThrows(SettingsException.class, wrong::network);
    assertEquals(key, failure.problems().get(0).key(), failure::getMessage);
  }
}
