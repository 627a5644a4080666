package io.hopwright.models.bluegene.traps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.bluegene.Runs;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Contents of injection FIFOs, and the start of measurements. */
class WorkloadTrapsTest {
  private static List<Long> towardsNodeOne(Runs runs) {
    final List<Long> ticks = new ArrayList<>();
    runs.with("workload.kind", "all-to-all")
        .with("workload.packetsPerDestination", 3L)
        .with("router.hintBits", "registers")
        .drained()
        .observedBy(
            (source, destination, sequence, trafficClass, chunks, tick) -> {
              if (destination == 1) {
                ticks.add(tick);
              }
            })
        .result();
    return ticks;
  }

  @Test
  @Trap(
      number = 11,
      fallenInto = "injection FIFOs that are infinite all the same (injection.bytes not set)",
      shown = Shown.IN_THE_TEST)
  void shouldHoldBackWhatDoesNotFitIntoAFiniteInjectionFifo() {
    // One packet fits; writing it takes 8 ticks after the packet before has left.
    final Runs finite =
        Runs.torus(2, 1, 1).with("injection.bytes", 256L).with("injection.choice", "direction");
    assertEquals(List.of(286L, 286L + 268, 286L + 2 * 268), towardsNodeOne(finite));
    final List<Long> infinite = towardsNodeOne(Runs.torus(2, 1, 1));
    assertEquals(List.of(286L, 286L + 260, 286L + 2 * 260), infinite);
    assertNotEquals(towardsNodeOne(finite), infinite);
  }

  private static Runs asymmetric(Long injectionBytes) {
    return Runs.torus(8, 4, 4)
        .ticks(30_000)
        .with("injection.bytes", injectionBytes)
        .with("workload.kind", "all-to-all")
        .with("workload.packetsPerDestination", 4L)
        .with("router.jsq", true)
        .with("router.slqFraction", 0.75);
  }

  private static double utilization(Runs runs) {
    return (Double) runs.result().summary().get("linkUtilization");
  }

  @Tag("slow")
  @Test
  @Trap(
      number = 11,
      fallenInto = "an all-to-all judged by its completion time instead of a window in its middle",
      shown = Shown.IN_THE_TEST)
  void shouldBeMeasuredInTheMiddleOfAnAllToAll() {
    for (Long bytes : new Long[] {null, 1024L}) {
      final double middle = utilization(asymmetric(bytes).with("run.warmupTicks", 50_000L));
      final double later = utilization(asymmetric(bytes).with("run.warmupTicks", 80_000L));
      final double whole = utilization(asymmetric(bytes).drained());
      final String all = middle + ", " + later + ", whole " + whole;
      assertEquals(middle, later, 0.02, all);
      assertTrue(whole < 0.92 * Math.min(middle, later), all);
    }
  }
}
