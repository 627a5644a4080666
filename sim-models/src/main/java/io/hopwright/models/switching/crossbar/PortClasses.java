package io.hopwright.models.switching.crossbar;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Class of each port of the routers of a partition. Routers that are all alike share one row,
 * selected by a mask of 0, so that they need only a table by port.
 *
 * <p>Memory: 4 B per port, for each router if they differ. Immutable; safe for any thread.
 */
public final class PortClasses {
  private final int mask;
  private final int stride;
  private final int[] classes;

  /** Ports of each router, and ports with links. */
  private final int[] ports;

  private final int[] links;

  PortClasses(CrossbarDesign design, int... routers) {
    final boolean alike = IntStream.of(routers).mapToObj(design::classes).distinct().count() <= 1;
    final int[] rows = alike ? IntStream.of(routers).limit(1).toArray() : routers;
    mask = alike ? 0 : -1;
    stride = design.ports();
    ports = IntStream.of(rows).map(design::ports).toArray();
    links = IntStream.of(rows).map(design::links).toArray();
    classes = new int[Math.multiplyExact(rows.length, stride)];
    Arrays.fill(classes, CrossbarDesign.NONE);
    for (int row = 0; row < rows.length; row++) {
      System.arraycopy(design.classes(rows[row]), 0, classes, row * stride, ports[row]);
    }
  }

  /** Returns the class of a port, {@link CrossbarDesign#NONE} if the port does not exist. */
  public int of(int router, int port) {
    return classes[(router & mask) * stride + port];
  }

  /** Returns the number of ports of a router. */
  public int ports(int router) {
    return ports[router & mask];
  }

  /** Returns the number of a router's ports with links, which are the first ones. */
  public int links(int router) {
    return links[router & mask];
  }
}
