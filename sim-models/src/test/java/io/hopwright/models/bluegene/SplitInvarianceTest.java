package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.hopwright.models.machine.InterruptedRun;
import io.hopwright.models.machine.ResultText;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Results do not depend on how a run was split over partitions and windows. */
class SplitInvarianceTest {
  static Stream<Runs> runs() {
    return Stream.of(
        Runs.torus(6, 5, 3)
            .with("workload.load", 0.85)
            .with("router.jsq", true)
            .with("router.slqFraction", 0.75)
            .ticks(4_000)
            .with("run.followTicks", 50_000L),
        Runs.torus(4, 4, 4)
            .with("workload.load", "saturated")
            .with("workload.highPriorityLoad", 0.05)
            .with("workload.packetBytes", List.of(32L, 128L, 256L))
            .ticks(4_000),
        Runs.torus(4, 4, 2)
            .with("workload.kind", "all-to-all")
            .with("router.routing", "static")
            .with("router.arbitrationTicks", 4L)
            .drained(),
        // Births so rare that most partitions have none in the measured interval.
        Runs.torus(4, 4, 4)
            .with("workload.load", 0.003)
            .ticks(3_000)
            .with("run.followTicks", 100_000L),
        Runs.torus(5, 4, 2).with("workload.kind", "probe").drained(),
        Runs.torus(4, 3, 3)
            .with("workload.load", 0.4)
            .with("run.end", "packets")
            .with("run.packets", 500L),
        Runs.torus(4, 4, 3)
            .with("workload.load", 0.8)
            .with("router.escape", "dateline")
            .with("router.escapeOrder", List.of("x+", "y+", "z+", "x-", "y-", "z-"))
            .with("router.vcBytes", 512L)
            .with("workload.highPriorityLoad", 0.05)
            .ticks(1_500),
        Runs.torus(4, 4, 3)
            .with("workload.load", "saturated")
            .with("router.escape", "dateline")
            .with("router.routing", "static")
            .with("router.dynamicVcs", 0L)
            .ticks(1_500),
        Runs.torus(5, 3, 2)
            .with("workload.kind", "broadcast")
            .with("workload.load", 0.6)
            .with("workload.packetBytes", List.of(32L, 256L))
            .drained()
            .ticks(1_500),
        Runs.torus(4, 3, 2)
            .with("workload.kind", "all-to-all")
            .with("machine.virtualNodeMode", true)
            .with("workload.dimensions", List.of("z", "x"))
            .with("injection.bytes", 256L)
            .with("injection.choice", "shortest")
            .drained(),
        Runs.torus(4, 4, 3)
            .with("workload.load", 0.9)
            .with("machine.virtualNodeMode", true)
            .with("injection.bytes", 512L)
            .with("injection.choice", "random")
            .with("reception.bytes", 256L)
            .with("reception.drainBytesPerTick", 0.4)
            .with("workload.packetBytes", List.of(32L, 96L, 256L))
            .ticks(1_500)
            .with("run.followTicks", 100_000L),
        Runs.torus(4, 4, 3)
            .with("workload.kind", "hot-region")
            .with("workload.hotBox", List.of(2L, 2L, 1L))
            .with("workload.load", 0.6)
            .with("injection.bytes", 1024L)
            .with("injection.choice", "direction")
            .ticks(1_500),
        Runs.torus(4, 4, 2)
            .with("workload.kind", "hot-region")
            .with("workload.hotBox", List.of(2L, 2L, 1L))
            .with("workload.load", "saturated")
            .with("router.escape", "dateline")
            .with("router.vcBytes", 256L)
            .with("statistics.unblocking", true)
            .ticks(1_500),
        Runs.torus(4, 3, 2)
            .with("workload.kind", "all-to-all")
            .with("injection.pace", 0.9)
            .ticks(2_000)
            .with("run.followTicks", 50_000L),
        Runs.torus(5, 4, 3)
            .with("workload.kind", "all-to-all")
            .with("injection.phases", "two")
            .with("workload.packetBytes", List.of(32L, 64L))
            .drained(),
        Runs.torus(3, 4, 4)
            .with("workload.kind", "all-to-all")
            .with("injection.phases", "two")
            .with("injection.pace", 1.2)
            .with("injection.bytes", 256L)
            .with("injection.forwardTicks", 25L)
            .with("reception.bytes", 512L)
            .with("workload.highPriorityLoad", 0.05)
            .ticks(4_000)
            .drained(),
        // The two whose lookahead is not that of a hop.
        Runs.torus(4, 4, 2)
            .with("workload.kind", "neighbour")
            .with("workload.load", "saturated")
            .with("router.tokenAckBytes", 0L)
            .ticks(1_500),
        Runs.torus(4, 3, 3)
            .with("workload.load", 0.8)
            .with("router.tokenAckBytes", 3L)
            .with("router.tokenAckMerging", true)
            .with("workload.packetBytes", List.of(32L, 64L))
            .ticks(1_500));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void shouldNotDependOnThePartitionPlan(Runs runs) {
    final String whole = ResultText.of(runs.partition(64, 64, 64).result());
    for (List<Long> box :
        List.of(
            List.of(3L, 64L, 64L), List.of(2L, 2L, 2L), List.of(4L, 1L, 2L), List.of(1L, 1L, 1L))) {
      runs.partition(box.get(0), box.get(1), box.get(2));
      assertEquals(whole, ResultText.of(runs.result()), runs.toString());
    }
  }

  @ParameterizedTest
  @MethodSource("runs")
  void shouldNotDependOnTheWindow(Runs runs) {
    runs.partition(2, 2, 2);
    final String widest = ResultText.of(runs.result());
    for (long window = 1; window <= runs.network().lookaheadTicks(); window++) {
      runs.with("run.windowTicks", window);
      assertEquals(widest, ResultText.of(runs.result()), runs.toString());
    }
  }

  /** Some partitions have nothing to do any more in the measured interval, some have. */
  @ParameterizedTest
  @ValueSource(longs = {0, 100, 500, 1_700, 2_900, 3_300})
  void shouldNotDependOnThePartitionPlanWhenInterrupted(long tick) {
    final Runs runs =
        Runs.torus(4, 4, 4)
            .with("workload.load", 0.003)
            .ticks(3_000)
            .with("run.followTicks", 100_000L);
    final Set<String> results = new HashSet<>();
    for (long extent : new long[] {64, 3, 2, 1}) {
      final BlueGeneNetwork network = runs.partition(extent, extent, extent).network();
      results.add(ResultText.of(network.result(InterruptedRun.at(tick, network))));
    }
    assertEquals(1, results.size(), results::toString);
  }

  @Test
  void shouldDependOnTheSeed() {
    final Runs runs = Runs.torus(4, 4, 2).with("workload.load", 0.5).ticks(2_000);
    final Object digest = runs.with("seed", 1L).result().summary().get("digest");
    assertNotEquals(digest, runs.with("seed", 2L).result().summary().get("digest"));
  }
}
