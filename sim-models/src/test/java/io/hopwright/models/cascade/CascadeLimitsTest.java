package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.network.CascadeBounds;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Saturated traffic reaches what theory allows, and never more. */
class CascadeLimitsTest {
  /** Packets in the network at the start may be delivered on top of the limit. */
  private static final double SLACK = 1.01;

  private static CascadeBench machine(int groups, int chassis, int blades, long cables) {
    return CascadeBench.machine(groups, chassis, blades)
        .with("machine.cablesPerPair", cables)
        .with("run.gridTicks", 100_000L)
        // With the buffers of the paper's machine, a toy would fill up for millions of ticks.
        .buffers(2_048)
        .ticks(300_000, 400_000);
  }

  private static double payload(Map<String, Object> summary) {
    return (Double) summary.get("throughput");
  }

  private static long mostHops(Map<String, Object> summary, String kind) {
    return (Long) ((Map<?, ?>) summary.get("mostHopsByRoute")).get(kind);
  }

  private static void assertAtMost(double limit, Map<String, Object> summary) {
    assertTrue(payload(summary) <= limit * SLACK, payload(summary) + " above " + limit);
  }

  /** Routes chosen by load avoid green links, so these do not bound a shift either. */
  @Test
  void shouldNotCallGreenLinksABoundOfAnAdaptiveShift() {
    final Map<String, Object> summary =
        CascadeBench.machine(4, 1, 2)
            .routing("adaptive")
            .with("workload.kind", "group-shift")
            .with("workload.load", 0.2)
            .ticks(60_000, 300_000)
            .summary();
    final double bound = (Double) ((Map<?, ?>) summary.get("bounds")).get("throughput");
    assertEquals(false, summary.get("saturated"));
    assertTrue(
        payload(summary) > 1.4 && payload(summary) <= bound, payload(summary) + ", " + bound);
  }

  /** The machine has six groups of 96 nodes. */
  @ParameterizedTest
  @CsvSource({
    "6, 3, 8, 2, minimal, 500000",
    "6, 3, 8, 2, valiant, 500000",
    // With so few nodes, destinations even out only after a long time.
    "2, 1, 2, 1, minimal, 10000000"
  })
  @Tag("slow")
  void shouldReachItOnLargerMachines(
      int groups, int chassis, int blades, long cables, String mode, long ticks) {
    shouldReachTheLimitOfUniformTraffic(groups, chassis, blades, cables, mode, ticks);
  }

  /** Toys whose limit is set by blue links or by green links. */
  @ParameterizedTest
  @CsvSource({
    "5, 2, 4, 1, minimal, 400000", "5, 2, 4, 5, minimal, 400000",
    "5, 2, 4, 1, valiant, 400000", "5, 2, 4, 5, valiant, 400000"
  })
  void shouldReachTheLimitOfUniformTraffic(
      int groups, int chassis, int blades, long cables, String mode, long ticks) {
    final CascadeBench bench =
        machine(groups, chassis, blades, cables)
            .saturated("uniform")
            .routing(mode)
            .ticks(300_000, ticks);
    final CascadeBounds bounds = bench.bounds();
    final boolean minimal = mode.equals("minimal");
    final CascadeBounds.Limits limits = minimal ? bounds.uniformMinimal() : bounds.uniformValiant();
    final Map<String, Object> summary = bench.summary();
    assertAtMost(limits.least(), summary);
    assertTrue(payload(summary) >= 0.9 * limits.least(), payload(summary) + " of " + limits);
    assertEquals(!minimal ? 0 : chassis > 1 ? 5 : 3, mostHops(summary, "minimal"));
    assertEquals(minimal ? 0 : groups > 2 ? 10 : 7, mostHops(summary, "nonMinimal"));
  }

  @ParameterizedTest
  @CsvSource("6, 3, 8, 2")
  @Tag("slow")
  void shouldKeepToThemOnALargerMachine(int groups, int chassis, int blades, long cables) {
    shouldKeepToTheBlueLinksWhenRoutesAreChosenByLoad(groups, chassis, blades, cables);
  }

  @ParameterizedTest
  @CsvSource("5, 2, 4, 1")
  void shouldKeepToTheBlueLinksWhenRoutesAreChosenByLoad(
      int groups, int chassis, int blades, long cables) {
    final CascadeBench bench =
        machine(groups, chassis, blades, cables).saturated("uniform").routing("adaptive");
    final CascadeBounds.Limits limits = bench.bounds().uniformMinimal();
    final Map<String, Object> summary = bench.summary();
    assertAtMost(limits.blue(), summary);
    assertTrue(payload(summary) >= 0.85 * limits.least(), payload(summary) + " of " + limits);
    assertTrue(mostHops(summary, "minimal") <= 5);
    assertTrue(mostHops(summary, "nonMinimal") <= 10);
  }

  @ParameterizedTest
  @CsvSource({"6, 3, 6, 2, 3", "4, 3, 4, 2, 1", "4, 3, 4, 2, 2", "4, 3, 4, 2, 3"})
  @Tag("slow")
  void shouldReachTheLimitsOfMoreShifts(
      int groups, int chassis, int blades, long cables, long shift) {
    shouldReachTheLimitOfAnAlignedShift(groups, chassis, blades, cables, shift);
  }

  @ParameterizedTest
  @CsvSource("5, 2, 4, 1, 1")
  void shouldReachTheLimitOfAnAlignedShift(
      int groups, int chassis, int blades, long cables, long shift) {
    final CascadeBench bench =
        machine(groups, chassis, blades, cables)
            .saturated("group-shift")
            .with("workload.shiftGroups", shift);
    final CascadeBounds.Limits minimal = bench.bounds().shiftMinimal((int) shift);
    final Map<String, Object> direct = bench.routing("minimal").summary();
    assertAtMost(minimal.least(), direct);
    assertTrue(payload(direct) >= 0.9 * minimal.least(), payload(direct) + " of " + minimal);
    final CascadeBounds.Limits optimum = bench.bounds().shiftOptimum((int) shift);
    final Map<String, Object> adaptive = bench.routing("adaptive").summary();
    assertAtMost(optimum.blue(), adaptive);
    assertTrue(payload(adaptive) >= 0.85 * optimum.least(), payload(adaptive) + " of " + optimum);
    assertTrue(payload(adaptive) >= 1.5 * minimal.least(), payload(adaptive) + " of " + minimal);
    final Map<String, Object> valiant = bench.routing("valiant").summary();
    assertAtMost(optimum.blue(), valiant);
  }

  /** Only in a shift to the group opposite do responses share the links of requests. */
  @Test
  @Trap(
      number = 3,
      fallenInto = "responses that take no time on links",
      shown = Shown.IN_THE_SOURCE)
  void shouldCarryAnotherTenthOfRequestsIfResponsesComeOverOtherLinks() {
    final CascadeBench bench = machine(4, 3, 4, 2).saturated("group-shift").routing("minimal");
    final double opposite = payload(bench.with("workload.shiftGroups", 2L).summary());
    final double next = payload(bench.with("workload.shiftGroups", 1L).summary());
    assertEquals(100.0 / 90, next / opposite, 0.02);
  }

  @Test
  void shouldBeLimitedByTheHostsWithinAFullGroup() {
    final CascadeBench bench =
        CascadeBench.machine(1, 6, 16)
            .saturated("uniform")
            .routing("minimal")
            .ticks(150_000, 150_000);
    final CascadeBounds.Limits limits = bench.bounds().uniformMinimal();
    assertEquals(limits.host(), limits.least());
    final Map<String, Object> summary = bench.summary();
    assertAtMost(64 / (374 * 4 / 175.0), summary);
    assertTrue(payload(summary) >= 0.93 * limits.host(), payload(summary) + " of " + limits);
    assertEquals(2, mostHops(summary, "minimal"));
  }

  @ParameterizedTest
  @CsvSource({"valiant, 4", "deterministic-valiant, 4", "minimal, 2"})
  void shouldTakeAtMostFourLinksWithinAGroup(String mode, long hops) {
    final Map<String, Object> summary =
        CascadeBench.machine(1, 3, 4)
            .saturated("uniform")
            .routing(mode)
            .ticks(100_000, 100_000)
            .summary();
    assertEquals(hops, Math.max(mostHops(summary, "minimal"), mostHops(summary, "nonMinimal")));
  }

  /** Up to the limit, all of the offered load is delivered; beyond it, the limit is. */
  @ParameterizedTest
  @CsvSource({"0.05, false", "0.2, false", "0.26, true", "2.0, true"})
  void shouldDeliverWhatIsOfferedUpToTheLimit(double load, boolean saturated) {
    final CascadeBench bench = machine(5, 2, 4, 2).routing("minimal").with("workload.load", load);
    final Map<String, Object> summary = bench.summary();
    final double limit = bench.bounds().uniformMinimal().least();
    assertEquals(saturated, summary.get("saturated"), summary.toString());
    assertEquals(Math.min(7.5 * load, limit), payload(summary), 0.03 * limit);
    assertEquals(7.5 * load, (Double) summary.get("offered"), 0.03 * 7.5 * load);
  }
}
