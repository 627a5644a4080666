package io.hopwright.models.bluegene.traps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertLinesMatch;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.bluegene.Bench;
import io.hopwright.models.bluegene.Plan;
import io.hopwright.models.bluegene.Runs;
import io.hopwright.models.switching.torusrouter.RouterDesign.BubbleRule;
import io.hopwright.models.switching.torusrouter.TrafficClass;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Purposes of virtual channels, and the charges of packets on them. */
class BufferTrapsTest {
  private static final int X_PLUS = 0;

  private static List<Long> smallPackets(BubbleRule rule, int packets) {
    final Bench bench = new Bench(2, 1, 1).dynamicVcs(0, 32).bubble(24, rule);
    final Plan plan = new Plan(bench.torus).straight(0, 0, X_PLUS, 1, packets);
    return bench.messages(TrafficClass.STATIC, 1, plan.messages(1)).drained(100_000).ticks(0, 1);
  }

  @Test
  @Trap(
      number = 4,
      fallenInto = "a bubble VC charged by a packet's size (router.bubbleRule = original)",
      shown = Shown.IN_THE_TEST)
  @Trap(
      number = 4,
      fallenInto = "8 tokens taken, but only those of the packet's size returned",
      shown = Shown.IN_THE_SOURCE)
  void shouldChargeAFullPacketOnTheBubbleVc() {
    // There are 24 tokens, and packets of one chunk: two go. The third needs 16 tokens and waits
    // for the first token-ack, which is back at 8 + 18 + 36 + 22.
    final List<Long> full = smallPackets(BubbleRule.FULL, 3);
    assertEquals(List.of(62L, 98L, 84L + 54), full);
    assertNotEquals(full, smallPackets(BubbleRule.ORIGINAL, 3));
    assertEquals(200, smallPackets(BubbleRule.FULL, 200).size(), "tokens lost on the way");
  }

  /**
   * Packet A goes from node 0 through node 1 into a bubble VC of two packets. Packet B has left
   * node 1 before it on the link that A takes next. Returns the tick at which A is delivered.
   */
  private static long behindAnother(int y, Bench bench) {
    final Torus torus = bench.torus;
    final int end = y == 0 ? torus.node(2, 0, 0) : torus.node(1, 1, 0);
    return bench
        .packets(TrafficClass.STATIC, new Plan(torus).send(0, 0, end).send(1, 0, end))
        .run(3_000)
        .ticks(0, end)
        .get(0);
  }

  private static Bench twoPacketBubble() {
    return new Bench(5, 5, 1).dynamicVcs(0, 32).bubble(16, BubbleRule.FULL);
  }

  @Test
  @Trap(
      number = 4,
      fallenInto = "a turn that needs room for one packet only",
      shown = Shown.IN_THE_SOURCE)
  @Trap(
      number = 4,
      fallenInto = "going straight on that needs room for two packets",
      shown = Shown.IN_THE_SOURCE)
  @Trap(
      number = 4,
      fallenInto = "no bubble: room for one packet is always enough (router.escape = dateline)",
      shown = Shown.IN_THE_TEST)
  void shouldNeedTwoPacketsOfRoomToTurnAndOneToGoStraightOn() {
    // B is sent at 8; its link is free at 268, and its tokens are back at 308.
    assertEquals(268 + 278, behindAnother(0, twoPacketBubble()), "straight on");
    assertEquals(308 + 278, behindAnother(1, twoPacketBubble()), "turning");
    assertEquals(268 + 278, behindAnother(1, twoPacketBubble().dateline(16)), "without a bubble");
  }

  private static List<Long> injectedInARow(Bench bench) {
    return bench
        .packets(TrafficClass.STATIC, new Plan(bench.torus).straight(0, 0, X_PLUS, 1, 3))
        .run(3_000)
        .ticks(0, 1);
  }

  @Test
  @Trap(
      number = 4,
      fallenInto = "injection that needs room for one packet only (router.escape = dateline)",
      shown = Shown.IN_THE_TEST)
  void shouldNeedTwoPacketsOfRoomToInjectIntoTheBubble() {
    final List<Long> expected = List.of(286L, 586L, 886L);
    assertEquals(expected, injectedInARow(twoPacketBubble()));
    assertNotEquals(expected, injectedInARow(twoPacketBubble().dateline(16)));
  }

  /**
   * Returns the packet-hops when packet A must go straight on at node 1. The buffers at node 2 stay
   * as full as other packets can make them: no dynamic VC has room, and the bubble VC has room for
   * one packet.
   */
  private static long hopsIntoTheLastRoom(int trafficClass) {
    final Bench bench =
        new Bench(8, 1, 1).dynamicVcs(1, 8).bubble(16, BubbleRule.FULL).stuckReception();
    final Plan plan = new Plan(bench.torus);
    plan.straight(1, 0, X_PLUS, 1, 5).straight(0, 5_000, X_PLUS, 3, 1);
    return bench.packets(trafficClass, plan).run(8_000).hops();
  }

  @Test
  @Trap(
      number = 4,
      fallenInto = "a packet from a dynamic VC that goes straight on taken to be in the bubble",
      shown = Shown.IN_THE_SOURCE)
  void shouldNeedTwoPacketsOfRoomToEnterTheBubbleFromADynamicVc() {
    // Dynamic: one packet is received, one is on the dynamic VC, one in the bubble; plus A's first
    // hop.
    assertEquals(3 + 1, hopsIntoTheLastRoom(TrafficClass.DYNAMIC));
    // Static: one packet is received, one is in the bubble; plus both hops of A, which stays in the
    // bubble.
    assertEquals(2 + 2, hopsIntoTheLastRoom(TrafficClass.STATIC));
  }

  private static Map<String, Object> ring(String routing) {
    return Runs.torus(8, 1, 1)
        .with("workload.load", "saturated")
        .with("router.vcBytes", 512L)
        .with("router.routing", routing)
        .with("run.warmupTicks", 10_000L)
        .ticks(60_000)
        .result()
        .summary();
  }

  @Test
  @Trap(
      number = 5,
      fallenInto =
          "static packets on the dynamic VCs (a ring: dynamic packets take this route, too)",
      shown = Shown.IN_THE_TEST)
  void shouldCarryStaticPacketsOnTheBubbleVcOnly() {
    final Map<String, Object> onBubble = ring("static");
    final Map<String, Object> onAll = ring("dynamic");
    assertEquals(1.0, ((Map<?, ?>) onBubble.get("vcShare")).get("bubble"));
    assertTrue((Double) ((Map<?, ?>) onAll.get("vcShare")).get("bubble") < 0.5, onAll.toString());
    // Buffers hold two packets, so that a packet enters an empty one only.
    final double share =
        (Double) onBubble.get("linkUtilization") / (Double) onAll.get("linkUtilization");
    assertTrue(share < 0.85, "static reaches " + share + " of dynamic");
  }

  private static long alone(boolean bypass) {
    final Bench bench = new Bench(13, 1, 1).bypass(bypass).timing(Bench.timing(8, 12, 0, 7, 0));
    return bench
        .packets(new Plan(bench.torus).straight(0, 0, X_PLUS, 6, 1))
        .run(3_000)
        .arrivals()
        .get(0)
        .tick();
  }

  @Test
  @Trap(
      number = 10,
      fallenInto = "an empty VC that has to be entered all the same (router.bypass = false)",
      shown = Shown.IN_THE_TEST)
  void shouldPassAnEmptyVcWithoutEnteringIt() {
    final long expected = 8 + 6 * 18 + 260;
    assertEquals(expected, alone(true));
    assertEquals(expected + 6 * 7, alone(false));
  }

  private static List<Long> throughOnePacketBuffers(boolean bypass) {
    final Bench bench = new Bench(7, 1, 1).dynamicVcs(0, 8).dateline(8).bypass(bypass);
    return bench
        .packets(TrafficClass.STATIC, new Plan(bench.torus).straight(0, 0, X_PLUS, 3, 4))
        .run(3_000)
        .ticks(0, 3);
  }

  @Test
  @Trap(
      number = 10,
      fallenInto = "tokens returned at once by a packet on the bypass",
      shown = Shown.IN_THE_SOURCE)
  void shouldChargeTokensOnTheBypassAsWell() {
    final List<Long> expected = List.of(322L, 622L, 922L, 1222L);
    assertEquals(expected, throughOnePacketBuffers(true));
    assertEquals(expected, throughOnePacketBuffers(false));
  }

  /** Rules for the high VC of a dateline pair. */
  private interface HighVc {
    boolean at(boolean crossesNow, boolean crossedBefore, boolean crossedInOther);
  }

  private static final HighVc RIGHT = (now, before, other) -> now || before;

  private static final Map<String, HighVc> WRONG =
      Map.of(
          "never", (now, before, other) -> false,
          "after the hop", (now, before, other) -> before,
          "only that hop", (now, before, other) -> now,
          "not reset on turning", (now, before, other) -> now || before || other);

  /**
   * Returns the packets per node, port and VC (low, high) that an all-to-all sends in the order x,
   * y, z.
   */
  private static long[][][] predict(Torus torus, HighVc rule) {
    final long[][][] packets = new long[torus.nodes()][Torus.PORTS][2];
    for (int source = 0; source < torus.nodes(); source++) {
      for (int destination = 0; destination < torus.nodes(); destination++) {
        int at = source;
        boolean other = false;
        for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
          final int k = torus.extent(dimension);
          final int offset = torus.offset(source, destination, dimension);
          final int port = 2 * dimension + (2 * offset > k ? 1 : 0);
          boolean before = false;
          for (int hop = 0; hop < Math.min(offset, k - offset); hop++) {
            final int edge = port % 2 == 0 ? k - 1 : 0;
            final boolean now = torus.coordinate(at, dimension) == edge;
            packets[at][port][rule.at(now, before, other) ? 1 : 0]++;
            before |= now;
            at = torus.neighbour(at, port);
          }
          other |= before;
        }
      }
    }
    return packets;
  }

  @Test
  @Trap(
      number = 13,
      fallenInto =
          "a high VC never used; from the hop after the dateline on; only for the hop across it;"
              + " kept after a turn (each predicted for this traffic, and different)",
      shown = Shown.IN_THE_TEST)
  @Trap(number = 13, fallenInto = "the dateline ignored", shown = Shown.IN_THE_SOURCE)
  void shouldTakeTheHighVcFromTheDatelineOnInEachDimension() {
    final Bench bench = new Bench(5, 4, 2).dateline(32).registers(true);
    final Torus torus = bench.torus;
    final Plan plan = new Plan(torus);
    for (int source = 0; source < torus.nodes(); source++) {
      for (int destination = 0; destination < torus.nodes(); destination++) {
        if (source != destination) {
          plan.send(source, 0, destination);
        }
      }
    }
    final Bench.Outcome outcome = bench.packets(TrafficClass.STATIC, plan).drained(200_000);
    final long[][][] measured = new long[torus.nodes()][Torus.PORTS][2];
    for (int node = 0; node < torus.nodes(); node++) {
      for (int port = 0; port < Torus.PORTS; port++) {
        measured[node][port][0] = outcome.packets(node, port, 2);
        measured[node][port][1] = outcome.packets(node, port, 3);
      }
    }
    assertLinesMatch(text(predict(torus, RIGHT)), text(measured));
    WRONG.forEach(
        (name, rule) -> assertNotEquals(text(predict(torus, rule)), text(measured), name));
  }

  private static List<String> text(long[][][] packets) {
    final List<String> lines = new ArrayList<>();
    for (int node = 0; node < packets.length; node++) {
      for (int port = 0; port < Torus.PORTS; port++) {
        lines.add(
            node
                + " port "
                + port
                + ": "
                + packets[node][port][0]
                + " low, "
                + packets[node][port][1]
                + " high");
      }
    }
    return lines;
  }
}
