package io.hopwright.models.traffic;

import io.hopwright.models.topology.Topology;

/**
 * Destinations at the next node through each of a node's ports in turn, as far as they are usable.
 *
 * @param topology the machine
 * @param ports usable ports of each node, as sets of bits, none of them empty where a packet is
 *     sent
 * @param cores sending cores per node
 */
@SuppressWarnings("ArrayRecordComponent") // as large as the machine, and never changed
public record LivingNeighbours(Topology topology, byte[] ports, int cores) implements Destinations {
  @Override
  public int destination(int source, long sequence) {
    return topology.neighbour(source, onlyPort(source, sequence));
  }

  @Override
  public int onlyPort(int source, long sequence) {
    int rest = ports[source];
    for (long skip = sequence / cores % Integer.bitCount(rest); skip > 0; skip--) {
      rest &= rest - 1;
    }
    return Integer.numberOfTrailingZeros(rest);
  }

  @Override
  public int core(int source, long sequence) {
    return (int) (sequence % cores);
  }
}
