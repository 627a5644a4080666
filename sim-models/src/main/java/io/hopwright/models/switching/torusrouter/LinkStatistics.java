package io.hopwright.models.switching.torusrouter;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.measure.Interval;
import io.hopwright.models.topology.Torus;

/**
 * What happened on each link that leaves a node of a partition, and in the buffers at its far end
 * as the sender sees them, over the measured interval.
 *
 * <p>A link is named by the local number of its node and its port. Confined to its partition; 8 B
 * per link for each of {@code 3 + 2·VCs} counts.
 */
public final class LinkStatistics {
  private static final int ACK_BYTES = 0;
  private static final int SAMPLES = 1;
  private static final int STALLS = 2;
  private static final int FIRST_VC = 3;

  private final Interval interval;
  private final int[] globalIds;
  private final int vcs;
  private final int words;
  private final long[] counts;

  LinkStatistics(Interval interval, int[] globalIds, int vcs) {
    this(interval, globalIds.clone(), vcs, new long[countsOf(globalIds.length, vcs)]);
  }

  private LinkStatistics(Interval interval, int[] globalIds, int vcs, long[] counts) {
    this.interval = interval;
    this.globalIds = globalIds;
    this.vcs = vcs;
    this.counts = counts;
    words = wordsPerLink(vcs);
  }

  private static int wordsPerLink(int vcs) {
    return FIRST_VC + 2 * vcs;
  }

  private static int countsOf(int nodes, int vcs) {
    return Math.multiplyExact(nodes * Torus.PORTS, wordsPerLink(vcs));
  }

  /**
   * Reads what {@link #save} wrote.
   *
   * @throws IllegalArgumentException if that is not what the words are
   */
  static LinkStatistics load(Interval interval, int vcs, Words words) {
    final int[] globalIds = new int[words.takeCount(1 + countsOf(1, vcs))];
    for (int node = 0; node < globalIds.length; node++) {
      globalIds[node] = words.takeInt(0, TorusPacketWords.MAX_NODES);
    }
    return new LinkStatistics(
        interval, globalIds, vcs, words.takeAll(countsOf(globalIds.length, vcs)));
  }

  void save(Words words) {
    words.put(globalIds.length);
    for (int id : globalIds) {
      words.put(id);
    }
    words.putAll(counts);
  }

  private int at(int node, int port) {
    return (node * Torus.PORTS + port) * words;
  }

  void sendPacket(int node, int output, int vc, int bytes, long tick) {
    if (interval.measures(tick)) {
      counts[at(node, output) + FIRST_VC + vc] += bytes;
    }
  }

  void sendAck(int node, int output, int bytes, long tick) {
    if (interval.measures(tick)) {
      counts[at(node, output) + ACK_BYTES] += bytes;
    }
  }

  /** Counts samples of a link: whether packets wait for it while it is idle. */
  void sample(int node, int output, boolean stalled, long times) {
    final int at = at(node, output);
    counts[at + SAMPLES] += times;
    counts[at + STALLS] += stalled ? times : 0;
  }

  /** Counts samples of a link's VC: the chunks that its sender holds no tokens for. */
  void sampleVc(int node, int output, int vc, int chunks, long times) {
    counts[at(node, output) + FIRST_VC + vcs + vc] += chunks * times;
  }

  /** Returns the number of nodes of the partition. */
  public int nodes() {
    return globalIds.length;
  }

  /** Returns the global number of a node. */
  public int globalId(int node) {
    return globalIds[node];
  }

  /** Returns the bytes of packets and trailers sent on a VC. */
  public long dataBytes(int node, int port, int vc) {
    return counts[at(node, port) + FIRST_VC + vc];
  }

  /** Returns the bytes of token-acks sent. */
  public long ackBytes(int node, int port) {
    return counts[at(node, port) + ACK_BYTES];
  }

  /** Returns the number of samples. */
  public long samples(int node, int port) {
    return counts[at(node, port) + SAMPLES];
  }

  /** Returns in how many samples a packet waited for the link while it was idle. */
  public long stalls(int node, int port) {
    return counts[at(node, port) + STALLS];
  }

  /** Returns the sum over the samples of the chunks of a VC that no tokens were held for. */
  public long occupiedChunks(int node, int port, int vc) {
    return counts[at(node, port) + FIRST_VC + vcs + vc];
  }
}
