package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.NetworkDescription;
import java.util.Arrays;

/**
 * Ports by router and destination. Memory: 2 B for each router and destination with nodes. Once
 * passed on, the table is complete and never changes.
 */
final class PortTable {
  /** Largest number of routers of a network with a table. */
  static final int MOST_ROUTERS = 10_000;

  private static final char EMPTY = 0xFFFF;

  /** {@code [destination][router]}; null where no packet goes to. */
  private final char[][] ports;

  PortTable(int routers) {
    requireSize(routers);
    ports = new char[routers][];
  }

  /**
   * Refuses networks that are too large for a table.
   *
   * @throws DescriptionException if there are more than {@link #MOST_ROUTERS} routers
   */
  static void requireSize(int routers) {
    if (routers > MOST_ROUTERS) {
      throw new DescriptionException(
          "a table of next hops or distances is for at most "
              + MOST_ROUTERS
              + " routers, but the network has "
              + routers
              + "; use a smaller network, or a routing of its family: dimension-order in a torus,"
              + " mesh or HyperX, minimal in a dragonfly, d-mod-k in a fat tree");
    }
  }

  void set(int router, int destination, int port) {
    if (ports[destination] == null) {
      ports[destination] = new char[ports.length];
      Arrays.fill(ports[destination], EMPTY);
    }
    ports[destination][router] = (char) port;
  }

  int get(int router, int destination) {
    final char[] toDestination = ports[destination];
    return toDestination == null || toDestination[router] == EMPTY
        ? NetworkDescription.NONE
        : toDestination[router];
  }
}
