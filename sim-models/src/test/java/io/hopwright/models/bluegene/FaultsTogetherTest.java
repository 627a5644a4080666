package io.hopwright.models.bluegene;

import static io.hopwright.models.testkit.Case.oneOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.switching.torusrouter.TorusPartition;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.Matrices;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.RandomPrograms;
import io.hopwright.models.testkit.RandomPrograms.Host;
import io.hopwright.models.testkit.ResultText;
import io.hopwright.models.testkit.SameResults;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Link errors of any rate, failed components, and recovery with any times, all at once. Every
 * generated packet is delivered once, at a working node, and all tokens return. Results are the
 * same for every split and in the reference model.
 */
class FaultsTogetherTest {
  private static final Set<String> UNKNOWN =
      Set.of(
          "saturated",
          "backlogGrowth",
          "steady",
          "steadiness",
          "linkUtilizationByKind",
          "vcUnavailable",
          "vcFull",
          "mostTransfersOfAReceiver",
          "throughputSeries",
          "response",
          "region.enteringLinkUtilization",
          "jobs");

  private static final int FEW = 2;
  private static final int MANY = 400;

  static LongStream few() {
    return LongStream.range(0, FEW);
  }

  static LongStream many() {
    final long first = RandomCases.first(1_000);
    return LongStream.range(first, first + RandomCases.count(MANY));
  }

  private static Case random(long seed) {
    final Random random = new Random(seed);
    final long[] shape = {2 + random.nextInt(5), 1 + random.nextInt(4), 1 + random.nextInt(3)};
    final Case shaped =
        Case.of(new BlueGeneL())
            .with("machine.shape", List.of(shape[0], shape[1], shape[2]))
            .with("seed", random.nextLong())
            .with("run.ticks", random.nextLong(200, 3_000), "run.gridTicks", 250)
            .drained();
    final long nodes = shape[0] * shape[1] * shape[2];
    return withErrors(withDeadParts(withTraffic(shaped, random, nodes), random, nodes), random);
  }

  private static Case withTraffic(Case machine, Random random, long nodes) {
    final String kind =
        oneOf(random, "uniform", "uniform", "neighbours", "matrix", "broadcast", "all-to-all");
    final Case any =
        machine
            .with("workload.kind", kind)
            .with("workload.load", kind.equals("all-to-all") ? null : random.nextDouble(0.05, 0.9))
            .set(
                oneOf(
                    random,
                    "workload.packetBytes=256",
                    "workload.packetBytes=32",
                    "workload.packetBytes=32,96,160,256"))
            .with("router.routing", oneOf(random, "dynamic", "dynamic", "static"))
            .with("router.escape", oneOf(random, "bubble", "dateline"))
            .with("router.dynamicVcs", random.nextLong(4), "router.paths", random.nextLong(1, 3))
            .with("router.vcBytes", 512 + 32 * random.nextInt(17))
            .with("router.bypass", random.nextBoolean())
            .with("router.hintBits", oneOf(random, "software", "registers"))
            .with("router.arbitrationTicks", oneOf(random, 0L, random.nextLong(33)))
            .with("router.vcEntryTicks", oneOf(random, 0L, random.nextLong(33)))
            .with("router.regrantTicks", oneOf(random, 0L, random.nextLong(33)))
            .with("link.hopTicks", oneOf(random, 18L, 9L, random.nextLong(9, 700)))
            .with("machine.virtualNodeMode", random.nextInt(3) == 0)
            .with("reception.bytes", oneOf(random, null, 256L))
            .with("injection.bytes", oneOf(random, null, 256L));
    return kind.equals("matrix")
        ? any.with("workload.matrix", Matrices.of((int) nodes, (from, to) -> (from + to) % 3))
        : any;
  }

  private static Case withDeadParts(Case machine, Random random, long nodes) {
    final String kind = machine.settings().word("workload.kind");
    if (!Set.of("uniform", "neighbours", "matrix").contains(kind) || random.nextInt(3) == 0) {
      return machine;
    }
    final List<Long> deadNodes = new ArrayList<>();
    final List<Long> deadLinks = new ArrayList<>();
    for (int part = random.nextInt(4); part > 0; part--) {
      if (random.nextBoolean() && !kind.equals("matrix")) {
        deadNodes.add(random.nextLong(nodes));
      } else {
        deadLinks.add(random.nextLong(6 * nodes));
      }
    }
    final List<Long> shape = machine.settings().integers("machine.shape");
    deadLinks.removeIf(link -> shape.get((int) (link % 6 / 2)) == 1);
    final List<Long> differentNodes = deadNodes.stream().distinct().toList();
    final List<Long> differentLinks = deadLinks.stream().distinct().toList();
    return machine
        .with("machine.deadNodes", differentNodes, "machine.deadLinks", differentLinks)
        .with(
            "machine.unreachable",
            kind.equals("uniform") && deadNodes.size() + deadLinks.size() > 0
                ? "leave-out"
                : "refuse")
        .with("router.escapeOrder", oneOf(random, List.of("x", "y", "z"), List.of("z", "x", "y")));
  }

  private static Case withErrors(Case machine, Random random) {
    final long delay = oneOf(random, 480L, 0L, 1L, random.nextLong(1_000));
    final long hop = machine.settings().integer("link.hopTicks");
    final long regrant = machine.settings().integer("router.regrantTicks");
    final long least = 2 * (hop - 8 + 260) + Math.max(delay, 260 + regrant);
    return machine
        .with("link.bitErrorRate", oneOf(random, 1e-3, 5e-4, 2e-4, 1e-4, 3e-5, 1e-6, 0.0))
        .with("router.tokenAckBytes", oneOf(random, 12L, 1L, 64L, random.nextLong(1, 64)))
        .with("link.ackDelayTicks", delay)
        .with("link.retransmissionBytes", oneOf(random, 264L, 1_024L, 2_048L, 512L))
        .with("link.timeoutTicks", least + oneOf(random, 0L, 1L, random.nextLong(3_000)));
  }

  /** Record of deliveries and their numbers. */
  private static final class Deliveries {
    private final Map<List<Long>, Integer> times = new HashMap<>();

    void add(int source, int destination, long sequence, int trafficClass) {
      times.merge(
          List.of((long) source, (long) destination, sequence, (long) trafficClass),
          1,
          Integer::sum);
    }
  }

  private static void compare(long seed) {
    final Case model = random(seed);
    final Deliveries deliveries = new Deliveries();
    final BlueGeneNetwork network;
    try {
      network =
          BlueGeneNetwork.of(
              model.settings(),
              (source, destination, sequence, trafficClass, chunks, tick) ->
                  deliveries.add(source, destination, sequence, trafficClass));
    } catch (SettingsException e) {
      assertTrue(
          e.getMessage().matches("(?s).*(no way from|no link|lives).*"), () -> model + " " + e);
      return;
    }
    final RunOutcome<TorusPartition> outcome =
        new SequentialExecutor().run(network, new RunMonitor());
    assertEquals(Ending.COMPLETED, outcome.ending(), model::toString);
    assertTrue(outcome.partitions().stream().allMatch(TorusPartition::atRest), model::toString);
    assertTrue(deliveries.times.values().stream().allMatch(times -> times == 1), model::toString);
    final RunResult result = network.result(outcome);
    assertEquals((long) deliveries.times.size(), result.summary().get("packetsDelivered"));
    for (List<Long> packet : deliveries.times.keySet()) {
      final List<Long> dead = model.settings().integers("machine.deadNodes");
      assertTrue(!dead.contains(packet.get(0)) && !dead.contains(packet.get(1)), model::toString);
    }
    final Random random = new Random(seed + 7);
    final Case cut =
        model
            .with(
                "partition.shape",
                List.of(random.nextLong(1, 4), random.nextLong(1, 3), random.nextLong(1, 3)))
            .with("run.windowTicks", random.nextLong(1, network.lookaheadTicks() + 1));
    assertEquals(ResultText.of(result), cut.text(), cut::toString);
    assertSameAsSecondModel(model, result);
  }

  private static void assertSameAsSecondModel(Case model, RunResult result) {
    final RunResult second = model.set("machine.implementation=reference").result();
    SameResults.checkSummary(result, second, UNKNOWN, model::toString);
  }

  /**
   * Compares programs over links with errors, some of them failed; random programs may wait
   * forever.
   */
  private static void comparePrograms(long seed) {
    final Random random = new Random(seed);
    final Host host =
        new Host(
            12, 12, 2, List.of(ProgressKind.HOST, ProgressKind.CALLS, ProgressKind.OFFLOAD), false);
    final RandomPrograms drawn = RandomPrograms.of(seed, host);
    final Case jobs =
        drawn
            .on(Case.of(new BlueGeneL()).set("machine.shape=4x3x1 workload.kind=jobs"), 5_714)
            .with("machine.virtualNodeMode", true)
            .with("software.headerBytes", Math.min(64, drawn.software().headerBytes()))
            .with("machine.deadLinks", List.of(random.nextLong(12) * 6 + random.nextLong(4)))
            .with("run.end", "ticks", "run.ticks", random.nextLong(10_000, 300_000));
    final Case model =
        withErrors(jobs, random).with("link.bitErrorRate", oneOf(random, 1e-5, 1e-4, 5e-4));
    try {
      model.network();
    } catch (SettingsException e) {
      assertTrue(e.getMessage().matches("(?s).*more than come.*"), () -> model + " " + e);
      return;
    }
    final RunResult result = model.result();
    final String cut = model.set("partition.shape=2x2x1").text();
    assertEquals(ResultText.of(result), cut, model::toString);
    assertSameAsSecondModel(model, result);
  }

  @ParameterizedTest
  @MethodSource("manySeeds")
  @Tag("slow")
  void shouldRunProgramsOverFaults(long seed) {
    comparePrograms(seed);
  }

  static Stream<Long> fewSeeds() {
    return few().boxed();
  }

  static Stream<Long> manySeeds() {
    return many().boxed();
  }

  @ParameterizedTest
  @MethodSource("fewSeeds")
  void shouldBringEachPacketOnce(long seed) {
    compare(seed);
  }

  @ParameterizedTest
  @MethodSource("manySeeds")
  @Tag("slow")
  void shouldBringEachPacketOnceInMoreCases(long seed) {
    compare(seed);
  }
}
