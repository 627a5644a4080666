package io.hopwright.models.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.testkit.Matrices;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The patterns of the rule page against hand-computed values. */
class ReferencePatternsTest {
  private static final long SEED = 5;
  private static final ReferenceDraws DRAWS = new ReferenceDraws(SEED);

  /** Returns the settings of a pattern only. */
  private static Settings settings(String kind, Map<String, ?> keys) {
    final Map<String, Object> values = new HashMap<>(Map.of("workload.kind", kind, "seed", SEED));
    keys.forEach((key, value) -> values.put("workload." + key, value));
    values.putIfAbsent("workload.hotWeights", List.of());
    return Settings.of(
        values.keySet().stream()
            .map(key -> Key.quantity(key).meaning("-").source("-").parameter())
            .toList(),
        values);
  }

  private static ReferencePatterns on(List<Integer> axes, String kind, Map<String, ?> keys) {
    return ReferencePatterns.of(settings(kind, keys), ReferenceAxes.firstFastest(axes));
  }

  private static ReferencePatterns on(int nodes, String kind, Map<String, ?> keys) {
    return ReferencePatterns.of(settings(kind, keys), nodes);
  }

  private static ReferencePatterns on(int nodes, String kind) {
    return on(nodes, kind, Map.of());
  }

  /** Returns the destination of each node, or −1 if it sends nothing. */
  private static List<Integer> fixed(int nodes, ReferencePatterns pattern) {
    return IntStream.range(0, nodes)
        .map(n -> pattern.sends(n) ? pattern.destination(n, 7) : -1)
        .boxed()
        .toList();
  }

  /** Returns {@code x + kx·(y + ky·z)}. */
  private static int number(int kx, int ky, int x, int y, int z) {
    return x + kx * (y + ky * z);
  }

  private static List<Integer> first(int messages, int node, ReferencePatterns pattern) {
    return IntStream.range(0, messages).map(m -> pattern.destination(node, m)).boxed().toList();
  }

  @Test
  void shouldPermuteTheBitsOfANumber() {
    assertEquals(List.of(7, 6, 5, 4, 3, 2, 1, 0), fixed(8, on(8, "bit-complement")));
    assertEquals(List.of(-1, 4, -1, 6, 1, -1, 3, -1), fixed(8, on(8, "bit-reverse")));
    assertEquals(List.of(-1, 2, 4, 6, 1, 3, 5, -1), fixed(8, on(8, "shuffle")));
    for (int n = 0; n < 64; n++) {
      final int shuffled = 2 * n % 64 + 2 * n / 64;
      assertEquals(shuffled == n ? -1 : shuffled, fixed(64, on(64, "shuffle")).get(n));
    }
  }

  @Test
  void shouldTransposeAnySquare() {
    assertEquals(List.of(-1, 3, 6, 1, -1, 7, 2, 5, -1), fixed(9, on(9, "transpose")));
    assertEquals(8, on(16, "transpose").destination(2, 0), "halves of the bits change places");
  }

  @Test
  void shouldGoJustLessThanHalfWayRoundEachAxis() {
    assertEquals(List.of(3, 4, 5, 6, 7, 0, 1, 2), fixed(8, on(List.of(8), "tornado", Map.of())));
    assertEquals(List.of(2, 3, 4, 0, 1), fixed(5, on(List.of(5), "tornado", Map.of())));
    final ReferencePatterns flat = on(List.of(3, 2, 4), "tornado", Map.of());
    assertEquals(number(3, 2, 1, 1, 0), flat.destination(number(3, 2, 0, 1, 3), 0));
  }

  @Test
  void shouldShiftAlongXyzOnly() {
    final Map<String, Long> keys = Map.of("shiftX", 1L, "shiftY", -1L, "shiftZ", 3L);
    final ReferencePatterns torus = on(List.of(3, 4, 5), "shift", keys);
    assertEquals(number(3, 4, 0, 3, 2), torus.destination(number(3, 4, 2, 0, 4), 0));
    final ReferencePatterns six =
        ReferencePatterns.of(
            settings("shift", keys), ReferenceAxes.lastFastest(List.of(3, 4, 5, 2, 3, 2)));
    final int rest = 11; // a = 1, b = 2, c = 1
    assertEquals(12 * (5 * 3 + 2) + rest, six.destination(12 * (5 * 4 * 2 + 4) + rest, 0));
    assertEquals(List.of(3, 4, 0, 1, 2), fixed(5, on(5, "shift", Map.of("distance", 3L))));
  }

  @Test
  void shouldFindTheSamePlaceInAnotherGroup() {
    final ReferencePatterns pattern =
        ReferencePatterns.ofGroups(
            settings("group-shift", Map.of("shiftGroups", 2L)), List.of(4, 4, 2));
    assertEquals(List.of(8, 9, 8, 9, 0, 1, 2, 3, 4, 5), fixed(10, pattern));
  }

  @Test
  void shouldSendOnARandomRing() {
    final List<Integer> next = fixed(9, on(9, "permutation"));
    int at = 0;
    for (int i = 0; i < 8; i++) {
      at = next.get(at);
      assertTrue(at != 0, "a single ring");
    }
    assertEquals(0, next.get(at));
    assertEquals(
        DRAWS.permute(Purpose.PERMUTATION, 0, 0, 4, 9),
        next.get(DRAWS.permute(Purpose.PERMUTATION, 0, 0, 3, 9)));
  }

  @Test
  void shouldSendToOneOrFromOne() {
    assertEquals(List.of(2, 2, -1, 2), fixed(4, on(4, "incast", Map.of("target", 2L))));
    final ReferencePatterns out = on(4, "outcast", Map.of("source", 1L));
    final ReferencePatterns uniform = on(4, "uniform");
    assertEquals(
        List.of(0L, Long.MAX_VALUE, 0L, 0L),
        LongStream.range(0, 4).map(n -> out.messages((int) n)).boxed().toList());
    assertEquals(first(50, 1, uniform), first(50, 1, out));
    assertEquals(List.of(List.of(1, 0), List.of(1, 2), List.of(1, 3)), out.pairs(n -> false));
    assertEquals(4 * 0.01, out.weights(n -> false).rate(0.01, 1));
  }

  @Test
  void shouldShareTheRateAmongThoseThatSend() {
    final ReferencePatterns pattern = on(9, "transpose");
    assertEquals(0.01 * (9 * 1.0 / 6), pattern.weights(n -> false).rate(0.01, 1));
    assertEquals(0, pattern.weights(n -> false).rate(0.01, 4));
    final ReferenceMatrix living = pattern.weights(n -> n == 1);
    assertFalse(living.sends(1));
    assertFalse(living.sends(3), "its destination has failed");
    assertEquals(0.01 * (9 * 1.0 / 4), living.rate(0.01, 2));
  }

  @Test
  void shouldPreferHotNodesByTheirWeights() {
    final ReferencePatterns pattern =
        on(
            10,
            "hot-spot",
            Map.of("hotNodes", List.of(7L, 2L), "hotWeights", List.of(3L, 1L), "hotFraction", 0.5));
    final int[] taken = new int[10];
    first(4_000, 0, pattern).forEach(destination -> taken[destination]++);
    assertEquals(0, taken[0]);
    assertEquals(4_000 * (0.5 * 3 / 4 + 0.5 / 9), taken[7], 120);
    assertEquals(4_000 * (0.5 / 4 + 0.5 / 9), taken[2], 100);
    assertEquals(4_000 * 0.5 / 9, taken[5], 60);
    first(200, 7, pattern).forEach(destination -> assertTrue(destination != 7));
    for (int m = 0; m < 200; m++) {
      if (ReferenceDraws.chance(DRAWS.draw(Purpose.HOT, 0, m, 0), 0.5)) {
        final double share = (DRAWS.draw(Purpose.DESTINATION, 0, m, 0) >>> 11) * 0x1p-53;
        assertEquals(share < 0.75 ? 7 : 2, pattern.destination(0, m), "in the order of the list");
      }
    }
  }

  @Test
  void shouldSendUniformlyFromTheOnlyHotNode() {
    final ReferencePatterns pattern =
        on(6, "hot-spot", Map.of("hotNodes", List.of(3L), "hotFraction", 1.0));
    assertEquals(first(50, 3, on(6, "uniform")), first(50, 3, pattern));
    assertEquals(List.of(3, 3, 3), first(3, 0, pattern));
    // The five others are 3, 2, 1, 1 and 2 hops from node 3; it is 9 hops from all five together.
    assertEquals(
        (3 + 2 + 1 + 1.8 + 1 + 2) / 6, pattern.hotSpotHops((a, b) -> Math.abs(a - b)), 1e-12);
  }

  @Test
  void shouldGoToTheNextNodeAlongEachAxisInTurn() {
    final ReferencePatterns pattern = on(List.of(3, 1, 2), "neighbours", Map.of());
    assertEquals(List.of(2, 0, 4, 4, 2, 0, 4, 4), first(8, 1, pattern));
  }

  @Test
  void shouldSendOnceToEachOther() {
    final ReferencePatterns rotating = on(5, "all-to-all", Map.of("order", "rotating"));
    assertEquals(List.of(4, 0, 1, 2), first(4, 3, rotating));
    assertEquals(4, rotating.messages(3));
    final ReferencePatterns random = on(5, "all-to-all", Map.of("order", "random"));
    assertEquals(List.of(0, 1, 2, 4), List.copyOf(new TreeSet<>(first(4, 3, random))));
    assertEquals(
        ReferenceDraws.other(3, DRAWS.permute(Purpose.ORDER, 3, 0, 2, 4)),
        random.destination(3, 2));
  }

  @Test
  void shouldRotateInSeveralShiftsInTurn() {
    final ReferencePatterns pattern = on(5, "rotations", Map.of("streams", 3L));
    assertEquals(12, pattern.messages(0));
    for (int stream = 0; stream < 3; stream++) {
      final int c = stream;
      final List<Integer> of =
          IntStream.range(0, 4)
              .map(i -> pattern.destination(2, 3 * i + c))
              .sorted()
              .boxed()
              .toList();
      assertEquals(List.of(0, 1, 3, 4), of);
      final int shift = Math.floorMod(pattern.destination(2, 3 + c) - 2, 5);
      assertEquals(1 + DRAWS.permute(Purpose.ROTATION, c, 0, 1, 4), shift);
      assertEquals(shift, Math.floorMod(pattern.destination(0, 3 + c), 5), "all nodes alike");
    }
  }

  @Test
  void shouldPreferABox() {
    final ReferencePatterns pattern =
        on(
            List.of(4, 3, 2),
            "hot-region",
            Map.of("hotBox", List.of(2L, 2L, 1L), "hotFraction", 1.0));
    assertEquals(List.of(0, 1, 4, 5), pattern.hotBox());
    assertEquals(List.of(0, 1, 4, 5), List.copyOf(new TreeSet<>(first(100, 20, pattern))));
    assertEquals(List.of(0, 1, 5), List.copyOf(new TreeSet<>(first(100, 4, pattern))));
  }

  @Test
  void shouldFollowAMatrix() {
    final ReferencePatterns pattern =
        on(3, "matrix", Map.of("matrix", Matrices.of("0,2,5\n1,0,15\n")));
    assertEquals(List.of(2, 0, -1), fixed(3, pattern));
    assertEquals(0.01 * (3 * 15.0 / 20), pattern.rate(0.01, 1));
  }
}
