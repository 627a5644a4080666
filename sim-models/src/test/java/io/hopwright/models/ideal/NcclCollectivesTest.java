package io.hopwright.models.ideal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.statistics.CollectiveTimes.Row;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rings and trees of NCCL on the ideal machine against closed forms of LogGP. */
class NcclCollectivesTest {
  private static final int EAGER = 1 << 30;

  /** Ticks of a KiB at a rate of one byte per tick. */
  private static final int KIB_TICKS = 1_024;

  /** Runs a program in which every message is eager and reductions take no time. */
  private static IdealRun run(String text, int ranks, long overhead, long gap, long perKib) {
    final Software software =
        new Software(
            overhead, overhead, 0, 0, 1, 0, 0, EAGER, 0, 0, ProgressKind.HOST, false, 0, 0);
    return IdealRun.of(text, ranks, Map.of())
        .with(software)
        .with(new IdealDesign(ranks, IdealRun.L, gap, perKib, ranks));
  }

  private static Row row(IdealRun run) {
    return run.statistics().collectives().rows().get(0);
  }

  /**
   * A round of w steps takes L + o, and w times o + M of the processor, if M ≤ o and (w - 1)o ≤ L.
   */
  @ParameterizedTest
  @CsvSource({"4, 1", "4, 2", "7, 3", "16, 8"})
  void aPipelinedRingHidesTheLatencyOfAllPiecesButOne(int ranks, int pieces) {
    final long chunk = 524_288;
    final long overhead = 600;
    final long latency = 10_000;
    final long m = Software.ticks(chunk, 1);
    final IdealRun run =
        run("allreduce " + chunk * ranks * pieces + " using pipelined-ring", ranks, overhead, 0, 1)
            .with(new IdealDesign(ranks, latency, 0, 1, ranks));
    final long round = overhead + latency + pieces * (overhead + m);
    assertEquals(2L * (ranks - 1) * round, run.makespan());
  }

  /**
   * Without software and gaps a chunk takes L up and L down per level; three are in flight at a
   * time.
   */
  @ParameterizedTest
  @CsvSource({
    "2, 8, 1",
    "8, 8, 1",
    "64, 8, 1",
    "64, 131072, 2",
    "16, 393216, 6",
    "32, 2097152, 16"
  })
  void aDoubleTreeTakesALatencyForEachLevelAndChunk(int ranks, long bytes, int chunks) {
    final int levels = Integer.numberOfTrailingZeros(ranks);
    final IdealRun run = run("allreduce " + bytes + " using double-tree", ranks, 0, 0, 0);
    assertEquals((2L * levels + (chunks - 1) / 3) * IdealRun.L, run.makespan());
  }

  /**
   * For each half of the bytes, a member with children receives three copies, a leaf one. A
   * processor that accepts all arrivals before it sends uses only one side of its interface at a
   * time, in the worst case.
   */
  @ParameterizedTest
  @CsvSource({"4, 0.44", "8, 0.5", "16, 0.5", "64, 0.5", "100, 0.5"})
  void aDoubleTreeOfManyChunksHasAtLeastHalfTheBandwidthOfALink(int ranks, double least) {
    final Row row = treeWithoutSoftware(ranks, EAGER);
    assertTrue(row.busBandwidth() <= (ranks - 1) / (double) ranks, "" + row.busBandwidth());
    assertTrue(row.busBandwidth() > least, "" + row.busBandwidth());
  }

  /** Two members exchange each chunk up and down at the same time, one after the other. */
  @ParameterizedTest
  @CsvSource({"8", "128", "256"})
  void aDoubleTreeOfTwoMembersHasTheBandwidthOfALink(int chunks) {
    final long chunk = 524_288;
    final IdealRun run =
        run("allreduce " + 2 * chunk * chunks + " using double-tree", 2, 0, 0, KIB_TICKS);
    final long m = Software.ticks(chunk, KIB_TICKS);
    assertEquals(2L * chunks * (m + IdealRun.L), run.makespan());
  }

  /** A send that waits for its receive must not keep a member from posting receives. */
  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 20, 22, 28, 37, 50, 100})
  void aDoubleTreeIsNotBlockedByAnnouncedMessages(int ranks) {
    final Row row = treeWithoutSoftware(ranks, 8_192);
    assertEquals(ranks, row.calls(), "members that have come to the end");
  }

  private static Row treeWithoutSoftware(int ranks, int eagerBytes) {
    final Software software =
        new Software(0, 0, 0, 0, 1, 0, 0, eagerBytes, 0, 0, ProgressKind.HOST, true, 0, 0);
    final IdealRun run =
        IdealRun.of("allreduce " + (256L << 20) + " using double-tree", ranks, Map.of())
            .with(software)
            .with(new IdealDesign(ranks, IdealRun.L, 0, KIB_TICKS, ranks));
    return row(run);
  }

  @ParameterizedTest
  @CsvSource({"2", "5", "8", "32"})
  void aRingOfBlocksTakesItsSteps(int ranks) {
    final long block = 4_096;
    final long step = 2 * 50 + IdealRun.L + Software.ticks(block, 41);
    for (String what : new String[] {"allgather ", "reduce_scatter "}) {
      final IdealRun run = run(what + block + " using ring", ranks, 50, 0, 41);
      assertEquals((ranks - 1) * step, run.makespan(), what);
    }
  }
}
