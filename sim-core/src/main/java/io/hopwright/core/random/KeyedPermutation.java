package io.hopwright.core.random;

/**
 * Random permutations of {@code [0, size)}, any number per component, computed and not stored.
 *
 * <p>Four Feistel rounds on the next even number of bits, walked until the result falls into the
 * range (on average fewer than four walks). Immutable; safe for any thread.
 */
public final class KeyedPermutation {
  private static final int ROUNDS = 4;

  private final Draws draws;
  private final int size;
  private final int halfBits;
  private final long halfMask;

  /** Prepares permutations of {@code [0, size)}, size positive, keyed by {@code draws}. */
  public KeyedPermutation(Draws draws, int size) {
    if (size <= 0) {
      throw new IllegalArgumentException("size=" + size + " must be positive");
    }
    this.draws = draws;
    this.size = size;
    final int bits = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    halfBits = Math.max(1, (bits + 1) / 2);
    halfMask = (1L << halfBits) - 1;
  }

  /**
   * Returns the image of {@code rank} under a permutation, both in [0, size).
   *
   * @param component owner of the permutations
   * @param index number of the permutation, 0 or above
   */
  public int apply(int component, int index, int rank) {
    if (size == 1) {
      return 0;
    }
    long x = rank;
    do {
      long left = x >>> halfBits;
      long right = x & halfMask;
      for (int round = 0; round < ROUNDS; round++) {
        final long next = left ^ (draws.draw(component, right, ROUNDS * index + round) & halfMask);
        left = right;
        right = next;
      }
      x = (left << halfBits) | right;
    } while (x >= size);
    return (int) x;
  }
}
