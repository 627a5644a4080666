package io.hopwright.models.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.testkit.Case;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Throughput of networks with saturated sources against theory, at small size. */
class SaturationTest {
  private static Case machine(String settings) {
    return Case.of(new NetworkMachine()).set(settings);
  }

  private static double throughput(Case model) {
    return ((Number) model.result().summary().get("throughput")).doubleValue();
  }

  private static double bound(Case model) {
    final Map<?, ?> bounds = (Map<?, ?>) model.result().summary().get("bounds");
    return ((Number) bounds.get("throughput")).doubleValue();
  }

  /**
   * Direct packets of a group shift fill their one link without delaying others. UGAL so carries as
   * much as routes over random groups, and for uniform traffic as much as minimal routes.
   */
  @Test
  void shouldCarryAsMuchByLoadsAsByTheBetterRoutes() {
    final Case dragonfly =
        machine("machine.topology=dragonfly machine.routersPerGroup=4 machine.globalPerRouter=2")
            .set("machine.nodesPerRouter=2 router.model=vc router.vcBytes=2048")
            .set("workload.load=saturated run.warmupTicks=4000 run.ticks=6000 run.gridTicks=1000");
    for (String[] of : new String[][] {{"group-shift", "valiant-group"}, {"uniform", "minimal"}}) {
      final Case traffic = dragonfly.set("workload.kind=" + of[0]);
      final double best = throughput(traffic.set("router.routing=" + of[1]));
      final double byLoads = throughput(traffic.set("router.routing=ugal-l"));
      assertTrue(byLoads > 0.95 * best, of[0] + ": " + byLoads + " of " + best);
    }
  }

  /** Below saturation all packets are accepted: indirect packets avoid the link of direct ones. */
  @Test
  void shouldAcceptAGroupShiftBelowTheBound() {
    final Case shift =
        machine("machine.topology=dragonfly machine.routersPerGroup=4 machine.globalPerRouter=2")
            .set("machine.nodesPerRouter=2 router.model=vc router.speedup=2 router.vcBytes=2048")
            .set("workload.kind=group-shift workload.load=0.45 router.routing=ugal-l")
            .set("run.warmupTicks=5000 run.ticks=5000 run.gridTicks=1000");
    assertEquals(0.45 * 8, throughput(shift), 0.15);
  }

  /**
   * A ring with several times as many nodes as its links can serve carries its bound as long as the
   * nodes of a router have fewer packets there than a link's buffer holds. With more packets its
   * throughput collapses; only the number of these packets matters, not that of nodes.
   */
  @Test
  void shouldCollapseWhereNodesHaveMorePacketsInARouterThanLinks() {
    final Case square =
        machine("machine.extents=7x7 link.latency=10 router.vcBytes=2048 workload.load=saturated")
            .set("run.warmupTicks=10000 run.ticks=3000 run.gridTicks=1000");
    final Case few = square.set("machine.nodesPerRouter=3 nicLink.vcBytes=512");
    final double most = bound(few);
    assertTrue(throughput(few) > 0.9 * most, "8 packets a node");
    final Case three = square.set("machine.nodesPerRouter=3 nicLink.vcBytes=2048");
    final Case twelve = square.set("machine.nodesPerRouter=12 nicLink.vcBytes=512");
    final double collapsed = throughput(three) / most;
    assertTrue(collapsed < 0.7, "32 packets a node: " + collapsed);
    assertEquals(collapsed, throughput(twelve) / bound(twelve), 0.06, "12 nodes with 8 packets");
  }
}
