package io.hopwright.models.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.InputFile;
import java.util.Arrays;
import java.util.function.IntBinaryOperator;

/** Numbers of packets from each node to each other, against the weights of a traffic matrix. */
public final class PairCounts {
  /** Tolerance in standard deviations; the seeds of runs are fixed. */
  private static final double WITHIN = 4;

  private final long[][] weights;
  private final long[][] counts;

  private PairCounts(int nodes) {
    weights = new long[nodes][nodes];
    counts = new long[nodes][nodes];
  }

  /** Returns counts for nodes with these weights. */
  public static PairCounts of(int nodes, IntBinaryOperator weight) {
    final PairCounts pairs = new PairCounts(nodes);
    for (int source = 0; source < nodes; source++) {
      for (int destination = 0; destination < nodes; destination++) {
        pairs.weights[source][destination] =
            source == destination ? 0 : weight.applyAsInt(source, destination);
      }
    }
    return pairs;
  }

  /** Returns a file with the weights. */
  public InputFile file() {
    return Matrices.of(weights.length, (source, destination) -> (int) weights[source][destination]);
  }

  /** Counts a packet. */
  public void add(int source, int destination) {
    counts[source][destination]++;
  }

  /** Returns the mean of a number over all pairs, weighted by the matrix. */
  public double mean(IntBinaryOperator number) {
    double sum = 0;
    for (int source = 0; source < weights.length; source++) {
      for (int destination = 0; destination < weights.length; destination++) {
        sum +=
            (double) weights[source][destination] * number.applyAsInt(source, destination) / all();
      }
    }
    return sum;
  }

  private long all() {
    return Arrays.stream(weights).flatMapToLong(Arrays::stream).sum();
  }

  /**
   * Asserts that sources follow the matrix. Each source sends the unused part of its Bernoulli
   * trials, one per tick, and chooses among its destinations by their weights. The counts are
   * neither closer to this nor farther from it than chance allows.
   *
   * @param rate packets per tick of all nodes together
   */
  public void assertFollow(double rate, long ticks) {
    double ofSources = 0;
    double ofPairs = 0;
    int sources = 0;
    int pairs = 0;
    for (int source = 0; source < weights.length; source++) {
      final long weight = Arrays.stream(weights[source]).sum();
      final long sent = Arrays.stream(counts[source]).sum();
      if (weight == 0) {
        assertEquals(0, sent, "node " + source);
        continue;
      }
      final double p = rate * weight / all();
      ofSources += square(sent - ticks * p) / (ticks * p * (1 - p));
      sources++;
      for (int destination = 0; destination < weights.length; destination++) {
        final double expected = (double) sent * weights[source][destination] / weight;
        if (expected == 0) {
          assertEquals(0, counts[source][destination], source + " to " + destination);
        } else {
          assertTrue(expected > 5, () -> "too few to judge by: " + expected);
          ofPairs += square(counts[source][destination] - expected) / expected;
          pairs++;
        }
      }
    }
    assertChance(sources, ofSources, "sources");
    assertChance(pairs - sources, ofPairs, "pairs");
  }

  private static double square(double value) {
    return value * value;
  }

  private static void assertChance(int freedom, double chiSquare, String of) {
    assertEquals(freedom, chiSquare, WITHIN * Math.sqrt(2.0 * freedom), "chi-square of " + of);
  }
}
