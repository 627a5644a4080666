package io.hopwright.models.bluegene.traps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.bluegene.Bench;
import io.hopwright.models.bluegene.Plan;
import io.hopwright.models.bluegene.Runs;
import io.hopwright.models.switching.torusrouter.RouterDesign.Timing;
import io.hopwright.models.switching.torusrouter.TrafficClass;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Priorities, concurrent grants and delays of arbitration. */
class ArbitrationTrapsTest {
  private static final int X_PLUS = 0;
  private static final int Y_PLUS = 2;
  private static final int Y_MINUS = 3;

  /**
   * At node 1 a dynamic packet, alone on its VC, meets a stream of 100 static ones. They keep the
   * bubble VC full because node 1 has injected shortly before. Returns how many go first.
   */
  private static long overtakenBy(double slqFraction, long seed) {
    final Bench bench = new Bench(8, 1, 1).slqFraction(slqFraction).inNetworkPriority(0).seed(seed);
    final Torus torus = bench.torus;
    final Plan stream = new Plan(torus).straight(0, 300, X_PLUS, 2, 100);
    stream.straight(1, 0, X_PLUS, 1, 8);
    final Bench.Outcome outcome =
        bench
            .packets(TrafficClass.STATIC, stream)
            .packets(TrafficClass.DYNAMIC, new Plan(torus).straight(0, 0, X_PLUS, 2, 1))
            .drained(60_000);
    assertEquals(101, outcome.ticks(0, 2).size());
    final Bench.Arrival alone =
        outcome.arrivals().stream()
            .filter(a -> a.trafficClass() == TrafficClass.DYNAMIC)
            .findFirst()
            .orElseThrow();
    return outcome.arrivals().stream()
        .filter(a -> a.source() == 0 && a.tick() < alone.tick())
        .count();
  }

  @Test
  @Trap(
      number = 8,
      fallenInto = "the longest queue served in every cycle (router.slqFraction = 1)",
      shown = Shown.IN_THE_TEST)
  void shouldNotLockAShortQueueOut() {
    for (long seed = 1; seed <= 5; seed++) {
      final long before = overtakenBy(0.75, seed);
      assertTrue(before < 50, before + " of 100 went first, seed " + seed);
      assertTrue(overtakenBy(1, seed) > 90, "seed " + seed);
    }
  }

  /**
   * Returns the packets of node 1 that get onto a link while a stream of node 0 passes through node
   * 1.
   */
  private static long injectedBesideAStream(int trafficClass, double inNetworkPriority) {
    final Bench bench = new Bench(8, 1, 1).inNetworkPriority(inNetworkPriority);
    final Plan stream = new Plan(bench.torus).straight(0, 0, X_PLUS, 2, 40);
    // FIFOs 6 and 7 have high priority.
    final int normal = trafficClass == TrafficClass.HIGH_PRIORITY ? 6 : 5;
    final Plan beside = new Plan(bench.torus).straight(1, 0, X_PLUS, 1, 20);
    final Bench.Outcome outcome =
        bench
            .messages(TrafficClass.STATIC, normal, stream.messages(8))
            .messages(trafficClass, 1, beside.messages(8))
            .run(26 + 39 * 260);
    return outcome.ticks(1, 2).size();
  }

  @Test
  @Trap(
      number = 8,
      fallenInto = "injection that is never starved (router.inNetworkPriority 0 and 0.5)",
      shown = Shown.IN_THE_TEST)
  @Trap(
      number = 8,
      fallenInto = "high priority without priority (class dynamic)",
      shown = Shown.IN_THE_TEST)
  void shouldServeHighPriorityThenTheNetworkThenInjection() {
    // One packet gets in before the stream arrives; after that only packets of high priority do.
    assertEquals(1, injectedBesideAStream(TrafficClass.DYNAMIC, 1));
    assertTrue(injectedBesideAStream(TrafficClass.DYNAMIC, 0.5) > 10);
    assertEquals(20, injectedBesideAStream(TrafficClass.DYNAMIC, 0));
    assertEquals(20, injectedBesideAStream(TrafficClass.HIGH_PRIORITY, 1));
  }

  /**
   * Two packets of node 0 wait in one receiver of node 1, each on a VC of one packet, for y+ and
   * y−. Packets of high priority keep these links busy until tick 528, at node 0 as well, so that
   * both packets take x+ first. Returns when they are delivered.
   */
  private static List<Long> twoHeadsOfOneReceiver(int paths) {
    final Bench bench = new Bench(4, 4, 1).dynamicVcs(2, 8).paths(paths);
    final Torus torus = bench.torus;
    final int up = torus.node(1, 1, 0);
    final int down = torus.node(1, 3, 0);
    final Plan two = new Plan(torus).send(0, 20, up).send(0, 20, down);
    final Plan busy = new Plan(torus);
    for (int i = 0; i < 4; i++) {
      busy.straight(i & 1, 0, Y_PLUS, 1, 1).straight(i & 1, 0, Y_MINUS, 1, 1);
    }
    final Bench.Outcome outcome =
        bench
            .messages(TrafficClass.DYNAMIC, 6, two.messages(8))
            .messages(TrafficClass.HIGH_PRIORITY, 2, busy.messages(8))
            .run(3_000);
    final List<Long> ticks = new ArrayList<>(outcome.ticks(0, up));
    ticks.addAll(outcome.ticks(0, down));
    return ticks.stream().sorted().toList();
  }

  @Test
  @Trap(
      number = 9,
      fallenInto = "a request for each of the two busses of a receiver in one tick",
      shown = Shown.IN_THE_SOURCE)
  @Trap(
      number = 9,
      fallenInto = "one bus for a receiver (router.paths = 1)",
      shown = Shown.IN_THE_TEST)
  void shouldStartTwoTransfersOfAReceiverOneTickApart() {
    assertEquals(List.of(528L + 278, 529L + 278), twoHeadsOfOneReceiver(2));
    assertEquals(List.of(528L + 278, 528L + 260 + 278), twoHeadsOfOneReceiver(1));
  }

  /**
   * At tick 546 packets X and Y want to leave the same receiver. The header of X is just complete,
   * and node 1 is its destination; Y waits for an output that becomes idle. Returns when X and Y
   * are delivered.
   */
  private static List<Long> receptionBesideATransfer(long seed) {
    final Bench bench = new Bench(6, 1, 1).dynamicVcs(2, 8).inNetworkPriority(0).seed(seed);
    final Plan plan = new Plan(bench.torus).send(0, 0, 1).send(0, 0, 2).send(0, 0, 1);
    plan.straight(1, 278, X_PLUS, 1, 1);
    final Bench.Outcome outcome = bench.packets(plan).run(3_000);
    return List.of(outcome.ticks(0, 1).get(1), outcome.ticks(0, 2).get(0));
  }

  @Test
  @Trap(
      number = 9,
      fallenInto = "receptions not counted as the receiver's one request",
      shown = Shown.IN_THE_SOURCE)
  @Trap(number = 8, fallenInto = "the bypass on a par with the VCs", shown = Shown.IN_THE_SOURCE)
  void shouldLetAReceptionOnTheBypassWaitForATransferOutOfAVc() {
    for (long seed = 1; seed <= 8; seed++) {
      assertEquals(List.of(547L + 260, 546L + 278), receptionBesideATransfer(seed), "seed " + seed);
    }
  }

  private static double response(long vcs, long paths) {
    final Map<?, ?> response =
        (Map<?, ?>)
            Runs.torus(8, 8, 8)
                .with("workload.load", 0.5)
                .with("router.dynamicVcs", vcs)
                .with("router.paths", paths)
                .with("run.warmupTicks", 15_000L)
                .ticks(30_000)
                .with("run.followTicks", 100_000L)
                .result()
                .summary()
                .get("responseTicks");
    return (Double) response.get("mean");
  }

  @Test
  @Trap(
      number = 9,
      fallenInto = "a bus for every VC (two VCs and two paths where one path was meant)",
      shown = Shown.IN_THE_TEST)
  void shouldGainLittleFromASecondVcWithoutASecondPath() {
    final double oneOfEach = response(1, 1);
    final double gain = oneOfEach - response(2, 2);
    final double gainOfVcs = oneOfEach - response(2, 1);
    assertTrue(gainOfVcs > 0 && gainOfVcs < 0.6 * gain, gainOfVcs + " of " + gain);
  }

  @Test
  @Trap(
      number = 14,
      fallenInto = "a link that is dead while the next packet is arbitrated (router.regrantTicks)",
      shown = Shown.IN_THE_TEST)
  @Trap(
      number = 14,
      fallenInto = "arbitration that begins when the predecessor has left",
      shown = Shown.IN_THE_SOURCE)
  void shouldArbitrateWhileThePredecessorIsSent() {
    final List<Long> delayed = streamOf(Bench.timing(8, 12, 32, 0, 0));
    assertEquals(8 + 32 + 3 * (18 + 32) + 260, delayed.get(0));
    final List<Long> dead = streamOf(Bench.timing(8, 12, 0, 0, 32));
    for (int i = 1; i < delayed.size(); i++) {
      assertEquals(260, delayed.get(i) - delayed.get(i - 1));
      assertEquals(292, dead.get(i) - dead.get(i - 1));
    }
  }

  private static List<Long> streamOf(Timing timing) {
    final Bench bench = new Bench(8, 1, 1).timing(timing);
    return bench
        .packets(new Plan(bench.torus).straight(0, 0, X_PLUS, 3, 10))
        .run(6_000)
        .ticks(0, 3);
  }
}
