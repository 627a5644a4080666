package io.hopwright.models.reference.fabric;

import io.hopwright.models.network.NetworkMachine;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.SameResults;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Networks whose packets choose by loads: the fast model on any split, against the reference model.
 */
class LoadRoutingReferenceTest {
  private static final int FEW = 6;

  private static final List<String> NETWORKS =
      List.of(
          "torus machine.extents=4x3",
          "torus machine.extents=5",
          "torus machine.extents=2x2x3 machine.nodesPerRouter=2",
          "mesh machine.extents=3x4",
          "hyperx machine.extents=3x2 machine.width=1x2",
          "dragonfly machine.routersPerGroup=2 machine.globalPerRouter=1",
          "dragonfly machine.routersPerGroup=3 machine.globalPerRouter=1 machine.groups=3",
          "fat-tree machine.down=2x2x2 machine.up=2x2",
          "fat-tree machine.down=2x3 machine.up=2 machine.bundle=2",
          "slim-fly machine.q=3",
          "jellyfish machine.routers=10 machine.degree=3");

  static LongStream seeds() {
    return LongStream.range(0, RandomCases.count(FEW)).map(i -> RandomCases.first(0) + i);
  }

  private static Case random(long seed) {
    final Random random = new Random(seed);
    final String topology = NETWORKS.get(random.nextInt(NETWORKS.size()));
    final boolean grid =
        topology.matches("(torus|mesh|hyperx) .*") && !topology.contains("nodesPerRouter");
    final Case network =
        Case.of(new NetworkMachine())
            .set("machine.topology=" + topology)
            .with("router.routing", Case.oneOf(random, "adaptive", "ugal-l"))
            .with("router.ugalBias", random.nextInt(40))
            .with("router.ugalWaiting", random.nextInt(4))
            .with("packet.flits", random.nextInt(1, 9))
            .with("seed", random.nextLong())
            .with("workload.load", random.nextDouble(0.2, 1))
            .with(
                "workload.kind",
                Case.oneOf(random, "uniform", grid ? "tornado" : "shift", "permutation"))
            .with("run.warmupTicks", random.nextLong(100))
            .with("run.ticks", random.nextLong(200, 800))
            .set("run.gridTicks=100");
    return RandomVcRouter.of(network, random)
        .with("partition.shape", List.of(random.nextLong(1, 5)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldMeasureTheSame(long seed) {
    SameResults.check(random(seed), List.of());
  }
}
