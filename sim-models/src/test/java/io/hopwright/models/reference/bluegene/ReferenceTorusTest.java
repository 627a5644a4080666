package io.hopwright.models.reference.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.ReferenceMachine;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Properties of the reference torus that need no second implementation. */
class ReferenceTorusTest {
  private static final List<Integer> ALL_SIZES = List.of(32, 64, 96, 128, 160, 192, 224, 256);

  /**
   * A transmission booked in the last tick may last this much longer: 260 bytes, less that tick.
   */
  private static final int OVERHANG_BYTES = 259;

  @Test
  @Tag("slow")
  void shouldMeetZeroLoadLatencyAtEveryHopCount() {
    final Toy ring = Toy.torus(16, 1, 1).probability(3e-4);
    final Toy torus =
        Toy.torus(5, 4, 3).probability(1.5e-4).with("workload.packetBytes", List.of(256, 32));
    for (final Toy toy :
        List.of(
            ring,
            ring.with("router.arbitrationTicks", 7).with("router.vcEntryTicks", 5),
            ring.with("router.arbitrationTicks", 2)
                .with("router.vcEntryTicks", 3)
                .with("router.bypass", false),
            ring.with("router.routing", "static")
                .with("workload.packetBytes", List.of(32))
                .highPriority(3e-4),
            torus,
            torus.with("router.dynamicVcs", 0).with("router.bypass", false),
            torus.with("router.routing", "static").with("router.regrantTicks", 2))) {
      final ReferenceTorus machine = toy.machine();
      // Least response time by class, hops and bytes.
      final Map<List<Integer>, Long> least = new HashMap<>();
      machine.listen(
          delivery -> {
            least.merge(
                List.of(delivery.packetClass(), delivery.hops(), delivery.bytes()),
                delivery.responseTicks(),
                Math::min);
            assertTrue(delivery.excessTicks() >= 0, "excess: " + delivery);
          });
      machine.run(20_000);
      final ReferenceShape shape = machine.shape;
      final int diameter = shape.kx() / 2 + shape.ky() / 2 + shape.kz() / 2;
      final int classes = toy.highPriority() > 0 ? 2 : 1;
      assertEquals(
          diameter * classes * machine.config.packetBytes.all().size(),
          least.size(),
          "all hop counts");
      least.forEach(
          (key, ticks) ->
              assertEquals(machine.zeroLoadTicks(key.get(1), key.get(2)), ticks, "least " + key));
    }
    assertEquals(8 + 18 * 3 + 260, ring.machine().zeroLoadTicks(3, 256));
  }

  @Test
  @Tag("slow")
  void shouldDeliverAllToAllExactlyOnceAndBringAllTokensHome() {
    for (final Toy toy :
        List.of(
            Toy.torus(4, 4, 4).allToAll(1),
            Toy.torus(5, 3, 2).allToAll(3).with("workload.packetBytes", ALL_SIZES),
            Toy.torus(5, 3, 2).allToAll(2).with("router.routing", "static"),
            Toy.torus(8, 2, 2)
                .allToAll(2)
                .with("router.dynamicVcs", 0)
                .with("router.escapeVcBytes", 512),
            Toy.torus(2, 1, 1)
                .allToAll(20)
                .with("router.jsq", false)
                .with("router.regrantTicks", 2),
            Toy.torus(6, 5, 3).allToAll(1).with("router.vcBytes", 256).with("router.paths", 1))) {
      final ReferenceTorus machine = toy.machine();
      final int nodes = machine.config.nodes();
      final int packets = machine.config.packetsPerDestination;
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
      assertEquals(all, machine.count(ReferenceMachine.INJECTED));
      assertEquals(all, machine.count(ReferenceMachine.DELIVERED));
      assertEquals(
          machine.config.meanHops(), (double) machine.count(ReferenceMachine.HOPS) / all, 1e-12);
      assertEquals(
          12 * machine.count(ReferenceMachine.HOPS),
          Toy.tokenAckBytes(machine),
          "one token-ack per hop");
      long dataBytes = 0;
      for (int vc = 0; vc < machine.vcs.count; vc++) {
        dataBytes += machine.count("dataBytes." + vc);
      }
      if (machine.config.packetBytes.all().size() == 1) {
        assertEquals(260 * machine.count(ReferenceMachine.HOPS), dataBytes);
      }
    }
  }

  @Test
  void shouldKnowMeanHopsFromTheory() {
    // In each dimension the distances from one node sum to ⌊k²/4⌋.
    for (final int[] k : new int[][] {{4, 4, 4}, {5, 3, 2}, {8, 2, 2}, {2, 1, 1}, {6, 5, 3}}) {
      final int nodes = k[0] * k[1] * k[2];
      double sum = 0;
      for (final int size : k) {
        sum += (double) Math.floorDiv(size * size, 4) * nodes / size;
      }
      final double meanHops = Toy.torus(k[0], k[1], k[2]).config().meanHops();
      assertEquals(sum / (nodes - 1), meanHops, 1e-12);
    }
  }

  @Test
  @Tag("slow")
  void shouldNotStallWhenSaturatedWithMixedSizes() {
    assertNeverStalls(16_000);
  }

  @Test
  @Tag("slow")
  void shouldNotStallInTheLongRun() {
    assertNeverStalls(200_000);
  }

  private static void assertNeverStalls(long ticks) {
    final Toy ring = Toy.torus(8, 1, 1).saturated().with("workload.packetBytes", ALL_SIZES);
    for (final Toy toy :
        List.of(
            ring,
            ring.with("router.dynamicVcs", 0).with("router.escapeVcBytes", 512),
            ring.with("router.routing", "static")
                .with("router.inNetworkPriority", 0.0)
                .with("router.slqFraction", 0.0),
            Toy.torus(4, 4, 4).saturated().with("workload.packetBytes", ALL_SIZES))) {
      final ReferenceTorus machine = toy.machine();
      for (long stop = 4_000; stop <= ticks; stop += 4_000) {
        final long deliveredBefore = machine.count(ReferenceMachine.DELIVERED);
        machine.run(stop);
        machine.checkConservation();
        assertTrue(
            machine.count(ReferenceMachine.DELIVERED) > deliveredBefore, "stalled before " + stop);
      }
      assertLinksAtMostFullyUsed(machine);
    }
  }

  @Test
  void shouldNeverUseALinkMoreThanFully() {
    for (final int regrantTicks : new int[] {0, 2}) {
      final Toy toy =
          Toy.torus(3, 4, 1)
              .saturated()
              .with("router.regrantTicks", regrantTicks)
              .highPriority(0.002)
              .with("workload.packetBytes", List.of(32, 256));
      final ReferenceTorus machine = toy.machine();
      for (long stop = 1; stop <= 5_000; stop += 13) {
        machine.run(stop);
        assertLinksAtMostFullyUsed(machine);
      }
    }
  }

  private static void assertLinksAtMostFullyUsed(ReferenceTorus machine) {
    for (int node = 0; node < machine.config.nodes(); node++) {
      for (int port = 0; port < 6; port++) {
        final ReferenceTorusLink link = machine.node(node).outputs[port];
        final long bytes = link == null ? 0 : link.dataBytes + link.otherBytes;
        assertTrue(bytes <= machine.tick() + OVERHANG_BYTES, "node " + node + " port " + port);
      }
    }
  }

  @Test
  void shouldKeepOrderOfStaticAndHighPriorityPackets() {
    final Toy toy =
        Toy.torus(3, 4, 2)
            .saturated()
            .with("router.routing", "static")
            .with("workload.packetBytes", ALL_SIZES)
            .highPriority(0.004);
    final ReferenceTorus machine = toy.machine();
    // The direction is part of the key: half way round a ring the tie is drawn for each packet.
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
    assertEquals(
        0, machine.count("dataBytes.0") + machine.count("dataBytes.1"), "dynamic VCs stay unused");
    assertTrue(machine.count("dataBytes.2") > 0 && machine.count("dataBytes.3") > 0);
  }

  @Test
  void shouldBookOneHopInItsTick() {
    // Two nodes send one packet each over one hop: grant at 8, delivery at 286, acknowledgement at
    // 308.
    final ReferenceTorus machine = Toy.torus(2, 1, 1).allToAll(1).machine();
    final LongSummaryStatistics response = new LongSummaryStatistics();
    machine.listen(delivery -> response.accept(delivery.responseTicks()));
    machine.run(8);
    assertEquals(0, machine.count(ReferenceMachine.HOPS), "still being written");
    machine.run(9);
    assertEquals(2, machine.count(ReferenceMachine.HOPS), "first byte at 8");
    machine.run(286);
    assertEquals(0, machine.count(ReferenceMachine.DELIVERED));
    machine.run(287);
    assertEquals(2, machine.count(ReferenceMachine.DELIVERED), "8 + 18 + 260");
    assertEquals(24, Toy.tokenAckBytes(machine), "queued and sent when the tail has left");
    machine.run(308);
    assertTrue(!machine.isHome());
    machine.run(309);
    assertTrue(machine.isHome(), "22 ticks for a token-ack");
    assertEquals(2 * 286, response.getSum());
  }

  @Test
  void shouldConserveTokensInEveryTickOfAnyMachine() {
    assertConservesTokens(0, 4);
  }

  @Test
  @Tag("slow")
  void shouldConserveTokensInEveryTickOfManyMachines() {
    assertConservesTokens(4, 24);
  }

  private static void assertConservesTokens(long firstSeed, long endOfSeeds) {
    for (long seed = firstSeed; seed < endOfSeeds; seed++) {
      final ReferenceTorus machine = randomToy(seed).machine();
      for (long stop = 1; stop <= 1_000; stop++) {
        machine.run(stop);
        machine.checkConservation();
      }
      assertTrue(machine.count(ReferenceMachine.DELIVERED) > 0, "seed " + seed);
    }
  }

  /** Returns a small machine with random values for every switch; the seed reproduces it. */
  private static Toy randomToy(long seed) {
    final Random random = new Random(seed);
    final Toy builder =
        Toy.torus(2 + random.nextInt(3), 1 + random.nextInt(3), 1 + random.nextInt(2))
            .with("seed", seed)
            .with("router.dynamicVcs", random.nextInt(5))
            .with("router.vcBytes", 256 + 32 * random.nextInt(25))
            .with("router.escapeVcBytes", 512 + 32 * random.nextInt(17))
            .with("router.paths", 1 + random.nextInt(4))
            .with("router.jsq", random.nextBoolean())
            .with("router.slqFraction", random.nextInt(5) / 4.0)
            .with("router.inNetworkPriority", random.nextInt(5) / 4.0)
            .with("router.routing", random.nextInt(3) == 0 ? "static" : "dynamic")
            .with("router.bypass", random.nextBoolean())
            .with("router.arbitrationTicks", random.nextInt(3) * 4)
            .with("router.vcEntryTicks", random.nextInt(3) * 3)
            .with("router.regrantTicks", random.nextInt(3))
            .highPriority(random.nextBoolean() ? 0.003 : 0)
            .with("workload.packetBytes", random.nextBoolean() ? ALL_SIZES : List.of(256));
    return switch (random.nextInt(3)) {
      case 0 -> builder.probability(0.01);
      case 1 -> builder.allToAll(5);
      default -> builder.saturated();
    };
  }

  @Test
  void shouldGiveTheSameDigestInPieces() {
    final Toy toy = Toy.torus(3, 3, 2).probability(0.005).with("workload.packetBytes", ALL_SIZES);
    final ReferenceTorus whole = toy.machine();
    whole.run(4_000);
    final ReferenceTorus pieces = toy.machine();
    for (long stop = 0; stop <= 4_000; stop += 8) {
      pieces.run(stop);
    }
    final ReferenceTorus other = toy.with("seed", 2).machine();
    other.run(4_000);
    assertEquals(whole.digest(), pieces.digest());
    assertNotEquals(whole.digest(), other.digest());
  }
}
