package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Digests of some runs, as they were when the model was last changed on purpose. A change that
 * alters one changes results: it is marked <b>[Results]</b> in the changelog and says why.
 */
class CascadeGoldenDigestTest {
  @Test
  void shouldKeepTheDigestOfUniformTraffic() {
    assertEquals(
        "6830ebdb85e0a562",
        digest(CascadeRuns.dragonfly(2, 6, 16).with("workload.load", 0.7).ticks(60_000)));
  }

  @Test
  void shouldKeepTheDigestOfAnAllToAll() {
    assertEquals(
        "639fd42fad034688",
        digest(
            CascadeRuns.dragonfly(4, 2, 4)
                .with("workload.kind", "all-to-all")
                .with("workload.messageBytes", List.of(150L))
                .drained()));
  }

  @Test
  void shouldKeepTheDigestOfASaturatedShiftWithSmallBuffers() {
    assertEquals(
        "86c2029513258595",
        digest(
            CascadeRuns.dragonfly(5, 2, 4)
                .with("machine.lastGroupChassis", 1L)
                .with("machine.ioBladesPerGroup", 2L)
                .with("workload.kind", "group-shift")
                .with("workload.load", "saturated")
                .with("router.gateways", "near")
                .with("router.bias", 0L)
                .with("router.electricalVcBytes", 500L)
                .with("router.opticalVcBytes", 700L)
                .with("nic.bufferBytes", 300L)
                .ticks(200_000)));
  }

  @Test
  void shouldKeepTheDigestOfPacketsInOrder() {
    assertEquals(
        "c3a5d5a607485d0a",
        digest(
            CascadeRuns.dragonfly(4, 2, 4)
                .with("workload.kind", "permutation")
                .with("workload.messageBytes", List.of(1_000L))
                .with("workload.load", 0.3)
                .with("router.routing", "deterministic-valiant")
                .ticks(300_000)));
  }

  private static Object digest(CascadeRuns runs) {
    return runs.result().summary().get("digest");
  }
}
