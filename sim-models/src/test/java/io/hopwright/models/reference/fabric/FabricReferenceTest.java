package io.hopwright.models.reference.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceModel;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.RandomFabric;
import io.hopwright.models.testkit.RandomFabric.Asking;
import io.hopwright.models.testkit.RandomPatterns;
import io.hopwright.models.testkit.SameResults;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random fabrics in both implementations. The reference model gets routers, links and numbers from
 * the plain data, and nothing from the simulator; {@code -Dhopwright.cases=500} tries more.
 */
class FabricReferenceTest {
  private static final int FEW = 20;

  private static final int FEWER = 15;

  static LongStream seeds() {
    return seeds(FEW);
  }

  static LongStream fewSeeds() {
    return seeds(FEWER);
  }

  private static LongStream seeds(int usual) {
    return LongStream.range(0, RandomCases.count(usual)).map(i -> RandomCases.first(0) + i);
  }

  private static Case random(long seed, Asking asking) {
    final Random random = new Random(seed);
    final RandomFabric fabric = RandomFabric.of(random);
    Case any =
        Case.of(new RandomMachine(fabric, asking))
            .with("seed", random.nextLong())
            .with("partition.shape", List.of(random.nextLong(1, fabric.nodes().size() + 1)))
            .with("run.ticks", random.nextLong(500, 3_000))
            .with("run.gridTicks", random.nextLong(50, 1_000))
            .with("run.warmupTicks", Case.oneOf(random, 0L, random.nextLong(1_000)))
            .with("run.followTicks", Case.oneOf(random, 0L, 10_000L));
    if (fabric.kinds().size() > 1) {
      any = any.with("nicLink.vcBytes", fabric.numbers().cap() * fabric.numbers().b());
    }
    final Case loaded =
        switch (random.nextInt(3)) {
          case 0 -> any.set("workload.load=saturated");
          case 1 -> any.with("workload.load", random.nextDouble(0.01, 1));
          default -> any.with("workload.load", random.nextDouble(0.01, 1)).drained();
        };
    return RandomPatterns.of(loaded, fabric.nodesInAll(), List.of(), random);
  }

  /** Returns the fabric of a seed with input-queued routers and random numbers. */
  private static Case inputQueued(long seed) {
    final Random random = new Random(seed);
    return RandomVcRouter.of(random(random.nextLong(), Case.oneOf(random, Asking.values())), random)
        .with("run.warmupTicks", random.nextLong(100))
        .with("run.ticks", random.nextLong(200, 800))
        .with("run.followTicks", Case.oneOf(random, 0L, 500L));
  }

  @Test
  void shouldPreferTheReferenceModelOfTheMachineToThatOfAllFabrics() {
    final Case machine =
        Case.of(
            new RandomMachine(RandomFabric.of(new Random(1))) {
              @Override
              ReferenceModel reference(Settings settings, RunPlan run) {
                throw new UnsupportedOperationException("own model");
              }
            });
    assertEquals(
        "own model",
        assertThrows(
                UnsupportedOperationException.class,
                machine.set("machine.implementation=reference")::network)
            .getMessage());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldMeasureTheSame(long seed) {
    SameResults.check(random(seed, Asking.HOP), List.of());
  }

  @ParameterizedTest
  @MethodSource("fewSeeds")
  void shouldMeasureTheSameWithInputQueuedRouters(long seed) {
    SameResults.check(inputQueued(seed), List.of());
  }
}
