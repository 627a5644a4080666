package io.hopwright.models.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SteadinessTest {
  private static final int GRID = 100;
  private static final int PACKET = 64;

  /** Counts of a row of a series. */
  private record Row(long fromTick, long toTick, Totals totals) implements Span {
    @Override
    public long nodes() {
      return 1;
    }

    @Override
    public Double linkUtilization() {
      return 0.0;
    }
  }

  /** Returns a row with a number of deliveries. */
  private static Row row(int index, long packets, long growth, long latency) {
    final Totals totals = new Totals(new long[Totals.FIRST_OWN]);
    totals.count(Totals.DELIVERED, packets);
    totals.count(Totals.DELIVERED_BYTES, packets * PACKET);
    totals.count(Totals.RESPONSE_TICKS, packets * latency);
    totals.count(Totals.IN_NETWORK, growth);
    return new Row((long) index * GRID, (index + 1L) * GRID, totals);
  }

  private static long random(Random random, double mean) {
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
  }

  /**
   * Returns rows whose numbers of packets are nearly Poisson distributed, with levels that may
   * change.
   */
  private static List<Row> rows(
      Random random,
      int count,
      IntToDoubleFunction packets,
      IntToDoubleFunction inNetwork,
      IntToDoubleFunction latency) {
    final List<Row> rows = new ArrayList<>();
    long before = 0;
    for (int i = 0; i < count; i++) {
      final long now = random(random, inNetwork.applyAsDouble(i));
      rows.add(
          row(
              i,
              random(random, packets.applyAsDouble(i)),
              now - before,
              random(random, latency.applyAsDouble(i))));
      before = now;
    }
    return rows;
  }

  private static Steadiness judge(List<Row> rows, int from, boolean saturated) {
    return Steadiness.of(rows, (long) from * GRID, (long) rows.size() * GRID, saturated);
  }

  /** Almost no run of 2,000 steady runs of each length may be called unsteady. */
  @ParameterizedTest
  @ValueSource(ints = {10, 23, 40, 200})
  void shouldSeldomCallAMachineUnsteadyThatIsNot(int length) {
    int alarms = 0;
    for (int seed = 0; seed < 2_000; seed++) {
      final List<Row> rows = rows(new Random(seed), 20 + length, i -> 150, i -> 400, i -> 900);
      alarms += judge(rows, 20, false).steady() ? 0 : 1;
    }
    assertTrue(alarms <= 4, alarms + " false alarms");
  }

  /** Packets that fill buffers have been accepted but not delivered. */
  @Test
  void shouldFindAFillingNetwork() {
    for (int seed = 0; seed < 200; seed++) {
      final List<Row> rows =
          rows(
              new Random(seed),
              60,
              i -> 1_000 - 150 * Math.exp(-i / 60.0),
              i -> 20_000 * (1 - Math.exp(-i / 60.0)),
              i -> 900);
      final Steadiness found = judge(rows, 20, true);
      assertFalse(found.steady(), "seed " + seed);
      assertTrue(found.reason().contains("the network fills by "), found.reason());
      assertTrue(found.networkGrowth() > 0.1, found::toString);
    }
  }

  @Test
  void shouldFindAThroughputThatChanges() {
    for (int seed = 0; seed < 200; seed++) {
      final List<Row> rows = rows(new Random(seed), 60, i -> 1_500 - 10 * i, i -> 400, i -> 900);
      final Steadiness found = judge(rows, 20, true);
      assertEquals(-200 / 1_105.0, found.throughputChange(), 0.04);
      assertTrue(found.reason().startsWith("throughput falls by "), found.reason());
    }
  }

  /** If a machine does not keep up, its latencies grow forever. */
  @Test
  void shouldFindALatencyThatChangesUnlessTheMachineIsSaturated() {
    for (int seed = 0; seed < 200; seed++) {
      final List<Row> rows = rows(new Random(seed), 60, i -> 1_000, i -> 400, i -> 500 + 10 * i);
      final Steadiness found = judge(rows, 20, false);
      assertFalse(found.steady());
      assertEquals(200 / 895.0, found.latencyChange(), 0.05);
      assertTrue(found.reason().startsWith("latency rises by "), found.reason());
      final Steadiness saturated = judge(rows, 20, true);
      assertTrue(saturated.steady());
      assertEquals("", saturated.reason());
      assertNull(saturated.latencyChange());
    }
  }

  /**
   * The comparison is exact without random numbers: a step of 3 % in the middle, and one of 1 %.
   */
  @Test
  void shouldCompareHalvesOfAllRowsInTheInterval() {
    final List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 45; i++) {
      rows.add(row(i, i < 25 ? 1_000 : 1_030, 0, 100));
    }
    final Steadiness three = Steadiness.of(rows, 450, 4_500, false);
    assertEquals(30 / 1_015.0, three.throughputChange(), 1e-12, "rows 5 to 44");
    assertEquals(0, three.networkGrowth());
    assertEquals(0, three.latencyChange());
    // A single step of 1,030 − 1,000 is less than 6 standard deviations of the difference.
    assertEquals(30 > 6 * Math.sqrt(900 / 18.0 * 2 / 5), !three.steady());
    assertTrue(Steadiness.of(rows, 0, 2_500, false).steady(), "without the step");
  }

  @Test
  void shouldSayWhyNothingIsJudged() {
    final List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      rows.add(row(i, 30, 0, 100));
    }
    final Steadiness few = Steadiness.of(rows, 2_050, 3_000, false);
    assertNull(few.steady());
    assertEquals(
        "the measured interval has 9 intervals of run.gridTicks, but 10 are required",
        few.reason());
    final Steadiness packets = Steadiness.of(rows, 0, 3_000, false);
    assertNull(packets.steady());
    assertEquals(
        "900 packets were delivered in the measured interval, but 1,000 are required",
        packets.reason());
    assertNull(packets.throughputChange());
  }
}
