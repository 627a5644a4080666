package io.hopwright.models.traffic;

/**
 * The nodes behind some ports, in turn.
 *
 * @param neighbours node behind a port
 * @param ports that every node has, one at least
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
