package io.hopwright.models.traffic;

/**
 * Rotating shift: message {@code m} of node {@code n} goes to node {@code n + 1 + m}, modulo the
 * number of nodes. Each node sends once to all others, and in lockstep no two messages have the
 * same destination.
 *
 * @param nodes nodes of the machine
 */
public record RotatingShift(int nodes) implements Destinations {
  @Override
  public int destination(int source, long sequence) {
    return (int) ((source + 1 + sequence) % nodes);
  }
}
