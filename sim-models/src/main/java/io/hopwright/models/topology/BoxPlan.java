package io.hopwright.models.topology;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A partition plan: a torus cut into equal boxes, such as midplanes of 8×8×8, the last ones of a
 * dimension smaller where the box does not divide it.
 *
 * <p>Partitions are numbered, and nodes within a partition, with x running fastest. Immutable; safe
 * for any thread.
 */
public final class BoxPlan {
  private final Torus torus;
  private final int[] box = new int[Torus.DIMENSIONS];
  private final int[] boxes = new int[Torus.DIMENSIONS];

  /** Creates a plan; a box larger than the torus is the whole of it. */
  public BoxPlan(Torus torus, int boxX, int boxY, int boxZ) {
    this.torus = torus;
    final int[] wanted = {boxX, boxY, boxZ};
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      final int k = torus.extent(dimension);
      if (wanted[dimension] < 1) {
        throw new IllegalArgumentException("partition box " + Arrays.toString(wanted));
      }
      box[dimension] = Math.min(k, wanted[dimension]);
      boxes[dimension] = (k + box[dimension] - 1) / box[dimension];
    }
  }

  /** Returns the number of partitions. */
  public int partitions() {
    return boxes[0] * boxes[1] * boxes[2];
  }

  /** Returns the partition a node belongs to. */
  public int partitionOf(int node) {
    int partition = 0;
    for (int dimension = Torus.DIMENSIONS - 1; dimension >= 0; dimension--) {
      partition = partition * boxes[dimension] + torus.coordinate(node, dimension) / box[dimension];
    }
    return partition;
  }

  /** Returns a node's number within its partition. */
  public int localIndex(int node) {
    final int[] size = size(partitionOf(node));
    int local = 0;
    for (int dimension = Torus.DIMENSIONS - 1; dimension >= 0; dimension--) {
      local = local * size[dimension] + torus.coordinate(node, dimension) % box[dimension];
    }
    return local;
  }

  /** Returns the number of nodes of a partition. */
  public int nodes(int partition) {
    final int[] size = size(partition);
    return size[0] * size[1] * size[2];
  }

  /** Returns the nodes of a partition, in the order of their local numbers. */
  public int[] nodesOf(int partition) {
    final int[] at = position(partition);
    final int[] size = size(partition);
    return IntStream.range(0, nodes(partition))
        .map(
            local ->
                torus.node(
                    at[0] * box[0] + local % size[0],
                    at[1] * box[1] + local / size[0] % size[1],
                    at[2] * box[2] + local / size[0] / size[1]))
        .toArray();
  }

  /** Returns the partitions that a partition has links to, ascending, without itself. */
  public int[] neighbours(int partition) {
    return Arrays.stream(nodesOf(partition))
        .flatMap(
            node ->
                IntStream.range(0, Torus.PORTS)
                    .map(port -> partitionOf(torus.neighbour(node, port))))
        .filter(other -> other != partition)
        .distinct()
        .sorted()
        .toArray();
  }

  /**
   * Returns the number of links, of one direction each, from one partition to another: those
   * through the faces that their boxes share.
   */
  public long links(int from, int to) {
    final int[] at = position(from);
    final int[] other = position(to);
    final int[] size = size(from);
    long links = 0;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      final int next = (at[dimension] + 1) % boxes[dimension];
      final int previous = Math.floorMod(at[dimension] - 1, boxes[dimension]);
      final int faces = (other[dimension] == next ? 1 : 0) + (other[dimension] == previous ? 1 : 0);
      if (from != to && sameButFor(dimension, at, other)) {
        links += (long) faces * size[0] * size[1] * size[2] / size[dimension];
      }
    }
    return links;
  }

  private static boolean sameButFor(int dimension, int[] at, int[] other) {
    return IntStream.range(0, Torus.DIMENSIONS).allMatch(i -> i == dimension || at[i] == other[i]);
  }

  /** Returns the place of a partition's box among the boxes of each dimension. */
  public int[] position(int partition) {
    return new int[] {
      partition % boxes[0], partition / boxes[0] % boxes[1], partition / boxes[0] / boxes[1]
    };
  }

  private int[] size(int partition) {
    final int[] at = position(partition);
    final int[] size = new int[Torus.DIMENSIONS];
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      size[dimension] =
          Math.min(box[dimension], torus.extent(dimension) - at[dimension] * box[dimension]);
    }
    return size;
  }
}
