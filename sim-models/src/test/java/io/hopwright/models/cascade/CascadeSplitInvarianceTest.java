package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.hopwright.models.machine.ResultText;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Results do not depend on how a run was split over partitions and windows. */
class CascadeSplitInvarianceTest {
  static Stream<CascadeRuns> runs() {
    return Stream.of(
        CascadeRuns.dragonfly(8, 2, 2)
            .with("workload.load", 0.5)
            .with("run.warmupTicks", 20_000L)
            .ticks(100_000)
            .with("run.gridTicks", 7_000L)
            .with("run.followTicks", 300_000L),
        CascadeRuns.dragonfly(8, 1, 4)
            .with("workload.load", "saturated")
            .with("workload.kind", "group-shift")
            .with("workload.shiftGroups", 3L)
            .with("machine.cablesPerPair", 1L)
            .with("router.bias", 0L)
            .with("router.electricalVcBytes", 300L)
            .with("router.opticalVcBytes", 400L)
            .with("nic.bufferBytes", 200L)
            .ticks(120_000),
        CascadeRuns.dragonfly(8, 3, 2)
            .with("machine.lastGroupChassis", 2L)
            .with("machine.ioBladesPerGroup", 1L)
            .with("workload.kind", "all-to-all-random")
            .with("workload.messageBytes", List.of(100L))
            .with("router.routing", "valiant")
            .with("router.gateways", "near")
            .drained(),
        CascadeRuns.dragonfly(8, 2, 2)
            .with("workload.kind", "many-to-one")
            .with("workload.target", 70L)
            .with("workload.load", 0.02)
            .with("workload.messageBytes", List.of(1_000L))
            .with("router.routing", "deterministic-valiant")
            .with("nic.outstanding", 20L)
            .ticks(50_000)
            .drained(),
        CascadeRuns.dragonfly(8, 2, 2)
            .with("workload.load", 0.4)
            .with("workload.messageBytes", List.of(10L, 64L, 500L, 1_000L))
            .with("run.warmupTicks", 20_000L)
            .ticks(60_000)
            .with("run.followTicks", 300_000L),
        // Births so rare that some partitions have none in the measured interval.
        CascadeRuns.dragonfly(8, 1, 4)
            .with("workload.load", 0.0003)
            .ticks(150_000)
            .with("run.followTicks", 1_000_000L),
        CascadeRuns.dragonfly(8, 2, 2)
            .with("workload.kind", "permutation")
            .with("workload.load", 0.4)
            .with("run.end", "packets")
            .with("run.packets", 9_000L),
        // A lookahead that is not that of a hop, and times that are no multiples of each other.
        CascadeRuns.dragonfly(8, 1, 4)
            .with("workload.load", "saturated")
            .with("router.routing", "minimal")
            .with("link.hopTicks", 1_001L)
            .with("link.creditTicks", 37L)
            .with("nic.injectionTicks", 3L)
            .with("nic.ejectionTicks", 5L)
            .ticks(40_000));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void shouldNotDependOnThePartitionPlan(CascadeRuns runs) {
    withAllTables(runs);
    final String whole = ResultText.of(runs.with("partition.groups", 241L).result());
    for (long groups : List.of(4L, 3L, 1L)) {
      runs.with("partition.groups", groups);
      assertEquals((8 + groups - 1) / groups, runs.network().partitions());
      assertEquals(whole, ResultText.of(runs.result()), runs::toString);
    }
  }

  @ParameterizedTest
  @MethodSource("runs")
  void shouldNotDependOnTheWindow(CascadeRuns runs) {
    withAllTables(runs).with("partition.groups", 3L);
    final String widest = ResultText.of(runs.result());
    final long lookahead = runs.network().lookaheadTicks();
    for (long window : List.of(lookahead, lookahead - 1, lookahead / 2, 36L, 10L, 1L)) {
      runs.with("run.windowTicks", window);
      assertEquals(widest, ResultText.of(runs.result()), runs::toString);
    }
  }

  @Test
  void shouldDependOnTheSeed() {
    final CascadeRuns runs = CascadeRuns.dragonfly(2, 1, 2).ticks(60_000);
    final Object digest = runs.with("seed", 1L).result().summary().get("digest");
    assertNotEquals(digest, runs.with("seed", 2L).result().summary().get("digest"));
  }

  static CascadeRuns withAllTables(CascadeRuns runs) {
    return runs.with("statistics.links", List.of("link", "kind", "whole"))
        .with("statistics.sources", true);
  }
}
