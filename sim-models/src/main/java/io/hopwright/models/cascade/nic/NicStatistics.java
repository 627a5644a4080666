package io.hopwright.models.cascade.nic;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.cascade.network.CascadePacketId;
import java.util.Arrays;

/**
 * Measurements of the NICs of a partition; the arrays are not copied.
 *
 * @param nodes node at each NIC, negative if there is none
 * @param completedByNic number of answered requests of each NIC
 * @param mostMinimalHops largest number of links of a packet on a minimal route
 * @param mostNonMinimalHops largest number of links of a packet over a root
 * @param outstanding requests issued but neither answered nor abandoned
 */
@SuppressWarnings("ArrayRecordComponent")
public record NicStatistics(
    int[] nodes,
    long[] completedByNic,
    int mostMinimalHops,
    int mostNonMinimalHops,
    long outstanding) {
  private static final int WORDS_PER_NIC = 2;

  /**
   * Reads the statistics that {@link #save} wrote.
   *
   * @throws IllegalArgumentException if the words are not such statistics
   */
  public static NicStatistics load(Words words) {
    final int nics = words.takeCount(WORDS_PER_NIC);
    final int[] nodes = new int[nics];
    final long[] completed = new long[nics];
    for (int nic = 0; nic < nics; nic++) {
      nodes[nic] = words.takeInt(Integer.MIN_VALUE, CascadePacketId.MAX_NODES);
      completed[nic] = words.take();
    }
    return new NicStatistics(
        nodes,
        completed,
        words.takeInt(0, Integer.MAX_VALUE),
        words.takeInt(0, Integer.MAX_VALUE),
        words.take());
  }

  void save(Words words) {
    words.put(nodes.length);
    for (int nic = 0; nic < nodes.length; nic++) {
      words.put(nodes[nic]);
      words.put(completedByNic[nic]);
    }
    words.put(mostMinimalHops);
    words.put(mostNonMinimalHops);
    words.put(outstanding);
  }

  /** Returns the number of NICs, those without a node included. */
  public int nics() {
    return nodes.length;
  }

  /** Returns the node at a NIC, negative if there is none. */
  public int node(int nic) {
    return nodes[nic];
  }

  /** Returns the number of answered requests of a NIC. */
  public long completed(int nic) {
    return completedByNic[nic];
  }

  /** Returns the number of answered requests. */
  public long completed() {
    return Arrays.stream(completedByNic).sum();
  }

  /** Returns the largest number of links of a packet, with a root or without. */
  public int mostHops(boolean nonMinimal) {
    return nonMinimal ? mostNonMinimalHops : mostMinimalHops;
  }
}
