package io.hopwright.models.reference.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.ReferenceMachine;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Paths around failed components (section "Failed nodes and links" of the rules). */
class ReferenceDeadPartsTest {
  private static final List<String> XYZ = List.of("x", "y", "z");

  /** Returns minimal hint bits; half way round a ring they are +. */
  private static int hintBits(ReferenceShape shape, int from, int to) {
    int bits = 0;
    for (int dimension = 0; dimension < 3; dimension++) {
      final int k = shape.size(dimension);
      final int delta =
          Math.floorMod(shape.coordinate(to, dimension) - shape.coordinate(from, dimension), k);
      bits |= delta == 0 ? 0 : (2 * delta <= k ? 1 : 2) << (2 * dimension);
    }
    return bits;
  }

  private static int pairsWithoutWay(ReferenceShape shape, List<Integer> nodes, boolean dynamic) {
    final ReferenceDeadParts dead = new ReferenceDeadParts(shape, XYZ, nodes, List.of());
    int pairs = 0;
    for (int from = 0; from < shape.nodes(); from++) {
      for (int to = 0; to < shape.nodes(); to++) {
        if (from != to && !dead.isDead(from) && !dead.isDead(to)) {
          pairs += dead.way(from, to, hintBits(shape, from, to), dynamic) == null ? 1 : 0;
        }
      }
    }
    return pairs;
  }

  /** 2·(k−1)·(k²−1) − (k−1)². */
  @Test
  void shouldLeaveThePairsThatTheRulesNameWithoutAWay() {
    for (final int k : new int[] {3, 4, 5}) {
      final ReferenceShape shape = new ReferenceShape(k, k, k);
      final int expected = 2 * (k - 1) * (k * k - 1) - (k - 1) * (k - 1);
      assertEquals(expected, pairsWithoutWay(shape, List.of(shape.nodes() / 3), true));
      assertEquals(expected, pairsWithoutWay(shape, List.of(0), false));
    }
  }

  @Test
  void shouldGoTheLongWayRoundOneDeadLink() {
    final ReferenceShape ring = new ReferenceShape(5, 1, 1);
    final ReferenceDeadParts dead = new ReferenceDeadParts(ring, XYZ, List.of(), List.of(6));
    assertEquals(new ReferenceDeadParts.Way(0b10, false), dead.way(1, 2, 0b01, true));
    assertEquals(4, ring.hops(1, 2, 0b10));
    assertEquals(new ReferenceDeadParts.Way(0b01, false), dead.way(2, 1, 0b10, true));
    assertEquals(new ReferenceDeadParts.Way(0b01, false), dead.way(2, 4, 0b01, true));
  }

  /** The box contains the failed link, the static route does not. */
  @Test
  void shouldBeStaticIfNoBoxIsClear() {
    final ReferenceShape plane = new ReferenceShape(3, 3, 1);
    final int beside = 6 * plane.number(0, 1, 0);
    final int others = 6 * plane.number(2, 1, 0);
    final int across = 6 * plane.number(1, 0, 0) + 2;
    final int round = 6 * plane.number(1, 2, 0) + 2;
    final ReferenceDeadParts dead =
        new ReferenceDeadParts(plane, XYZ, List.of(), List.of(beside, others));
    final int to = plane.number(1, 1, 0);
    assertEquals(new ReferenceDeadParts.Way(0b0101, true), dead.way(0, to, 0b0101, true));
    assertEquals(
        null,
        new ReferenceDeadParts(plane, XYZ, List.of(), List.of(beside, others, across, round))
            .way(0, to, 0b0101, true));
  }

  @Test
  @Tag("slow")
  void shouldDeliverWhereTheWayLeads() {
    for (final Toy toy :
        List.of(
            Toy.torus(4, 4, 1).with("machine.deadLinks", List.of(0, 50)),
            Toy.torus(4, 3, 2)
                .with("machine.deadNodes", List.of(5))
                .with("machine.unreachable", "leave-out"),
            Toy.torus(5, 2, 2)
                .with("machine.deadLinks", List.of(2, 17), "machine.virtualNodeMode", true),
            Toy.torus(4, 4, 1)
                .with("machine.deadLinks", List.of(0, 50))
                .with("router.routing", "static", "router.escape", "dateline")
                .with("router.escapeOrder", List.of("y", "x", "z")))) {
      final ReferenceTorus machine =
          toy.probability(0.002).with("link.bitErrorRate", 1e-5).machine();
      final Set<Integer> classes = new HashSet<>();
      machine.listen(
          delivery -> {
            classes.add(delivery.packetClass());
            assertTrue(delivery.excessTicks() >= 0, delivery::toString);
          });
      for (int grid = 1; grid <= 50; grid++) {
        machine.run(400L * grid);
        machine.checkConservation();
      }
      assertTrue(classes.contains(toy.config().staticRouting ? 1 : 0));
      assertTrue(machine.count(ReferenceMachine.DELIVERED) > 500);
    }
  }
}
