package io.hopwright.models.traffic;

/**
 * One destination for each node. Memory: 4 B per node.
 *
 * @param to destination by node; any value for a node that sends nothing
 */
@SuppressWarnings("ArrayRecordComponent") // as large as the machine, and never changed
public record FixedDestinations(int[] to) implements Destinations {
  @Override
  public int destination(int source, long sequence) {
    return to[source];
  }
}
