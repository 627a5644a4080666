package io.hopwright.models.reference.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.bluegene.ReferenceDraws.Purpose;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What must hold for the reference torus without a second model to compare it with. */
class ReferenceTorusTest {
  private static final int[] ALL_SIZES = {32, 64, 96, 128, 160, 192, 224, 256};

  /**
   * A transmission booked in the last tick may last this much longer: 260 bytes, less that tick.
   */
  private static final int OVERHANG_BYTES = 259;

  @Test
  void shouldDrawKeysLikeSplitMix64() {
    // The published first outputs of SplitMix64 seeded with 0.
    final ReferenceDraws draws = new ReferenceDraws(0);
    assertEquals(0xE220A8397B1DCDAFL, draws.key(Purpose.DESTINATION));
    assertEquals(0x6E789E6AA1B965F4L, draws.key(Purpose.TIE));
    assertEquals(0x06C45D188009454FL, draws.key(Purpose.GAP));
  }

  @Test
  void shouldPickAndDecideAtTheEdges() {
    assertEquals(0, ReferenceDraws.pick(0L, 7));
    assertEquals(6, ReferenceDraws.pick(-1L, 7));
    assertTrue(ReferenceDraws.chance(-1L, 1.0), "f = 1 always");
    assertTrue(!ReferenceDraws.chance(0L, 0.0), "f = 0 never");
    assertTrue(ReferenceDraws.chance(0x7FFFFFFF_FFFFFFFFL, 0.5));
    assertTrue(!ReferenceDraws.chance(0x80000000_00000000L, 0.5));
  }

  @Test
  void shouldPermuteRanksBijectively() {
    final ReferenceDraws draws = new ReferenceDraws(42);
    for (int nodes = 2; nodes <= 4100; nodes += nodes < 80 ? 1 : 67) {
      for (final int source : new int[] {0, nodes / 2, nodes - 1}) {
        final BitSet destinations = new BitSet();
        for (int rank = 0; rank < nodes - 1; rank++) {
          final int j = draws.permute(source, 0, rank, nodes - 1);
          destinations.set(ReferenceDraws.other(source, j));
        }
        assertEquals(nodes - 1, destinations.cardinality(), "destinations among " + nodes);
        assertTrue(!destinations.get(source), "never to itself");
        assertEquals(nodes, Math.max(destinations.length(), source + 1), "within the machine");
      }
    }
  }

  @Test
  void shouldTakeTheLogarithmOfADraw() {
    final ReferenceDraws draws = new ReferenceDraws(1);
    final Random random = new Random(7);
    for (int i = 0; i < 100_000; i++) {
      final long draw = (random.nextLong() >>> random.nextInt(40)) | 1;
      final double u = ((draw >>> 1) * 2.0 + 1) * 0x1p-64;
      final double exact = -StrictMath.log(u) / StrictMath.log(2);
      // A chord of 1/1024 of an octave misses the logarithm by at most 1.8e-7.
      assertEquals(exact, draws.minusLog2(draw) * 0x1p-32, 2e-7, "draw " + draw);
    }
  }

  @Test
  void shouldDrawGeometricGaps() {
    final ReferenceDraws draws = new ReferenceDraws(3);
    final int samples = 200_000;
    for (final double p : new double[] {0.9, 0.5, 0.05, 0.001, 1e-6}) {
      final long scale = ReferenceDraws.scale(p);
      final long median = (long) Math.ceil(-Math.log(2) / Math.log1p(-p));
      final long[] thresholds = {1, median, 3 * median, 6 * median};
      final int[] above = new int[thresholds.length];
      double sum = 0;
      for (int s = 0; s < samples; s++) {
        final long gap = draws.gap(5, 0, s, scale);
        assertTrue(gap >= 1);
        sum += gap;
        for (int i = 0; i < thresholds.length; i++) {
          above[i] += gap > thresholds[i] ? 1 : 0;
        }
      }
      final double deviation = Math.sqrt(1 - p) / p / Math.sqrt(samples);
      assertEquals(1 / p, sum / samples, 4 * deviation, "mean gap at " + p);
      for (int i = 0; i < thresholds.length; i++) {
        final double tail = Math.pow(1 - p, (double) thresholds[i]);
        assertEquals(
            tail,
            (double) above[i] / samples,
            4 * Math.sqrt(tail * (1 - tail) / samples) + 1e-9,
            "tail beyond " + thresholds[i] + " at " + p);
      }
    }
    assertEquals(1, draws.gap(5, 0, 0, ReferenceDraws.scale(1.0)), "p = 1: a packet in every tick");
  }

  @Test
  void shouldMeetZeroLoadLatencyAtEveryHopCount() {
    final ReferenceConfig ring = ReferenceConfig.builder(16, 1, 1).uniform(3e-4).build();
    final ReferenceConfig torus =
        ReferenceConfig.builder(5, 4, 3).uniform(1.5e-4).packetBytes(256, 32).build();
    for (final ReferenceConfig config :
        List.of(
            ring,
            ring.toBuilder().arbitrationTicks(7).vcEntryTicks(5).build(),
            ring.toBuilder().arbitrationTicks(2).vcEntryTicks(3).bypass(false).build(),
            ring.toBuilder()
                .staticRouting(true)
                .packetBytes(32)
                .highPriorityProbability(3e-4)
                .build(),
            torus,
            torus.toBuilder().dynamicVcs(0).bypass(false).build(),
            torus.toBuilder().staticRouting(true).regrantTicks(2).build())) {
      final ReferenceTorus machine = new ReferenceTorus(config);
      // Least response per class, hops and bytes.
      final Map<List<Integer>, Long> least = new HashMap<>();
      machine.listen(
          delivery ->
              least.merge(
                  List.of(delivery.packetClass(), delivery.hops(), delivery.bytes()),
                  delivery.responseTicks(),
                  Math::min));
      machine.run(20_000);
      final int diameter = config.kx() / 2 + config.ky() / 2 + config.kz() / 2;
      final int classes = config.highPriorityProbability() > 0 ? 2 : 1;
      assertEquals(
          diameter * classes * config.packetBytes().length, least.size(), "all hop counts");
      least.forEach(
          (key, ticks) ->
              assertEquals(machine.zeroLoadTicks(key.get(1), key.get(2)), ticks, "least " + key));
      assertEquals(0, machine.excessTicksMin());
    }
    assertEquals(8 + 18 * 3 + 260, new ReferenceTorus(ring).zeroLoadTicks(3, 256));
  }

  @Test
  void shouldDeliverAllToAllExactlyOnceAndBringAllTokensHome() {
    for (final ReferenceConfig config :
        List.of(
            ReferenceConfig.builder(4, 4, 4).allToAll(1).build(),
            ReferenceConfig.builder(5, 3, 2).allToAll(3).packetBytes(ALL_SIZES).build(),
            ReferenceConfig.builder(5, 3, 2).allToAll(2).staticRouting(true).build(),
            ReferenceConfig.builder(8, 2, 2).allToAll(2).dynamicVcs(0).escapeVcBytes(512).build(),
            ReferenceConfig.builder(2, 1, 1).allToAll(20).jsq(false).regrantTicks(2).build(),
            ReferenceConfig.builder(6, 5, 3).allToAll(1).vcBytes(256).paths(1).build())) {
      final int nodes = config.nodes();
      final int packets = config.packetsPerDestination();
      final ReferenceTorus machine = new ReferenceTorus(config);
      final int[][] delivered = new int[nodes][nodes];
      machine.listen(delivery -> delivered[delivery.source()][delivery.destination()]++);
      while (!machine.isHome() || machine.tick() == 0) {
        machine.run(machine.tick() + 500);
        machine.checkConservation();
        assertTrue(machine.tick() < 100_000, "drains");
      }
      for (int source = 0; source < nodes; source++) {
        for (int destination = 0; destination < nodes; destination++) {
          assertEquals(source == destination ? 0 : packets, delivered[source][destination]);
        }
      }
      final long all = (long) nodes * (nodes - 1) * packets;
      assertEquals(all, machine.packetsInjected());
      assertEquals(all, machine.packetsDelivered());
      assertEquals(config.meanHops(), (double) machine.packetHops() / all, 1e-12);
      assertEquals(12 * machine.packetHops(), machine.tokenAckBytes(), "one token-ack per hop");
      long dataBytes = 0;
      for (int vc = 0; vc < machine.vcs(); vc++) {
        dataBytes += machine.dataBytes(vc);
      }
      if (config.packetBytes().length == 1) {
        assertEquals(260 * machine.packetHops(), dataBytes);
      }
    }
  }

  @Test
  void shouldKnowMeanHopsFromTheory() {
    // Per dimension the distances from one node sum to ⌊k²/4⌋.
    for (final int[] k : new int[][] {{4, 4, 4}, {5, 3, 2}, {8, 2, 2}, {2, 1, 1}, {6, 5, 3}}) {
      final int nodes = k[0] * k[1] * k[2];
      double sum = 0;
      for (final int size : k) {
        sum += (double) Math.floorDiv(size * size, 4) * nodes / size;
      }
      final ReferenceConfig config = ReferenceConfig.builder(k[0], k[1], k[2]).build();
      assertEquals(sum / (nodes - 1), config.meanHops(), 1e-12);
    }
  }

  @Test
  void shouldNotStallWhenSaturatedWithMixedSizes() {
    final ReferenceConfig ring =
        ReferenceConfig.builder(8, 1, 1).saturated().packetBytes(ALL_SIZES).build();
    for (final ReferenceConfig config :
        List.of(
            ring,
            ring.toBuilder().dynamicVcs(0).escapeVcBytes(512).build(),
            ring.toBuilder().staticRouting(true).inNetworkPriority(0).slqFraction(0).build(),
            ReferenceConfig.builder(4, 4, 4).saturated().packetBytes(ALL_SIZES).build())) {
      final ReferenceTorus machine = new ReferenceTorus(config);
      for (long stop = 4_000; stop <= 200_000; stop += 4_000) {
        final long deliveredBefore = machine.packetsDelivered();
        machine.run(stop);
        machine.checkConservation();
        assertTrue(machine.packetsDelivered() > deliveredBefore, "stalled before " + stop);
      }
      assertLinksAtMostFullyUsed(config, machine);
    }
  }

  @Test
  void shouldNeverUseALinkMoreThanFully() {
    for (final int regrantTicks : new int[] {0, 2}) {
      final ReferenceConfig config =
          ReferenceConfig.builder(3, 4, 1)
              .saturated()
              .regrantTicks(regrantTicks)
              .highPriorityProbability(0.002)
              .packetBytes(32, 256)
              .build();
      final ReferenceTorus machine = new ReferenceTorus(config);
      for (long stop = 1; stop <= 5_000; stop += 13) {
        machine.run(stop);
        assertLinksAtMostFullyUsed(config, machine);
      }
    }
  }

  private static void assertLinksAtMostFullyUsed(ReferenceConfig config, ReferenceTorus machine) {
    for (int node = 0; node < config.nodes(); node++) {
      for (int port = 0; port < 6; port++) {
        final long bytes =
            machine.linkDataBytes(node, port) + machine.linkTokenAckBytes(node, port);
        assertTrue(bytes <= machine.tick() + OVERHANG_BYTES, "node " + node + " port " + port);
      }
    }
  }

  @Test
  void shouldKeepOrderOfStaticAndHighPriorityPackets() {
    final ReferenceConfig config =
        ReferenceConfig.builder(3, 4, 2)
            .saturated()
            .staticRouting(true)
            .packetBytes(ALL_SIZES)
            .highPriorityProbability(0.004)
            .build();
    final ReferenceTorus machine = new ReferenceTorus(config);
    // The way is part of the key: half way round a ring the tie is drawn per packet.
    final Map<List<Integer>, Long> lastFirstByte = new HashMap<>();
    machine.listen(
        delivery -> {
          final List<Integer> way =
              List.of(
                  delivery.source(),
                  delivery.destination(),
                  delivery.packetClass(),
                  delivery.hintBits());
          final Long before = lastFirstByte.put(way, delivery.firstByteTick());
          assertTrue(before == null || before < delivery.firstByteTick(), "overtaken: " + delivery);
        });
    machine.run(30_000);
    assertEquals(0, machine.dataBytes(0) + machine.dataBytes(1), "dynamic VCs stay unused");
    assertTrue(machine.dataBytes(2) > 0 && machine.dataBytes(3) > 0);
  }

  @Test
  void shouldBookOneHopInItsTick() {
    // Two nodes, one packet each way, one hop: grant at 8, delivered at 286, acknowledged at 308.
    final ReferenceTorus machine =
        new ReferenceTorus(ReferenceConfig.builder(2, 1, 1).allToAll(1).build());
    machine.run(8);
    assertEquals(0, machine.packetHops(), "still being written");
    machine.run(9);
    assertEquals(2, machine.packetHops(), "first byte at 8");
    machine.run(286);
    assertEquals(0, machine.packetsDelivered());
    machine.run(287);
    assertEquals(2, machine.packetsDelivered(), "8 + 18 + 260");
    assertEquals(24, machine.tokenAckBytes(), "queued and sent when the tail has left");
    machine.run(308);
    assertTrue(!machine.isHome());
    machine.run(309);
    assertTrue(machine.isHome(), "22 ticks for a token-ack");
    assertEquals(2 * 286, machine.responseTicksSum());
    assertEquals(2 * 278, machine.networkLatencyTicksSum());
    assertEquals(0, machine.excessTicksMax());
  }

  @Test
  void shouldConserveTokensInEveryTickOfAnyMachine() {
    for (long seed = 0; seed < 24; seed++) {
      final ReferenceTorus machine = new ReferenceTorus(randomConfig(seed));
      for (long stop = 1; stop <= 1_000; stop++) {
        machine.run(stop);
        machine.checkConservation();
      }
      assertTrue(machine.packetsDelivered() > 0, "seed " + seed);
    }
  }

  /** A small machine with every switch thrown at random; the seed replays it. */
  private static ReferenceConfig randomConfig(long seed) {
    final Random random = new Random(seed);
    final ReferenceConfig.Builder builder =
        ReferenceConfig.builder(2 + random.nextInt(3), 1 + random.nextInt(3), 1 + random.nextInt(2))
            .seed(seed)
            .dynamicVcs(random.nextInt(5))
            .vcBytes(256 + 32 * random.nextInt(25))
            .escapeVcBytes(512 + 32 * random.nextInt(17))
            .paths(1 + random.nextInt(4))
            .jsq(random.nextBoolean())
            .slqFraction(random.nextInt(5) / 4.0)
            .inNetworkPriority(random.nextInt(5) / 4.0)
            .staticRouting(random.nextInt(3) == 0)
            .bypass(random.nextBoolean())
            .arbitrationTicks(random.nextInt(3) * 4)
            .vcEntryTicks(random.nextInt(3) * 3)
            .regrantTicks(random.nextInt(3))
            .highPriorityProbability(random.nextBoolean() ? 0.003 : 0)
            .packetBytes(random.nextBoolean() ? ALL_SIZES : new int[] {256});
    return switch (random.nextInt(3)) {
      case 0 -> builder.uniform(0.01).build();
      case 1 -> builder.allToAll(5).build();
      default -> builder.saturated().build();
    };
  }

  @Test
  void shouldGiveTheSameDigestInPieces() {
    final ReferenceConfig config =
        ReferenceConfig.builder(3, 3, 2).uniform(0.005).packetBytes(ALL_SIZES).build();
    final ReferenceTorus whole = new ReferenceTorus(config);
    whole.run(4_000);
    final ReferenceTorus pieces = new ReferenceTorus(config);
    for (long stop = 0; stop <= 4_000; stop += 8) {
      pieces.run(stop);
    }
    final ReferenceTorus other = new ReferenceTorus(config.toBuilder().seed(2).build());
    other.run(4_000);
    assertEquals(whole.digest(), pieces.digest());
    assertNotEquals(whole.digest(), other.digest());
  }
}
