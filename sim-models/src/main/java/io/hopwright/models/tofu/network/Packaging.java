package io.hopwright.models.tofu.network;

import io.hopwright.models.topology.Tofu6D;
import java.util.stream.IntStream;

/**
 * Packaging of a machine into units; links between different units are optical ({@code
 * docs/models/tofu.md}, "Packaging").
 *
 * @param machine the machine
 * @param unit six extents of a unit; empty for a single unit
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes or compares it
public record Packaging(Tofu6D machine, int... unit) {
  private static final int NODES_OF_BOARD = 2;

  /** Copies the extents. */
  public Packaging {
    unit = unit.clone();
  }

  /** Returns whether the link of a port of a node is there, and optical. */
  boolean isOptical(int node, int port) {
    final int far = machine.neighbour(node, port);
    final int axis = Tofu6D.axisOfPort(port);
    return far >= 0
        && unit.length > 0
        && machine.coordinate(node, axis) / unit[axis]
            != machine.coordinate(far, axis) / unit[axis];
  }

  /** Returns the number of unidirectional optical links. */
  public long opticalLinks() {
    return IntStream.range(0, machine.routers()).mapToLong(this::opticalLinks).sum();
  }

  private long opticalLinks(int node) {
    return IntStream.range(0, Tofu6D.PORTS).filter(port -> isOptical(node, port)).count();
  }

  /**
   * Returns the smallest, mean and largest number of active optical cables of a board. A board has
   * two nodes, which share a cable for each direction in which they have optical links.
   */
  public double[] cablesPerBoard() {
    final var cables =
        IntStream.range(0, machine.routers() / NODES_OF_BOARD)
            .mapToLong(board -> opticalLinks(NODES_OF_BOARD * board))
            .summaryStatistics();
    return new double[] {cables.getMin(), cables.getAverage(), cables.getMax()};
  }
}
