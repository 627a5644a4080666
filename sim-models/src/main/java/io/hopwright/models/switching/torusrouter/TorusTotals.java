package io.hopwright.models.switching.torusrouter;

import io.hopwright.models.measure.Totals;
import io.hopwright.models.topology.Torus;
import java.util.stream.IntStream;

/**
 * Running totals of a partition or of all, as one vector of integers, so that snapshots can be
 * subtracted and partitions added up. Bytes are counted when a transmission starts; the series
 * counts them when they pass.
 *
 * <p>Confined to its partition.
 */
public final class TorusTotals extends Totals {
  private static final int ACK_BYTES = FIRST_OWN + TorusCounter.values().length;
  static final int MAX_VCS = 8;
  private static final int DATA_BYTES = ACK_BYTES + Torus.DIMENSIONS;
  private static final int UNAVAILABLE = DATA_BYTES + Torus.DIMENSIONS * MAX_VCS;
  private static final int FULL = UNAVAILABLE + MAX_VCS;
  private static final int TOP_RANGE = FULL + MAX_VCS;

  /** Length of the vector. */
  public static final int SIZE = TOP_RANGE + MAX_VCS;

  /** Creates totals of nothing. */
  TorusTotals() {
    this(new long[SIZE]);
  }

  /** Wraps a vector. */
  TorusTotals(long[] values) {
    super(values);
  }

  /** Returns the number of the total of token-acks' bytes that leave by an output. */
  static int acks(int output) {
    return ACK_BYTES + (output >>> 1);
  }

  /** Returns the number of the total of packets' bytes that leave by an output on a VC. */
  static int data(int output, int vc) {
    return DATA_BYTES + (output >>> 1) * MAX_VCS + vc;
  }

  void countSamples(long times, int vc, boolean unavailable, boolean full, boolean topRange) {
    count(UNAVAILABLE + vc, unavailable ? times : 0);
    count(FULL + vc, full ? times : 0);
    count(TOP_RANGE + vc, topRange ? times : 0);
  }

  /** Returns the bytes of token-acks on the links of one dimension. */
  public long ackBytes(int dimension) {
    return get(ACK_BYTES + dimension);
  }

  /** Returns the bytes of token-acks on all links. */
  public long ackBytes() {
    return sum(ACK_BYTES, DATA_BYTES);
  }

  /** Returns the bytes of packets and trailers on the links of one dimension. */
  public long dataBytes(int dimension) {
    final int from = DATA_BYTES + dimension * MAX_VCS;
    return sum(from, from + MAX_VCS);
  }

  /** Returns the bytes of packets and trailers on all links. */
  public long dataBytes() {
    return sum(DATA_BYTES, UNAVAILABLE);
  }

  /** Returns the bytes of packets and trailers sent on a VC over all links. */
  public long dataBytesOnVc(int vc) {
    return IntStream.range(0, Torus.DIMENSIONS)
        .mapToLong(dimension -> get(DATA_BYTES + dimension * MAX_VCS + vc))
        .sum();
  }

  /** Returns the number of samples in which the sender on a link's VC had fewer than 8 tokens. */
  public long unavailable(int vc) {
    return get(UNAVAILABLE + vc);
  }

  /**
   * Returns the number of samples in which the receiver on a link's VC had fewer than 8 free
   * chunks.
   */
  public long full(int vc) {
    return get(FULL + vc);
  }

  /**
   * Returns the number of samples in which the receiver's buffer of a link's VC was three quarters
   * full.
   */
  public long topRange(int vc) {
    return get(TOP_RANGE + vc);
  }
}
