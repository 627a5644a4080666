package io.hopwright.models.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SavedRun;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.reference.fabric.RandomMachine;
import io.hopwright.models.run.Network;
import io.hopwright.models.standstill.Standstill;
import io.hopwright.models.switching.TwoPhasePartition;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.Matrices;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.RandomFabric;
import io.hopwright.models.testkit.ResumedRun;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Input-queued routers against theory, and for different splits. */
class VcRouterTest {
  private static final int FEW = 6;

  static LongStream seeds() {
    return LongStream.range(0, RandomCases.count(FEW)).map(i -> RandomCases.first(0) + i);
  }

  /** Returns a random fabric of routers with random settings. */
  private static Case random(Random random) {
    return routers(Case.of(new RandomMachine(RandomFabric.of(random))), random);
  }

  private static Case routers(Case fabric, Random random) {
    final Case vc =
        fabric
            .set("router.model=vc")
            .with("seed", random.nextLong())
            .with("router.headTicks", Case.oneOf(random, 0, 1, random.nextInt(12)))
            .with("router.headOverlap", random.nextBoolean())
            .with("router.speedup", random.nextInt(1, 4))
            .with("router.inputSpeedup", random.nextInt(1, 4))
            .with("router.iterations", random.nextInt(1, 4))
            .with("router.allocator", Case.oneOf(random, "separable-input", "separable-output"));
    return random.nextBoolean() ? vc : vc.with("router.outputFlits", random.nextInt(40));
  }

  private static <P extends Partition> RunOutcome<P> run(Network<P> network) {
    return new SequentialExecutor().run(network, new RunMonitor());
  }

  /** The result is the same for every cut and window, and packets wait in every possible way. */
  @ParameterizedTest
  @MethodSource("seeds")
  void shouldNotDependOnTheSplitAndBeAtRestWhenDrained(long seed) {
    final Random random = new Random(seed);
    final Case model =
        random(random)
            .set("run.ticks=1500 run.gridTicks=500 run.end=drained")
            .with("workload.load", random.nextDouble(0.2, 1));
    final String whole = model.text();
    for (int cut : new int[] {1, 3}) {
      final Case split = model.with("partition.shape", List.of(cut));
      assertEquals(whole, split.text(), split::toString);
      assertEquals(whole, split.with("run.windowTicks", 1).text(), split::toString);
      checkAtRest(split.with("run.gridTicks", 500_000).network());
    }
  }

  /** Loads have the values of the tick at any time of the query; a resumed run has them, too. */
  @ParameterizedTest
  @CsvSource({"ONCE, 1", "ONCE, 2", "ADAPTIVE, 1", "ADAPTIVE, 2", "ADAPTIVE, 3"})
  void shouldNotDependOnTheSplitWithRoutesByLoads(VcTorus.Routes routes, long seed) {
    final Case model =
        routers(Case.of(new VcTorus(routes, 4, 3, 4, 3)), new Random(seed))
            .set("run.ticks=2000 run.gridTicks=500 run.end=drained workload.load=0.9");
    final String whole = model.text();
    final Case split = model.set("partition.shape=2x2");
    assertEquals(whole, split.text(), split::toString);
    assertEquals(whole, split.with("run.windowTicks", 1).text(), split::toString);
    checkAtRest(split.with("run.gridTicks", 500_000).network());
    final ResumedRun.Run first = ResumedRun.of(split.network(), SavedRun.NOTHING, 600);
    assertEquals(whole, first.text());
    assertEquals(whole, ResumedRun.of(split.network(), first.state(), 0).text());
  }

  /** Dimension order uses few links for a transpose; other paths are equally short. */
  @Test
  void shouldCarryMoreByAdaptiveRoutes() {
    final Map<VcTorus.Routes, Double> carried = new EnumMap<>(VcTorus.Routes.class);
    for (VcTorus.Routes routes : VcTorus.Routes.values()) {
      final RunResult result =
          Case.of(new VcTorus(routes, 4, 4, 8, 8))
              .set("router.model=vc workload.kind=transpose workload.load=saturated")
              .set("run.warmupTicks=2000 run.ticks=4000 run.gridTicks=2000")
              .result();
      carried.put(routes, ((Number) result.summary().get("throughput")).doubleValue());
    }
    assertTrue(
        carried.get(VcTorus.Routes.ADAPTIVE) > 1.2 * carried.get(VcTorus.Routes.DIMENSION_ORDER),
        carried::toString);
  }

  private static <P extends Partition> void checkAtRest(Network<P> network) {
    final RunOutcome<P> outcome = run(network);
    assertEquals(Ending.COMPLETED, outcome.ending());
    assertTrue(outcome.partitions().stream().allMatch(part -> ((TwoPhasePartition) part).atRest()));
  }

  /** One pair sends a packet now and then. */
  @ParameterizedTest
  @MethodSource("seeds")
  void shouldTakeTheZeroLoadLatencyBetweenAllPairs(long seed) {
    final Random random = new Random(seed);
    final RandomFabric fabric = RandomFabric.of(random);
    final Case model =
        routers(Case.of(new RandomMachine(fabric)), random)
            .set("workload.kind=matrix run.end=drained run.gridTicks=1000000");
    final double gap = 20_000;
    final Case sparse =
        model
            .with("workload.load", fabric.numbers().w() / gap / fabric.nodesInAll())
            .with("run.ticks", 8 * (long) gap);
    final FabricSettings settings =
        FabricCases.read(sparse.with("workload.matrix", Matrices.of("0,1,1\n")));
    final FabricRoutes routes = new FabricRoutes(settings.fabric(), settings.nodes());
    final long ofRouter = settings.fabric().router().headTicks();
    for (int from = 0; from < fabric.nodesInAll(); from++) {
      for (int to = 0; to < fabric.nodesInAll(); to++) {
        if (from != to) {
          final long[] least = {Long.MAX_VALUE};
          final long[] most = {0};
          routes.visit(
              from,
              to,
              (channels, hops, probability) -> {
                long ticks = settings.spec().injection() + settings.spec().ejection() + ofRouter;
                for (int hop = 0; hop < hops; hop++) {
                  final int link = routes.link(channels[hop]);
                  final int ports = settings.fabric().topology().ports();
                  ticks += ofRouter + settings.linkClass(link / ports, link % ports).hopTicks();
                }
                least[0] = Math.min(least[0], ticks);
                most[0] = Math.max(most[0], ticks);
              });
          checkZeroLoad(
              sparse.with("workload.matrix", Matrices.of(from + "," + to + ",1\n")),
              least[0],
              most[0]);
        }
      }
    }
  }

  /** Checks the latency of a few packets of one pair, which hardly ever delay each other. */
  private static void checkZeroLoad(Case model, long least, long most) {
    final Map<String, Object> summary = model.result().summary();
    final Map<?, ?> response = (Map<?, ?>) summary.get("responseTicks");
    final Map<?, ?> excess = (Map<?, ?>) summary.get("zeroLoadExcessTicks");
    assertTrue((Long) response.get("count") > 0, model::toString);
    assertEquals(0L, excess.get("min"), model::toString);
    final long shortest = (Long) response.get("p50");
    assertTrue(
        shortest >= least && ((Double) excess.get("mean") > 0 || shortest <= most),
        () -> response + ", " + least + " to " + most + ": " + model);
  }

  private static double throughput(OneSwitch machine, String more) {
    final RunResult result =
        Case.of(machine)
            .set("workload.load=saturated run.warmupTicks=1000 run.ticks=5000 run.gridTicks=1000")
            .set(more)
            .result();
    return ((Number) result.summary().get("throughput")).doubleValue();
  }

  /**
   * Karol, Hluchyj and Morgan, "Input versus output queueing on a space-division packet switch",
   * 1987. With one queue for each input, a switch forwards 2 − √2 = 0.586 of the capacity of its
   * links, and a little more with 32 ports; with a queue for each output it forwards all.
   */
  @ParameterizedTest
  @CsvSource({
    "router.model=vc, 0.58, 0.605",
    "router.model=vc router.allocator=separable-output, 0.58, 0.605",
    "router.model=ideal, 0.97, 1.0"
  })
  void shouldSaturateWhereTheorySays(String router, double least, double most) {
    final double throughput = throughput(new OneSwitch(32, 1, 1), router);
    assertTrue(throughput >= least && throughput <= most, () -> router + ": " + throughput);
  }

  /** A crossbar twice as fast as links keeps the queues of outputs from running empty. */
  @Test
  void shouldForwardAlmostAllWithASpeedup() {
    final double once = throughput(new OneSwitch(32, 1, 4), "router.model=vc");
    final double twice = throughput(new OneSwitch(32, 1, 4), "router.model=vc router.speedup=2");
    assertTrue(once < 0.65 && twice > 0.95, () -> once + ", " + twice);
  }

  @Test
  void shouldForwardMoreWithEachVc() {
    double before = 0;
    for (int vcs : new int[] {1, 2, 4}) {
      final double throughput =
          throughput(new OneSwitch(32, vcs, 1), "router.model=vc router.iterations=2");
      final double last = before;
      assertTrue(throughput > last + 0.05, () -> vcs + " VCs: " + throughput + ", " + last);
      before = throughput;
    }
  }

  private static <P extends Partition> Standstill standstill(Network<P> network) {
    return network.standstill(run(network));
  }

  /** Packets go around an axis on one VC; with two they change VCs at its end. */
  @Test
  void shouldStandStillInACycleOfOneVc() {
    final Case saturated =
        Case.of(new VcTorus(1, 4, 8))
            .set("router.model=vc workload.load=saturated run.ticks=100000 run.gridTicks=5000");
    final Standstill found = standstill(saturated.network());
    assertEquals(Standstill.Kind.DEADLOCK, found.kind());
    assertEquals(8, found.cycle().size(), () -> found.cycle().toString());
    assertTrue(
        found.cycle().stream().allMatch(line -> line.contains("input x")),
        () -> found.cycle().toString());
    assertEquals(found, standstill(saturated.with("partition.shape", List.of(3)).network()));
    final RunResult two =
        new Case(new VcTorus(2, 4, 8), saturated.values()).set("run.ticks=20000").result();
    assertTrue(((Number) two.summary().get("throughput")).doubleValue() > 0.5 * 16);
  }
}
