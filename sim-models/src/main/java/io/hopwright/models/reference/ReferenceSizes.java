package io.hopwright.models.reference;

import io.hopwright.models.reference.ReferenceDraws.Purpose;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Equally likely sizes: "one size or a list of {@code k} sizes" of the rule pages. Immutable.
 *
 * @param all sizes in the order of the list
 */
public record ReferenceSizes(List<Integer> all) {
  /** Returns the size at position {@code high(draw(SIZE, n, m, index), k)} of the list. */
  public int drawn(ReferenceDraws draws, long node, long message, long index) {
    return all.get(draws.uniform(Purpose.SIZE, node, message, index, all.size()));
  }

  /** Returns the result of a function for each of the sizes, in the same order. */
  public ReferenceSizes each(IntUnaryOperator function) {
    return new ReferenceSizes(all.stream().map(function::applyAsInt).toList());
  }

  /** Returns the mean of the sizes: their sum over {@code k}, in doubles. */
  public double mean() {
    return (double) all.stream().mapToLong(Integer::longValue).sum() / all.size();
  }

  /** Returns the largest size, 0 without sizes. */
  public int most() {
    return all.stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  /** Returns the only one. */
  public int single() {
    if (all.size() != 1) {
      throw new IllegalStateException("one size was expected in place of " + all);
    }
    return all.get(0);
  }
}
