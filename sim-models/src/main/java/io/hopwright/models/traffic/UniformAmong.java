package io.hopwright.models.traffic;

import io.hopwright.core.random.Draws;

/**
 * Every destination other than the source that may be sent to is equally likely, independently for
 * each packet: drawn again until it is one of those. There must be one for each source.
 *
 * @param draws keyed by source and sequence number
 * @param stream index of the first draw; those of further ones are two apart
 * @param nodes of the machine, at least 2
 * @param allowed who may send to whom
 */
public record UniformAmong(Draws draws, int stream, int nodes, Pairs allowed)
    implements Destinations {
  private static final int STREAMS = 2;

  /** Tells whether a node may send to another. */
  @FunctionalInterface
  public interface Pairs {
    /** Tells whether a node may send to another. */
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
