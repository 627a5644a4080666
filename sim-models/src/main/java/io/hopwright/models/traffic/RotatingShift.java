package io.hopwright.models.traffic;

/**
 * Message {@code m} of node {@code n} goes to node {@code n + 1 + m}, around: each node goes once
 * through all others, and in step no two would meet at a destination.
 *
 * @param nodes of the machine
 */
public record RotatingShift(int nodes) implements Destinations {
  @Override
  public int destination(int source, long sequence) {
    return (int) ((source + 1 + sequence) % nodes);
  }
}
