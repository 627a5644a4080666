package io.hopwright.models.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedCountsTest {
  private static final int LANES = 8;

  private static long pack(int[] values) {
    long lanes = 0;
    for (int lane = 0; lane < LANES; lane++) {
      lanes += PackedCounts.delta(lane, values[lane]);
    }
    return lanes;
  }

  private static int naive(int[] values, int threshold) {
    int set = 0;
    for (int lane = 0; lane < LANES; lane++) {
      set |= values[lane] >= threshold ? 1 << lane : 0;
    }
    return set;
  }

  @Test
  void shouldCompareEveryValueWithEveryThreshold() {
    for (int threshold = 1; threshold <= PackedCounts.MAX; threshold++) {
      final long addend = PackedCounts.addend(threshold);
      for (int value = 0; value <= PackedCounts.MAX; value++) {
        assertEquals(
            value >= threshold ? 0xFF : 0,
            PackedCounts.atLeast(value * 0x0101010101010101L, addend),
            value + " with " + threshold);
        for (int lane = 0; lane < LANES; lane++) {
          assertEquals(
              value >= threshold ? 1 << lane : 0,
              PackedCounts.atLeast(PackedCounts.delta(lane, value), addend),
              value + " in lane " + lane + " with " + threshold);
        }
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void shouldCompareAllLanesAtOnce(long seed) {
    final Random random = new Random(seed);
    for (int i = 0; i < 5_000; i++) {
      final int threshold = 1 + random.nextInt(PackedCounts.MAX);
      final int[] values = new int[LANES];
      for (int lane = 0; lane < LANES; lane++) {
        values[lane] =
            random.nextInt(3) == 0
                ? Math.min(PackedCounts.MAX, threshold - 1 + random.nextInt(2))
                : random.nextInt(PackedCounts.MAX + 1);
      }
      assertEquals(
          naive(values, threshold),
          PackedCounts.atLeast(pack(values), PackedCounts.addend(threshold)),
          "seed " + seed + ", case " + i);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void shouldCountInEachLaneByItself(long seed) {
    final Random random = new Random(seed);
    final int[] expected = new int[LANES];
    long lanes = 0;
    for (int i = 0; i < 10_000; i++) {
      final int lane = random.nextInt(LANES);
      final int value = random.nextInt(PackedCounts.MAX + 1);
      lanes += PackedCounts.delta(lane, value - expected[lane]);
      expected[lane] = value;
      for (int other = 0; other < LANES; other++) {
        assertEquals(
            expected[other], PackedCounts.get(lanes, other), "seed " + seed + ", step " + i);
      }
    }
  }

  @Test
  void shouldTellWhetherOneCountReachesAThreshold() {
    for (int threshold = 1; threshold <= PackedCounts.MAX; threshold++) {
      for (int count = 0; count <= PackedCounts.MAX; count++) {
        assertEquals(count >= threshold ? 1 : 0, PackedCounts.reaches(count, threshold));
      }
    }
  }

  @Test
  void shouldFindTheLanesThatAreNotZero() {
    for (int bits = 0; bits < 1 << LANES; bits++) {
      final int[] values = new int[LANES];
      for (int lane = 0; lane < LANES; lane++) {
        values[lane] = bits >> lane & 1;
      }
      for (int value : new int[] {1, 2, 0x7F, 0x80, 0xFF}) {
        assertEquals(
            bits, PackedCounts.nonzero(pack(values) * value), value + " in lanes of " + bits);
      }
    }
  }
}
