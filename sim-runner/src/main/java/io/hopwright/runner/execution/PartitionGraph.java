package io.hopwright.runner.execution;

import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.models.run.Network;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Partitions of a network as a graph: the nodes of each partition, and the links between
 * partitions.
 *
 * <p>A link has one direction: a cable with a link each way counts twice in a cut. Immutable; safe
 * for any thread.
 */
public final class PartitionGraph {
  private final long[] nodes;
  private final int[][] positions;
  private final int[][] neighbours;

  /** {@code [partition][i]}: links to and from its i-th neighbour. */
  private final long[][] links;

  private PartitionGraph(long[] nodes, int[][] positions, int[][] neighbours, long[][] links) {
    this.nodes = nodes;
    this.positions = positions;
    this.neighbours = neighbours;
    this.links = links;
  }

  /** Returns the graph of a network's partitions. */
  public static PartitionGraph of(Network<?> network) {
    final int partitions = network.partitions();
    final long[] nodes = new long[partitions];
    final int[][] positions = new int[partitions][];
    final int[][] neighbours = new int[partitions][];
    final long[][] links = new long[partitions][];
    for (int partition = 0; partition < partitions; partition++) {
      nodes[partition] = network.nodes(partition);
      positions[partition] = network.position(partition);
      neighbours[partition] = network.neighbours(partition);
      links[partition] =
          LongStream.of(network.links(partition)).map(oneWay -> 2 * oneWay).toArray();
    }
    return new PartitionGraph(nodes, positions, neighbours, links);
  }

  /** Returns the number of partitions. */
  public int partitions() {
    return nodes.length;
  }

  long nodes(int partition) {
    return nodes[partition];
  }

  int dimensions() {
    return positions[0].length;
  }

  int position(int partition, int dimension) {
    return positions[partition][dimension];
  }

  int[] neighbours(int partition) {
    return neighbours[partition];
  }

  /** Returns the links both ways between a partition and those that {@code memberOf} puts there. */
  long links(int partition, int[] memberOf, int member) {
    long sum = 0;
    for (int i = 0; i < neighbours[partition].length; i++) {
      sum += memberOf[neighbours[partition][i]] == member ? links[partition][i] : 0;
    }
    return sum;
  }

  /** Returns the links both ways between two partitions. */
  long links(int partition, int other) {
    final int at = Arrays.binarySearch(neighbours[partition], other);
    return at < 0 ? 0 : links[partition][at];
  }

  /** Returns the links between different members. */
  long cutLinks(int[] memberOf) {
    long twice = 0;
    for (int partition = 0; partition < nodes.length; partition++) {
      for (int i = 0; i < neighbours[partition].length; i++) {
        final boolean cut = memberOf[partition] != memberOf[neighbours[partition][i]];
        twice += cut ? links[partition][i] : 0;
      }
    }
    return twice / 2;
  }

  /** Returns the number of links between partitions. */
  public long cutLinks() {
    return Arrays.stream(links).flatMapToLong(Arrays::stream).sum() / 2;
  }

  /** Returns the number of links between the JVMs of a placement. */
  public long cutLinks(PartitionPlacement placement) {
    return cutLinks(placement.toList().stream().mapToInt(Integer::intValue).toArray());
  }

  /** Returns the number of nodes of each JVM of a placement. */
  public long[] nodes(PartitionPlacement placement) {
    final long[] sums = new long[placement.members()];
    for (int partition = 0; partition < nodes.length; partition++) {
      sums[placement.memberOf(partition)] += nodes[partition];
    }
    return sums;
  }
}
