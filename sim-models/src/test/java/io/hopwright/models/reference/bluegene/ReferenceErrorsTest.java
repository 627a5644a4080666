package io.hopwright.models.reference.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.ReferenceMachine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Properties of links with errors (section "Link errors" of the rules). */
class ReferenceErrorsTest {
  private static final List<Integer> ALL_SIZES = List.of(32, 64, 96, 128, 160, 192, 224, 256);

  /** Bit error rate that damages a packet of 256 B with probability 0.1. */
  private static final double TENTH = 5.07e-5;

  @Test
  @Tag("slow")
  void shouldDeliverExactlyOnceWhateverIsDamaged() {
    for (final Toy toy :
        List.of(
            Toy.torus(3, 2, 2).allToAll(2).with("workload.packetBytes", ALL_SIZES),
            Toy.torus(5, 2, 1).allToAll(1).with("router.routing", "static"),
            Toy.torus(4, 2, 1).allToAll(1).with("router.dynamicVcs", 0, "router.paths", 1),
            Toy.torus(4, 3, 1).allToAll(1).with("router.escape", "dateline"),
            Toy.torus(3, 2, 1).allToAll(2).with("reception.bytes", 256),
            Toy.torus(2, 2, 1).allToAll(4).with("link.retransmissionBytes", 264),
            Toy.torus(3, 2, 1).allToAll(4).with("link.timeoutTicks", 1_020, "link.hopTicks", 9),
            Toy.torus(3, 2, 1).allToAll(2).with("link.ackDelayTicks", 0),
            Toy.torus(3, 2, 1)
                .allToAll(2)
                .with("router.arbitrationTicks", 32, "router.vcEntryTicks", 400))) {
      final ReferenceTorus machine = toy.with("link.bitErrorRate", 3e-4).machine();
      while (!machine.isHome() || machine.tick() == 0) {
        machine.run(machine.tick() + 41);
        machine.checkConservation();
        assertTrue(machine.tick() < 1_000_000, "drains");
      }
      final int nodes = machine.config.nodes();
      final long all = (long) nodes * (nodes - 1) * machine.config.packetsPerDestination;
      assertEquals(all, machine.count(ReferenceMachine.DELIVERED));
      assertTrue(machine.count("packetsDropped") > 0);
    }
  }

  /**
   * The expected rate is {@code S / (C + Θ·ε/(1 − ε))} of the rules, less the cost of damaged
   * token-acks.
   */
  @Test
  void shouldLoseATimeOutWithEachDamagedPacket() {
    final ReferenceTorus machine =
        Toy.torus(2, 1, 1)
            .saturated()
            .with("workload.kind", "neighbours", "link.bitErrorRate", TENTH)
            .machine();
    final long ticks = 400_000;
    machine.run(ticks);
    final double ofPacket = 0.1001;
    final double ofAck = 0.0049;
    final double lost = 2_400 * (ofPacket / (1 - ofPacket) + ofAck / (1 - ofAck));
    final double goodput = machine.count("goodBytes") / (4.0 * ticks);
    assertEquals(256 / (272 + lost), goodput, 0.02);
  }

  @Test
  void shouldKeepTheOrderOfStaticPackets() {
    final ReferenceTorus machine =
        Toy.torus(4, 3, 1)
            .saturated()
            .with("router.routing", "static", "link.bitErrorRate", TENTH)
            .machine();
    final Map<List<Integer>, Long> last = new HashMap<>();
    machine.listen(
        delivery -> {
          final List<Integer> way =
              List.of(delivery.source(), delivery.destination(), delivery.hintBits());
          final Long before = last.put(way, delivery.firstByteTick());
          assertTrue(before == null || before < delivery.firstByteTick(), "overtaken: " + delivery);
        });
    machine.run(50_000);
    assertTrue(machine.count(ReferenceMachine.DELIVERED) > 500);
  }
}
