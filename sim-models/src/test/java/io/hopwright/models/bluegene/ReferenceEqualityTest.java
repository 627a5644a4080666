package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.bluegene.reference.ReferenceConfig;
import io.hopwright.models.bluegene.reference.ReferenceTorus;
import io.hopwright.models.machine.RunResult;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The fast router and the reference model, written independently from {@code
 * docs/models/bluegene-l.md}, deliver the same packets at the same ticks and send the same bytes.
 */
class ReferenceEqualityTest {
  private static final int RANDOM_CASES = 60;

  /** One configuration, in the reference model's words. */
  record Case(String name, ReferenceConfig config, double load, double highLoad, long ticks) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> named() {
    final int[][] shapes = {{4, 4, 4}, {8, 8, 1}, {5, 3, 2}, {8, 2, 2}};
    return Arrays.stream(shapes)
        .flatMap(
            shape -> {
              final String size = shape[0] + "x" + shape[1] + "x" + shape[2];
              final ReferenceConfig.Builder machine =
                  ReferenceConfig.builder(shape[0], shape[1], shape[2]);
              final ReferenceConfig base = machine.jsq(false).slqFraction(0).seed(11).build();
              final ReferenceConfig tuned = base.toBuilder().jsq(true).slqFraction(0.75).build();
              return Stream.of(
                  uniform(size + " base 0.5", base, 0.5),
                  uniform(size + " base 0.95", base, 0.95),
                  uniform(size + " JSQ and SLQ 0.9", tuned, 0.9),
                  uniform(size + " static 0.4", base.toBuilder().staticRouting(true).build(), 0.4),
                  saturated(size + " saturated", tuned),
                  new Case(
                      size + " all-to-all", tuned.toBuilder().allToAll(2).build(), 0, 0, 12_000));
            });
  }

  private static Case uniform(String name, ReferenceConfig config, double load) {
    return new Case(
        name, config.toBuilder().uniform(config.probabilityFor(load)).build(), load, 0, 6_000);
  }

  private static Case saturated(String name, ReferenceConfig config) {
    return new Case(name, config.toBuilder().saturated().build(), 0, 0, 6_000);
  }

  static Stream<Case> random() {
    return new Random(2003).longs(RANDOM_CASES).mapToObj(ReferenceEqualityTest::randomCase);
  }

  /** Everything that can be set, at random; the seed replays the case. */
  private static Case randomCase(long seed) {
    final Random random = new Random(seed);
    final int kx = 1 + random.nextInt(6);
    final int ky = 1 + random.nextInt(4);
    final int kz = (kx * ky == 1 ? 2 : 1) + random.nextInt(3);
    final int[][] sizes = {{256}, {32, 64, 96, 128, 160, 192, 224, 256}, {32}, {64, 256}};
    final double[] fractions = {0, 0.25, 0.75, 1};
    final ReferenceConfig config =
        ReferenceConfig.builder(kx, ky, kz)
            .seed(random.nextLong())
            .dynamicVcs(random.nextInt(5))
            .vcBytes(256 + 32 * random.nextInt(40))
            .escapeVcBytes(512 + 32 * random.nextInt(40))
            .paths(1 + random.nextInt(4))
            .jsq(random.nextBoolean())
            .slqFraction(fractions[random.nextInt(4)])
            .inNetworkPriority(fractions[random.nextInt(4)])
            .staticRouting(random.nextInt(4) == 0)
            .bypass(random.nextBoolean())
            .arbitrationTicks(random.nextInt(3) == 0 ? random.nextInt(9) : 0)
            .vcEntryTicks(random.nextInt(3) == 0 ? random.nextInt(7) : 0)
            .regrantTicks(random.nextInt(3) == 0 ? random.nextInt(4) : 0)
            .packetBytes(sizes[random.nextInt(sizes.length)])
            .build();
    final double highLoad = random.nextInt(3) == 0 ? 0.1 : 0;
    final ReferenceConfig loaded =
        config.toBuilder()
            .highPriorityProbability(highLoad == 0 ? 0 : config.probabilityFor(highLoad))
            .build();
    final String name = "seed " + seed;
    return switch (random.nextInt(3)) {
      case 0 ->
          new Case(
              name,
              loaded.toBuilder().uniform(config.probabilityFor(0.7)).build(),
              0.7,
              highLoad,
              5_000);
      case 1 -> new Case(name, loaded.toBuilder().saturated().build(), 0, highLoad, 5_000);
      default -> new Case(name, loaded.toBuilder().allToAll(9).build(), 0, highLoad, 5_000);
    };
  }

  @ParameterizedTest
  @MethodSource({"named", "random"})
  void shouldGiveTheSameDigestAsTheReference(Case model) {
    final ReferenceTorus reference = new ReferenceTorus(model.config());
    reference.run(model.ticks());
    final RunResult fast = runs(model).result();
    final Map<String, Object> summary = fast.summary();
    final String where = model + " " + model.config();
    assertEquals(reference.packetsInjected(), summary.get("packetsInjected"), where);
    assertEquals(reference.packetHops(), summary.get("packetHops"), where);
    assertEquals(reference.packetsDelivered(), summary.get("packetsDelivered"), where);
    assertEquals(String.format("%016x", reference.digest()), summary.get("digest"), where);
    long wireBytes = reference.tokenAckBytes();
    for (int vc = 0; vc < reference.vcs(); vc++) {
      wireBytes += reference.dataBytes(vc);
    }
    assertEquals(
        (double) wireBytes / ((double) model.config().links() * model.ticks()),
        (Double) summary.get("linkUtilization"),
        1e-12,
        where);
  }

  private static Runs runs(Case model) {
    final ReferenceConfig config = model.config();
    final String kind =
        switch (config.traffic()) {
          case UNIFORM -> "uniform";
          case ALL_TO_ALL -> "all-to-all";
          case SATURATED -> "saturated";
        };
    return Runs.torus(config.kx(), config.ky(), config.kz())
        .partition(2, 2, 2)
        .ticks(model.ticks())
        .with("seed", config.seed())
        .with("workload.kind", kind)
        .with("workload.load", model.load())
        .with("workload.highPriorityLoad", model.highLoad())
        .with("workload.packetsPerDestination", (long) config.packetsPerDestination())
        .with(
            "workload.packetBytes",
            Arrays.stream(config.packetBytes()).asLongStream().boxed().toList())
        .with("router.routing", config.staticRouting() ? "static" : "dynamic")
        .with("router.dynamicVcs", (long) config.dynamicVcs())
        .with("router.vcBytes", (long) config.vcBytes())
        .with("router.escapeVcBytes", (long) config.escapeVcBytes())
        .with("router.paths", (long) config.paths())
        .with("router.bypass", config.bypass())
        .with("router.jsq", config.jsq())
        .with("router.slqFraction", config.slqFraction())
        .with("router.inNetworkPriority", config.inNetworkPriority())
        .with("router.arbitrationTicks", (long) config.arbitrationTicks())
        .with("router.vcEntryTicks", (long) config.vcEntryTicks())
        .with("router.regrantTicks", (long) config.regrantTicks());
  }
}
