package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Digests of some runs, as they were when the model was last changed on purpose. A change that
 * alters one changes results: it is marked <b>[Results]</b> in the changelog and says why.
 */
class GoldenDigestTest {
  @Test
  void shouldKeepTheDigestOfUniformTraffic() {
    assertEquals(
        "153d9e43c3d8fdda", digest(Runs.torus(8, 8, 8).with("workload.load", 0.9).ticks(5_000)));
  }

  @Test
  void shouldKeepTheDigestOfAnAllToAll() {
    assertEquals(
        "a168c81507295fce",
        digest(
            Runs.torus(6, 5, 3)
                .with("workload.kind", "all-to-all")
                .with("router.jsq", true)
                .with("router.slqFraction", 0.75)
                .drained()));
  }

  @Test
  void shouldKeepTheDigestOfSaturatedMixedStaticTraffic() {
    assertEquals(
        "e1e68b07473fb156",
        digest(
            Runs.torus(4, 4, 4)
                .with("workload.load", "saturated")
                .with("workload.packetBytes", List.of(32L, 96L, 256L))
                .with("workload.highPriorityLoad", 0.05)
                .with("router.routing", "static")
                .ticks(5_000)));
  }

  private static Object digest(Runs runs) {
    return runs.result().summary().get("digest");
  }
}
