package io.hopwright.models.switching.crossbar;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * A number for each port of the routers of a partition, such as its class. Routers that are all
 * alike share one row, found with a mask of 0, so that they need no more than a table by port.
 *
 * <p>Memory: 4 B per port, for each router if they differ. Immutable; safe for any thread.
 */
final class PortTable {
  private final int mask;
  private final int stride;
  private final int[] numbers;

  /** By router: ports, and those of them with links. */
  private final int[] ports;

  private final int[] links;

  private PortTable(int stride, int ofLinks, int[][] rows) {
    final boolean alike = Arrays.stream(rows).allMatch(row -> row == rows[0]);
    mask = alike ? 0 : -1;
    this.stride = stride;
    final int[][] kept = alike && rows.length > 1 ? new int[][] {rows[0]} : rows;
    ports = Arrays.stream(kept).mapToInt(row -> row.length).toArray();
    links =
        Arrays.stream(kept)
            .mapToInt(row -> (int) Arrays.stream(row).filter(each -> each < ofLinks).count())
            .toArray();
    numbers = new int[Math.multiplyExact(kept.length, stride)];
    Arrays.fill(numbers, CrossbarDesign.NONE);
    for (int row = 0; row < kept.length; row++) {
      System.arraycopy(kept[row], 0, numbers, row * stride, kept[row].length);
    }
  }

  /** Returns the classes of the ports of some routers. */
  static PortTable classes(CrossbarDesign design, int... routers) {
    return of(design, routers, design.linkClasses(), design::classes);
  }

  /** Returns the kinds of the ports of some routers. */
  static PortTable kinds(CrossbarDesign design, int... routers) {
    return of(design, routers, design.linkKinds(), design::kinds);
  }

  private static PortTable of(
      CrossbarDesign design, int[] routers, int ofLinks, IntFunction<int[]> row) {
    return new PortTable(
        design.ports(), ofLinks, Arrays.stream(routers).mapToObj(row).toArray(int[][]::new));
  }

  /** Returns the number of a port, {@link CrossbarDesign#NONE} if the router does not have it. */
  int of(int router, int port) {
    return numbers[(router & mask) * stride + port];
  }

  /** Returns how many ports a router has. */
  int ports(int router) {
    return ports[router & mask];
  }

  /** Returns how many of them have links; they are the first. */
  int links(int router) {
    return links[router & mask];
  }
}
