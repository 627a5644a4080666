package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.cascade.Cascade;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.extoll.Extoll;
import io.hopwright.models.fabric.FabricMachine;
import io.hopwright.models.ideal.Ideal;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.network.NetworkMachine;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.RandomPrograms;
import io.hopwright.models.testkit.RandomPrograms.Host;
import io.hopwright.models.tofu.Tofu;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares both models on random programs that use the services of interfaces other than messages.
 */
class ProgramsSecondModelTest {
  /** Results that a reference model does not have. */
  private static final List<String> UNKNOWN =
      List.of("saturated", "backlogGrowth", "steady", "steadiness");

  /** Results that the reference model of the torus does not have, beside these. */
  private static final List<String> UNKNOWN_OF_BLUEGENE =
      List.of(
          "linkUtilizationByKind",
          "vcUnavailable",
          "vcFull",
          "mostTransfersOfAReceiver",
          "throughputSeries");

  /** Machines on which the programs run. */
  enum On {
    IDEAL(
        Case.of(new Ideal()).set("machine.nodes=8 partition.nodes=3"),
        List.of(ProgressKind.HOST, ProgressKind.CALLS),
        8,
        3,
        1_000,
        List.of(Primitive.values())),
    BLUEGENE(
        Case.of(new BlueGeneL()).set("machine.shape=3x2x2 workload.kind=jobs"),
        List.of(ProgressKind.values()),
        12,
        2,
        5_714,
        List.of()),
    TOFUD(
        Case.of(new Tofu()).set("machine.shape=1x1x1 workload.kind=jobs"),
        List.of(ProgressKind.values()),
        12,
        3,
        1_177,
        List.of(Primitive.values())),
    TOFU(
        Case.of(new Tofu())
            .set("machine.shape=1x1x1 workload.kind=jobs machine.generation=tofu host.bus=k"),
        List.of(ProgressKind.values()),
        12,
        3,
        1_600,
        List.of(Primitive.PUT, Primitive.GET)),
    TOFU2(
        Case.of(new Tofu()).set("machine.shape=1x1x1 workload.kind=jobs machine.generation=tofu2"),
        List.of(ProgressKind.values()),
        12,
        3,
        1_280,
        List.of(Primitive.values())),
    EXTOLL(
        Case.of(new Extoll()).set("machine.shape=3x2x1 workload.kind=jobs"),
        List.of(ProgressKind.values()),
        7,
        3,
        79,
        List.of(Primitive.PUT, Primitive.GET)),
    CASCADE(
        Case.of(new Cascade())
            .set("machine.groups=1 machine.chassisPerGroup=1 machine.bladesPerChassis=2")
            .set("workload.kind=jobs partition.groups=1"),
        List.of(ProgressKind.values()),
        8,
        3,
        23,
        List.of(Primitive.PUT)),
    ARIES(
        Case.of(new Cascade())
            .set("machine.groups=2 machine.chassisPerGroup=1 machine.bladesPerChassis=2")
            .set("nic.model=aries workload.kind=jobs"),
        List.of(ProgressKind.values()),
        16,
        3,
        23,
        List.of(Primitive.values())),
    NETWORK(
        Case.of(new NetworkMachine()).set("machine.extents=3x3 workload.kind=jobs"),
        List.of(ProgressKind.values()),
        9,
        3,
        1_000,
        List.of(Primitive.values())),
    NETWORK_VC(
        Case.of(new NetworkMachine())
            .set("machine.topology=fat-tree machine.down=4,3 machine.up=2")
            .set("workload.kind=jobs router.model=vc"),
        List.of(ProgressKind.values()),
        12,
        3,
        1_000,
        List.of(Primitive.values()));

    @SuppressWarnings("ImmutableEnumChecker")
    private final Case machine;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Host host;

    private final long picosecondsPerTick;

    On(
        Case machine,
        List<ProgressKind> progress,
        int nodes,
        int slots,
        long picosecondsPerTick,
        List<Primitive> primitives) {
      this.machine = machine.set("run.gridTicks=500");
      final boolean get = machine.machine() instanceof FabricMachine || !primitives.isEmpty();
      host = new Host(nodes, nodes, slots, progress, get).with(primitives);
      this.picosecondsPerTick = picosecondsPerTick;
    }

    Case random(long seed) {
      final Random random = new Random(seed);
      final RandomPrograms drawn = RandomPrograms.of(seed, host);
      final Case messages =
          drawn
              .on(machine, picosecondsPerTick)
              .with(
                  "software.headerBytes",
                  Math.max(1, Math.min(64, drawn.software().headerBytes())));
      final long postTicks = Case.oneOf(random, 0L, 1L, 43L, 500L);
      final boolean oneSided = this != BLUEGENE;
      final Case all =
          (oneSided ? messages.with("software.postTicks", postTicks) : messages)
              .set("run.end=ticks run.warmupTicks=0")
              .with("run.ticks", random.nextLong(1_000, 300_000));
      return switch (this) {
        case IDEAL ->
            all.with("network.latencyTicks", drawn.latency())
                .with("nic.gapTicks", drawn.gap(), "nic.byteGapTicks", drawn.byteGap());
        case BLUEGENE ->
            all.set("machine.virtualNodeMode=true")
                .with("injection.turn", Case.oneOf(random, "message", "packet"))
                .set(Case.oneOf(random, "router.routing=static", ""))
                .set(Case.oneOf(random, "partition.shape=1x1x1", "partition.shape=2x1x2", ""));
        case TOFUD, TOFU2, TOFU ->
            all.with("nic.outstanding", Case.oneOf(random, 1L, 2L, 16L))
                .with("nic.acknowledge", random.nextBoolean())
                .with("workload.tnis", random.nextLong(1, 5))
                .with("nic.mtuBytes", Case.oneOf(random, 64L, 1_920L))
                .with("router.path", Case.oneOf(random, "source", "random"))
                .with("collectives.barrier", Case.oneOf(random, "hardware", "hardware", "auto"));
        case EXTOLL ->
            all.with("machine.nic", Case.oneOf(random, "tourmalet", "fpga"))
                .with("host.posted", Case.oneOf(random, 1L, 2L, 64L))
                .with("rma.packets", Case.oneOf(random, 1L, 3L, 32L))
                .with("router.vcBytes", Case.oneOf(random, 496L, 4_096L))
                .with("unit.bufferBytes", Case.oneOf(random, 496L, 700L, 4_096L))
                .with("unit.gapTicks", Case.oneOf(random, 1L, 100L, 2_000L))
                .with("host.lineTicks", Case.oneOf(random, 1L, 252L))
                .with("link.bitErrorRate", Case.oneOf(random, 0.0, 0.0, 1e-5));
        case NETWORK ->
            network(all, random)
                .with("machine.nodesPerRouter", random.nextLong(1, 3))
                .with("link.flitTicks", random.nextLong(1, 4))
                .set("partition.shape=" + Case.oneOf(random, "2x2", "1x3", "9"))
                .set(Case.oneOf(random, "router.routing=valiant", ""));
        case NETWORK_VC ->
            network(all, random)
                .with("router.vcs", random.nextLong(1, 4))
                .with("router.headTicks", random.nextLong(4))
                .with("router.headOverlap", random.nextBoolean())
                .with("router.speedup", random.nextLong(1, 4))
                .with("router.inputSpeedup", random.nextLong(1, 3))
                .with("router.iterations", random.nextLong(1, 3))
                .set(Case.oneOf(random, "router.allocator=separable-output", ""))
                .set(Case.oneOf(random, "router.outputFlits=37", "router.outputFlits=0", ""))
                .set(Case.oneOf(random, "router.routing=d-mod-k", "router.routing=random", ""))
                .set("partition.shape=" + Case.oneOf(random, 1, 2, 9));
        case CASCADE ->
            losing(all.with("nic.outstanding", Case.oneOf(random, 1L, 1_024L)), random, 2);
        case ARIES -> losing(aries(all, random), random, 4);
      };
    }

    private static Case network(Case all, Random random) {
      final Case packets =
          random.nextBoolean()
              ? all.with("packet.flits", random.nextLong(1, 20))
              : all.with("packet.bytes", random.nextLong(1, 300))
                  .with("packet.headerBytes", random.nextLong(20));
      final long most = packets.settings().has("packet.bytes") ? 320 : 160;
      final long data =
          packets.settings().has("packet.bytes")
              ? packets.settings().integer("packet.bytes")
              : 8 * packets.settings().integer("packet.flits");
      final long header = packets.settings().integer("software.headerBytes");
      return packets
          .with("software.headerBytes", Math.min(header, data))
          .with("link.flitBytes", 8L, "link.latency", "" + random.nextLong(1, 60))
          .with("link.creditTime", "" + random.nextLong(1, 60))
          .with("nicLink.flitTicks", random.nextLong(1, 4))
          .with("nicLink.latency", "" + random.nextLong(1, 30))
          .with("router.vcBytes", Case.oneOf(random, most, 2 * most, 8 * most));
    }

    private static Case aries(Case all, Random random) {
      return all.with("run.ticks", random.nextLong(1_000, 600_000))
          .with("partition.groups", Case.oneOf(random, 1L, 2L))
          .with("router.routing", Case.oneOf(random, "minimal", "adaptive", "deterministic"))
          .with("nic.outstanding", Case.oneOf(random, 1L, 3L, 1_024L))
          .with("nic.transactions", Case.oneOf(random, 1L, 2L, 255L))
          .with("nic.readsPending", Case.oneOf(random, 1L, 2L, 512L))
          .with("nic.bufferBytes", Case.oneOf(random, 128L, 4_096L))
          .with("nic.noticeTicks", Case.oneOf(random, 0L, 8_750L, random.nextLong(3_000)))
          .with("host.busTicks", Case.oneOf(random, 8_750L, random.nextLong(1, 2_000)))
          .with("nic.outTicks", Case.oneOf(random, 6_562L, random.nextLong(1, 2_000)))
          .with("nic.inTicks", Case.oneOf(random, 6_563L, random.nextLong(1, 2_000)))
          .with("fma.openTicks", Case.oneOf(random, 560L, random.nextLong(1, 3_000)))
          .with("amo.unitSixteenths", Case.oneOf(random, 1_750L, random.nextLong(1, 20_000)))
          .with("amo.cacheWords", Case.oneOf(random, 1L, 64L))
          .with("amo.misses", Case.oneOf(random, 1L, 2L, 48L))
          .with("put.bteBytes", Case.oneOf(random, 64L, 500L, 4_096L))
          .with("bte.channels", random.nextLong(1, 5))
          .with("bte.descriptors", random.nextLong(1, 5))
          .with("bte.startTicks", Case.oneOf(random, 13_031L, random.nextLong(1, 2_000)))
          .with("bte.readBytes", Case.oneOf(random, 64L, 128L))
          .with("bte.chunkBytes", Case.oneOf(random, 128L, 256L, 4_096L))
          .with("bte.reads", random.nextLong(1, 4))
          .with("bte.fence", random.nextBoolean())
          .with("collectives.barrier", Case.oneOf(random, "hardware", "hardware", "auto"))
          .with("collectives.allreduce", Case.oneOf(random, "hardware", "hardware", "auto"))
          .with("ce.radix", Case.oneOf(random, 2L, 3L, 32L))
          .with("ce.unitSixteenths", Case.oneOf(random, 3_500L, random.nextLong(16, 20_000)))
          .with("ce.operation", Case.oneOf(random, "sum", "min-location", "max", "xor"));
    }
  }

  /** Makes some blades fail with the ranks on them, as far as the machine allows. */
  private static Case losing(Case all, Random random, int blades) {
    final long reaction = Case.oneOf(random, 0L, 20_000L, 4_375_000L);
    final Case timing =
        random.nextBoolean()
            ? all
            : all.with("nic.timeoutTicks", random.nextLong(150_000, 300_000));
    Case model = timing;
    for (int i = random.nextInt(3); i > 0; i--) {
      final String blade = "fault.blades.b" + i;
      final long tick = random.nextLong(1, all.settings().integer("run.ticks"));
      final Case less =
          model
              .with(blade + ".aries", random.nextLong(blades), blade + ".atTick", tick)
              .with("fault.reactionTicks", reaction)
              .with("fault.quiesceTicks", Math.min(reaction, random.nextLong(30_000)));
      try {
        less.network();
        model = less;
      } catch (SettingsException refused) {
        // The blade failed before, or it has the last link between groups, or the programs became
        // invalid.
      }
    }
    return model;
  }

  /**
   * Returns whether the programs are valid. Some draw programs that wait forever, or have more
   * groups than a node has channels.
   */
  static boolean isRight(Case model) {
    try {
      model.network();
      return true;
    } catch (SettingsException e) {
      assertTrue(
          e.getMessage().matches("(?s).*(more than arrive|barrier channels).*"), e::getMessage);
      return false;
    }
  }

  /**
   * Limits the fast model to the reference run's end; with time-outs it may notice the block later:
   * docs/models/cascade-faults.md#jobs.
   */
  private static Case upTo(RunResult second, On on, Case model) {
    final boolean timesOut =
        (on == On.CASCADE || on == On.ARIES) && model.settings().has("nic.timeoutTicks");
    return timesOut ? model.with("run.ticks", second.summary().get("ticks")) : model;
  }

  private static void compare(On on, long seed) {
    final Case model = on.random(seed);
    final RunResult fast;
    final RunResult second;
    if (!isRight(model)) {
      return;
    }
    try {
      second = model.set("machine.implementation=reference").result();
      fast = upTo(second, on, model).result();
    } catch (RuntimeException e) {
      throw new AssertionError(model + "\n" + RandomPrograms.of(seed, on.host), e);
    }
    final List<String> differences = new ArrayList<>();
    second
        .summary()
        .forEach(
            (name, value) -> {
              if (!UNKNOWN.contains(name)
                  && !(on == On.BLUEGENE && UNKNOWN_OF_BLUEGENE.contains(name))
                  && !Objects.equals(
                      String.valueOf(fast.summary().get(name)), String.valueOf(value))) {
                differences.add(name + " " + fast.summary().get(name) + ", " + value);
              }
            });
    assertEquals(List.of(), differences, () -> model + "\n" + RandomPrograms.of(seed, on.host));
  }

  @ParameterizedTest
  @EnumSource
  void shouldAgreeOnProgramsAtRandom(On on) {
    assumeTrue(RandomCases.wants(on.name()));
    final long first = RandomCases.first(0);
    // Seeds of BlueGene/L take five times as long as others.
    final int usual = on == On.BLUEGENE ? 1 : 2;
    for (long seed = first; seed < first + RandomCases.count(usual); seed++) {
      compare(on, seed);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void shouldCountTheSameOperations(On on) {
    assumeTrue(RandomCases.wants(on.name()));
    final Case model =
        LongStream.iterate(RandomCases.first(0), seed -> seed + 1)
            .mapToObj(on::random)
            .filter(ProgramsSecondModelTest::isRight)
            .findFirst()
            .orElseThrow();
    final long operations = operations(model.network());
    assertTrue(operations > 0, model::toString);
    assertEquals(operations, operations(model.set("machine.implementation=reference").network()));
  }

  private static <P extends Partition> long operations(Network<P> network) {
    return new SequentialExecutor().run(network, new RunMonitor()).total().operationsDone;
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void shouldAgreeOnMore(On on) {
    final long first = RandomCases.first(1_000);
    for (long seed = first; seed < first + RandomCases.count(300); seed++) {
      compare(on, seed);
    }
  }
}
