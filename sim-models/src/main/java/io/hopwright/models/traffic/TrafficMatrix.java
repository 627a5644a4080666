package io.hopwright.models.traffic;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Traffic matrix: amounts that each node sends to each other node, in integers of any unit; only
 * their ratios matter. Immutable; safe for any thread; 12 B per entry and 24 B per node.
 */
public final class TrafficMatrix {
  /** Sums are below, so that doubles hold them, and longs their products with distances. */
  public static final long MOST = 1L << 45;

  private final int[] first;
  private final int[] destinations;

  /** Sums of a source's weights up to and with each of its entries. */
  private final long[] upTo;

  private final long[] received;
  private final long total;

  /** Visitor of each entry. */
  @FunctionalInterface
  public interface Visitor {
    /** Takes one entry. */
    void entry(int source, int destination, long weight);
  }

  /**
   * Creates a matrix from its entries, sorted by source and then by destination. No pair occurs
   * twice, and no node sends to itself.
   *
   * @param weights positive, below {@link #MOST} in sum
   */
  public TrafficMatrix(int nodes, int[] sources, int[] destinations, long[] weights) {
    this.destinations = destinations.clone();
    first = new int[nodes + 1];
    upTo = new long[weights.length];
    received = new long[nodes];
    long sum = 0;
    for (int entry = 0; entry < weights.length; entry++) {
      final boolean sameSource = entry > 0 && sources[entry] == sources[entry - 1];
      upTo[entry] = weights[entry] + (sameSource ? upTo[entry - 1] : 0);
      received[destinations[entry]] += weights[entry];
      first[sources[entry] + 1] = entry + 1;
      sum += weights[entry];
    }
    for (int node = 0; node < nodes; node++) {
      first[node + 1] = Math.max(first[node + 1], first[node]);
    }
    total = sum;
  }

  /**
   * Returns the matrix of nodes that have one destination each.
   *
   * @param sends returns whether a node sends
   */
  public static TrafficMatrix of(int nodes, IntPredicate sends, Destinations destinations) {
    final int[] sources = IntStream.range(0, nodes).filter(sends).toArray();
    final long[] weights = new long[sources.length];
    Arrays.fill(weights, 1);
    return new TrafficMatrix(
        nodes,
        sources,
        Arrays.stream(sources).map(source -> destinations.destination(source, 0)).toArray(),
        weights);
  }

  /** Returns the number of nodes. */
  public int nodes() {
    return received.length;
  }

  /** Returns the sum of all weights. */
  public long total() {
    return total;
  }

  /** Returns the sum of the weights that a node sends. */
  public long sent(int node) {
    return first[node] == first[node + 1] ? 0 : upTo[first[node + 1] - 1];
  }

  /** Returns the sum of the weights that a node receives. */
  public long received(int node) {
    return received[node];
  }

  /** Returns the rate of a node relative to the mean over all nodes. */
  public double share(int node) {
    return (double) nodes() * sent(node) / total;
  }

  /** Returns the largest {@link #share}. */
  public double largestShare() {
    final long most = IntStream.range(0, nodes()).mapToLong(this::sent).max().orElse(0);
    return (double) nodes() * most / total;
  }

  /** Returns the smallest {@link #share} of a node that sends anything. */
  public double smallestShare() {
    long least = total;
    for (int node = 0; node < nodes(); node++) {
      least = sent(node) == 0 ? least : Math.min(least, sent(node));
    }
    return (double) nodes() * least / total;
  }

  /** Visits all entries, sorted by source and then by destination. */
  public void forEach(Visitor visitor) {
    for (int node = 0; node < nodes(); node++) {
      forEach(node, visitor);
    }
  }

  /** Visits the entries of a source, sorted by destination. */
  public void forEach(int source, Visitor visitor) {
    for (int entry = first[source]; entry < first[source + 1]; entry++) {
      final long before = entry == first[source] ? 0 : upTo[entry - 1];
      visitor.entry(source, destinations[entry], upTo[entry] - before);
    }
  }

  /** Returns the destination that a uniform 64-bit draw of a node which sends stands for. */
  int destination(int source, long draw) {
    final long pick = highProduct(draw, sent(source));
    final int at = Arrays.binarySearch(upTo, first[source], first[source + 1], pick);
    // Found: the sum up to there does not exceed the pick, but that up to the next one does.
    return destinations[at >= 0 ? at + 1 : -at - 1];
  }

  /** Returns the upper 64 bits of the product of an unsigned and a positive signed number. */
  static long highProduct(long draw, long factor) {
    return Math.multiplyHigh(draw, factor) + (draw < 0 ? factor : 0);
  }
}
