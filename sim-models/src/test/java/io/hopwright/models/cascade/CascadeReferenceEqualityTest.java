package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.reference.cascade.ReferenceCascade;
import io.hopwright.models.reference.cascade.ReferenceCascadeConfig;
import io.hopwright.models.reference.cascade.ReferenceCascadeResult;
import io.hopwright.models.switching.crossbar.CrossbarPartition;
import io.hopwright.models.switching.crossbar.PortStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The fast router and the reference model, written independently from {@code
 * docs/models/cascade.md}, deliver the same packets at the same ticks over the same links: on toy
 * dragonflies of all kinds, loaded, saturated and drained, for every routing, workload and size of
 * buffer, and with everything set at random.
 */
class CascadeReferenceEqualityTest {
  private static final int RANDOM_CASES = 70;
  private static final int COLOURS = 3;
  private static final long TICKS = 220_000;
  private static final List<Long> MIXED = List.of(1L, 64L, 150L, 700L, 64L);

  /** Their numbers are the same for every Cascade. */
  private static final CascadeTotals TOTALS =
      CascadeTotals.of(CascadeSettings.of(four().settings()).router().design());

  /** One configuration. */
  record Case(String name, CascadeRuns runs) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** What two models of one machine have to agree on. */
  record Agreed(
      String digest,
      long requestsIssued,
      List<Long> deliveries,
      long dataBytes,
      List<Long> packetHops,
      List<Long> busyTicks,
      List<Long> excess,
      List<Integer> mostHops,
      List<Long> completions) {}

  // ------------------------------------------------------------------------------ hand-picked

  static Stream<Case> named() {
    final List<Case> cases = new ArrayList<>();
    for (String routing :
        List.of(
            "minimal", "valiant", "adaptive", "tuned", "deterministic", "deterministic-valiant")) {
      cases.add(uniform("0.6 " + routing, three().with("router.routing", routing)));
      cases.add(saturated(routing, shift(four()).with("router.routing", routing)));
      final CascadeRuns near = four().with("router.gateways", "near");
      cases.add(saturated(routing + " near", near.with("router.routing", routing)));
    }
    for (String kind : List.of("all-to-all", "all-to-all-random")) {
      cases.add(drained(kind, five().with("workload.kind", kind)));
      cases.add(
          drained(
              kind + " of 100 B",
              two().with("workload.kind", kind).with("workload.messageBytes", List.of(100L))));
      cases.add(
          drained(
              kind + " of mixed sizes",
              two().with("workload.kind", kind).with("workload.messageBytes", MIXED)));
    }
    for (String kind : List.of("group-shift", "many-to-one", "permutation", "uniform")) {
      cases.add(saturated(kind, three().with("workload.kind", kind)));
      cases.add(
          saturated(
              kind + " of mixed sizes",
              three().with("workload.kind", kind).with("workload.messageBytes", MIXED)));
      cases.add(
          drained(kind + " of 1000 B", five().with("workload.kind", kind), 1.5, 1000L, 20_000L));
    }
    addMachines(cases);
    addCosts(cases);
    addTimesAndBuffers(cases);
    return cases.stream();
  }

  /** 48 nodes in groups of two chassis. */
  private static CascadeRuns three() {
    return CascadeRuns.dragonfly(3, 2, 2).ticks(TICKS);
  }

  /** 64 nodes in groups of a chassis, more than enough cables. */
  private static CascadeRuns four() {
    return CascadeRuns.dragonfly(4, 1, 4).ticks(TICKS);
  }

  /** 40 nodes, one cable between groups. */
  private static CascadeRuns five() {
    return CascadeRuns.dragonfly(5, 1, 2).ticks(TICKS);
  }

  /** 48 nodes in groups of three chassis. */
  private static CascadeRuns two() {
    return CascadeRuns.dragonfly(2, 3, 2).ticks(TICKS);
  }

  private static CascadeRuns shift(CascadeRuns runs) {
    return runs.with("workload.kind", "group-shift").with("machine.cablesPerPair", 1L);
  }

  private static Case uniform(String name, CascadeRuns runs) {
    return new Case(name, runs.with("workload.load", 0.6));
  }

  private static Case saturated(String name, CascadeRuns runs) {
    return new Case("saturated " + name, runs.with("workload.load", "saturated"));
  }

  private static Case drained(String name, CascadeRuns runs) {
    return new Case("drained " + name, runs.drained());
  }

  private static Case drained(
      String name, CascadeRuns runs, double load, long messageBytes, long ticks) {
    return drained(
        name,
        runs.with("workload.load", load)
            .with("workload.messageBytes", List.of(messageBytes))
            .ticks(ticks));
  }

  private static void addMachines(List<Case> cases) {
    cases.add(uniform("one group", CascadeRuns.dragonfly(1, 3, 4).ticks(TICKS)));
    cases.add(saturated("one chassis", CascadeRuns.dragonfly(1, 1, 4).ticks(2 * TICKS)));
    cases.add(
        new Case(
            "nine groups at 0.05",
            CascadeRuns.dragonfly(9, 1, 4).with("workload.load", 0.05).ticks(3 * TICKS)));
    cases.add(uniform("partial last group", two().with("machine.lastGroupChassis", 1L)));
    cases.add(
        saturated(
            "partial last group, shift",
            CascadeRuns.dragonfly(3, 3, 2)
                .with("machine.lastGroupChassis", 2L)
                .with("workload.kind", "group-shift")
                .with("workload.shiftGroups", 2L)
                .ticks(TICKS)));
    cases.add(uniform("planned groups", three().with("machine.plannedGroups", 6L)));
    cases.add(uniform("reduced cabling", four().with("machine.cablesPerPair", 2L)));
    cases.add(saturated("I/O blades", four().with("machine.ioBladesPerGroup", 3L)));
    cases.add(saturated("electrical blue", five().with("machine.blueLinks", "electrical")));
    cases.add(uniform("6 chassis of 16", CascadeRuns.dragonfly(1, 6, 16).ticks(40_000)));
  }

  private static void addCosts(List<Case> cases) {
    for (long bias : List.of(-200L, 0L, 150L)) {
      final CascadeRuns biased = three().with("workload.kind", "group-shift");
      cases.add(saturated("bias " + bias, biased.with("router.bias", bias)));
    }
    for (long weight : List.of(1L, 5L)) {
      final CascadeRuns weighed = shift(four()).with("router.nonMinimalWeight", weight);
      cases.add(saturated("weight " + weight, weighed));
    }
  }

  private static void addTimesAndBuffers(List<Case> cases) {
    final String electrical = "router.electricalVcBytes";
    cases.add(
        saturated(
            "tiny buffers",
            three()
                .with("router.bias", 0L)
                .with(electrical, 128L)
                .with("router.opticalVcBytes", 128L)
                .with("nic.bufferBytes", 128L)));
    // Three nodes send to each of the last group, whose responses fill the buffers of its tiles
    // while its own requests are still to be born.
    cases.add(
        new Case(
            "responses without room",
            two()
                .with("machine.lastGroupChassis", 1L)
                .with("workload.kind", "group-shift")
                .with("workload.messageBytes", List.of(1L))
                .with("workload.load", 0.0045)
                .with(electrical, 128L)
                .ticks(2 * TICKS)));
    cases.add(
        saturated(
            "tiny optical buffers",
            four().with("router.bias", 0L).with("router.opticalVcBytes", 150L)));
    cases.add(
        saturated("tiny NIC", three().with("nic.bufferBytes", 170L).with("nic.outstanding", 3L)));
    cases.add(saturated("one outstanding", two().with("nic.outstanding", 1L)));
    cases.add(
        uniform(
            "short times",
            three()
                .with("link.hopTicks", 840L)
                .with("link.creditTicks", 1L)
                .with("nic.injectionTicks", 1L)
                .with("nic.ejectionTicks", 1L)));
    cases.add(
        saturated(
            "long times",
            four()
                .with("link.hopTicks", 7_001L)
                .with("link.creditTicks", 9_999L)
                .with("nic.injectionTicks", 40_000L)
                .with("nic.ejectionTicks", 3L)
                .with(electrical, 1_000L)));
    for (long bytes : List.of(1L, 63L, 65L, 4_097L)) {
      cases.add(
          new Case(
              "messages of " + bytes + " B",
              two()
                  .with("workload.load", 0.3)
                  .with("workload.messageBytes", List.of(bytes))
                  .ticks(TICKS)));
    }
    cases.add(
        new Case(
            "messages of mixed sizes",
            five().with("workload.load", 0.5).with("workload.messageBytes", MIXED).ticks(TICKS)));
    cases.add(
        new Case(
            "many short messages",
            five().with("workload.load", 3.0).with("workload.messageBytes", List.of(5L))));
  }

  // ----------------------------------------------------------------------------------- random

  static Stream<Case> random() {
    return new Random(2012).longs(RANDOM_CASES).mapToObj(CascadeReferenceEqualityTest::randomCase);
  }

  /** Everything that can be set, at random; the seed replays the case. */
  private static Case randomCase(long seed) {
    final Random random = new Random(seed);
    final CascadeRuns runs = randomMachine(random);
    runs.with("seed", random.nextLong());
    runs.with(
            "router.routing",
            oneOf(
                random,
                "minimal",
                "valiant",
                "adaptive",
                "tuned",
                "deterministic",
                "deterministic-valiant"))
        .with("router.gateways", oneOf(random, "any", "near"))
        .with("router.bias", oneOf(random, 0L, 300L, random.nextLong(-300, 300)))
        .with("router.nonMinimalWeight", random.nextLong(1, 5))
        .with("router.electricalVcBytes", bytes(random, 8_192))
        .with("router.opticalVcBytes", bytes(random, 16_384))
        .with("nic.bufferBytes", bytes(random, 8_192))
        .with("nic.outstanding", random.nextInt(3) == 0 ? random.nextLong(1, 20) : 1_024L)
        .with("link.hopTicks", ticks(random, 840, 4_375))
        .with("link.creditTicks", ticks(random, 1, 4_375))
        .with("nic.injectionTicks", ticks(random, 1, 15_312))
        .with("nic.ejectionTicks", ticks(random, 1, 15_313));
    setWorkload(runs, random);
    return new Case("seed " + seed, runs);
  }

  private static CascadeRuns randomMachine(Random random) {
    final long groups = random.nextLong(1, 6);
    final long chassis = random.nextLong(1, 4);
    final long blades = groups == 5 || chassis == 3 ? 2 : oneOf(random, 2L, 4L);
    final long cables = 5 * blades / 2 * chassis;
    final long planned = Math.min(groups + random.nextLong(3), cables + 1);
    final long most = cables / Math.max(1, planned - 1);
    final CascadeRuns runs =
        CascadeRuns.dragonfly(groups, chassis, blades)
            .with("machine.plannedGroups", planned)
            .with("machine.ioBladesPerGroup", Math.max(0, random.nextLong(-2, blades)))
            .with("machine.blueLinks", oneOf(random, "optical", "electrical"));
    final boolean few = random.nextInt(3) == 0;
    if (few) {
      runs.with("machine.cablesPerPair", random.nextLong(1, most + 1));
    }
    if (!few && chassis > 1 && most >= chassis && random.nextBoolean()) {
      runs.with("machine.lastGroupChassis", random.nextLong(1, chassis));
    }
    return runs;
  }

  private static void setWorkload(CascadeRuns runs, Random random) {
    final long groups = runs.settings().integer("machine.groups");
    final String kind =
        oneOf(
            random,
            "uniform",
            "uniform",
            "permutation",
            "many-to-one",
            groups > 1 ? "group-shift" : "permutation",
            "all-to-all",
            "all-to-all-random");
    final boolean allToAll = kind.startsWith("all-to-all");
    final long most = allToAll ? 200 : 2_000;
    final List<Long> sizes = new ArrayList<>();
    sizes.add(oneOf(random, 64L, random.nextLong(1, 64), random.nextLong(65, most)));
    while (random.nextInt(3) == 0) {
      sizes.add(random.nextLong(1, most));
    }
    runs.with("workload.kind", kind)
        .with("workload.messageBytes", sizes)
        .with("workload.shiftGroups", random.nextLong(1, Math.max(2, groups)))
        .with("workload.target", random.nextLong(6))
        .ticks(random.nextLong(120_000, 260_000));
    if (allToAll) {
      return;
    }
    // Short messages at a high load are many packets.
    final double load = (0.05 + random.nextDouble()) * Math.min(1, (sizes.get(0) + 20) / 64.0);
    switch (random.nextInt(3)) {
      case 0 -> runs.with("workload.load", "saturated");
      case 1 -> runs.with("workload.load", load);
      default -> runs.with("workload.load", load).drained().ticks(random.nextLong(20_000, 40_000));
    }
  }

  @SafeVarargs
  private static <T> T oneOf(Random random, T... values) {
    return values[random.nextInt(values.length)];
  }

  private static long bytes(Random random, long usual) {
    return switch (random.nextInt(3)) {
      case 0 -> random.nextLong(128, 300);
      case 1 -> random.nextLong(300, 3_000);
      default -> usual;
    };
  }

  private static long ticks(Random random, long least, long usual) {
    return random.nextInt(3) == 0 ? random.nextLong(least, 2 * usual) : usual;
  }

  // ------------------------------------------------------------------------------- comparison

  @ParameterizedTest
  @MethodSource({"named", "random"})
  void shouldGiveTheSameDigestAsTheReference(Case model) {
    final CascadeRuns runs = model.runs();
    runs.with("partition.groups", 2L);
    final RunOutcome<CrossbarPartition<Nics>> outcome = runs.outcome();
    assertEquals(Ending.COMPLETED, outcome.ending(), runs::toString);
    final Settings settings = runs.settings();
    final ReferenceCascade reference = new ReferenceCascade(config(settings));
    reference.runUntil(outcome.stopTick());
    final Agreed expected = agreed(reference.result());
    final Agreed found = agreed(outcome.partitions(), expected.completions().size());
    if (!expected.equals(found)) {
      final String where = model + " " + runs + ", " + firstDifference(runs, outcome.stopTick());
      assertEquals(expected.toString(), found.toString(), where);
    }
    assertEquals(expected.digest(), runs.network().result(outcome).summary().get("digest"));
    if (settings.word("run.end").equals("drained")) {
      assertEquals(expected.requestsIssued(), expected.deliveries().get(1));
      reference.drain();
      assertEquals(expected, agreed(reference.result()), "something was left to happen");
    }
  }

  /** Bisects for the tick of the first different delivery; tells what the reference does there. */
  private static String firstDifference(CascadeRuns runs, long stopTick) {
    final ReferenceCascadeConfig config = config(runs.settings());
    long same = 0;
    long different = Math.min(stopTick, config.bornBefore());
    if (equalUntil(different, runs, config)) {
      return "equal until the last birth";
    }
    while (different - same > 1) {
      final long middle = (same + different) / 2;
      if (equalUntil(middle, runs, config)) {
        same = middle;
      } else {
        different = middle;
      }
    }
    final ReferenceCascade reference = new ReferenceCascade(config);
    reference.runUntil(same);
    final List<Object> deliveries = new ArrayList<>();
    reference.listen(deliveries::add);
    reference.runUntil(different);
    return "first at tick " + same + ", where the reference has " + deliveries;
  }

  private static boolean equalUntil(
      long stopTick, CascadeRuns runs, ReferenceCascadeConfig config) {
    final CascadeRuns shorter = runs.copy().with("run.end", "ticks").ticks(stopTick);
    final long digest =
        shorter.outcome().partitions().stream()
            .mapToLong(part -> part.measures().digest().value())
            .sum();
    return digest == ReferenceCascade.run(config, stopTick).digest();
  }

  private static Agreed agreed(ReferenceCascadeResult result) {
    final boolean any = result.delivered().get(0) > 0;
    return new Agreed(
        String.format("%016x", result.digest()),
        result.issued().get(0),
        result.delivered(),
        result.requestDataBytes(),
        result.packetHops(),
        result.wireTicks(),
        any ? List.of(result.excessTicksMin(), result.excessTicksMax()) : List.of(),
        List.of(result.minimalLinksMax(), result.nonMinimalLinksMax()),
        result.completions());
  }

  private static Agreed agreed(List<CrossbarPartition<Nics>> parts, int nodes) {
    final ToLongFunction<Integer> total =
        which -> parts.stream().mapToLong(part -> part.measures().totals().get(which)).sum();
    final long requests = total.applyAsLong(TOTALS.requests());
    final long responses = total.applyAsLong(Totals.DELIVERED) - requests;
    final long[] completions = new long[nodes];
    int mostMinimal = 0;
    int mostNonMinimal = 0;
    long digest = 0;
    long excessMin = Long.MAX_VALUE;
    long excessMax = Long.MIN_VALUE;
    for (CrossbarPartition<Nics> part : parts) {
      final NicStatistics nics = part.endpoints().books();
      for (int nic = 0; nic < nics.nics(); nic++) {
        if (nics.node(nic) >= 0) {
          completions[nics.node(nic)] = nics.completed(nic);
        }
      }
      mostMinimal = Math.max(mostMinimal, nics.mostHops(false));
      mostNonMinimal = Math.max(mostNonMinimal, nics.mostHops(true));
      digest += part.measures().digest().value();
      excessMin = Math.min(excessMin, part.measures().excessMin());
      excessMax = Math.max(excessMax, part.measures().excessMax());
    }
    return new Agreed(
        String.format("%016x", digest),
        total.applyAsLong(Totals.INJECTED),
        List.of(requests, responses),
        total.applyAsLong(Totals.DELIVERED_BYTES),
        byColour(kind -> total.applyAsLong(PortStatistics.packets(kind))),
        byColour(kind -> total.applyAsLong(PortStatistics.busy(kind))),
        requests > 0 ? List.of(excessMin, excessMax) : List.of(),
        List.of(mostMinimal, mostNonMinimal),
        Arrays.stream(completions).boxed().toList());
  }

  private static List<Long> byColour(ToLongFunction<Integer> count) {
    return IntStream.range(0, COLOURS).mapToObj(kind -> count.applyAsLong(kind)).toList();
  }

  /** The same machine in the reference model's words. */
  private static ReferenceCascadeConfig config(Settings settings) {
    final long groups = settings.integer("machine.groups");
    final long chassis = settings.integer("machine.chassisPerGroup");
    final ReferenceCascadeConfig.Builder builder =
        ReferenceCascadeConfig.builder(
                (int) groups, (int) chassis, integer(settings, "machine.bladesPerChassis"))
            .seed(settings.integer("seed"))
            .lastGroupChassis((int) settings.integer("machine.lastGroupChassis", chassis))
            .plannedGroups((int) settings.integer("machine.plannedGroups", groups))
            .cablesPerPair((int) settings.integer("machine.cablesPerPair", 0))
            .ioBladesPerGroup(integer(settings, "machine.ioBladesPerGroup"))
            .electricalBlue(settings.word("machine.blueLinks").equals("electrical"))
            .routing(settings.word("router.routing"))
            .gateways(settings.word("router.gateways"))
            .bias(integer(settings, "router.bias"))
            .nonMinimalWeight(integer(settings, "router.nonMinimalWeight"))
            .electricalVcBytes(integer(settings, "router.electricalVcBytes"))
            .opticalVcBytes(integer(settings, "router.opticalVcBytes"))
            .injectionTicks(integer(settings, "nic.injectionTicks"))
            .ejectionTicks(integer(settings, "nic.ejectionTicks"))
            .nicBufferBytes(integer(settings, "nic.bufferBytes"))
            .outstanding(integer(settings, "nic.outstanding"))
            .hopTicks(integer(settings, "link.hopTicks"))
            .creditTicks(integer(settings, "link.creditTicks"))
            .kind(settings.word("workload.kind"))
            .messageBytes(
                settings.integers("workload.messageBytes").stream()
                    .map(Long::intValue)
                    .toArray(Integer[]::new))
            .shiftGroups(integer(settings, "workload.shiftGroups"))
            .target(integer(settings, "workload.target"));
    if (settings.isWord("workload.load")) {
      builder.saturated();
    } else {
      builder.load(settings.number("workload.load"));
    }
    if (settings.word("run.end").equals("drained")) {
      builder.bornBefore(settings.integer("run.warmupTicks") + settings.integer("run.ticks"));
    }
    return builder.build();
  }

  private static int integer(Settings settings, String key) {
    return (int) settings.integer(key);
  }
}
