package io.hopwright.models.tnw;

import io.hopwright.core.statistics.Words;

/**
 * What the ends of the links of a partition did in the measured interval. End {@code 6·i + port} is
 * that of the partition's node {@code i}.
 */
final class LinkBooks {
  private final int[] nodes;
  private final long[] busyTicks;
  private final long[] accepted;

  /** Opens books for the ends of some nodes. */
  LinkBooks(int... nodes) {
    this(nodes, new long[nodes.length * LinkModules.PORTS], new long[nodes.length * LinkModules.PORTS]);
  }

  private LinkBooks(int[] nodes, long[] busyTicks, long[] accepted) {
    this.nodes = nodes;
    this.busyTicks = busyTicks;
    this.accepted = accepted;
  }

  /**
   * Reads what {@link #save} wrote.
   *
   * @param mostNodes of the machine
   * @throws IllegalArgumentException if that is not what the words are
   */
  static LinkBooks load(int mostNodes, Words words) {
    final int[] nodes = new int[words.takeCount(1 + 2 * LinkModules.PORTS)];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = words.takeInt(0, mostNodes);
    }
    return new LinkBooks(
        nodes,
        words.takeAll(nodes.length * LinkModules.PORTS),
        words.takeAll(nodes.length * LinkModules.PORTS));
  }

  void save(Words words) {
    words.put(nodes.length);
    for (int node : nodes) {
      words.put(node);
    }
    words.putAll(busyTicks);
    words.putAll(accepted);
  }

  /** Counts ticks in which an output is busy. */
  void busy(int output, int ticks) {
    busyTicks[output] += ticks;
  }

  /** Counts a packet that a receiver accepts. */
  void accept(int receiver) {
    accepted[receiver]++;
  }

  /** Returns how many ends there are. */
  int ends() {
    return busyTicks.length;
  }

  /** Returns the node of an end. */
  int node(int end) {
    return nodes[end / LinkModules.PORTS];
  }

  long busyTicks(int output) {
    return busyTicks[output];
  }

  long accepted(int receiver) {
    return accepted[receiver];
  }
}
