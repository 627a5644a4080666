package io.hopwright.models.traffic;

import io.hopwright.core.random.Draws;

/**
 * Uniform destinations: every destination other than the source is equally likely, independently
 * for each packet.
 *
 * @param draws draws keyed by source and sequence number
 * @param stream index of the draws
 * @param nodes nodes of the machine, at least 2
 */
public record UniformDestinations(Draws draws, int stream, int nodes) implements Destinations {
  @Override
  public int destination(int source, long sequence) {
    final int other = Draws.pick(draws.draw(source, sequence, stream), nodes - 1);
    return other < source ? other : other + 1;
  }
}
