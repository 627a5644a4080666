package io.hopwright.models.switching.torusrouter;

import io.hopwright.core.event.CacheLines;
import io.hopwright.core.statistics.Words;
import io.hopwright.models.measure.Interval;
import io.hopwright.models.tables.LinkPicture;
import io.hopwright.models.tables.LinkPicture.Load;
import io.hopwright.models.topology.Torus;
import java.util.List;

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
      globalIds[node] = words.takeInt(0, TorusPacketWords.MAX_NODES);
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

  /** Reads every cache line, in the order of memory; returns nothing of meaning. */
  long fetch() {
    return CacheLines.read(bytes);
  }

  void send(int node, int output, int linkTicks, long tick) {
    if (interval.measures(tick)) {
      bytes[node * Torus.PORTS + output] += linkTicks;
    }
  }

  /**
   * Returns what each link carried: a byte takes a tick.
   *
   * @param parts of all partitions; some may be missing
   * @param nodes of the machine
   * @param ticks of the measured interval; of none nothing is known
   */
  public static LinkPicture.Loads loads(List<LinkBytes> parts, int nodes, long ticks) {
    final Load[][] loads = new Load[nodes][Torus.PORTS];
    for (LinkBytes part : parts) {
      for (int link = 0; ticks > 0 && link < part.bytes.length; link++) {
        loads[part.globalIds[link / Torus.PORTS]][link % Torus.PORTS] =
            new Load(part.bytes[link] / (double) ticks, part.bytes[link]);
      }
    }
    return (node, port) -> loads[node][port];
  }
}
