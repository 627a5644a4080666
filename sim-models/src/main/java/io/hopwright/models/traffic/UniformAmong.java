package io.hopwright.models.traffic;

import io.hopwright.core.random.Draws;

/**
 * Uniform destinations among the allowed ones: every allowed destination other than the source is
 * equally likely, independently for each packet. Draws are repeated until the destination is
 * allowed; each source must have one.
 *
 * @param draws draws keyed by source and sequence number
 * @param stream index of the first draw; the indexes of repeated draws are two apart
 * @param nodes nodes of the machine, at least 2
 * @param allowed allowed pairs
 */
public record UniformAmong(Draws draws, int stream, int nodes, Pairs allowed)
    implements Destinations {
  private static final int STREAMS = 2;

  /** Allowed pairs of source and destination. */
  @FunctionalInterface
  public interface Pairs {
    /** Returns whether a node may send to another. */
    boolean test(int source, int destination);
  }

  @Override
  public int destination(int source, long sequence) {
    for (int index = stream; ; index += STREAMS) {
      final int other = Draws.pick(draws.draw(source, sequence, index), nodes - 1);
      final int destination = other < source ? other : other + 1;
      if (allowed.test(source, destination)) {
        return destination;
      }
    }
  }
}
