package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.switching.torusrouter.TorusCounter;
import io.hopwright.models.switching.torusrouter.TrafficClass;
import io.hopwright.models.tables.RunResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Credits that unblock a packet which waited for tokens, and other credits. */
class UnblockingTest {
  private static final int LAST_TICK = 100_000;

  private static long counted(Bench bench, TorusCounter counter) {
    return bench.unblocking().drained(LAST_TICK).measures().totals().get(counter);
  }

  private static void assertUnblocked(long expected, long credits, Bench bench) {
    assertEquals(credits, counted(bench, TorusCounter.CREDITS));
    assertEquals(expected, counted(bench, TorusCounter.UNBLOCKING_CREDITS));
  }

  /**
   * Returns a line of static packets, one behind the other, that make one hop on a low VC of the
   * given size.
   */
  private static Bench line(int packets, int vcChunks, int chunks) {
    final Bench bench = new Bench(4, 1, 1).dynamicVcs(0, 8).dateline(vcChunks);
    final Plan plan = new Plan(bench.torus).straight(0, 0, 0, 1, packets);
    return bench.messages(TrafficClass.STATIC, 1, plan.messages(chunks));
  }

  @Test
  void shouldUnblockTheNextPacketWithEachCreditOfAVcThatHoldsOne() {
    // All credits but the last one find the next packet waiting.
    assertUnblocked(4, 5, line(5, 8, 8));
  }

  @Test
  void shouldUnblockNobodyWhereTheNextPacketFits() {
    assertUnblocked(0, 5, line(5, 32, 8));
  }

  @Test
  void shouldLiftAVcOverItsThresholdWithSmallPackets() {
    // A packet of 4 chunks leaves 4 of 8 tokens, and a packet needs 8 to be sent.
    assertUnblocked(4, 5, line(5, 8, 4));
  }

  @Test
  void shouldNeedTwoPacketsOfTokensToUnblockAnEntryIntoTheBubble() {
    final Bench bench = new Bench(4, 1, 1).dynamicVcs(0, 8).bubble(16, Bench.FULL);
    final Plan plan = new Plan(bench.torus).straight(0, 0, 0, 1, 5);
    // 8 of 16 tokens remain, which is enough to go straight on, but not to enter.
    assertUnblocked(4, 5, bench.packets(TrafficClass.STATIC, plan));
  }

  @Test
  void shouldNotUnblockWhatMayTakeAnotherWay() {
    // Packets cross the plane by x or y, and each VC has room for one packet. The next packet
    // always finds one of three VCs empty; a static packet may take only one of them.
    assertUnblocked(0, 20, diagonal(TrafficClass.DYNAMIC));
    assertUnblocked(9, 20, diagonal(TrafficClass.STATIC));
  }

  private static Bench diagonal(int trafficClass) {
    final Bench bench = new Bench(4, 4, 1).dynamicVcs(1, 8).dateline(8);
    final Plan plan = new Plan(bench.torus);
    for (int packet = 0; packet < 10; packet++) {
      plan.send(0, 0, 5);
    }
    return bench.packets(trafficClass, plan);
  }

  private static Runs hotRegion() {
    return Runs.torus(4, 4, 4)
        .with("workload.kind", "hot-region")
        .with("workload.hotBox", List.of(2L, 2L, 2L))
        .with("workload.load", "saturated")
        .with("router.vcBytes", 512L)
        .ticks(6_000);
  }

  @ParameterizedTest
  @CsvSource({"bubble, x", "bubble, x+", "dateline, x", "dateline, x+"})
  void shouldChangeNothingButTheCounts(String escape, String first) {
    final List<String> order =
        first.equals("x") ? List.of("x", "y", "z") : List.of("x+", "y+", "z+", "x-", "y-", "z-");
    final Runs runs = hotRegion().with("router.escape", escape).with("router.escapeOrder", order);
    final Map<String, Object> without = runs.result().summary();
    assertFalse(without.containsKey("unblockingProbability"));
    final Map<String, Object> with = runs.with("statistics.unblocking", true).result().summary();
    final double probability = (Double) with.get("unblockingProbability");
    assertTrue(probability > 0 && probability < 1, () -> "probability " + probability);
    assertEquals(without.get("digest"), with.get("digest"));
  }

  @Test
  void shouldSayPerIntervalHowManyCreditsUnblocked() {
    final RunResult result = hotRegion().with("statistics.unblocking", true).result();
    final List<String> names = result.columnNames();
    long credits = 0;
    long unblocking = 0;
    for (double[] row : result.rows()) {
      final double of = row[names.indexOf("credits")];
      final double part = row[names.indexOf("unblocking")];
      assertEquals(part / of, row[names.indexOf("unblockingProbability")]);
      credits += (long) of;
      unblocking += (long) part;
    }
    assertEquals((double) unblocking / credits, result.summary().get("unblockingProbability"));
  }

  @Test
  void shouldHaveNoProbabilityWithoutACredit() {
    final RunResult result = hotRegion().with("statistics.unblocking", true).ticks(50).result();
    assertTrue(result.summary().containsKey("unblockingProbability"));
    assertNull(result.summary().get("unblockingProbability"));
    final double[] row = result.rows().get(0);
    assertTrue(Double.isNaN(row[row.length - 1]));
  }
}
