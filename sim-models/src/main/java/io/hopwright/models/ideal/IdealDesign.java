package io.hopwright.models.ideal;

/**
 * Ideal machine without its software: {@code docs/models/ideal.md}.
 *
 * @param nodes number of nodes, 1 … 2²²
 * @param latencyTicks {@code L}, 1 or more
 * @param gapTicks {@code g}
 * @param byteGapTicks {@code G}, in ticks per KiB
 * @param nodesPerPartition nodes of a partition, 1 or more, in the order of their numbers
 */
record IdealDesign(
    int nodes, long latencyTicks, long gapTicks, long byteGapTicks, int nodesPerPartition) {
  int partitions() {
    return (nodes + nodesPerPartition - 1) / nodesPerPartition;
  }

  int partitionOf(int node) {
    return node / nodesPerPartition;
  }

  int firstNode(int partition) {
    return partition * nodesPerPartition;
  }

  int nodesOf(int partition) {
    return Math.min(nodesPerPartition, nodes - firstNode(partition));
  }
}
