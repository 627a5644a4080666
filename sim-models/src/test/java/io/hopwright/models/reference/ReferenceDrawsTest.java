package io.hopwright.models.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.ReferenceDraws.Purpose;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The random numbers of the rule pages against published and exact values. */
class ReferenceDrawsTest {
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
          final int j = draws.permute(Purpose.ORDER, source, 0, rank, nodes - 1);
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
      // A chord over 1/1024 of an octave differs from the logarithm by at most 1.8e-7.
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
}
