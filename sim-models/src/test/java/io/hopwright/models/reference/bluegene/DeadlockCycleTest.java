package io.hopwright.models.reference.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.standstill.Standstill;
import io.hopwright.models.testkit.Case;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The original bubble rule deadlocks (Blumrich et al. 2003, section 2), and the reported cycle is
 * correct: each step of it waits in the reference model, which does not search for cycles.
 */
class DeadlockCycleTest {
  private static final Case RING =
      Case.of(new BlueGeneL())
          .set("machine.shape=8x1x1 workload.kind=ring workload.hops=4 workload.load=saturated")
          .set("workload.packetBytes=128,160,192,224,256 router.routing=static")
          .set("router.dynamicVcs=0 router.inNetworkPriority=0 router.bubbleRule=original")
          .set("run.ticks=5000000 run.gridTicks=1000 seed=61");

  private static final int FULL_CHUNKS = 8;

  /** Ending of a run, and the reason of its deadlock. */
  private record Stop(Ending ending, long tick, Standstill standstill) {
    static Stop of(Case model) {
      return of(model.network());
    }

    private static <P extends Partition> Stop of(Network<P> network) {
      final RunOutcome<P> outcome = new SequentialExecutor().run(network, new RunMonitor());
      return new Stop(outcome.ending(), outcome.stopTick(), network.standstill(outcome));
    }
  }

  private static int number(Map<?, ?> map, String name) {
    return ((Long) map.get(name)).intValue();
  }

  /** Checks a step of the cycle against the reference model at the same tick. */
  private static void assertWaits(
      ReferenceTorus torus, int capacityChunks, Map<?, ?> step, Map<?, ?> next) {
    final ReferenceNode node = torus.node(number(step, "router"));
    final ReferenceFifo.Vc fifo = node.receivers[number(step, "port")].vc[number(step, "vc")];
    final ReferencePacket head = fifo.stays.element().packet();
    assertEquals(ReferencePacket.NEVER, fifo.tailLeavesTick, "the packet leaves");
    assertEquals(32 * head.chunks, number(step, "packetBytes"));
    final Map<?, ?> wants = (Map<?, ?>) step.get("wants");
    final int output = number(wants, "port");
    final int vc = number(wants, "vc");
    assertTrue((head.hintBits >>> output & 1) != 0, "does not go that way");
    final int tokens = node.outputs[output].tokens[vc];
    assertEquals(tokens, number(wants, "has"));
    final boolean straightOn = number(step, "port") == (output ^ 1);
    assertEquals(straightOn ? FULL_CHUNKS : 2 * FULL_CHUNKS, number(wants, "needs"));
    assertTrue(tokens < number(wants, "needs"), "there is room");
    // The packet waits for room in the buffer behind that output; the next packet of the cycle is
    // there.
    assertEquals(torus.shape.neighbour(node.node, output), number(next, "router"));
    assertEquals(output ^ 1, number(next, "port"));
    assertEquals(vc, number(next, "vc"));
    final ReferenceNode far = torus.node(number(next, "router"));
    assertEquals(capacityChunks - tokens, far.receivers[output ^ 1].vc[vc].chunks);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {16, 77})
  void shouldNameACycleWhoseStepsAllWait(long seed) {
    final Case model = RING.with("seed", seed);
    final Stop stop = Stop.of(model);
    assertEquals(Ending.STALLED, stop.ending, "this seed does not deadlock");
    assertEquals(Standstill.Kind.DEADLOCK, stop.standstill.kind());
    assertTrue(
        stop.standstill.headline().endsWith("router.bubbleRule = full avoids it"),
        stop.standstill::headline);
    assertEquals("router.bubbleRule = full", stop.standstill.document().get("remedy"));
    final ReferenceTorus torus =
        new ReferenceTorus(
            new ReferenceConfig(model.settings(), RunPlan.of(model.settings(), 1)),
            null,
            List.of(),
            null);
    torus.run(stop.tick);
    final List<?> cycle = (List<?>) stop.standstill.document().get("cycle");
    assertTrue(cycle.size() > 1);
    for (int i = 0; i < cycle.size(); i++) {
      assertWaits(
          torus,
          torus.vcs.capacity(0),
          (Map<?, ?>) cycle.get(i),
          (Map<?, ?>) cycle.get((i + 1) % cycle.size()));
    }
    assertTrue(
        stop.standstill.cycle().stream().noneMatch(line -> line.contains("injection")),
        stop.standstill::text);
    assertTrue(
        stop.standstill.waiting().stream().anyMatch(line -> line.contains("injection FIFO")),
        stop.standstill::text);
  }

  @Test
  void shouldSayTheSameForEverySplit() {
    final Stop whole = Stop.of(RING.set("partition.shape=8x1x1"));
    for (String shape : List.of("4x1x1", "2x1x1", "1x1x1")) {
      for (long window : new long[] {18, 7}) {
        final Case split = RING.set("partition.shape=" + shape).with("run.windowTicks", window);
        assertEquals(whole, Stop.of(split), shape);
      }
    }
  }

  /** Some of four rings deadlock while others continue, so that the run does not stop. */
  @Test
  void shouldFindADeadlockBesideWhatGoesOn() {
    final Case rings = RING.set("machine.shape=8x4x1 run.ticks=800000");
    final Stop whole = Stop.of(rings.set("partition.shape=8x4x1"));
    assertEquals(Ending.COMPLETED, whole.ending);
    assertNotNull(whole.standstill);
    assertEquals(Standstill.Kind.DEADLOCK, whole.standstill.kind());
    assertEquals(whole, Stop.of(rings.set("partition.shape=4x2x1")));
  }

  /** No deadlock is reported, however full the buffers are. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "router.bubbleRule=full",
        "router.bubbleRule=full machine.shape=4x4x2 workload.kind=uniform router.dynamicVcs=2"
            + " router.routing=dynamic",
        "router.bubbleRule=full machine.shape=4x4x2 workload.kind=uniform workload.load=1.5"
            + " router.escape=dateline router.dynamicVcs=1 router.routing=dynamic"
      })
  void shouldNotCallASaturatedNetworkADeadlock(String settings) {
    for (long ticks : new long[] {100_000, 100_123}) {
      final Stop stop = Stop.of(RING.set(settings).with("run.ticks", ticks));
      assertEquals(Ending.COMPLETED, stop.ending);
      assertNull(stop.standstill);
    }
  }
}
