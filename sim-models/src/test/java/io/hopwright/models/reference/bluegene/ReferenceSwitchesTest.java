package io.hopwright.models.reference.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.bluegene.ReferenceConfig.Escape;
import io.hopwright.models.reference.bluegene.ReferenceConfig.InjectionChoice;
import io.hopwright.models.reference.bluegene.ReferenceConfig.Traffic;
import io.hopwright.models.reference.bluegene.ReferenceTorus.Delivery;
import io.hopwright.models.traps.Trap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each switch of the reference torus against values worked out by hand from the rule page. */
class ReferenceSwitchesTest {
  private static final int[] ALL_SIZES = {32, 64, 96, 128, 160, 192, 224, 256};

  /**
   * Two nodes that send each other so many packets, all in + : data on the x+ links, token-acks on
   * the x− links, so that neither waits for the other. Packet n + 1 follows packet n after 260
   * ticks.
   */
  private static ReferenceConfig.Builder pair(int packets) {
    return ReferenceConfig.builder(2, 1, 1).hintRegisters(true).allToAll(packets);
  }

  private static List<Delivery> deliveries(ReferenceConfig config, long ticks) {
    final ReferenceTorus machine = new ReferenceTorus(config);
    final List<Delivery> deliveries = new ArrayList<>();
    machine.listen(deliveries::add);
    machine.run(ticks);
    machine.checkConservation();
    return deliveries;
  }

  /** Delivery ticks at node 1. */
  private static List<Long> ticksAtNodeOne(ReferenceConfig.Builder builder) {
    return deliveries(builder.build(), 5_000).stream()
        .filter(delivery -> delivery.destination() == 1)
        .map(Delivery::tick)
        .toList();
  }

  /** Runs until everything is home again. */
  private static ReferenceTorus drained(ReferenceConfig config) {
    final ReferenceTorus machine = new ReferenceTorus(config);
    while (!machine.isHome() || machine.tick() == 0) {
      machine.run(machine.tick() + 500);
      machine.checkConservation();
      assertTrue(machine.tick() < 200_000, "drains");
    }
    return machine;
  }

  private static boolean isHomeBefore(ReferenceConfig config, long ticks) {
    final ReferenceTorus machine = new ReferenceTorus(config);
    machine.run(ticks);
    return machine.isHome();
  }

  @Test
  void shouldReturnTokensAfterTheBytesOfATokenAck() {
    // The tail leaves at 8 + 18 + 260 = 286; the tokens are back 10 + a later.
    for (final int bytes : new int[] {0, 1, 12, 64}) {
      final ReferenceConfig config = pair(1).tokenAckBytes(bytes).build();
      assertTrue(!isHomeBefore(config, 286 + 10 + bytes), "too early with " + bytes);
      assertTrue(isHomeBefore(config, 286 + 10 + bytes + 1), "too late with " + bytes);
      assertEquals(2L * bytes, drained(config).tokenAckBytes());
    }
  }

  @Test
  void shouldCarryEverythingQueuedInOneMergedTokenAck() {
    final ReferenceConfig each =
        ReferenceConfig.builder(4, 4, 1).allToAll(6).packetBytes(ALL_SIZES).build();
    final ReferenceTorus apart = drained(each);
    final ReferenceTorus merged = drained(each.toBuilder().tokenAckMerging(true).build());
    assertEquals(apart.packetHops(), merged.packetHops());
    assertEquals(12 * apart.packetHops(), apart.tokenAckBytes());
    assertEquals(0, merged.tokenAckBytes() % 12);
    assertTrue(merged.tokenAckBytes() < apart.tokenAckBytes());
  }

  @Test
  void shouldChargeTrueChunksUnderTheOriginalBubbleRule() {
    // 24 tokens, 32 B: packets at 8 and 44; the third needs 16 tokens. Charged 8 each it waits for
    // the first token-ack, 8 + 54 + 22 = 84; charged 1 each it goes at 80. Then 18 + 36 ticks.
    final ReferenceConfig.Builder full =
        pair(3).staticRouting(true).dynamicVcs(0).escapeVcBytes(768).packetBytes(32);
    assertEquals(List.of(62L, 98L, 84L + 54L), ticksAtNodeOne(full));
    assertEquals(List.of(62L, 98L, 80L + 54L), ticksAtNodeOne(full.originalBubbleRule(true)));
  }

  @Test
  void shouldNeedOnlyEightTokensToEnterADatelineVc() {
    // 16 tokens of 256 B packets: the bubble takes one packet at a time, 8 → 286 + 22 = 308 → …
    final ReferenceConfig.Builder bubble =
        pair(2).staticRouting(true).dynamicVcs(0).escapeVcBytes(512);
    assertEquals(List.of(286L, 308L + 278L), ticksAtNodeOne(bubble));
    assertEquals(List.of(286L, 268L + 278L), ticksAtNodeOne(bubble.escape(Escape.DATELINE)));
  }

  @Test
  void shouldTakeTheHighVcFromTheDatelineOn() {
    // Ring of 4, ties in +. High hops: 3→0 for one hop, 2→→0 the second, 3→→1 both, 0→3 in −.
    final ReferenceTorus machine =
        drained(
            ReferenceConfig.builder(4, 1, 1)
                .hintRegisters(true)
                .staticRouting(true)
                .escape(Escape.DATELINE)
                .allToAll(1)
                .build());
    assertEquals(5, machine.vcs(), "two dynamic, low, high, high priority");
    assertEquals(16, machine.packetHops());
    assertEquals(11 * 260, machine.dataBytes(2));
    assertEquals(5 * 260, machine.dataBytes(3));
    assertEquals(0, machine.dataBytes(4));
  }

  @Test
  void shouldShareTotalBytesAmongDynamicAndEscapeVcs() {
    final int[][] chunksOfDynamicVcs = {{0, 96}, {1, 48}, {2, 32}};
    for (final int[] expected : chunksOfDynamicVcs) {
      final ReferenceConfig.Builder builder =
          ReferenceConfig.builder(4, 4, 4).dynamicVcs(expected[0]).totalVcBytes(3072);
      final ReferenceVcs bubble = new ReferenceVcs(builder.build());
      for (int v = 0; v < bubble.highPriority; v++) {
        assertEquals(expected[1], bubble.capacity(v));
      }
      assertEquals(32, bubble.capacity(bubble.highPriority));
    }
    final ReferenceConfig.Builder dateline =
        ReferenceConfig.builder(4, 4, 4).escape(Escape.DATELINE).totalVcBytes(3072);
    assertEquals(24, new ReferenceVcs(dateline.build()).capacity(3));
    assertEquals(8, new ReferenceVcs(dateline.totalVcBytes(1024).build()).capacity(3));
    final ReferenceConfig tooSmall = dateline.escape(Escape.BUBBLE).build();
    assertThrows(IllegalArgumentException.class, () -> new ReferenceVcs(tooSmall));
    final ReferenceVcs small =
        new ReferenceVcs(
            dateline.totalVcBytes(0).escapeVcBytes(256).escape(Escape.DATELINE).build());
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
    for (final Escape escape : Escape.values()) {
      final ReferenceConfig config =
          ReferenceConfig.builder(4, 3, 2)
              .escape(escape)
              .escapeOrder("x+", "y+", "z+", "x-", "y-", "z-")
              .staticRouting(true)
              .allToAll(2)
              .build();
      assertEquals(24 * 23 * 2, drained(config).packetsDelivered());
    }
  }

  private static int escapeOutput(int hintBits, int stream, String... order) {
    final ReferenceConfig config = ReferenceConfig.builder(4, 4, 4).escapeOrder(order).build();
    final int packetClass = stream == 1 ? ReferencePacket.HIGH_PRIORITY : ReferencePacket.DYNAMIC;
    return new ReferenceVcs(config)
        .escapeOutput(
            new ReferencePacket(0, 0, stream, 0, 0, packetClass, 1, 0, 8, 0, hintBits, 0, 0));
  }

  @Test
  void shouldHoldBackPacketsThatDoNotFitIntoTheInjectionFifo() {
    // All hints are x+, so that "direction" puts everything into FIFO 0.
    final ReferenceConfig.Builder one = pair(3).injectionChoice(InjectionChoice.DIRECTION);
    final List<Long> backToBack = List.of(286L, 546L, 806L);
    assertEquals(backToBack, ticksAtNodeOne(one));
    assertEquals(backToBack, ticksAtNodeOne(one.injectionBytes(512)));
    // One at a time: each joins as the tail before it leaves and takes 8 ticks to be written.
    assertEquals(List.of(286L, 554L, 822L), ticksAtNodeOne(one.injectionBytes(256)));
    assertEquals(
        backToBack, ticksAtNodeOne(one.injectionChoice(InjectionChoice.SHORTEST)), "three FIFOs");
    assertEquals(backToBack, ticksAtNodeOne(one.injectionChoice(InjectionChoice.SEQUENCE)));
  }

  @Test
  void shouldWriteThePacketsOfAStreamInOrder() {
    // Six join at once, the seventh only when the tail of the first has left FIFO 0.
    final Map<Long, Long> firstByte = new HashMap<>();
    for (final Delivery delivery : deliveries(pair(8).injectionBytes(256).build(), 5_000)) {
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
    // The first is delivered at 286 and drained d later; each next one enters 260 after that.
    final ReferenceConfig.Builder full = pair(3).receptionBytes(256);
    for (final long[] rateAndTicks : new long[][] {{1024, 256}, {512, 512}, {3072, 86}}) {
      final long d = rateAndTicks[1];
      assertEquals(
          List.of(286L, 286 + d + 260, 286 + 2 * (d + 260)),
          ticksAtNodeOne(full.drainBytesPerTick(rateAndTicks[0] / 1024.0)));
    }
    // Two fit; one server: the first is drained at 286 + 512, and only then the third may come.
    assertEquals(
        List.of(286L, 546L, 286L + 512 + 260),
        ticksAtNodeOne(full.drainBytesPerTick(0.5).receptionBytes(512)));
    final ReferenceConfig slow = pair(1).receptionBytes(256).drainBytesPerTick(0.5).build();
    assertTrue(!isHomeBefore(slow, 286 + 512));
    assertTrue(isHomeBefore(slow, 286 + 512 + 1));
  }

  @Test
  void shouldShareOneHighPriorityReceptionFifoAmongReceivers() {
    // reserve() throws beyond capacity; a drain of 2 B per tick is less than six links bring.
    final ReferenceConfig config =
        ReferenceConfig.builder(3, 3, 3)
            .uniform(0.001)
            .highPriorityProbability(0.05)
            .packetBytes(ALL_SIZES)
            .receptionBytes(256)
            .drainBytesPerTick(2)
            .build();
    final long bytes =
        deliveries(config, 6_000).stream()
            .filter(delivery -> delivery.packetClass() == 2)
            .mapToLong(Delivery::bytes)
            .sum();
    assertTrue(bytes > 0.3 * 27 * 6_000 && bytes < 2.0 * 27 * 6_000, bytes + " B");
  }

  @Test
  void shouldSendToBothCoresOfEveryOtherNode() {
    final ReferenceConfig config =
        ReferenceConfig.builder(3, 2, 2)
            .virtualNodeMode(true)
            .allToAll(2)
            .injectionBytes(512)
            .receptionBytes(256)
            .build();
    final Map<List<Integer>, Integer> counts = new HashMap<>();
    final Set<List<Long>> numbers = new HashSet<>();
    for (final Delivery d : deliveries(config, 60_000)) {
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
    final ReferenceConfig.Builder one = ReferenceConfig.builder(4, 4, 1).uniform(0.004);
    final ReferenceTorus both = new ReferenceTorus(one.virtualNodeMode(true).build());
    final int[] perCore = new int[2];
    both.listen(delivery -> perCore[delivery.destinationCore()]++);
    both.run(20_000);
    final double expected = 0.002 * 16 * 20_000;
    assertEquals(expected, perCore[0], 4 * Math.sqrt(expected) + 0.02 * expected);
    assertEquals(expected, perCore[1], 4 * Math.sqrt(expected) + 0.02 * expected);
    // Drained at 1/1024 B per tick they stay: one per core gets in. Each of the four packets that
    // each node sends has a virtual channel to itself, so that none stands behind another.
    final ReferenceConfig.Builder stuck =
        pair(4).receptionBytes(256).drainBytesPerTick(1.0 / 1024).dynamicVcs(4).vcBytes(256);
    assertEquals(2, deliveries(stuck.build(), 20_000).size());
    final ReferenceConfig.Builder twoCores = stuck.virtualNodeMode(true).packetsPerDestination(1);
    assertEquals(4, deliveries(twoCores.build(), 20_000).size());
  }

  @Test
  void shouldSendToEachNeighbourInTurn() {
    final ReferenceConfig config =
        ReferenceConfig.builder(4, 1, 2).traffic(Traffic.NEIGHBOUR).probability(0.0002).build();
    final int[] ports = {0, 1, 4, 5};
    final List<Delivery> deliveries = deliveries(config, 50_000);
    assertTrue(deliveries.size() > 40);
    for (final Delivery delivery : deliveries) {
      final int port = ports[(int) (delivery.sequence() % 4)];
      assertEquals(1 << port, delivery.hintBits());
      assertEquals(config.shape().neighbour(delivery.source(), port), delivery.destination());
      assertEquals(1, delivery.hops());
      assertTrue(delivery.responseTicks() >= 286);
    }
    assertEquals(1.0, config.meanHops());
    // 1.05 GB/s each way: all six links of a node at once.
    final ReferenceTorus saturated =
        new ReferenceTorus(
            ReferenceConfig.builder(3, 3, 3).traffic(Traffic.NEIGHBOUR).saturated().build());
    assertEquals(1.0, ReferenceWindow.measure(saturated, 2_720, 8_160, 272).linkUtilization(), .01);
  }

  @Test
  void shouldDeliverACopyOfABroadcastAtEveryNodeOnTheWay() {
    for (final Escape escape : Escape.values()) {
      final ReferenceConfig config =
          ReferenceConfig.builder(5, 1, 3)
              .traffic(Traffic.BROADCAST)
              .probability(1e-5)
              .escape(escape)
              .build();
      assertEquals((4 + 4 + 2 + 2) / 4.0, config.meanHops());
      final int[] ports = {0, 1, 4, 5};
      final List<Delivery> deliveries = deliveries(config, 60_000);
      final Map<List<Long>, Integer> copies = new HashMap<>();
      for (final Delivery delivery : deliveries) {
        final int port = ports[(int) (delivery.sequence() % 4)];
        int node = delivery.source();
        for (int hop = 0; hop < delivery.hops(); hop++) {
          node = config.shape().neighbour(node, port);
        }
        assertEquals(node, delivery.destination());
        assertEquals(3, delivery.packetClass());
        copies.merge(List.of((long) delivery.source(), delivery.sequence()), 1, Integer::sum);
      }
      assertTrue(copies.size() >= 5);
      copies.forEach(
          (packet, count) -> assertEquals(packet.get(1) % 4 < 2 ? 4 : 2, count, "copies"));
      // So few that most are alone: 8 + 18·h + 260 at the h-th node.
      final long alone =
          deliveries.stream().filter(d -> d.responseTicks() == 268 + 18L * d.hops()).count();
      assertTrue(alone > 0.8 * deliveries.size());
    }
  }

  @Test
  void shouldBroadcastUnderSaturationWithoutStalling() {
    for (final Escape escape : Escape.values()) {
      final ReferenceTorus machine =
          new ReferenceTorus(
              ReferenceConfig.builder(4, 3, 1)
                  .traffic(Traffic.BROADCAST)
                  .saturated()
                  .escape(escape)
                  .escapeVcBytes(512)
                  .receptionBytes(256)
                  .drainBytesPerTick(0.9)
                  .packetBytes(ALL_SIZES)
                  .build());
      for (long stop = 2_000; stop <= 20_000; stop += 2_000) {
        final long before = machine.packetsDelivered();
        machine.run(stop);
        machine.checkConservation();
        assertTrue(machine.packetsDelivered() > before, "stalled before " + stop);
      }
    }
  }

  @Test
  void shouldGoPlusHalfWayRoundWithHintRegisters() {
    final ReferenceConfig config =
        ReferenceConfig.builder(4, 2, 1).hintRegisters(true).allToAll(1).build();
    for (final Delivery delivery : deliveries(config, 20_000)) {
      assertEquals(0, delivery.hintBits() & 0b001000, "never y−");
      final int apart = Math.floorMod(delivery.destination() - delivery.source(), 4);
      assertEquals(apart == 3, (delivery.hintBits() & 0b10) != 0, "x− only for one hop");
    }
  }

  @Test
  void shouldChooseHotDestinations() {
    final ReferenceConfig.Builder builder =
        ReferenceConfig.builder(4, 4, 2).traffic(Traffic.HOT_REGION).hotBox(2, 2, 1);
    final ReferenceConfig always = builder.hotFraction(1).build();
    assertTrue(
        deliveries(always, 5_000).stream().allMatch(d -> always.hotMember(d.destination()) >= 0));
    final ReferenceConfig quarter = builder.hotFraction(0.25).probability(0.002).build();
    final List<Delivery> some = deliveries(quarter, 40_000);
    final double toBox = some.stream().filter(d -> quarter.hotMember(d.destination()) >= 0).count();
    // A quarter, and 4 (3 from inside) of 31 of the rest; mean 3.875 over the sources.
    final double share = 0.25 + 0.75 * 3.875 / 31;
    assertEquals(share, toBox / some.size(), 4 * Math.sqrt(share / some.size()));
    // From the corner box of two in a ring of four: I = 2, O = 2·(1 + 2); over B and N.
    final ReferenceConfig ring =
        ReferenceConfig.builder(4, 1, 1)
            .traffic(Traffic.HOT_REGION)
            .hotBox(2, 1, 1)
            .hotFraction(1)
            .build();
    assertEquals((2.0 / 1 + 6.0 / 2) / 4, ring.meanHops());
    // A box of one node, or of all, is as far as any.
    for (final int[] box : new int[][] {{1, 1, 1}, {4, 4, 2}}) {
      final ReferenceConfig all = builder.hotBox(box[0], box[1], box[2]).hotFraction(1).build();
      assertEquals(all.uniformMeanHops(), all.meanHops(), 1e-12);
    }
  }

  @Test
  void shouldSendWithinPlanesAndLines() {
    for (final String dimensions : List.of("x", "yz", "xz", "xyz")) {
      final ReferenceConfig config =
          ReferenceConfig.builder(4, 3, 2).dimensions(dimensions).allToAll(2).build();
      final int members = config.shape().members(dimensions);
      final Map<List<Integer>, Integer> counts = new HashMap<>();
      for (final Delivery d : deliveries(config, 40_000)) {
        counts.merge(List.of(d.source(), d.destination()), 1, Integer::sum);
        for (int dimension = 0; dimension < 3; dimension++) {
          assertTrue(
              dimensions.indexOf("xyz".charAt(dimension)) >= 0
                  || config.shape().coordinate(d.source(), dimension)
                      == config.shape().coordinate(d.destination(), dimension));
        }
      }
      assertEquals(24 * (members - 1), counts.size());
      assertTrue(counts.values().stream().allMatch(count -> count == 2));
    }
  }

  @Test
  void shouldTakeNoLongerThroughThePipeline() {
    final ReferenceConfig config =
        ReferenceConfig.builder(8, 4, 1).uniform(2e-4).pipelined(true).build();
    final ReferenceTorus machine = new ReferenceTorus(config);
    final Map<Integer, Long> least = new HashMap<>();
    machine.listen(d -> least.merge(d.hops(), d.responseTicks(), Math::min));
    machine.run(20_000);
    machine.checkConservation();
    assertEquals(6, least.size());
    least.forEach((hops, ticks) -> assertEquals(268 + 18L * hops, ticks));
  }

  @ParameterizedTest
  @CsvSource({"4,4,4,10000", "8,8,1,10000", "5,3,2,24000"})
  @Trap(
      number = 14,
      fallenInto =
          "a receiver that skips a tick now and then (the reference model's gap): links as busy as"
              + " before, and buffers twice as full",
      shown = Trap.Shown.IN_THE_TEST)
  void shouldUseLinksAlikeInAPipelineAndFillBuffersWithGaps(int x, int y, int z, long toTick) {
    final ReferenceConfig oneStep = ReferenceConfig.builder(x, y, z).saturated().build();
    final ReferenceWindow plain = window(oneStep, toTick);
    final ReferenceWindow pipelined = window(oneStep.toBuilder().pipelined(true).build(), toTick);
    assertEquals(plain.linkUtilization(), pipelined.linkUtilization(), 0.02);
    assertEquals(1, pipelined.topRangeShare() / plain.topRangeShare(), 0.35, "buffers as full");
    // The gap in the receivers lets packets in from the injection FIFOs: fuller buffers.
    final ReferenceWindow gaps = window(oneStep.toBuilder().gapProbability(0.2).build(), toTick);
    assertEquals(plain.linkUtilization(), gaps.linkUtilization(), 0.02);
    assertTrue(gaps.topRangeShare() > 2 * plain.topRangeShare(), plain + " " + gaps);
    final ReferenceWindow always = window(oneStep.toBuilder().gapProbability(1).build(), toTick);
    assertTrue(always.linkUtilization() < 0.75 * plain.linkUtilization(), "collapses: " + always);
  }

  private static ReferenceWindow window(ReferenceConfig config, long toTick) {
    return ReferenceWindow.measure(new ReferenceTorus(config), 4_000, toTick, 100);
  }

  @Test
  void shouldConserveTokensWithAnySwitches() {
    for (long seed = 0; seed < 60; seed++) {
      final ReferenceConfig config = randomConfig(seed);
      final ReferenceTorus machine = new ReferenceTorus(config);
      for (long stop = 1; stop <= 1_500; stop += 3) {
        machine.run(stop);
        machine.checkConservation();
      }
      assertTrue(machine.packetsDelivered() > 0, "seed " + seed);
      assertTrue(config.saturated() || machine.excessTicksMin() >= 0, "seed " + seed);
    }
  }

  /** A small machine with every new switch thrown at random; the seed replays it. */
  private static ReferenceConfig randomConfig(long seed) {
    final Random random = new Random(seed);
    final String[][] orders = {
      {"x", "y", "z"}, {"z", "x", "y"}, {"x+", "y+", "z+", "x-", "y-", "z-"}
    };
    final ReferenceConfig.Builder builder =
        ReferenceConfig.builder(2 + random.nextInt(3), 1 + random.nextInt(3), 1 + random.nextInt(2))
            .seed(seed)
            .dynamicVcs(random.nextInt(5))
            .escapeVcBytes(512 + 32 * random.nextInt(17))
            .totalVcBytes(random.nextInt(4) == 0 ? 3072 : 0)
            .escape(random.nextBoolean() ? Escape.BUBBLE : Escape.DATELINE)
            .escapeOrder(orders[random.nextInt(3)])
            .originalBubbleRule(random.nextInt(4) == 0)
            .paths(1 + random.nextInt(2))
            .staticRouting(random.nextInt(3) == 0)
            .hintRegisters(random.nextBoolean())
            .bypass(random.nextBoolean())
            .tokenAckBytes(new int[] {12, 0, 1, 8, 64}[random.nextInt(5)])
            .tokenAckMerging(random.nextBoolean())
            .virtualNodeMode(random.nextBoolean())
            .injectionBytes(random.nextBoolean() ? 0 : 256 + 32 * random.nextInt(9))
            .receptionBytes(random.nextBoolean() ? 0 : 256 + 32 * random.nextInt(9))
            .drainBytesPerTick(0.3 + random.nextInt(4))
            .highPriorityProbability(random.nextBoolean() ? 0.003 : 0)
            .packetBytes(random.nextBoolean() ? ALL_SIZES : new int[] {256})
            .traffic(any(random, Traffic.values()))
            .probability(0.01)
            .hotBox(1 + random.nextInt(2), 1, 1)
            .dimensions(random.nextBoolean() ? "xyz" : "x")
            .packetsPerDestination(2)
            .pipelined(random.nextInt(4) == 0)
            .gapProbability(random.nextInt(4) == 0 ? 0.2 : 0);
    final ReferenceConfig config = builder.build();
    if (config.traffic() != Traffic.ALL_TO_ALL && random.nextInt(3) == 0) {
      return builder.saturated().build();
    }
    final InjectionChoice choice = any(random, InjectionChoice.values());
    return choice == InjectionChoice.SHORTEST && config.injectionBytes() == 0
        ? config
        : builder.injectionChoice(choice).build();
  }

  private static <T> T any(Random random, T[] values) {
    return values[random.nextInt(values.length)];
  }

  @Test
  void shouldRefuseWhatHasNoMeaning() {
    final ReferenceConfig.Builder machine = ReferenceConfig.builder(4, 4, 4);
    assertRefused(machine.injectionChoice(InjectionChoice.SHORTEST));
    assertRefused(machine.injectionChoice(InjectionChoice.DIRECTION).saturated());
    assertRefused(ReferenceConfig.builder(4, 4, 4).hotBox(5, 1, 1));
    assertRefused(ReferenceConfig.builder(4, 4, 4).escapeOrder("x", "y", "y"));
    assertRefused(ReferenceConfig.builder(4, 4, 1).dimensions("z").allToAll(1));
    assertRefused(ReferenceConfig.builder(4, 4, 4).allToAll(1).saturated());
    assertRefused(ReferenceConfig.builder(4, 4, 4).injectionBytes(128));
    assertRefused(ReferenceConfig.builder(4, 4, 4).tokenAckBytes(65));
  }

  private static void assertRefused(ReferenceConfig.Builder builder) {
    assertThrows(IllegalArgumentException.class, builder::build);
  }
}
