package io.hopwright.core.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyedPermutationTest {
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2})
  void shouldTakeEachRankToAnotherPlace(long seed) {
    for (int size = 1; size <= 2_000; size++) {
      final KeyedPermutation permutation = new KeyedPermutation(Draws.of(seed, 4), size);
      final BitSet places = new BitSet(size);
      for (int rank = 0; rank < size; rank++) {
        final int place = permutation.apply(size % 7, size % 3, rank);
        assertTrue(place >= 0 && place < size, "place " + place + " of " + size);
        places.set(place);
      }
      assertEquals(size, places.cardinality(), "seed " + seed + ", size " + size);
    }
  }

  @ParameterizedTest(name = "size {0}")
  @ValueSource(ints = {2, 3, 15, 16, 17, 63, 511, 4_095, 65_535, Integer.MAX_VALUE})
  void shouldFollowTheDocumentedFormula(int size) {
    final Draws draws = Draws.of(9, 4);
    final KeyedPermutation permutation = new KeyedPermutation(draws, size);
    final int bits = Integer.toBinaryString(size - 1).length();
    final int half = Math.max(1, (bits + 1) / 2);
    final Random random = new Random(size);
    for (int i = 0; i < 500; i++) {
      final int rank = i == 0 ? size - 1 : random.nextInt(size);
      final int source = random.nextInt(65_536);
      final int index = i % 4;
      long x = rank;
      do {
        long left = x >> half;
        long right = x % (1L << half);
        for (int round = 0; round <= 3; round++) {
          final long mixed =
              left ^ (draws.draw(source, right, round + 4L * index) & ((1L << half) - 1));
          left = right;
          right = mixed;
        }
        x = left * (1L << half) + right;
      } while (x >= size);
      assertEquals(
          x, permutation.apply(source, index, rank), "source " + source + ", rank " + rank);
    }
  }

  @Test
  void shouldGiveEachComponentAnOrderOfItsOwn() {
    final int size = 64;
    final KeyedPermutation permutation = new KeyedPermutation(Draws.of(1, 4), size);
    final Set<String> orders = new HashSet<>();
    for (int component = 0; component < 1_000; component++) {
      final int of = component;
      orders.add(
          IntStream.range(0, size)
              .map(rank -> permutation.apply(of, 0, rank))
              .boxed()
              .toList()
              .toString());
    }
    assertEquals(1_000, orders.size());
  }

  @Test
  void shouldGiveEachIndexOfAComponentAnOrderOfItsOwn() {
    final int size = 64;
    final KeyedPermutation permutation = new KeyedPermutation(Draws.of(1, 4), size);
    final Set<String> orders = new HashSet<>();
    for (int index = 0; index < 100; index++) {
      final int of = index;
      orders.add(
          IntStream.range(0, size)
              .map(rank -> permutation.apply(3, of, rank))
              .boxed()
              .toList()
              .toString());
    }
    assertEquals(100, orders.size());
  }

  @Test
  void shouldTakeARankAnywhereAlike() {
    final int size = 50;
    final int expected = 400;
    final KeyedPermutation permutation = new KeyedPermutation(Draws.of(3, 4), size);
    for (int rank : new int[] {0, 1, 31, 49}) {
      final int[] counts = new int[size];
      for (int component = 0; component < size * expected; component++) {
        counts[permutation.apply(component, 0, rank)]++;
      }
      double chiSquare = 0;
      for (int count : counts) {
        chiSquare += (double) (count - expected) * (count - expected) / expected;
      }
      // 49 degrees of freedom: mean 49, deviation 10.
      assertTrue(chiSquare < 110, "chi-square " + chiSquare + " of rank " + rank);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void shouldRefuseSizesWithoutElements(int size) {
    assertThrows(IllegalArgumentException.class, () -> new KeyedPermutation(Draws.of(1, 4), size));
  }
}
