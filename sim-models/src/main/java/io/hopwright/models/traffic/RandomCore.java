package io.hopwright.models.traffic;

import io.hopwright.core.random.Draws;

/**
 * Destinations with a random core of the destination node.
 *
 * @param nodes destination nodes
 * @param draws draws keyed by source and sequence number
 * @param stream index of the draws
 * @param cores cores per node
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
