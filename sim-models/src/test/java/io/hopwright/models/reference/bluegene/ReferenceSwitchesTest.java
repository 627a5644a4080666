package io.hopwright.models.reference.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.bluegene.ReferenceTorus.Delivery;
import io.hopwright.models.traps.Trap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each switch of the reference torus against hand-computed values from the rule page. */
class ReferenceSwitchesTest {
  private static final List<Integer> ALL_SIZES = List.of(32, 64, 96, 128, 160, 192, 224, 256);

  /** The order is that of the enum, as random cases draw from it. */
  private static final List<String> KINDS =
      List.of("uniform", "all-to-all", "hot-region", "neighbours", "ring", "broadcast");

  /**
   * Returns two nodes that send each other the given number of packets, all in +. Data use the x+
   * links and token-acks the x− links, so that neither waits for the other. Packet n + 1 follows
   * packet n after 260 ticks.
   */
  private static Toy pair(int packets) {
    return Toy.torus(2, 1, 1).with("router.hintBits", "registers").allToAll(packets);
  }

  private static List<Delivery> deliveries(Toy toy, long ticks) {
    final ReferenceTorus machine = toy.machine();
    final List<Delivery> deliveries = new ArrayList<>();
    machine.listen(deliveries::add);
    machine.run(ticks);
    machine.checkConservation();
    return deliveries;
  }

  /** Returns the delivery ticks at node 1. */
  private static List<Long> ticksAtNodeOne(Toy builder) {
    return deliveries(builder, 5_000).stream()
        .filter(delivery -> delivery.destination() == 1)
        .map(Delivery::tick)
        .toList();
  }

  /** Runs until all packets are delivered and all tokens are back. */
  private static ReferenceTorus drained(Toy toy) {
    final ReferenceTorus machine = toy.machine();
    while (!machine.isHome() || machine.tick() == 0) {
      machine.run(machine.tick() + 500);
      machine.checkConservation();
      assertTrue(machine.tick() < 200_000, "drains");
    }
    return machine;
  }

  private static boolean isHomeBefore(Toy toy, long ticks) {
    final ReferenceTorus machine = toy.machine();
    machine.run(ticks);
    return machine.isHome();
  }

  @Test
  void shouldReturnTokensAfterTheBytesOfATokenAck() {
    // The tail leaves at 8 + 18 + 260 = 286; the tokens are back 10 + a later.
    for (final int bytes : new int[] {0, 1, 12, 64}) {
      final Toy toy = pair(1).with("router.tokenAckBytes", bytes);
      assertTrue(!isHomeBefore(toy, 286 + 10 + bytes), "too early with " + bytes);
      assertTrue(isHomeBefore(toy, 286 + 10 + bytes + 1), "too late with " + bytes);
      assertEquals(2L * bytes, Toy.tokenAckBytes(drained(toy)));
    }
  }

  @Test
  void shouldCarryEverythingQueuedInOneMergedTokenAck() {
    final Toy each = Toy.torus(4, 4, 1).allToAll(6).with("workload.packetBytes", ALL_SIZES);
    final ReferenceTorus apart = drained(each);
    final ReferenceTorus merged = drained(each.with("router.tokenAckMerging", true));
    assertEquals(apart.count(ReferenceMachine.HOPS), merged.count(ReferenceMachine.HOPS));
    assertEquals(12 * apart.count(ReferenceMachine.HOPS), Toy.tokenAckBytes(apart));
    assertEquals(0, Toy.tokenAckBytes(merged) % 12);
    assertTrue(Toy.tokenAckBytes(merged) < Toy.tokenAckBytes(apart));
  }

  @Test
  void shouldChargeTrueChunksUnderTheOriginalBubbleRule() {
    // There are 24 tokens, and packets of 32 B start at 8 and 44; the third needs 16 tokens. If 8
    // are charged for each, it waits for the first token-ack, 8 + 54 + 22 = 84; if 1 is, it goes at
    // 80. Then follow 18 + 36 ticks.
    final Toy full =
        pair(3)
            .with("router.routing", "static")
            .with("router.dynamicVcs", 0)
            .with("router.escapeVcBytes", 768)
            .with("workload.packetBytes", List.of(32));
    assertEquals(List.of(62L, 98L, 84L + 54L), ticksAtNodeOne(full));
    assertEquals(
        List.of(62L, 98L, 80L + 54L), ticksAtNodeOne(full.with("router.bubbleRule", "original")));
  }

  @Test
  void shouldNeedOnlyEightTokensToEnterADatelineVc() {
    // With 16 tokens for packets of 256 B, the bubble takes one packet at a time: 8 → 286 + 22 =
    // 308 → …
    final Toy bubble =
        pair(2)
            .with("router.routing", "static")
            .with("router.dynamicVcs", 0)
            .with("router.escapeVcBytes", 512);
    assertEquals(List.of(286L, 308L + 278L), ticksAtNodeOne(bubble));
    assertEquals(
        List.of(286L, 268L + 278L), ticksAtNodeOne(bubble.with("router.escape", "dateline")));
  }

  @Test
  void shouldTakeTheHighVcFromTheDatelineOn() {
    // Ring of 4, ties in +. Hops on the high VC: 3→0 for one hop; the second hop of 2→→0; both of
    // 3→→1; 0→3 in −.
    final ReferenceTorus machine =
        drained(
            Toy.torus(4, 1, 1)
                .with("router.hintBits", "registers")
                .with("router.routing", "static")
                .with("router.escape", "dateline")
                .allToAll(1));
    assertEquals(5, machine.vcs.count, "two dynamic, low, high, high priority");
    assertEquals(16, machine.count(ReferenceMachine.HOPS));
    assertEquals(11 * 260, machine.count("dataBytes.2"));
    assertEquals(5 * 260, machine.count("dataBytes.3"));
    assertEquals(0, machine.count("dataBytes.4"));
  }

  @Test
  void shouldShareTotalBytesAmongDynamicAndEscapeVcs() {
    final int[][] chunksOfDynamicVcs = {{0, 96}, {1, 48}, {2, 32}};
    for (final int[] expected : chunksOfDynamicVcs) {
      final Toy builder =
          Toy.torus(4, 4, 4)
              .with("router.dynamicVcs", expected[0])
              .with("router.totalVcBytes", 3072);
      final ReferenceVcs bubble = new ReferenceVcs(builder.config());
      for (int v = 0; v < bubble.highPriority; v++) {
        assertEquals(expected[1], bubble.capacity(v));
      }
      assertEquals(32, bubble.capacity(bubble.highPriority));
    }
    final Toy dateline =
        Toy.torus(4, 4, 4).with("router.escape", "dateline").with("router.totalVcBytes", 3072);
    assertEquals(24, new ReferenceVcs(dateline.config()).capacity(3));
    assertEquals(
        8, new ReferenceVcs(dateline.with("router.totalVcBytes", 1024).config()).capacity(3));
    final ReferenceVcs small =
        new ReferenceVcs(
            dateline
                .with("router.totalVcBytes", 0)
                .with("router.escapeVcBytes", 256)
                .with("router.escape", "dateline")
                .config());
    assertEquals(8, small.capacity(2));
    assertEquals(16, small.capacity(small.highPriority), "a bubble VC of at least two packets");
  }

  @Test
  void shouldFollowTheEscapeOrder() {
    final int xMinusYPlus = 0b000110;
    assertEquals(1, escapeOutput(xMinusYPlus, 0, "x", "y", "z"));
    assertEquals(2, escapeOutput(xMinusYPlus, 0, "z", "y", "x"));
    assertEquals(2, escapeOutput(xMinusYPlus, 0, "x+", "y+", "z+", "x-", "y-", "z-"));
    assertEquals(1, escapeOutput(xMinusYPlus, 0, "x-", "y+", "z+", "x+", "y-", "z-"));
    assertEquals(1, escapeOutput(xMinusYPlus, 1, "z", "y", "x"), "high priority is always xyz");
    for (final String escape : List.of("bubble", "dateline")) {
      final Toy toy =
          Toy.torus(4, 3, 2)
              .with("router.escape", escape)
              .with("router.escapeOrder", List.of("x+", "y+", "z+", "x-", "y-", "z-"))
              .with("router.routing", "static")
              .allToAll(2);
      assertEquals(24 * 23 * 2, drained(toy).count(ReferenceMachine.DELIVERED));
    }
  }

  private static int escapeOutput(int hintBits, int stream, String... order) {
    final Toy toy = Toy.torus(4, 4, 4).with("router.escapeOrder", List.of(order));
    final int packetClass = stream == 1 ? ReferencePacket.HIGH_PRIORITY : ReferencePacket.DYNAMIC;
    return new ReferenceVcs(toy.config())
        .escapeOutput(new ReferencePacket(0, 0, 0, packetClass, 1, 8, 0, hintBits));
  }

  @Test
  void shouldHoldBackPacketsThatDoNotFitIntoTheInjectionFifo() {
    // All hints are x+, so that "direction" puts all packets into FIFO 0.
    final Toy one = pair(3).with("injection.choice", "direction");
    final List<Long> backToBack = List.of(286L, 546L, 806L);
    assertEquals(backToBack, ticksAtNodeOne(one));
    assertEquals(backToBack, ticksAtNodeOne(one.with("injection.bytes", 512)));
    // Packets pass one at a time: each joins as the tail before it leaves, and writing it takes 8
    // ticks.
    final Toy small = one.with("injection.bytes", 256);
    assertEquals(List.of(286L, 554L, 822L), ticksAtNodeOne(small));
    assertEquals(
        backToBack, ticksAtNodeOne(small.with("injection.choice", "shortest")), "three FIFOs");
    assertEquals(backToBack, ticksAtNodeOne(small.with("injection.choice", "sequence")));
  }

  @Test
  void shouldWriteThePacketsOfAStreamInOrder() {
    // Six packets join at once, the seventh only when the tail of the first has left FIFO 0.
    final Map<Long, Long> firstByte = new HashMap<>();
    for (final Delivery delivery : deliveries(pair(8).with("injection.bytes", 256), 5_000)) {
      if (delivery.source() == 0) {
        firstByte.put(delivery.sequence(), delivery.firstByteTick());
      }
    }
    assertEquals(8, firstByte.size());
    final long sixJoins = firstByte.get(0L) + 260;
    final long sevenJoins = Math.max(sixJoins, firstByte.get(1L) + 260);
    assertTrue(firstByte.get(6L) >= sixJoins + 8);
    assertTrue(firstByte.get(7L) >= sevenJoins + 8);
  }

  @Test
  void shouldDrainReceptionFifosAtTheirRate() {
    // The first packet is delivered at 286 and drained d later; each next one enters 260 after
    // that.
    final Toy full = pair(3).with("reception.bytes", 256);
    for (final long[] rateAndTicks : new long[][] {{1024, 256}, {512, 512}, {3072, 86}}) {
      final long d = rateAndTicks[1];
      assertEquals(
          List.of(286L, 286 + d + 260, 286 + 2 * (d + 260)),
          ticksAtNodeOne(full.with("reception.drainBytesPerTick", rateAndTicks[0] / 1024.0)));
    }
    // Two packets fit, and there is one server. The first is drained at 286 + 512; only then can
    // the third arrive.
    assertEquals(
        List.of(286L, 546L, 286L + 512 + 260),
        ticksAtNodeOne(full.with("reception.drainBytesPerTick", 0.5).with("reception.bytes", 512)));
    final Toy slow = pair(1).with("reception.bytes", 256).with("reception.drainBytesPerTick", 0.5);
    assertTrue(!isHomeBefore(slow, 286 + 512));
    assertTrue(isHomeBefore(slow, 286 + 512 + 1));
  }

  @Test
  void shouldShareOneHighPriorityReceptionFifoAmongReceivers() {
    // reserve() throws beyond capacity; a drain rate of 2 B per tick is less than what six links
    // deliver.
    final Toy toy =
        Toy.torus(3, 3, 3)
            .probability(0.001)
            .highPriority(0.05)
            .with("workload.packetBytes", ALL_SIZES)
            .with("reception.bytes", 256)
            .with("reception.drainBytesPerTick", 2.0);
    final long bytes =
        deliveries(toy, 6_000).stream()
            .filter(delivery -> delivery.packetClass() == 2)
            .mapToLong(Delivery::bytes)
            .sum();
    assertTrue(bytes > 0.3 * 27 * 6_000 && bytes < 2.0 * 27 * 6_000, bytes + " B");
  }

  @Test
  void shouldSendToBothCoresOfEveryOtherNode() {
    final Toy toy =
        Toy.torus(3, 2, 2)
            .with("machine.virtualNodeMode", true)
            .allToAll(2)
            .with("injection.bytes", 512)
            .with("reception.bytes", 256);
    final Map<List<Integer>, Integer> counts = new HashMap<>();
    final Set<List<Long>> numbers = new HashSet<>();
    for (final Delivery d : deliveries(toy, 60_000)) {
      final int sourceCore = (int) (d.sequence() % 2);
      counts.merge(
          List.of(d.source(), sourceCore, d.destination(), d.destinationCore()), 1, Integer::sum);
      numbers.add(List.of((long) d.source(), d.sequence()));
    }
    assertEquals(24 * 22, counts.size());
    assertTrue(counts.values().stream().allMatch(count -> count == 2));
    assertEquals(24 * 22 * 2, numbers.size(), "every number once");
  }

  @Test
  void shouldGiveEachCoreHalfTheLoadAndItsOwnFifos() {
    final Toy one = Toy.torus(4, 4, 1).probability(0.004);
    final ReferenceTorus both = one.with("machine.virtualNodeMode", true).machine();
    final int[] perCore = new int[2];
    both.listen(delivery -> perCore[delivery.destinationCore()]++);
    both.run(20_000);
    final double expected = 0.002 * 16 * 20_000;
    assertEquals(expected, perCore[0], 4 * Math.sqrt(expected) + 0.02 * expected);
    assertEquals(expected, perCore[1], 4 * Math.sqrt(expected) + 0.02 * expected);
    // With a drain rate of 1/1024 B per tick packets stay: one per core enters. Each node sends
    // four packets, each on its own virtual channel, so that none waits behind another.
    final Toy stuck =
        pair(4)
            .with("reception.bytes", 256)
            .with("reception.drainBytesPerTick", 1.0 / 1024)
            .with("router.dynamicVcs", 4)
            .with("router.vcBytes", 256);
    assertEquals(2, deliveries(stuck, 20_000).size());
    final Toy twoCores =
        stuck.with("machine.virtualNodeMode", true).with("workload.packetsPerDestination", 1);
    assertEquals(4, deliveries(twoCores, 20_000).size());
  }

  @Test
  void shouldSendToEachNeighbourInTurn() {
    final Toy toy = Toy.torus(4, 1, 2).with("workload.kind", "neighbours").probability(0.0002);
    final int[] ports = {0, 1, 4, 5};
    final List<Delivery> deliveries = deliveries(toy, 50_000);
    assertTrue(deliveries.size() > 40);
    for (final Delivery delivery : deliveries) {
      final int port = ports[(int) (delivery.sequence() % 4)];
      assertEquals(1 << port, delivery.hintBits());
      assertEquals(toy.config().shape.neighbour(delivery.source(), port), delivery.destination());
      assertEquals(1, delivery.hops());
      assertTrue(delivery.responseTicks() >= 286);
    }
    assertEquals(1.0, toy.config().meanHops());
    // 1.05 GB/s in each direction: all six links of a node at once.
    final ReferenceTorus saturated =
        Toy.torus(3, 3, 3).with("workload.kind", "neighbours").saturated().machine();
    assertEquals(1.0, ReferenceWindow.measure(saturated, 2_720, 8_160, 272).linkUtilization(), .01);
  }

  @Test
  void shouldDeliverACopyOfABroadcastAtEveryNodeOnTheWay() {
    for (final String escape : List.of("bubble", "dateline")) {
      final Toy toy =
          Toy.torus(5, 1, 3)
              .with("workload.kind", "broadcast")
              .probability(1e-5)
              .with("router.escape", escape);
      assertEquals((4 + 4 + 2 + 2) / 4.0, toy.config().meanHops());
      final int[] ports = {0, 1, 4, 5};
      final List<Delivery> deliveries = deliveries(toy, 60_000);
      final Map<List<Long>, Integer> copies = new HashMap<>();
      for (final Delivery delivery : deliveries) {
        final int port = ports[(int) (delivery.sequence() % 4)];
        int node = delivery.source();
        for (int hop = 0; hop < delivery.hops(); hop++) {
          node = toy.config().shape.neighbour(node, port);
        }
        assertEquals(node, delivery.destination());
        assertEquals(3, delivery.packetClass());
        copies.merge(List.of((long) delivery.source(), delivery.sequence()), 1, Integer::sum);
      }
      assertTrue(copies.size() >= 5);
      copies.forEach(
          (packet, count) -> assertEquals(packet.get(1) % 4 < 2 ? 4 : 2, count, "copies"));
      // There are so few packets that most are undisturbed: 8 + 18·h + 260 at the h-th node.
      final long alone =
          deliveries.stream().filter(d -> d.responseTicks() == 268 + 18L * d.hops()).count();
      assertTrue(alone > 0.8 * deliveries.size());
    }
  }

  @Test
  void shouldBroadcastUnderSaturationWithoutStalling() {
    for (final String escape : List.of("bubble", "dateline")) {
      final ReferenceTorus machine =
          Toy.torus(4, 3, 1)
              .with("workload.kind", "broadcast")
              .saturated()
              .with("router.escape", escape)
              .with("router.escapeVcBytes", 512)
              .with("reception.bytes", 256)
              .with("reception.drainBytesPerTick", 0.9)
              .with("workload.packetBytes", ALL_SIZES)
              .machine();
      for (long stop = 2_000; stop <= 20_000; stop += 2_000) {
        final long before = machine.count(ReferenceMachine.DELIVERED);
        machine.run(stop);
        machine.checkConservation();
        assertTrue(machine.count(ReferenceMachine.DELIVERED) > before, "stalled before " + stop);
      }
    }
  }

  @Test
  void shouldGoPlusHalfWayRoundWithHintRegisters() {
    final Toy toy = Toy.torus(4, 2, 1).with("router.hintBits", "registers").allToAll(1);
    for (final Delivery delivery : deliveries(toy, 20_000)) {
      assertEquals(0, delivery.hintBits() & 0b001000, "never y−");
      final int apart = Math.floorMod(delivery.destination() - delivery.source(), 4);
      assertEquals(apart == 3, (delivery.hintBits() & 0b10) != 0, "x− only for one hop");
    }
  }

  @Test
  @Tag("slow")
  void shouldChooseHotDestinations() {
    final Toy builder =
        Toy.torus(4, 4, 2)
            .with("workload.kind", "hot-region")
            .with("workload.hotBox", List.of(2, 2, 1));
    final Toy always = builder.with("workload.hotFraction", 1.0);
    assertTrue(
        deliveries(always, 5_000).stream()
            .allMatch(d -> always.config().pattern.hotBox().contains(d.destination())));
    final Toy quarter = builder.with("workload.hotFraction", 0.25).probability(0.002);
    final List<Delivery> some = deliveries(quarter, 40_000);
    final double toBox =
        some.stream()
            .filter(d -> quarter.config().pattern.hotBox().contains(d.destination()))
            .count();
    // Share of the box: a quarter, and of the rest 4 (from inside 3) of 31; the mean over the
    // sources is 3.875.
    final double share = 0.25 + 0.75 * 3.875 / 31;
    assertEquals(share, toBox / some.size(), 4 * Math.sqrt(share / some.size()));
    // Distances from the corner box of two nodes in a ring of four: I = 2, O = 2·(1 + 2), divided
    // by B and N.
    final Toy ring =
        Toy.torus(4, 1, 1)
            .with("workload.kind", "hot-region")
            .with("workload.hotBox", List.of(2, 1, 1))
            .with("workload.hotFraction", 1.0);
    assertEquals((2.0 / 1 + 6.0 / 2) / 4, ring.config().meanHops());
    // A box of one node, or of all nodes, has the mean distance of the machine.
    for (final int[] box : new int[][] {{1, 1, 1}, {4, 4, 2}}) {
      final Toy all =
          builder
              .with("workload.hotBox", List.of(box[0], box[1], box[2]))
              .with("workload.hotFraction", 1.0);
      assertEquals(all.config().uniformMeanHops(), all.config().meanHops(), 1e-12);
    }
  }

  @Test
  @Tag("slow")
  void shouldSendWithinPlanesAndLines() {
    for (final String dimensions : List.of("x", "yz", "xz", "xyz")) {
      final Toy toy =
          Toy.torus(4, 3, 2).with("workload.dimensions", List.of(dimensions.split(""))).allToAll(2);
      final int members = toy.config().shape.members(dimensions);
      final Map<List<Integer>, Integer> counts = new HashMap<>();
      for (final Delivery d : deliveries(toy, 40_000)) {
        counts.merge(List.of(d.source(), d.destination()), 1, Integer::sum);
        for (int dimension = 0; dimension < 3; dimension++) {
          assertTrue(
              dimensions.indexOf("xyz".charAt(dimension)) >= 0
                  || toy.config().shape.coordinate(d.source(), dimension)
                      == toy.config().shape.coordinate(d.destination(), dimension));
        }
      }
      assertEquals(24 * (members - 1), counts.size());
      assertTrue(counts.values().stream().allMatch(count -> count == 2));
    }
  }

  @Test
  void shouldTakeNoLongerThroughThePipeline() {
    final Toy toy =
        Toy.torus(8, 4, 1).probability(2e-4).with("machine.implementation", "pipelined");
    final ReferenceTorus machine = toy.machine();
    final Map<Integer, Long> least = new HashMap<>();
    machine.listen(d -> least.merge(d.hops(), d.responseTicks(), Math::min));
    machine.run(20_000);
    machine.checkConservation();
    assertEquals(6, least.size());
    least.forEach((hops, ticks) -> assertEquals(268 + 18L * hops, ticks));
  }

  @Test
  @Tag("slow")
  @Trap(
      number = 14,
      fallenInto =
          "a receiver that skips a tick now and then (the reference model's gap): links as busy as"
              + " before, and buffers twice as full",
      shown = Trap.Shown.IN_THE_TEST)
  void shouldUseLinksAlikeInAPipelineAndFillBuffersWithGaps() {
    assertAlikeInAPipeline(4, 4, 4, 10_000);
  }

  private static void assertAlikeInAPipeline(int x, int y, int z, long toTick) {
    final Toy oneStep = Toy.torus(x, y, z).saturated();
    final ReferenceWindow plain = window(oneStep, toTick);
    final ReferenceWindow pipelined =
        window(oneStep.with("machine.implementation", "pipelined"), toTick);
    assertEquals(plain.linkUtilization(), pipelined.linkUtilization(), 0.02);
    assertEquals(1, pipelined.topRangeShare() / plain.topRangeShare(), 0.35, "buffers as full");
    // Gaps in the receivers let packets in from the injection FIFOs, which fills buffers.
    final ReferenceWindow gaps = window(oneStep.with("reference.gapProbability", 0.2), toTick);
    assertEquals(plain.linkUtilization(), gaps.linkUtilization(), 0.02);
    assertTrue(gaps.topRangeShare() > 2 * plain.topRangeShare(), plain + " " + gaps);
    final ReferenceWindow always = window(oneStep.with("reference.gapProbability", 1.0), toTick);
    assertTrue(always.linkUtilization() < 0.75 * plain.linkUtilization(), "collapses: " + always);
  }

  @ParameterizedTest
  @CsvSource({"5,3,2,24000", "8,8,1,10000"})
  @Tag("slow")
  void shouldDoSoInOtherMachines(int x, int y, int z, long toTick) {
    assertAlikeInAPipeline(x, y, z, toTick);
  }

  private static ReferenceWindow window(Toy toy, long toTick) {
    return ReferenceWindow.measure(toy.machine(), 4_000, toTick, 100);
  }

  @Test
  void shouldConserveTokensWithAnySwitches() {
    assertConservesTokens(0, 10);
  }

  @Test
  @Tag("slow")
  void shouldConserveTokensWithManySwitches() {
    assertConservesTokens(10, 60);
  }

  private static void assertConservesTokens(long firstSeed, long endOfSeeds) {
    for (long seed = firstSeed; seed < endOfSeeds; seed++) {
      final ReferenceTorus machine = randomToy(seed).machine();
      final LongSummaryStatistics excess = new LongSummaryStatistics();
      machine.listen(delivery -> excess.accept(delivery.excessTicks()));
      for (long stop = 1; stop <= 1_500; stop += 3) {
        machine.run(stop);
        machine.checkConservation();
      }
      assertTrue(machine.count(ReferenceMachine.DELIVERED) > 0, "seed " + seed);
      assertTrue(machine.isEndless() || excess.getMin() >= 0, "seed " + seed);
    }
  }

  /** Returns a small machine with random values for every new switch; the seed reproduces it. */
  private static Toy randomToy(long seed) {
    final Random random = new Random(seed);
    final List<List<String>> orders =
        List.of(
            List.of("x", "y", "z"),
            List.of("z", "x", "y"),
            List.of("x+", "y+", "z+", "x-", "y-", "z-"));
    final Toy toy =
        Toy.torus(2 + random.nextInt(3), 1 + random.nextInt(3), 1 + random.nextInt(2))
            .with("seed", seed)
            .with("router.dynamicVcs", random.nextInt(5))
            .with("router.escapeVcBytes", 512 + 32 * random.nextInt(17))
            .with("router.totalVcBytes", random.nextInt(4) == 0 ? 3072 : 0)
            .with("router.escape", random.nextBoolean() ? "bubble" : "dateline")
            .with("router.escapeOrder", orders.get(random.nextInt(3)))
            .with("router.bubbleRule", random.nextInt(4) == 0 ? "original" : "full")
            .with("router.paths", 1 + random.nextInt(2))
            .with("router.routing", random.nextInt(3) == 0 ? "static" : "dynamic")
            .with("router.hintBits", random.nextBoolean() ? "registers" : "software")
            .with("router.bypass", random.nextBoolean())
            .with("router.tokenAckBytes", new int[] {12, 0, 1, 8, 64}[random.nextInt(5)])
            .with("router.tokenAckMerging", random.nextBoolean())
            .with("machine.virtualNodeMode", random.nextBoolean())
            .with("injection.bytes", random.nextBoolean() ? 0 : 256 + 32 * random.nextInt(9))
            .with("reception.bytes", random.nextBoolean() ? 0 : 256 + 32 * random.nextInt(9))
            .with("reception.drainBytesPerTick", 0.3 + random.nextInt(4))
            .highPriority(random.nextBoolean() ? 0.003 : 0)
            .with("workload.packetBytes", random.nextBoolean() ? ALL_SIZES : List.of(256))
            .with("workload.kind", any(random, KINDS))
            .probability(0.01)
            .with("workload.hotBox", List.of(1 + random.nextInt(2), 1, 1))
            .with(
                "workload.dimensions", random.nextBoolean() ? List.of("x", "y", "z") : List.of("x"))
            .with("workload.packetsPerDestination", 2)
            .with("machine.implementation", random.nextInt(4) == 0 ? "pipelined" : "reference")
            .with("reference.gapProbability", random.nextInt(4) == 0 ? 0.2 : 0.0);
    final ReferenceConfig config = toy.config();
    if (!config.kind.equals("all-to-all") && random.nextInt(3) == 0) {
      return toy.saturated();
    }
    final String choice = any(random, List.of("sequence", "direction", "random", "shortest"));
    return choice.equals("shortest") && config.injectionBytes == 0
        ? toy
        : toy.with("injection.choice", choice);
  }

  private static String any(Random random, List<String> words) {
    return words.get(random.nextInt(words.size()));
  }
}
