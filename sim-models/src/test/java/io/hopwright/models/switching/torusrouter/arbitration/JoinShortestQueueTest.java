package io.hopwright.models.switching.torusrouter.arbitration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.link.PackedCounts;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.topology.Torus;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JoinShortestQueueTest {
  private static final int VCS = 4;

  private static int range(int tokens, int capacity) {
    return Math.min(3, (int) Math.floor(4.0 * tokens / capacity));
  }

  /** Returns all pairs with the highest range. */
  private static long naive(long pairs, int[][] tokens, int capacity) {
    int highest = -1;
    for (int bit = 0; bit < 8 * Torus.PORTS; bit++) {
      if ((pairs >> bit & 1) != 0) {
        highest = Math.max(highest, range(tokens[bit / 8][bit % 8], capacity));
      }
    }
    long best = 0;
    for (int bit = 0; bit < 8 * Torus.PORTS; bit++) {
      if ((pairs >> bit & 1) != 0 && range(tokens[bit / 8][bit % 8], capacity) == highest) {
        best |= 1L << bit;
      }
    }
    return best;
  }

  @Test
  void shouldCompareAnyTwoCountsInRangesOfAQuarter() {
    for (int capacity = 8; capacity <= RouterDesign.MAX_VC_CHUNKS; capacity++) {
      final JoinShortestQueue selection = new JoinShortestQueue(capacity);
      final long[] words = new long[2];
      final int[][] tokens = new int[Torus.PORTS][8];
      for (int one = 0; one <= capacity; one++) {
        for (int other = 0; other <= capacity; other += 1 + capacity / 40) {
          tokens[0][1] = one;
          tokens[1][0] = other;
          words[0] = PackedCounts.delta(1, one);
          words[1] = PackedCounts.delta(0, other);
          final long pairs = 1L << 1 | 1L << 8;
          assertEquals(
              naive(pairs, tokens, capacity),
              selection.narrow(pairs, words, 0, 1),
              one + " and " + other + " of " + capacity);
        }
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldPreferThePairsOfTheHighestRange(long seed) {
    final Random random = new Random(seed);
    for (int i = 0; i < 5_000; i++) {
      final int capacity = 8 + random.nextInt(RouterDesign.MAX_VC_CHUNKS - 7);
      final int at = random.nextInt(5);
      final int distance = 1 + random.nextInt(7);
      final long[] words = new long[at + Torus.PORTS * distance];
      final int[][] tokens = new int[Torus.PORTS][8];
      long pairs = 0;
      for (int output = 0; output < Torus.PORTS; output++) {
        for (int vc = 0; vc < VCS; vc++) {
          tokens[output][vc] = random.nextInt(capacity + 1);
          words[at + output * distance] += PackedCounts.delta(vc, tokens[output][vc]);
          pairs |= random.nextInt(3) == 0 ? 1L << (8 * output + vc) : 0;
        }
      }
      if (pairs != 0) {
        assertEquals(
            naive(pairs, tokens, capacity),
            new JoinShortestQueue(capacity).narrow(pairs, words, at, distance),
            "seed " + seed + ", case " + i);
      }
    }
  }

  @Test
  void shouldTakeAnyPairWithoutThePolicy() {
    assertEquals(0b1011, new AnyAvailable().narrow(0b1011, new long[1], 0, 0));
  }
}
