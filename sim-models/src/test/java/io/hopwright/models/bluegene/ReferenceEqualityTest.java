package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The fast router and the reference model, written independently from {@code
 * docs/models/bluegene-l.md}, deliver the same packets at the same ticks, send the same bytes and
 * have the same buffers full: on four shapes, loaded and saturated, for every policy, escape
 * architecture and switch, and with everything set at random. Both are asked for as users do, so
 * that nothing but the settings is common to them.
 */
class ReferenceEqualityTest {
  private static final int RANDOM_CASES = 120;
  private static final long[][] SHAPES = {{4, 4, 4}, {8, 8, 1}, {5, 3, 2}, {8, 2, 2}};
  private static final List<Long> MIXED = List.of(32L, 64L, 96L, 128L, 160L, 192L, 224L, 256L);
  private static final List<String> DIRECTIONS = List.of("x+", "y+", "z+", "x-", "y-", "z-");

  /** What the two have to agree on, besides the digest; paths into the summary. */
  private static final List<String> MEASURED =
      List.of(
          "machine",
          "nodes",
          "shape",
          "seed",
          "ticks",
          "measuredFromTick",
          "measuredToTick",
          "packetsInjected",
          "packetsDelivered",
          "packetsForwarded",
          "packetHops",
          "packetsUnfinished",
          "meanHops",
          "responseTicks",
          "responseNanoseconds",
          "networkLatencyTicks",
          "zeroLoadExcessTicks",
          "linkUtilization",
          "shareOfPeak",
          "dataLinkUtilization",
          "payloadUtilization",
          "throughput",
          "injected",
          "vcShare",
          "escapeShare",
          "vcTopRange",
          "unblockingProbability",
          "bounds",
          "digest");

  /** One configuration, as a user writes it: keys and values that differ from the defaults. */
  record Case(String name, Map<String, Object> settings) {
    Case with(Object... keysAndValues) {
      return called(name, keysAndValues);
    }

    Case called(String longer, Object... keysAndValues) {
      final Map<String, Object> more = new LinkedHashMap<>(settings);
      for (int i = 0; i < keysAndValues.length; i += 2) {
        more.put((String) keysAndValues[i], keysAndValues[i + 1]);
      }
      return new Case(longer, more);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** What to change in a configuration, and how to call it. */
  @SuppressWarnings("ArrayRecordComponent") // read only
  record Variant(String name, Object... keysAndValues) {}

  private static final List<Variant> VARIANTS =
      List.of(
          new Variant("base", "router.jsq", false, "router.slqFraction", 0.0),
          new Variant("JSQ", "router.slqFraction", 0.0),
          new Variant("SLQ", "router.jsq", false),
          new Variant("JSQ and SLQ"),
          new Variant("injection first", "router.inNetworkPriority", 0.0),
          new Variant("static", "router.routing", "static"),
          new Variant(
              "static, one VC",
              "router.routing",
              "static",
              "router.dynamicVcs",
              0L,
              "router.totalVcBytes",
              3072L),
          new Variant("1 VC, 1 path", "router.dynamicVcs", 1L, "router.paths", 1L),
          new Variant("4 VCs, 4 paths", "router.dynamicVcs", 4L, "router.paths", 4L),
          new Variant("equal total", "router.dynamicVcs", 1L, "router.totalVcBytes", 3072L),
          new Variant("bubble by direction", "router.escapeOrder", DIRECTIONS),
          new Variant("bubble zyx", "router.escapeOrder", List.of("z", "y", "x")),
          new Variant("dateline", "router.escape", "dateline"),
          new Variant(
              "dateline by direction",
              "router.escape",
              "dateline",
              "router.escapeOrder",
              DIRECTIONS,
              "router.vcBytes",
              512L),
          new Variant(
              "dateline static",
              "router.escape",
              "dateline",
              "router.routing",
              "static",
              "router.dynamicVcs",
              0L),
          new Variant(
              "original bubble", "router.bubbleRule", "original", "workload.packetBytes", MIXED),
          new Variant("mixed sizes", "workload.packetBytes", MIXED),
          new Variant("registers", "router.hintBits", "registers"),
          new Variant("bypass off", "router.bypass", false, "router.vcEntryTicks", 4L),
          new Variant(
              "bypass, slow entry", "router.vcEntryTicks", 5L, "router.arbitrationTicks", 3L),
          new Variant("no token-acks", "router.tokenAckBytes", 0L),
          new Variant("short token-acks", "router.tokenAckBytes", 5L),
          new Variant(
              "merged token-acks", "router.tokenAckMerging", true, "workload.packetBytes", MIXED),
          new Variant("slow drain", "reception.bytes", 512L, "reception.drainBytesPerTick", 0.3),
          new Variant("two cores", "machine.virtualNodeMode", true),
          new Variant(
              "hot region", "workload.kind", "hot-region", "workload.hotBox", List.of(2L, 2L, 1L)),
          new Variant("neighbours", "workload.kind", "neighbour"),
          new Variant("broadcast", "workload.kind", "broadcast"),
          new Variant("half a ring", "workload.kind", "ring", "workload.packetBytes", MIXED),
          new Variant(
              "two hops of a ring",
              "workload.kind",
              "ring",
              "workload.hops",
              2L,
              "machine.virtualNodeMode",
              true));

  private static final List<Variant> LOADED_VARIANTS =
      List.of(
          new Variant("finite FIFOs", "injection.bytes", 512L),
          new Variant(
              "finite FIFOs, shortest", "injection.bytes", 1024L, "injection.choice", "shortest"),
          new Variant("FIFO by direction", "injection.choice", "direction"),
          new Variant("random FIFO", "injection.choice", "random"),
          new Variant("high priority beside", "workload.highPriorityLoad", 0.1),
          new Variant(
              "measured from tick 777 and followed",
              "run.warmupTicks",
              777L,
              "run.ticks",
              1_500L,
              "run.followTicks",
              10_000L,
              "workload.load",
              0.4),
          new Variant(
              "drained", "run.end", "drained", "run.ticks", 1_234L, "reception.bytes", 512L),
          new Variant(
              "300 packets", "run.end", "packets", "run.packets", 300L, "run.gridTicks", 130L));

  private static final List<Variant> ALL_TO_ALLS =
      List.of(
          new Variant("all-to-all"),
          new Variant("all-to-all to the end", "run.end", "drained"),
          new Variant("all-to-all in planes", "workload.dimensions", List.of("x", "z")),
          new Variant("all-to-all in lines", "workload.dimensions", List.of("x")),
          new Variant("all-to-all of two cores", "machine.virtualNodeMode", true),
          new Variant("all-to-all, finite FIFOs", "injection.bytes", 256L),
          new Variant("all-to-all at 0.9", "injection.pace", 0.9),
          new Variant(
              "all-to-all in planes at 0.6",
              "injection.pace",
              0.6,
              "workload.dimensions",
              List.of("z", "y")),
          new Variant(
              "all-to-all of two cores at 1.5",
              "injection.pace",
              1.5,
              "machine.virtualNodeMode",
              true),
          new Variant("two phases", "injection.phases", "two"),
          new Variant(
              "two phases at 0.9, 30 ticks between",
              "injection.phases",
              "two",
              "injection.pace",
              0.9,
              "injection.forwardTicks",
              30L),
          new Variant(
              "two phases, finite FIFOs",
              "injection.phases",
              "two",
              "injection.bytes",
              256L,
              "workload.packetBytes",
              MIXED),
          new Variant(
              "two phases in planes, slow drain",
              "injection.phases",
              "two",
              "workload.dimensions",
              List.of("x", "z"),
              "reception.bytes",
              512L,
              "reception.drainBytesPerTick",
              0.3),
          new Variant(
              "two phases, dateline static",
              "injection.phases",
              "two",
              "router.escape",
              "dateline",
              "router.routing",
              "static",
              "router.dynamicVcs",
              0L),
          new Variant(
              "all-to-all at 0.8, registers, mixed sizes",
              "injection.pace",
              0.8,
              "router.hintBits",
              "registers",
              "workload.packetBytes",
              MIXED,
              "injection.bytes",
              512L));

  private static Case machine(String name, List<Long> shape, long seed) {
    return new Case(name, Map.of())
        .with("machine.shape", shape, "partition.shape", List.of(2L, 2L, 2L), "seed", seed)
        .with("run.warmupTicks", 0L, "run.followTicks", 0L, "statistics.unblocking", true);
  }

  static Stream<Case> named() {
    final List<Case> cases = new ArrayList<>();
    for (long[] shape : SHAPES) {
      final String size = shape[0] + "x" + shape[1] + "x" + shape[2] + " ";
      final Case machine =
          machine(size, Arrays.stream(shape).boxed().toList(), 11)
              .with("router.jsq", true, "router.slqFraction", 0.75);
      final Case loaded = machine.with("workload.load", 0.8, "run.ticks", 5_000L);
      final Case saturated = machine.with("workload.load", "saturated", "run.ticks", 4_000L);
      final Case allToAll =
          machine.with(
              "workload.kind",
              "all-to-all",
              "workload.packetsPerDestination",
              2L,
              "run.ticks",
              10_000L);
      for (Variant variant : VARIANTS) {
        cases.add(loaded.called(size + "0.8 " + variant.name(), variant.keysAndValues()));
        cases.add(saturated.called(size + "saturated " + variant.name(), variant.keysAndValues()));
      }
      for (Variant variant : LOADED_VARIANTS) {
        cases.add(loaded.called(size + "0.8 " + variant.name(), variant.keysAndValues()));
      }
      for (Variant variant : ALL_TO_ALLS) {
        cases.add(allToAll.called(size + variant.name(), variant.keysAndValues()));
      }
    }
    return cases.stream();
  }

  static Stream<Case> random() {
    return new Random(2003).longs(RANDOM_CASES).mapToObj(ReferenceEqualityTest::randomCase);
  }

  /** Everything that can be set, at random; the seed replays the case. */
  private static Case randomCase(long seed) {
    final Random random = new Random(seed);
    final long kx = 2L + random.nextInt(6);
    final long ky = 1L + random.nextInt(4);
    final long kz = 1L + random.nextInt(3);
    final Case shaped = machine("seed " + seed, List.of(kx, ky, kz), random.nextLong());
    final Case router = withRouter(shaped, random);
    final Case switched = withSwitches(router, random);
    final double highLoad = random.nextInt(3) == 0 ? 0.1 : 0;
    final Case any = switched.with("run.ticks", 4_000L, "workload.highPriorityLoad", highLoad);
    final String kind =
        oneOf(random, "uniform", "all-to-all", "hot-region", "neighbour", "broadcast", "ring");
    if (kind.equals("all-to-all")) {
      return withAllToAll(any, random);
    }
    final Case traffic =
        any.with("workload.kind", kind)
            .with("workload.hotBox", List.of(1 + random.nextLong(kx), 1L, 1 + random.nextLong(kz)));
    if (random.nextBoolean()) {
      return traffic.with("workload.load", "saturated");
    }
    final Case open = traffic.with("workload.load", 0.7);
    return random.nextBoolean()
        ? open
        : open.with(
            "injection.bytes",
            256L + 32L * random.nextInt(30),
            "injection.choice",
            oneOf(random, "sequence", "direction", "random", "shortest"));
  }

  private static Case withAllToAll(Case any, Random random) {
    final Case allToAll =
        any.with("workload.kind", "all-to-all", "workload.packetsPerDestination", 5L)
            .with("workload.dimensions", List.of("x", "y", "z").subList(0, 2 + random.nextInt(2)))
            .with("injection.bytes", random.nextBoolean() ? 256L : null);
    final Case paced =
        random.nextBoolean()
            ? allToAll
            : allToAll.with("injection.pace", 0.3 + 1.5 * random.nextDouble());
    final boolean oneCore = !(Boolean) paced.settings().get("machine.virtualNodeMode");
    return oneCore && random.nextBoolean()
        ? paced.with(
            "injection.phases",
            "two",
            "injection.forwardTicks",
            random.nextInt(3) == 0 ? random.nextLong(400) : 0L)
        : paced;
  }

  private static Case withRouter(Case machine, Random random) {
    final Double[] fractions = {0.0, 0.25, 0.75, 1.0};
    return machine
        .with("router.dynamicVcs", random.nextLong(5), "router.paths", 1 + random.nextLong(4))
        .with("router.vcBytes", 256L + 32L * random.nextInt(40))
        .with("router.escapeVcBytes", 512L + 32L * random.nextInt(40))
        .with("router.jsq", random.nextBoolean(), "router.slqFraction", oneOf(random, fractions))
        .with("router.inNetworkPriority", oneOf(random, fractions))
        .with("router.routing", random.nextInt(4) == 0 ? "static" : "dynamic")
        .with("router.bypass", random.nextBoolean())
        .with("router.arbitrationTicks", random.nextInt(3) == 0 ? random.nextLong(9) : 0L)
        .with("router.vcEntryTicks", random.nextInt(3) == 0 ? random.nextLong(7) : 0L)
        .with("router.regrantTicks", random.nextInt(3) == 0 ? random.nextLong(4) : 0L)
        .with(
            "workload.packetBytes",
            oneOf(random, List.of(256L), MIXED, List.of(32L), List.of(64L, 256L)));
  }

  private static Case withSwitches(Case machine, Random random) {
    final List<String> order =
        new ArrayList<>(random.nextBoolean() ? List.of("x", "y", "z") : DIRECTIONS);
    Collections.shuffle(order, random);
    final Case switched =
        machine
            .with("router.escape", random.nextBoolean() ? "bubble" : "dateline")
            .with("router.escapeOrder", order)
            .with("router.bubbleRule", random.nextInt(5) == 0 ? "original" : "full")
            .with("router.hintBits", random.nextInt(4) == 0 ? "registers" : "software")
            .with("router.tokenAckBytes", random.nextInt(3) == 0 ? random.nextLong(20) : 12L)
            .with("router.tokenAckMerging", random.nextInt(3) == 0)
            .with("machine.virtualNodeMode", random.nextInt(3) == 0);
    final Case drained =
        random.nextInt(3) != 0
            ? switched
            : switched.with(
                "reception.bytes",
                256L + 32L * random.nextInt(30),
                "reception.drainBytesPerTick",
                0.1 + random.nextDouble());
    return random.nextInt(4) != 0
        ? drained
        : drained.with("router.totalVcBytes", 32L * (96 + random.nextInt(30)));
  }

  @SafeVarargs
  private static <T> T oneOf(Random random, T... values) {
    return values[random.nextInt(values.length)];
  }

  @ParameterizedTest
  @MethodSource({"named", "random"})
  void shouldMeasureTheSameAsTheReference(Case model) {
    final RunResult fast = result(model.with("machine.implementation", "fast"));
    final RunResult reference = result(model.with("machine.implementation", "reference"));
    final String where = model + " " + model.settings();
    for (String quantity : MEASURED) {
      assertEquals(
          fast.summary().get(quantity), reference.summary().get(quantity), quantity + ", " + where);
    }
    assertEquals(fast.summary().keySet(), reference.summary().keySet(), where);
    assertNotNull(fast.summary().get("linkUtilization"), where);
    assertEquals(fast.columns(), reference.columns(), where);
    assertSameSeries(fast, reference, where);
  }

  /** All columns but those of a region and of response times, which the reference leaves out. */
  private static void assertSameSeries(RunResult fast, RunResult reference, String where) {
    assertEquals(fast.rows().size(), reference.rows().size(), where);
    for (String name : fast.columnNames()) {
      final boolean ofRegion = name.startsWith("entering") || name.startsWith("deliveredFrom");
      if (!ofRegion && !name.equals("response")) {
        assertEquals(
            Arrays.toString(fast.column(name)),
            Arrays.toString(reference.column(name)),
            name + ", " + where);
      }
    }
  }

  private static RunResult result(Case model) {
    final BlueGeneL machine = new BlueGeneL();
    return run(machine.network(Settings.of(machine.parameters(), model.settings())));
  }

  private static <P extends Partition> RunResult run(Network<P> network) {
    return network.result(new SequentialExecutor().run(network, new RunMonitor()));
  }
}
