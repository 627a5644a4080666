package io.hopwright.models.bluegene.traps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.hopwright.models.bluegene.Bench;
import io.hopwright.models.bluegene.BlueGeneNetwork;
import io.hopwright.models.bluegene.Plan;
import io.hopwright.models.bluegene.Runs;
import io.hopwright.models.switching.torusrouter.TrafficClass;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Times for which packets and token-acks hold links. */
class LinkTrapsTest {
  private static final int X_PLUS = 0;
  private static final int X_MINUS = 1;

  /** Returns two nodes: all packets go from node 0 to node 1, token-acks return on another link. */
  private static Bench pair(int packets, int chunks) {
    final Bench bench = new Bench(2, 1, 1);
    final Plan plan = new Plan(bench.torus).straight(0, 0, X_PLUS, 1, packets);
    return bench.messages(TrafficClass.STATIC, 1, plan.messages(chunks));
  }

  private static List<Long> series(long first, long period, int count) {
    final List<Long> ticks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ticks.add(first + i * period);
    }
    return ticks;
  }

  private static Bench manyFit(int chunks) {
    return pair(4, chunks).bubble(96, Bench.FULL);
  }

  @Test
  @Trap(
      number = 1,
      fallenInto = "a link held one tick per chunk of 32 B, as if a tick were a flit",
      shown = Shown.IN_THE_SOURCE)
  void shouldHoldALinkOneTickPerByte() {
    for (int chunks = 1; chunks <= 8; chunks++) {
      final long held = 32L * chunks + 4;
      final List<Long> expected = series(8 + 18 + held, held, 4);
      assertEquals(expected, manyFit(chunks).run(3_000).ticks(0, 1), chunks + " chunks");
      assertEquals(3, manyFit(chunks).run(8 + 3 * held).hops(), "sent while the link is held");
      assertEquals(4, manyFit(chunks).run(8 + 3 * held + 1).hops(), "sent later");
    }
  }

  @Test
  @Trap(
      number = 1,
      fallenInto = "a tick of one length for links of 175 and of 350 MB/s",
      shown = Shown.IN_THE_SOURCE)
  void shouldChangeNothingButTheLengthOfATickWithTheSpeedOfLinks() {
    final Runs runs = Runs.torus(4, 4, 2).with("workload.load", 0.6).ticks(3_000);
    final BlueGeneNetwork slow = runs.with("link.megabytesPerSecond", 175L).network();
    final Object digest = runs.result().summary().get("digest");
    final BlueGeneNetwork fast = runs.with("link.megabytesPerSecond", 350L).network();
    assertEquals(digest, runs.result().summary().get("digest"));
    final double byteTime = 1 / 175e6;
    assertEquals(byteTime, slow.tickRate().toSeconds(1), 1e-6 * byteTime);
    assertEquals(byteTime / 2, fast.tickRate().toSeconds(1), 1e-6 * byteTime);
  }

  /**
   * Returns the ticks that each hop adds to an undisturbed packet, which are equal for all hops.
   */
  private static List<Long> ticksPerHop(Bench bench) {
    final Plan plan = new Plan(bench.torus);
    for (int hops = 1; hops <= 6; hops++) {
      plan.straight(0, 5_000L * hops, X_PLUS, hops, 1);
    }
    final List<Bench.Arrival> arrivals = bench.packets(plan).drained(60_000).arrivals();
    final List<Long> added = new ArrayList<>();
    for (int i = 1; i < arrivals.size(); i++) {
      added.add(arrivals.get(i).tick() - arrivals.get(i - 1).tick() - 5_000);
    }
    return added;
  }

  @Test
  @Trap(
      number = 2,
      fallenInto = "store and forward: a header that is complete with the packet's last byte",
      shown = Shown.IN_THE_TEST)
  void shouldCutThrough() {
    final List<Long> cutThrough = series(18, 0, 5);
    assertEquals(cutThrough, ticksPerHop(new Bench(13, 1, 1)));
    final List<Long> storeAndForward =
        ticksPerHop(new Bench(13, 1, 1).timing(Bench.timing(260, 12, 0, 0, 0)));
    assertNotEquals(cutThrough, storeAndForward);
    assertEquals(series(270, 0, 5), storeAndForward);
  }

  @Test
  @Trap(
      number = 2,
      fallenInto = "tokens returned when the head arrives instead of when the tail has left",
      shown = Shown.IN_THE_SOURCE)
  @Trap(
      number = 2,
      fallenInto = "tokens back at once: a token-ack that takes no time on the link",
      shown = Shown.IN_THE_TEST)
  void shouldReturnTokensWhenTheTailHasLeft() {
    // A buffer of one packet is free again when the tail has left, 18 + 260 ticks after its first
    // byte was sent; the sender learns of it 10 + 12 ticks later.
    final List<Long> expected = series(286, 18 + 260 + 22, 5);
    assertEquals(expected, pair(5, 8).dateline(8).run(3_000).ticks(0, 1));
    assertNotEquals(
        expected,
        pair(5, 8).dateline(8).timing(Bench.timing(8, 0, 0, 0, 0)).run(3_000).ticks(0, 1));
  }

  @Test
  @Trap(
      number = 2,
      fallenInto = "a packet sent as soon as there is room for its own size",
      shown = Shown.IN_THE_SOURCE)
  void shouldSendOnlyWhenAFullPacketWouldFit() {
    // Packets have one chunk; seven tokens are left, and the eighth comes back after 18 + 36 + 22
    // ticks.
    assertEquals(series(62, 76, 4), pair(4, 1).dateline(8).run(3_000).ticks(0, 1));
  }

  /**
   * Returns the delivery ticks of packets from node 1, whose link also returns the tokens of node
   * 0.
   */
  private static List<Long> besideATokenAck(int ackTicks) {
    final Bench bench = new Bench(2, 1, 1).timing(Bench.timing(8, ackTicks, 0, 0, 0));
    return bench
        .packets(new Plan(bench.torus).straight(0, 0, X_PLUS, 1, 1).straight(1, 0, X_MINUS, 1, 4))
        .run(3_000)
        .ticks(1, 0);
  }

  @Test
  @Trap(
      number = 3,
      fallenInto = "token-acks that take no link time (router.tokenAckBytes = 0)",
      shown = Shown.IN_THE_TEST)
  @Trap(
      number = 3,
      fallenInto = "a token-ack that interrupts the packet on the link",
      shown = Shown.IN_THE_SOURCE)
  @Trap(
      number = 3,
      fallenInto = "a token-ack that waits for data queued before it",
      shown = Shown.IN_THE_SOURCE)
  void shouldSendATokenAckBetweenTwoPackets() {
    // Packets of node 1 start at 8 and 268. The token-ack is queued at 286. It goes at 528, when
    // the second packet has left, before the third, which was waiting since 8.
    final List<Long> expected = List.of(286L, 546L, 806L + 12, 1066L + 12);
    assertEquals(expected, besideATokenAck(12));
    assertNotEquals(expected, besideATokenAck(0));
  }

  @Test
  @Trap(
      number = 3,
      fallenInto = "12 % of the link time forgotten (router.tokenAckBytes = 0)",
      shown = Shown.IN_THE_TEST)
  void shouldCarry240BytesOfPayloadIn272BytesOfLinkTime() {
    assertEquals(240.0 / 272, payloadShare(12L), 1e-3);
    assertEquals(240.0 / 260, payloadShare(0L), 1e-3);
  }

  private static double payloadShare(long ackBytes) {
    final Map<String, Object> summary =
        Runs.torus(4, 4, 4)
            .with("workload.kind", "all-to-all")
            .with("router.tokenAckBytes", ackBytes)
            .drained()
            .result()
            .summary();
    return (Double) summary.get("payloadUtilization") / (Double) summary.get("linkUtilization");
  }
}
