package io.hopwright.models.traffic;

import io.hopwright.models.topology.Grid;
import java.util.List;

/**
 * Destinations along the rings of a torus: the packets of a node leave through its ports in turn,
 * and each goes straight on, to the next node or, as a broadcast, once around to the last.
 *
 * @param grid the machine, whose axes are rings
 * @param ports ports with a link, ascending
 * @param cores sending cores of a node
 * @param around whether packets go around the ring instead of one hop
 */
public record RingDestinations(Grid grid, List<Integer> ports, int cores, boolean around)
    implements Destinations {
  /** Copies the list. */
  public RingDestinations {
    ports = List.copyOf(ports);
  }

  @Override
  public int destination(int source, long sequence) {
    final int port = onlyPort(source, sequence);
    return grid.neighbour(source, around ? port ^ 1 : port);
  }

  @Override
  public int onlyPort(int source, long sequence) {
    return ports.get((int) (sequence / cores % ports.size()));
  }

  @Override
  public int core(int source, long sequence) {
    return (int) (sequence % cores);
  }
}
