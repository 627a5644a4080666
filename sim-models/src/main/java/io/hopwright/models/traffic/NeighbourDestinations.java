package io.hopwright.models.traffic;

/**
 * Destinations at the nodes behind several ports, in turn.
 *
 * @param neighbours node behind a port
 * @param ports ports that every node has, at least one
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
public record NeighbourDestinations(Neighbours neighbours, int[] ports) implements Destinations {
  /** Node behind a port of another. */
  @FunctionalInterface
  public interface Neighbours {
    /** Returns the node behind a port of another. */
    int neighbour(int node, int port);
  }

  @Override
  public int destination(int source, long sequence) {
    return neighbours.neighbour(source, ports[(int) (sequence % ports.length)]);
  }
}
