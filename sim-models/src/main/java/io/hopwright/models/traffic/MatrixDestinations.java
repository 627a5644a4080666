package io.hopwright.models.traffic;

import io.hopwright.core.random.Draws;

/**
 * Destinations drawn in proportion to the weights of a matrix. Fails for a node that sends nothing.
 *
 * @param matrix weights
 * @param draws draws keyed by source and sequence number
 * @param stream index of the draws
 */
public record MatrixDestinations(TrafficMatrix matrix, Draws draws, int stream)
    implements Destinations {
  @Override
  public int destination(int source, long sequence) {
    return matrix.destination(source, draws.draw(source, sequence, stream));
  }
}
