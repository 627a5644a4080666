package io.hopwright.models.tnw;

import io.hopwright.core.statistics.Words;

/**
 * What the ends of the links of a partition did in the measured interval. End {@code 6·i + port} is
 * that of the partition's node {@code i}.
 */
final class TnwLinkStatistics {
  private final int[] nodes;

  /** Null unless links are told apart. */
  private final long[] busyTicks;

  private final long[] accepted;

  /**
   * Opens statistics.
   *
   * @param apart whether a table tells links apart
   * @param nodes whose ends they are for
   */
  TnwLinkStatistics(boolean apart, int... nodes) {
    this(
        nodes,
        apart ? new long[nodes.length * LinkModules.PORTS] : null,
        new long[nodes.length * LinkModules.PORTS]);
  }

  private TnwLinkStatistics(int[] nodes, long[] busyTicks, long[] accepted) {
    this.nodes = nodes;
    this.busyTicks = busyTicks;
    this.accepted = accepted;
  }

  /**
   * Reads what {@link #save} wrote.
   *
   * @param apart whether a table tells links apart
   * @param mostNodes of the machine
   * @throws IllegalArgumentException if that is not what the words are
   */
  static TnwLinkStatistics load(boolean apart, int mostNodes, Words words) {
    if (words.takeFlag() != apart) {
      throw new IllegalArgumentException(
          "they were counted with" + (apart ? "out" : "") + " tables of links");
    }
    final int[] nodes = new int[words.takeCount(1 + (apart ? 2 : 1) * LinkModules.PORTS)];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = words.takeInt(0, mostNodes);
    }
    return new TnwLinkStatistics(
        nodes,
        apart ? words.takeAll(nodes.length * LinkModules.PORTS) : null,
        words.takeAll(nodes.length * LinkModules.PORTS));
  }

  void save(Words words) {
    words.put(busyTicks == null ? 0 : 1);
    words.put(nodes.length);
    for (int node : nodes) {
      words.put(node);
    }
    if (busyTicks != null) {
      words.putAll(busyTicks);
    }
    words.putAll(accepted);
  }

  /** Counts ticks in which an output is busy. */
  void busy(int output, int ticks) {
    if (busyTicks != null) {
      busyTicks[output] += ticks;
    }
  }

  /** Counts a packet that a receiver accepts. */
  void accept(int receiver) {
    accepted[receiver]++;
  }

  /** Returns how many ends there are. */
  int ends() {
    return accepted.length;
  }

  /** Returns the node of an end. */
  int node(int end) {
    return nodes[end / LinkModules.PORTS];
  }

  /** Returns the ticks in which an output was busy, if links are told apart. */
  long busyTicks(int output) {
    return busyTicks[output];
  }

  long accepted(int receiver) {
    return accepted[receiver];
  }
}
