package io.hopwright.models.reference.extoll;

import static io.hopwright.models.reference.extoll.ExtollTestMachine.drain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.extoll.ReferenceExtoll.Delivery;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Properties of the reference EXTOLL that need no second implementation. */
class ReferenceExtollTest {
  private static List<Delivery> deliveries(ExtollTestMachine machine) {
    final List<Delivery> deliveries = new ArrayList<>();
    final ReferenceExtoll extoll = machine.build();
    extoll.listen(deliveries::add);
    drain(extoll);
    assertTrue(extoll.isHome());
    assertTrue(extoll.isSettled());
    return deliveries;
  }

  /** Packets are so rare that they never meet. */
  @ParameterizedTest
  @ValueSource(strings = {"tourmalet", "fpga"})
  void shouldTakeTheSumOfItsPartsInAnEmptyNetwork(String nic) {
    final boolean fpga = nic.equals("fpga");
    final List<Delivery> deliveries =
        deliveries(
            ExtollTestMachine.of(4, 2, 4)
                .with("machine.nic", nic, "workload.load", 1e-6, "workload.messageBytes", 17)
                .bornBefore(fpga ? 600_000_000 : 100_000_000));
    assertTrue(deliveries.size() > 100);
    for (final Delivery delivery : deliveries) {
      assertEquals(0, delivery.excessTicks());
      final int links = delivery.packet().links();
      assertEquals(
          fpga ? 2 * 3_150 + 3_780 * links + 3 * 126 : 2 * 504 + 756 * links + 3 * 20,
          delivery.tick() - delivery.packet().birthTick);
    }
  }

  /** Packets of a message follow each other at the rate of their unit. */
  @Test
  void shouldCutMessages() {
    final List<Delivery> deliveries =
        deliveries(
            ExtollTestMachine.of(2, 1, 1)
                .with("workload.kind", "all-to-all", "workload.messageBytes", 1_009));
    assertEquals(6, deliveries.size());
    final List<Delivery> first =
        deliveries.stream().filter(delivery -> delivery.packet().source == 0).toList();
    assertEquals(List.of(496, 496, 17), first.stream().map(d -> d.packet().dataBytes).toList());
    // the ticks of 32 cells and three of the last packet
    final long empty = 2 * 504 + 756;
    assertEquals(
        List.of(empty + 640, empty + 1_280, empty + 1_340),
        first.stream().map(Delivery::tick).toList());
  }

  /** An output serves its inputs in turn: a third unit gets a third of a link. */
  @Test
  void shouldDivideALinkAmongUnits() {
    final ReferenceExtoll machine =
        ExtollTestMachine.of(2, 1, 1)
            .with("workload.units", 3, "workload.load", "saturated")
            .build();
    machine.run(100_000);
    final long before = machine.count(ReferenceMachine.DELIVERED);
    machine.run(100_000 + 640_000);
    assertEquals(2_000, machine.count(ReferenceMachine.DELIVERED) - before);
  }

  /** Each failed attempt costs its time, and twice a hop before the next. */
  @Test
  void shouldRepeatWhatFails() {
    final List<Delivery> deliveries =
        deliveries(
            ExtollTestMachine.of(2, 1, 1)
                .with("link.bitErrorRate", 1e-3, "workload.load", 1e-5)
                .with("workload.messageBytes", 1, "workload.units", 1)
                .bornBefore(100_000_000));
    long repeated = 0;
    for (final Delivery delivery : deliveries) {
      repeated += delivery.excessTicks() / (40 + 2 * 756);
    }
    // of 256 bits
    final double fails = 1 - Math.pow(0.999, 256);
    assertEquals(fails / (1 - fails), repeated / (double) deliveries.size(), 0.04);
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "all-to-all", "all-to-all-random", "permutation"})
  void shouldNotDependOnTheOrderOfEventsAndNodes(String kind) {
    ExtollTestMachine.of(4, 3, 2)
        .with("workload.kind", kind, "workload.load", 0.9, "workload.units", 2)
        .with("workload.messageBytes", List.of(40, 700, 3_000), "link.bitErrorRate", 1e-6)
        .bornBefore(8_000)
        .assertSameBackwards();
  }

  /** All nodes send as much as they can into the smallest possible buffers. */
  @ParameterizedTest
  @ValueSource(strings = {"uniform", "permutation", "incast"})
  void shouldGoOnForEverAtSaturation(String kind) {
    final ReferenceExtoll machine =
        ExtollTestMachine.of(5, 4, 1)
            .with("workload.kind", kind, "workload.target", 7, "workload.load", "saturated")
            .with("router.vcBytes", 496, "unit.bufferBytes", 496, "workload.units", 3)
            .build();
    for (long tick = 50_000; tick < 500_000; tick += 50_000) {
      final long before = machine.count(ReferenceMachine.DELIVERED);
      machine.run(tick);
      machine.checkConservation();
      assertTrue(machine.count(ReferenceMachine.DELIVERED) > before + 25);
    }
  }
}
