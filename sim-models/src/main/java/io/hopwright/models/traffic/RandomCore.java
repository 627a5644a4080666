package io.hopwright.models.traffic;

import io.hopwright.core.random.Draws;

/**
 * Lets packets go to a random core of their destination.
 *
 * @param nodes where they go
 * @param draws keyed by source and sequence number
 * @param stream index of the draws
 * @param cores per node
 */
public record RandomCore(Destinations nodes, Draws draws, int stream, int cores)
    implements Destinations {
  @Override
  public int destination(int source, long sequence) {
    return nodes.destination(source, sequence);
  }

  @Override
  public int core(int source, long sequence) {
    return Draws.pick(draws.draw(source, sequence, stream), cores);
  }
}
