package io.hopwright.models.program.language;

import java.util.stream.IntStream;

/**
 * Grid of ranks in any number of dimensions, the first running fastest. Immutable.
 *
 * <p>It is not a machine's grid: it defines the neighbours of a rank, wherever they are placed.
 */
final class RankGrid {
  private final int[] extents;
  private final int[] strides;
  private final boolean torus;

  private RankGrid(int[] extents, boolean torus) {
    this.extents = extents;
    this.torus = torus;
    strides = new int[extents.length];
    int stride = 1;
    for (int d = 0; d < extents.length; d++) {
      strides[d] = stride;
      stride *= extents[d];
    }
  }

  /** Creates a grid whose extents have a product below 2³¹. */
  static RankGrid of(boolean torus, int... extents) {
    return new RankGrid(extents.clone(), torus);
  }

  /** Creates a grid of {@code ranks} ranks with extents as near to each other as there are. */
  static RankGrid balanced(boolean torus, int dimensions, int ranks) {
    return new RankGrid(factors(ranks, dimensions, ranks, divisors(ranks)), torus);
  }

  private static int[] divisors(int product) {
    final IntStream small =
        IntStream.rangeClosed(1, (int) Math.sqrt(product)).filter(d -> product % d == 0);
    return small.flatMap(d -> IntStream.of(d, product / d)).distinct().sorted().toArray();
  }

  /**
   * Returns the factors of {@code product} in falling order, none above {@code most}, the first as
   * small as it can be, then the second, and so on; null if there are none.
   */
  private static int[] factors(int product, int count, int most, int[] divisors) {
    if (count == 0) {
      return product == 1 ? new int[0] : null;
    }
    for (int largest : divisors) {
      if (largest > most) {
        return null;
      }
      if (product % largest == 0 && isEnough(largest, count, product)) {
        final int[] rest = factors(product / largest, count - 1, largest, divisors);
        if (rest != null) {
          final int[] all = new int[count];
          all[0] = largest;
          System.arraycopy(rest, 0, all, 1, count - 1);
          return all;
        }
      }
    }
    return null;
  }

  /** Returns whether {@code count} factors up to {@code largest} can make {@code product}. */
  private static boolean isEnough(int largest, int count, int product) {
    long power = 1;
    for (int i = 0; i < count && power < product; i++) {
      power *= largest;
    }
    return power >= product;
  }

  boolean isTorus() {
    return torus;
  }

  int dimensions() {
    return extents.length;
  }

  /** Returns the number of ranks: the product of the extents. */
  int ranks() {
    return strides[strides.length - 1] * extents[extents.length - 1];
  }

  int extent(int dimension) {
    return extents[dimension];
  }

  int stride(int dimension) {
    return strides[dimension];
  }

  int coordinate(int rank, int dimension) {
    return rank / strides[dimension] % extents[dimension];
  }

  /** Returns the rank {@code by} further, −1 beyond the end of a mesh. */
  long shift(int rank, int dimension, long by) {
    final int extent = extents[dimension];
    final int from = rank / strides[dimension] % extent;
    long to = from + by;
    if (to < 0 || to >= extent) {
      if (!torus) {
        return -1;
      }
      to = Math.floorMod(from + by % extent, extent);
    }
    return rank + (to - from) * strides[dimension];
  }
}
