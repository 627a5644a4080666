package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.NamedRanks;
import io.hopwright.models.testkit.TestJob;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Times of messages at zero load, settings that jobs do not allow, and the throughput of jobs at
 * full load.
 */
class JobsTest {
  private static final long SEND = 230;
  private static final long RECV = 240;

  private static Software software(long byteTicks, ProgressKind progress) {
    return new Software(SEND, RECV, byteTicks, 0, 175, 358, 64, 1_024, 0, 0, progress, false, 0, 0);
  }

  private static JobRun run(Case torus, Software software, TestJob... jobs) {
    final int nodes =
        torus.settings().integers("machine.shape").stream()
            .reduce(1L, Math::multiplyExact)
            .intValue();
    return JobRun.of(torus, software, TestJob.place(List.of(jobs), new int[nodes], 1));
  }

  private static List<Long> ends(Software software, long hops, long bytes) {
    final String text =
        "if rank == 0 { send to %d %d } else if rank == %d { recv from 0 }"
            .formatted(hops, bytes, hops);
    final Case ring = JobRun.torus(9, 1, 1).set("partition.shape=2x1x1 run.ticks=60000");
    final List<JobStatistics.RankRow> rows =
        run(ring, software, TestJob.of(text, 9)).statistics().rows();
    return List.of(rows.get(0).end(), rows.get((int) hops).end());
  }

  /** Returns the wire bytes ({@code S + 4}) of all packets, or of all but the last one. */
  private static long wire(long bytes, boolean withLast) {
    final long full = Math.max(0, (bytes - 1) / 240);
    final long last = 32 * ((bytes - 240 * full + 16 + 31) / 32) + 4;
    return 260 * full + (withLast ? last : 0);
  }

  private static long rate(long bytes, long ticks) {
    return (Math.max(bytes - 1, 0) * ticks + 1023) / 1024;
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 0", "16, 2, 358", "17, 4, 0", "240, 3, 0", "241, 3, 0", "1024, 4, 358"})
  void shouldTakeTheSumOfItsPartsIfEager(long bytes, long hops, long ticks) {
    final long posted = SEND + rate(bytes, ticks);
    final long header = posted + 8 + 18 * hops + Math.min(260, wire(bytes, true));
    final long all = posted + 8 + 18 * hops + wire(bytes, true);
    assertEquals(
        List.of(posted, Math.max(header + RECV + rate(bytes, ticks), all)),
        ends(software(ticks, ProgressKind.HOST), hops, bytes));
    assertEquals(
        List.of(posted, all + RECV), ends(software(ticks, ProgressKind.OFFLOAD), hops, bytes));
  }

  @ParameterizedTest
  @CsvSource({"1025, 1, 0", "2400, 4, 358", "20000, 2, 0"})
  void shouldTakeTheSumOfItsPartsIfNot(long bytes, long hops, long ticks) {
    final long small = 8 + 18 * hops + 36;
    final long posted = 2 * (SEND + small + RECV) + SEND + rate(bytes, ticks);
    assertEquals(
        List.of(
            posted + 8 + wire(bytes, false) + 1,
            posted + 8 + 18 * hops + wire(bytes, true) + RECV + rate(bytes, ticks)),
        ends(software(ticks, ProgressKind.HOST), hops, bytes));
  }

  /** All ranks send everything at once, each in its own order, as in an all-to-all of packets. */
  @Test
  void shouldFillLinksLikeAnAllToAllOfPackets() {
    final Case packets =
        Case.of(new BlueGeneL())
            .set("machine.shape=4x4x4 workload.kind=all-to-all run.end=drained")
            .set("workload.packetsPerDestination=10 run.gridTicks=20");
    final String text =
        """
        let first = rand(0, size - 2)
        for i in 0 .. size - 2 {
          isend to (rank + 1 + (first + i * 13) % (size - 1)) % size 2400
        }
        for i in 1 .. size - 1 { irecv from (rank + i) % size }
        waitall
        """;
    final Software none =
        new Software(0, 0, 0, 0, 1, 0, 0, 1L << 30, 0, 0, ProgressKind.OFFLOAD, false, 0, 0);
    final JobRun jobs =
        run(JobRun.torus(4, 4, 4).set("run.ticks=400000"), none, TestJob.of(text, 64));
    final double expected =
        ((Number) packets.result().summary().get("measuredToTick")).doubleValue();
    final double ticks = (double) jobs.measures().packets().lastDelivery();
    assertEquals(1, ticks / expected, 0.02);
  }

  private static Case ring() {
    return Case.of(new BlueGeneL())
        .set("machine.shape=4x2x1 workload.kind=jobs jobs.a.program=ring jobs.a.ranks=8")
        .set("jobs.a.args.steps=2 jobs.a.args.bytes=100");
  }

  @Test
  void shouldTellNothingThatOnlyOtherWorkloadsHave() {
    final RunResult result = ring().set("statistics.box=2x2x1").result();
    for (String name : List.of("offered", "saturated", "backlogGrowth", "shareOfPeak")) {
      assertNull(result.summary().get(name), name);
    }
    final Map<?, ?> bounds = (Map<?, ?>) result.summary().get("bounds");
    bounds.forEach((name, value) -> assertNull(value, name.toString()));
    assertNull(((Map<?, ?>) result.summary().get("region")).get("outsideRate"));
    assertEquals(Map.of("a", 8L), ((Map<?, ?>) result.summary().get("jobs")).get("ranksEnded"));
  }

  @ParameterizedTest
  @CsvSource({
    "injection.bytes, 512, leave it out",
    "injection.choice, random, use sequence",
    "injection.pace, 0.5, use unlimited",
    "injection.phases, two, use one",
    "reception.bytes, 512, leave it out",
    "workload.highPriorityLoad, 0.1, use 0",
    "workload.load, saturated, leave it out",
    "run.warmupTicks, auto, set a number",
    "run.end, drained, use jobs",
    "jobs.a.ranksPerNode, 2, use fewer"
  })
  void shouldRefuseWhatJobsGoWithout(String key, String value, String remedy) {
    final SettingsException refused =
        assertThrows(SettingsException.class, ring().set(key + "=" + value)::network);
    assertEquals(key, refused.problems().get(0).key());
    assertTrue(refused.getMessage().contains(remedy), refused::getMessage);
  }

  @Test
  void shouldPlaceByMidplanesHoweverTheMachineIsCut() {
    final Case large =
        ring()
            .set("machine.shape=16x8x1 jobs.a.ranks=4 jobs.a.place=round-robin")
            .set("statistics.ranks=true partition.shape=3x3x3");
    final List<Object> nodes =
        large.result().tables().get("ranks").rows().stream().map(row -> row.get(2)).toList();
    assertEquals(List.of(0, 8, 1, 9), nodes);
  }

  @Test
  void shouldNameWhoWaits() {
    final JobRun stuck =
        run(
            JobRun.torus(3, 2, 1).set("partition.shape=2x2x2"),
            software(0, ProgressKind.HOST),
            TestJob.of("recv from (rank + 1) % size", 4));
    assertEquals(List.of("job0.0", "job0.1", "job0.2", "job0.3"), NamedRanks.of(stuck.outcome()));
    assertEquals(4, stuck.outcome().total().ranksRunning);
  }
}
