package io.hopwright.models.reference.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceAxes;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferencePatterns;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.toy.Ring;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ring against a reference model that has its own routers, links and routes. */
class ReferenceRingTest {
  /**
   * The ring by {@code ring.md}: the part that a machine adds to the reference model of all
   * fabrics.
   */
  private static final class RingReference extends FabricReference {
    private final int n;

    RingReference(Settings settings, RunPlan run) {
      super(settings, run, 1, new Packets(8, 8, 64), 8, 8);
      n = (int) settings.integer("machine.nodes");
      for (int r = 0; r < n; r++) {
        addRouter(2, 1);
      }
      for (int r = 0; r < n; r++) {
        addLink(r, 0, (r + 1) % n, 1);
      }
    }

    @Override
    protected ReferencePatterns pattern() {
      return ReferencePatterns.of(settings, ReferenceAxes.firstFastest(List.of(n)));
    }

    /** "A packet goes all the way from s to d in one direction." */
    @Override
    protected Hop route(int r, int i, int v, int s, int d, Choice choice) {
      if (i < 2) {
        return new Hop(1 - i, 0);
      }
      final boolean up = (s == 0 || d == 0) ? 2 * ((d - s + n) % n) <= n : d > s;
      return new Hop(up ? 0 : 1, 0);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "machine.nodes=2",
        "machine.nodes=3 workload.load=0.9",
        "machine.nodes=10 workload.kind=tornado workload.load=0.6",
        "machine.nodes=10 workload.kind=all-to-all workload.order=random",
        "machine.nodes=13 workload.kind=permutation router.vcBytes=64 link.hopTicks=3",
        "machine.nodes=64 workload.load=0.3 link.creditTicks=99",
      })
  void shouldDeliverTheSame(String settings) {
    final Case ring = Case.of(new Ring()).set("run.ticks=4000 run.end=drained").set(settings);
    final Map<String, Object> fast = ring.result().summary();
    final ReferenceMachine machine =
        new RingReference(ring.settings(), RunPlan.of(ring.settings(), 1)).build();
    while (machine.nextEffectTick() < Long.MAX_VALUE) {
      machine.run(machine.nextEffectTick() + 1_000);
    }
    assertEquals(fast.get("packetsDelivered"), machine.count(ReferenceMachine.DELIVERED));
    assertEquals(fast.get("digest"), String.format("%016x", machine.digest()));
  }
}
