package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.topology.Torus;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All-to-alls with a limited pace, and in two phases. */
class InjectionControlTest {
  private static Runs allToAll(int x, int y, int z) {
    return Runs.torus(x, y, z).with("workload.kind", "all-to-all");
  }

  private static Runs inTwoPhases(int x, int y, int z) {
    return allToAll(x, y, z).with("injection.phases", "two");
  }

  @Test
  void shouldHaveMessagesInTurnWithJobsOnly() {
    final SettingsException failure =
        assertThrows(
            SettingsException.class, allToAll(4, 1, 1).with("injection.turn", "packet")::network);
    assertEquals("injection.turn", failure.problems().get(0).key());
  }

  private static double number(Map<?, ?> summary, String key) {
    return ((Number) summary.get(key)).doubleValue();
  }

  @ParameterizedTest
  @CsvSource({"4,4,4", "6,5,3", "3,5,5", "8,2,1", "5,1,1", "1,2,6", "2,2,2"})
  void shouldDeliverEachPacketOfTwoPhasesOnce(int x, int y, int z) {
    final Torus torus = new Torus(x, y, z);
    final Set<List<Integer>> pairs = new HashSet<>();
    final Map<String, Object> summary =
        inTwoPhases(x, y, z)
            .drained()
            .observedBy(
                (source, destination, sequence, trafficClass, chunks, tick) ->
                    assertTrue(pairs.add(List.of(source, destination)), "delivered twice"))
            .result()
            .summary();
    final long all = torus.nodes() * (torus.nodes() - 1L);
    assertEquals(all, pairs.size());
    assertEquals(all, summary.get("packetsDelivered"));
    assertEquals(all, summary.get("packetsInjected"));
    assertEquals(forwarded(torus), summary.get("packetsForwarded"));
    // Both legs together are a minimal route.
    final Map<?, ?> bounds = (Map<?, ?>) summary.get("bounds");
    assertEquals(number(bounds, "meanHops"), number(summary, "meanHops"), 1e-12);
    assertEquals(number(bounds, "meanHops"), number(summary, "packetHops") / all, 1e-12);
  }

  /**
   * Counts pairs of nodes that are apart in the longest dimension (the first of equal ones) and in
   * another.
   */
  private static long forwarded(Torus torus) {
    int longest = 0;
    for (int dimension = 1; dimension < Torus.DIMENSIONS; dimension++) {
      longest = torus.extent(dimension) > torus.extent(longest) ? dimension : longest;
    }
    final long k = torus.extent(longest);
    return torus.nodes() * (k - 1) * (torus.nodes() / k - 1);
  }

  @ParameterizedTest
  @CsvSource({"0,0", "0,100", "4,100"})
  void shouldTakeTheSumOfBothLegsInAnEmptyNetwork(long arbitration, long forward) {
    final RunResult result =
        inTwoPhases(4, 3, 2)
            .with("injection.pace", 0.002)
            .with("injection.forwardTicks", forward)
            .with("router.arbitrationTicks", arbitration)
            .drained()
            .result();
    final Map<?, ?> excess = (Map<?, ?>) result.summary().get("zeroLoadExcessTicks");
    // Packets are generated tens of thousands of ticks apart, but some of those from 24 nodes may
    // meet.
    assertEquals(0, number(excess, "min"));
    assertTrue(number(excess, "mean") < 5, excess::toString);
    final Map<?, ?> response = (Map<?, ?>) result.summary().get("responseTicks");
    final double oneLeg = 8 + arbitration + 260;
    final double longest = 2 * oneLeg + 4 * (18 + arbitration) + forward;
    assertEquals(longest, number(response, "max"), 300);
  }

  @Test
  void shouldMeasureFromTheFirstBirthAndTheFirstByteOfBothLegs() {
    final Map<String, Object> summary = inTwoPhases(6, 4, 4).drained().result().summary();
    final Map<?, ?> response = (Map<?, ?>) summary.get("responseTicks");
    final Map<?, ?> latency = (Map<?, ?>) summary.get("networkLatencyTicks");
    assertEquals(96L * 95, response.get("count"));
    assertTrue(number(response, "max") <= number(summary, "ticks"));
    // All packets are generated at tick 0 and wait in turn for their first link; then two legs take
    // more than 520 ticks.
    assertTrue(number(latency, "mean") > 600, latency::toString);
    assertTrue(number(latency, "mean") < number(response, "mean"), latency::toString);
  }

  @Test
  void shouldLogBothLegs() {
    final RunResult result = inTwoPhases(4, 2, 1).with("packetLog.source", 0L).drained().result();
    final List<List<Object>> rows = result.tables().get("packets").rows();
    assertEquals(7, count(rows, "generated"));
    assertEquals(3, count(rows, "forwarded"));
    assertEquals(10, count(rows, "injected"));
    assertEquals(7, count(rows, "delivered"));
  }

  private static long count(List<List<Object>> rows, String event) {
    return rows.stream().filter(row -> row.get(1).equals(event)).count();
  }

  @ParameterizedTest
  @CsvSource({"0.3,one,false", "0.7,one,false", "0.7,one,true", "0.7,two,false"})
  void shouldKeepThePace(double pace, String phases, boolean twoCores) {
    final Map<String, Object> summary =
        allToAll(8, 4, 4)
            .with("workload.packetsPerDestination", 4L)
            .with("machine.virtualNodeMode", twoCores)
            .with("injection.pace", pace)
            .with("injection.phases", phases)
            .with("run.warmupTicks", 20_000L)
            .ticks(40_000)
            .result()
            .summary();
    assertEquals(pace, number(summary, "shareOfPeak"), 0.02 * pace);
    assertEquals(false, summary.get("saturated"));
    final Map<?, ?> bounds = (Map<?, ?>) summary.get("bounds");
    final double most = number(bounds, "throughput");
    assertEquals(pace * most, number(summary, "offered"), 0.002 * most);
    assertEquals(
        number(summary, "linkUtilization") / number(bounds, "linkUtilization"),
        number(summary, "shareOfPeak"),
        1e-12);
  }

  @Test
  void shouldCallAPaceAboveThePeakSaturated() {
    final Map<String, Object> summary =
        allToAll(8, 4, 4)
            .with("workload.packetsPerDestination", 4L)
            .with("injection.pace", 1.3)
            .with("run.warmupTicks", 10_000L)
            .ticks(20_000)
            .result()
            .summary();
    assertEquals(true, summary.get("saturated"));
  }

  @Test
  void shouldHaveNoShareOfAPeakThatDependsOnTheRouting() {
    final Map<String, Object> summary =
        Runs.torus(4, 4, 4).with("workload.kind", "neighbours").ticks(2_000).result().summary();
    assertTrue(summary.containsKey("shareOfPeak"));
    assertNull(summary.get("shareOfPeak"));
  }

  @Test
  void shouldSendNothingOnWithinLines() {
    final Runs runs = inTwoPhases(6, 2, 2).with("workload.dimensions", List.of("x")).drained();
    assertEquals(0L, runs.result().summary().get("packetsForwarded"));
  }

  @Test
  void shouldMakeADifferenceWhenPacketsGoOn() {
    final Runs runs = inTwoPhases(5, 3, 2).drained();
    final Object atOnce = runs.result().summary().get("digest");
    assertNotEquals(
        atOnce, runs.with("injection.forwardTicks", 1L).result().summary().get("digest"));
  }
}
