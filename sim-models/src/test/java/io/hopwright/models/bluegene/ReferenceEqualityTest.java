package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.bluegene.reference.ReferenceConfig;
import io.hopwright.models.bluegene.reference.ReferenceConfig.Escape;
import io.hopwright.models.bluegene.reference.ReferenceConfig.InjectionChoice;
import io.hopwright.models.bluegene.reference.ReferenceConfig.Traffic;
import io.hopwright.models.bluegene.reference.ReferenceTorus;
import io.hopwright.models.machine.RunResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The fast router and the reference model, written independently from {@code
 * docs/models/bluegene-l.md}, deliver the same packets at the same ticks and send the same bytes:
 * on four shapes, loaded and saturated, for every policy, escape architecture and switch, and with
 * everything set at random.
 */
class ReferenceEqualityTest {
  private static final int RANDOM_CASES = 120;
  private static final int[][] SHAPES = {{4, 4, 4}, {8, 8, 1}, {5, 3, 2}, {8, 2, 2}};
  private static final int[] MIXED = {32, 64, 96, 128, 160, 192, 224, 256};

  /** One configuration, in the reference model's words; a load of 0 is saturated. */
  record Case(String name, ReferenceConfig config, double load, double highLoad, long ticks) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** What to change in a configuration, and how to call it. */
  record Variant(String name, UnaryOperator<ReferenceConfig.Builder> change) {}

  private static final List<Variant> VARIANTS =
      List.of(
          new Variant("base", b -> b.jsq(false).slqFraction(0)),
          new Variant("JSQ", b -> b.jsq(true).slqFraction(0)),
          new Variant("SLQ", b -> b.jsq(false).slqFraction(0.75)),
          new Variant("JSQ and SLQ", b -> b.jsq(true).slqFraction(0.75)),
          new Variant("injection first", b -> b.inNetworkPriority(0)),
          new Variant("static", b -> b.staticRouting(true)),
          new Variant(
              "static, one VC", b -> b.staticRouting(true).dynamicVcs(0).totalVcBytes(3072)),
          new Variant("1 VC, 1 path", b -> b.dynamicVcs(1).paths(1)),
          new Variant("4 VCs, 4 paths", b -> b.dynamicVcs(4).paths(4)),
          new Variant("equal total", b -> b.dynamicVcs(1).totalVcBytes(3072)),
          new Variant(
              "bubble by direction", b -> b.escapeOrder("x+", "y+", "z+", "x-", "y-", "z-")),
          new Variant("bubble zyx", b -> b.escapeOrder("z", "y", "x")),
          new Variant("dateline", b -> b.escape(Escape.DATELINE)),
          new Variant(
              "dateline by direction",
              b ->
                  b.escape(Escape.DATELINE)
                      .escapeOrder("x+", "y+", "z+", "x-", "y-", "z-")
                      .vcBytes(512)),
          new Variant(
              "dateline static", b -> b.escape(Escape.DATELINE).staticRouting(true).dynamicVcs(0)),
          new Variant("original bubble", b -> b.originalBubbleRule(true).packetBytes(MIXED)),
          new Variant("mixed sizes", b -> b.packetBytes(MIXED)),
          new Variant("registers", b -> b.hintRegisters(true)),
          new Variant("bypass off", b -> b.bypass(false).vcEntryTicks(4)),
          new Variant("bypass, slow entry", b -> b.vcEntryTicks(5).arbitrationTicks(3)),
          new Variant("no token-acks", b -> b.tokenAckBytes(0)),
          new Variant("short token-acks", b -> b.tokenAckBytes(5)),
          new Variant("merged token-acks", b -> b.tokenAckMerging(true).packetBytes(MIXED)),
          new Variant("slow drain", b -> b.receptionBytes(512).drainBytesPerTick(0.3)),
          new Variant("two cores", b -> b.virtualNodeMode(true)),
          new Variant("hot region", b -> b.traffic(Traffic.HOT_REGION).hotBox(2, 2, 1)),
          new Variant("neighbours", b -> b.traffic(Traffic.NEIGHBOUR)),
          new Variant("broadcast", b -> b.traffic(Traffic.BROADCAST)));

  private static final List<Variant> LOADED_VARIANTS =
      List.of(
          new Variant("finite FIFOs", b -> b.injectionBytes(512)),
          new Variant(
              "finite FIFOs, shortest",
              b -> b.injectionBytes(1024).injectionChoice(InjectionChoice.SHORTEST)),
          new Variant("FIFO by direction", b -> b.injectionChoice(InjectionChoice.DIRECTION)),
          new Variant("random FIFO", b -> b.injectionChoice(InjectionChoice.RANDOM)));

  private static final List<Variant> ALL_TO_ALLS =
      List.of(
          new Variant("all-to-all", b -> b),
          new Variant("all-to-all in planes", b -> b.dimensions("xz")),
          new Variant("all-to-all in lines", b -> b.dimensions("x")),
          new Variant("all-to-all of two cores", b -> b.virtualNodeMode(true)),
          new Variant("all-to-all, finite FIFOs", b -> b.injectionBytes(256)),
          new Variant("all-to-all at 0.9", b -> b.pace(0.9)),
          new Variant("all-to-all in planes at 0.6", b -> b.pace(0.6).dimensions("yz")),
          new Variant("all-to-all of two cores at 1.5", b -> b.pace(1.5).virtualNodeMode(true)),
          new Variant("two phases", b -> b.twoPhases(true)),
          new Variant(
              "two phases at 0.9, 30 ticks between",
              b -> b.twoPhases(true).pace(0.9).forwardTicks(30)),
          new Variant(
              "two phases, finite FIFOs",
              b -> b.twoPhases(true).injectionBytes(256).packetBytes(MIXED)),
          new Variant(
              "two phases in planes, slow drain",
              b -> b.twoPhases(true).dimensions("xz").receptionBytes(512).drainBytesPerTick(0.3)),
          new Variant(
              "two phases, dateline static",
              b -> b.twoPhases(true).escape(Escape.DATELINE).staticRouting(true).dynamicVcs(0)),
          new Variant(
              "all-to-all at 0.8, registers, mixed sizes",
              b -> b.pace(0.8).hintRegisters(true).packetBytes(MIXED).injectionBytes(512)));

  static Stream<Case> named() {
    final List<Case> cases = new ArrayList<>();
    for (int[] shape : SHAPES) {
      final ReferenceConfig machine =
          ReferenceConfig.builder(shape[0], shape[1], shape[2]).seed(11).build();
      final String size = shape[0] + "x" + shape[1] + "x" + shape[2] + " ";
      for (Variant variant : VARIANTS) {
        cases.add(loaded(size, machine, variant));
        final ReferenceConfig changed = variant.change().apply(machine.toBuilder()).build();
        cases.add(
            new Case(
                size + "saturated " + variant.name(),
                changed.toBuilder().saturated().traffic(changed.traffic()).build(),
                0,
                0,
                4_000));
      }
      LOADED_VARIANTS.forEach(variant -> cases.add(loaded(size, machine, variant)));
      for (Variant variant : ALL_TO_ALLS) {
        final ReferenceConfig changed =
            variant.change().apply(machine.toBuilder().allToAll(2)).build();
        cases.add(new Case(size + variant.name(), changed, 0, 0, 10_000));
      }
    }
    return cases.stream();
  }

  private static Case loaded(String size, ReferenceConfig machine, Variant variant) {
    final ReferenceConfig changed = variant.change().apply(machine.toBuilder()).build();
    return withLoad(size + "0.8 " + variant.name(), changed, 0.8, 0, 5_000);
  }

  private static Case withLoad(
      String name, ReferenceConfig config, double load, double highLoad, long ticks) {
    final ReferenceConfig loaded =
        config.toBuilder()
            .probability(config.probabilityFor(load))
            .highPriorityProbability(
                highLoad == 0 ? 0 : config.highPriorityProbabilityFor(highLoad))
            .build();
    return new Case(name, loaded, load, highLoad, ticks);
  }

  static Stream<Case> random() {
    return new Random(2003).longs(RANDOM_CASES).mapToObj(ReferenceEqualityTest::randomCase);
  }

  /** Everything that can be set, at random; the seed replays the case. */
  private static Case randomCase(long seed) {
    final Random random = new Random(seed);
    final int kx = 2 + random.nextInt(6);
    final int ky = 1 + random.nextInt(4);
    final int kz = 1 + random.nextInt(3);
    final int[][] sizes = {{256}, MIXED, {32}, {64, 256}};
    final double[] fractions = {0, 0.25, 0.75, 1};
    final ReferenceConfig.Builder builder =
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
            .packetBytes(sizes[random.nextInt(sizes.length)]);
    setSwitches(builder, random);
    final double highLoad = random.nextInt(3) == 0 ? 0.1 : 0;
    final String name = "seed " + seed;
    final Traffic traffic = oneOf(random, Traffic.values());
    if (traffic == Traffic.ALL_TO_ALL) {
      builder.allToAll(5).dimensions(random.nextBoolean() ? "xyz" : "xy");
      builder.injectionBytes(random.nextBoolean() ? 256 : 0);
      builder.pace(random.nextBoolean() ? 0 : 0.3 + 1.5 * random.nextDouble());
      if (!builder.build().virtualNodeMode() && random.nextBoolean()) {
        builder.twoPhases(true).forwardTicks(random.nextInt(3) == 0 ? random.nextInt(400) : 0);
      }
      return withLoad(name, builder.build(), 0.5, highLoad, 4_000);
    }
    builder.traffic(traffic).hotBox(1 + random.nextInt(kx), 1, 1 + random.nextInt(kz));
    if (random.nextBoolean()) {
      final ReferenceConfig saturated = builder.build().toBuilder().saturated().build();
      final Case open = withLoad(name, saturated, 1, highLoad, 4_000);
      final ReferenceConfig config = open.config().toBuilder().traffic(traffic).build();
      return new Case(name, config, 0, highLoad, 4_000);
    }
    if (random.nextBoolean()) {
      builder
          .injectionBytes(256 + 32 * random.nextInt(30))
          .injectionChoice(oneOf(random, InjectionChoice.values()));
    }
    return withLoad(name, builder.build(), 0.7, highLoad, 4_000);
  }

  private static <T> T oneOf(Random random, T[] values) {
    return values[random.nextInt(values.length)];
  }

  private static void setSwitches(ReferenceConfig.Builder builder, Random random) {
    final List<String> order =
        new ArrayList<>(
            random.nextBoolean()
                ? List.of("x", "y", "z")
                : List.of("x+", "x-", "y+", "y-", "z+", "z-"));
    Collections.shuffle(order, random);
    builder
        .escape(random.nextBoolean() ? Escape.BUBBLE : Escape.DATELINE)
        .escapeOrder(order.toArray(String[]::new))
        .originalBubbleRule(random.nextInt(5) == 0)
        .hintRegisters(random.nextInt(4) == 0)
        .tokenAckBytes(random.nextInt(3) == 0 ? random.nextInt(20) : 12)
        .tokenAckMerging(random.nextInt(3) == 0)
        .virtualNodeMode(random.nextInt(3) == 0);
    if (random.nextInt(3) == 0) {
      builder
          .receptionBytes(256 + 32 * random.nextInt(30))
          .drainBytesPerTick(0.1 + random.nextDouble());
    }
    if (random.nextInt(4) == 0) {
      builder.totalVcBytes(32 * (96 + random.nextInt(30)));
    }
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
    assertEquals(
        (double) reference.wireBytes() / ((double) model.config().links() * model.ticks()),
        (Double) summary.get("linkUtilization"),
        1e-12,
        where);
    if (model.config().twoPhases()) {
      assertEquals(reference.packetsForwarded(), summary.get("packetsForwarded"), where);
    }
    assertEquals(reference.credits(), sum(fast, "credits"), where);
    assertEquals(reference.unblockingCredits(), sum(fast, "unblocking"), where);
  }

  private static long sum(RunResult result, String column) {
    final List<String> names = result.columns().stream().map(RunResult.Column::name).toList();
    final int at = names.indexOf(column);
    return result.rows().stream().mapToLong(row -> (long) row[at]).sum();
  }

  private static Runs runs(Case model) {
    final ReferenceConfig config = model.config();
    final Runs runs =
        Runs.torus(config.kx(), config.ky(), config.kz())
            .partition(2, 2, 2)
            .ticks(model.ticks())
            .with("statistics.unblocking", true)
            .with("seed", config.seed())
            .with("workload.kind", word(config.traffic()))
            .with("workload.load", config.saturated() ? "saturated" : (Object) model.load())
            .with("workload.highPriorityLoad", model.highLoad())
            .with("workload.packetsPerDestination", (long) config.packetsPerDestination())
            .with("workload.dimensions", List.of(config.dimensions().split("")))
            .with("workload.hotFraction", config.hotFraction())
            .with("workload.hotBox", config.hotBox().stream().map(Integer::longValue).toList())
            .with(
                "workload.packetBytes",
                Arrays.stream(config.packetBytes()).asLongStream().boxed().toList());
    setInterfaces(runs, config);
    return setRouter(runs, config);
  }

  private static void setInterfaces(Runs runs, ReferenceConfig config) {
    runs.with("machine.virtualNodeMode", config.virtualNodeMode())
        .with("injection.choice", word(config.injectionChoice()))
        .with("reception.drainBytesPerTick", config.drainBytesPerTick());
    runs.with("injection.phases", config.twoPhases() ? "two" : "one")
        .with("injection.forwardTicks", (long) config.forwardTicks());
    if (config.pace() > 0) {
      runs.with("injection.pace", config.pace());
    }
    if (config.injectionBytes() > 0) {
      runs.with("injection.bytes", (long) config.injectionBytes());
    }
    if (config.receptionBytes() > 0) {
      runs.with("reception.bytes", (long) config.receptionBytes());
    }
    if (config.totalVcBytes() > 0) {
      runs.with("router.totalVcBytes", (long) config.totalVcBytes());
    }
  }

  private static Runs setRouter(Runs runs, ReferenceConfig config) {
    return runs.with("router.routing", config.staticRouting() ? "static" : "dynamic")
        .with("router.dynamicVcs", (long) config.dynamicVcs())
        .with("router.vcBytes", (long) config.vcBytes())
        .with("router.escapeVcBytes", (long) config.escapeVcBytes())
        .with("router.escape", word(config.escape()))
        .with("router.escapeOrder", config.escapeOrder())
        .with("router.bubbleRule", config.originalBubbleRule() ? "original" : "full")
        .with("router.hintBits", config.hintRegisters() ? "registers" : "software")
        .with("router.tokenAckBytes", (long) config.tokenAckBytes())
        .with("router.tokenAckMerging", config.tokenAckMerging())
        .with("router.paths", (long) config.paths())
        .with("router.bypass", config.bypass())
        .with("router.jsq", config.jsq())
        .with("router.slqFraction", config.slqFraction())
        .with("router.inNetworkPriority", config.inNetworkPriority())
        .with("router.arbitrationTicks", (long) config.arbitrationTicks())
        .with("router.vcEntryTicks", (long) config.vcEntryTicks())
        .with("router.regrantTicks", (long) config.regrantTicks());
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
