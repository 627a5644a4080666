package io.hopwright.models.topology.routing;

import java.util.Arrays;

/**
 * Enumeration of all values of a packet's random choices: a routing function is evaluated again for
 * each combination. The last choice changes fastest. Confined to one thread.
 */
public final class ChoiceValues implements RoutingFunction.Choices {
  private static final int FEW = 16;

  private int[] indices = new int[FEW];
  private int[] bounds = new int[FEW];
  private int[] values = new int[FEW];
  private int made;

  /** Begins with the first value of each choice. */
  public void begin() {
    made = 0;
  }

  @Override
  public int pick(int index, int bound) {
    for (int choice = 0; choice < made; choice++) {
      if (indices[choice] == index) {
        return values[choice];
      }
    }
    if (made == values.length) {
      indices = Arrays.copyOf(indices, 2 * made);
      bounds = Arrays.copyOf(bounds, 2 * made);
      values = Arrays.copyOf(values, 2 * made);
    }
    indices[made] = index;
    bounds[made] = bound;
    values[made++] = 0;
    return 0;
  }

  /** Returns the probability of the values at hand. */
  public double probability() {
    double probability = 1;
    for (int choice = 0; choice < made; choice++) {
      probability /= bounds[choice];
    }
    return probability;
  }

  /** Advances to the next values; returns false if there are none. */
  public boolean next() {
    while (made > 0 && values[made - 1] + 1 == bounds[made - 1]) {
      made--;
    }
    if (made > 0) {
      values[made - 1]++;
    }
    return made > 0;
  }
}
