package io.hopwright.models.traffic;

import io.hopwright.core.random.Draws;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Destinations of which a fraction are hot nodes in proportion to their weights, the others any
 * other node. Memory: 4 B per node. Immutable; safe for any thread.
 */
public final class HotSpotDestinations implements Destinations {
  private static final int COLD = -1;

  private final int[] hot;

  /** Sums of the weights of hot nodes up to and with each. */
  private final long[] upTo;

  /** Index among the hot nodes, by node. */
  private final int[] place;

  private final double fraction;
  private final Draws chances;
  private final long threshold;
  private final Draws draws;
  private final Destinations others;

  /**
   * Prepares the destinations.
   *
   * @param nodes of the machine, at least 2
   * @param hot different nodes, at least one
   * @param weights of these, positive
   * @param fraction of the messages that goes to hot nodes
   * @param chances draws that decide whether a message goes to a hot node
   * @param draws of the destination
   */
  public HotSpotDestinations(
      int nodes, int[] hot, int[] weights, double fraction, Draws chances, Draws draws) {
    this.hot = hot.clone();
    this.fraction = fraction;
    this.chances = chances;
    threshold = Draws.threshold(fraction);
    this.draws = draws;
    others = new UniformDestinations(draws, 0, nodes);
    place = new int[nodes];
    Arrays.fill(place, COLD);
    upTo = new long[hot.length];
    long sum = 0;
    for (int i = 0; i < hot.length; i++) {
      place[hot[i]] = i;
      sum += weights[i];
      upTo[i] = sum;
    }
  }

  /** Returns the hot nodes. */
  public int[] hot() {
    return hot.clone();
  }

  /** Returns the number of nodes. */
  public int nodes() {
    return place.length;
  }

  /** Returns the weight of a node, 0 unless it is hot. */
  public long weightOf(int node) {
    final int at = place[node];
    return at == COLD ? 0 : upTo[at] - before(at);
  }

  /** Returns the sum of the weights of all hot nodes other than a source. */
  public long weight(int source) {
    return upTo[upTo.length - 1] - weightOf(source);
  }

  /**
   * Returns the fraction of a source's messages that goes to hot nodes; 0 if there is no other hot
   * node.
   */
  public double hotFraction(int source) {
    return weight(source) > 0 ? fraction : 0;
  }

  /** Returns the share of a source's messages that goes to another node. */
  public double share(int source, int to) {
    return hotShare(source, to) + (1 - hotFraction(source)) / (nodes() - 1);
  }

  /** Returns the part of {@link #share} that a node receives as a hot node. */
  public double hotShare(int source, int to) {
    final double toHot = hotFraction(source);
    return toHot == 0 ? 0 : toHot * weightOf(to) / weight(source);
  }

  /** Returns the messages that the busiest node receives for one message of each node. */
  public double mostReceived() {
    return Arrays.stream(hot).mapToDouble(this::received).max().orElseThrow();
  }

  private double received(int to) {
    return IntStream.range(0, nodes())
        .filter(source -> source != to)
        .mapToDouble(source -> share(source, to))
        .sum();
  }

  private long before(int at) {
    return at == 0 ? 0 : upTo[at - 1];
  }

  @Override
  public int destination(int source, long sequence) {
    final long weight = weight(source);
    if (weight == 0 || !Draws.chance(chances.draw(source, sequence, 0), threshold)) {
      return others.destination(source, sequence);
    }
    final long pick = TrafficMatrix.highProduct(draws.draw(source, sequence, 0), weight);
    final int own = place[source];
    final long passed = own != COLD && pick >= before(own) ? pick + weightOf(source) : pick;
    final int at = Arrays.binarySearch(upTo, passed);
    return hot[at >= 0 ? at + 1 : -at - 1];
  }
}
