package io.hopwright.models.switching.torusrouter;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.measure.Interval;
import io.hopwright.models.topology.Torus;

/**
 * Bytes that each link which leaves a node of a partition carried in the measured interval,
 * packets, trailers and token-acks alike; much cheaper than {@link LinkStatistics}.
 *
 * <p>A link is named by the local number of its node and its port. Confined to its partition; 48 B
 * per node.
 */
public final class LinkBytes {
  private final Interval interval;
  private final int[] globalIds;
  private final long[] bytes;

  LinkBytes(Interval interval, int[] globalIds) {
    this(interval, globalIds.clone(), new long[globalIds.length * Torus.PORTS]);
  }

  private LinkBytes(Interval interval, int[] globalIds, long[] bytes) {
    this.interval = interval;
    this.globalIds = globalIds;
    this.bytes = bytes;
  }

  /**
   * Reads what {@link #save} wrote.
   *
   * @throws IllegalArgumentException if that is not what the words are
   */
  static LinkBytes load(Interval interval, Words words) {
    final int[] globalIds = new int[words.takeCount(1 + Torus.PORTS)];
    for (int node = 0; node < globalIds.length; node++) {
      globalIds[node] = words.takeInt(0, PacketWords.MAX_NODES);
    }
    return new LinkBytes(interval, globalIds, words.takeAll(globalIds.length * Torus.PORTS));
  }

  void save(Words words) {
    words.put(globalIds.length);
    for (int id : globalIds) {
      words.put(id);
    }
    words.putAll(bytes);
  }

  void send(int node, int output, int linkTicks, long tick) {
    if (interval.measures(tick)) {
      bytes[node * Torus.PORTS + output] += linkTicks;
    }
  }

  /** Returns the number of nodes of the partition. */
  public int nodes() {
    return globalIds.length;
  }

  /** Returns the global number of a node. */
  public int globalId(int node) {
    return globalIds[node];
  }

  /** Returns the bytes that a link carried. */
  public long bytes(int node, int port) {
    return bytes[node * Torus.PORTS + port];
  }
}
