package io.hopwright.models.topology;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Topology: routers, and the links between their ports. A link has a reverse link between the same
 * two ports, or none. Immutable; safe for any thread.
 */
public interface Topology {
  /** In place of a router or a port: there is none. */
  int NONE = -1;

  /** Returns the number of routers; they are numbered from 0. */
  int routers();

  /**
   * Returns the number of ports that links may be connected to, from 0 on, of the router that has
   * the most.
   */
  int ports();

  /** Returns the number of ports of a router that links may be connected to, from 0 on. */
  default int ports(int router) {
    return ports();
  }

  /**
   * Returns the router at the other end of a port's links, out of it or into it; {@link #NONE} if
   * the port, one of {@link #ports()}, has none.
   */
  int neighbour(int router, int port);

  /** Returns the port there, {@link #NONE} if the port has no link. */
  int neighbourPort(int router, int port);

  /** Returns whether a port has a link out of it. */
  default boolean leads(int router, int port) {
    return neighbour(router, port) != NONE;
  }

  /** Returns the name of a port, such as {@code x+}. */
  String portName(int port);

  /** Returns the name of a port of a router, for topologies whose routers differ. */
  default String portName(int router, int port) {
    return portName(port);
  }

  /** Returns the names of the coordinates of a router, such as {@code x}, one for each axis. */
  List<String> coordinateNames();

  /** Returns where a router is along an axis: 0 to the axis's extent − 1. */
  int coordinate(int router, int axis);

  /** Returns where a router is along all axes. */
  default List<Long> place(int router) {
    return IntStream.range(0, coordinateNames().size())
        .mapToObj(axis -> (long) coordinate(router, axis))
        .toList();
  }

  /** Returns the number of different coordinates along an axis. */
  int extent(int axis);

  /** Returns the extents that describe the size, such as {@code [8, 8, 8]}. */
  default List<Long> shape() {
    return IntStream.range(0, coordinateNames().size())
        .mapToObj(axis -> (long) extent(axis))
        .toList();
  }
}
