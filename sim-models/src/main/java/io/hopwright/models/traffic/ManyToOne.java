package io.hopwright.models.traffic;

/**
 * Everybody sends to one node.
 *
 * @param target the one
 */
public record ManyToOne(int target) implements Destinations {
  @Override
  public int destination(int source, long sequence) {
    return target;
  }
}
