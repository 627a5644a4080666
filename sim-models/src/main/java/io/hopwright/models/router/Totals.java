package io.hopwright.models.router;

import io.hopwright.models.topology.Torus;
import java.util.Arrays;

/**
 * Running totals of a partition or of all, as one vector of integers, so that snapshots can be
 * subtracted and partitions added up. Bytes are booked when a transmission starts.
 *
 * <p>Confined to its partition.
 */
public final class Totals {
  /** Packets whose first byte has entered a link. */
  public static final int INJECTED = 0;

  /** Bytes of injected packets. */
  public static final int INJECTED_BYTES = 1;

  /** Packets delivered. */
  public static final int DELIVERED = 2;

  /** Bytes of delivered packets. */
  public static final int DELIVERED_BYTES = 3;

  /** Minimal hops between the ends of delivered packets. */
  public static final int DELIVERED_HOPS = 4;

  /** Packets started on a link, over all links. */
  public static final int HOPS = 5;

  /** Links looked at in samples. */
  public static final int SAMPLED_LINKS = 6;

  /** Packets of saturated sources whose first byte has entered a link. */
  static final int INJECTED_ENDLESS = 7;

  /** Bytes on links that enter the region. */
  public static final int ENTERING_BYTES = 8;

  /** Packets injected by sources outside the region. */
  public static final int INJECTED_OUTSIDE = 9;

  /** Packets delivered that come from outside the region. */
  public static final int DELIVERED_FROM_OUTSIDE = 10;

  /** Packets delivered inside the region that come from outside. */
  public static final int ENTERED = 11;

  private static final int ACK_BYTES = 12;
  private static final int MAX_VCS = 8;
  private static final int DATA_BYTES = ACK_BYTES + Torus.DIMENSIONS;
  private static final int UNAVAILABLE = DATA_BYTES + Torus.DIMENSIONS * MAX_VCS;
  private static final int FULL = UNAVAILABLE + MAX_VCS;

  /** Length of the vector. */
  static final int SIZE = FULL + MAX_VCS;

  private final long[] values;

  /** Creates totals of nothing. */
  Totals() {
    this(new long[SIZE]);
  }

  /** Wraps a vector. */
  Totals(long[] values) {
    this.values = values;
  }

  /** Returns the vector itself. */
  long[] values() {
    return values;
  }

  /** Returns what has been counted so far, for good. */
  Totals snapshot() {
    return new Totals(values.clone());
  }

  void count(int total, long more) {
    values[total] += more;
  }

  void countAck(int output, int bytes) {
    values[ACK_BYTES + (output >>> 1)] += bytes;
  }

  void countPacket(int output, int vc, int bytes) {
    values[HOPS]++;
    values[DATA_BYTES + (output >>> 1) * MAX_VCS + vc] += bytes;
  }

  void countSample(int vc, boolean unavailable, boolean full) {
    values[UNAVAILABLE + vc] += unavailable ? 1 : 0;
    values[FULL + vc] += full ? 1 : 0;
  }

  void add(Totals more) {
    for (int i = 0; i < SIZE; i++) {
      values[i] += more.values[i];
    }
  }

  /** Returns what was counted since {@code earlier}. */
  public Totals since(Totals earlier) {
    final Totals difference = snapshot();
    for (int i = 0; i < SIZE; i++) {
      difference.values[i] -= earlier.values[i];
    }
    return difference;
  }

  /** Returns one of the totals named by the constants of this class. */
  public long get(int total) {
    return values[total];
  }

  /** Returns the bytes of token-acks on the links of one dimension. */
  public long ackBytes(int dimension) {
    return values[ACK_BYTES + dimension];
  }

  /** Returns the bytes of token-acks on all links. */
  public long ackBytes() {
    return Arrays.stream(values, ACK_BYTES, DATA_BYTES).sum();
  }

  /** Returns the bytes of packets and trailers on the links of one dimension. */
  public long dataBytes(int dimension) {
    final int from = DATA_BYTES + dimension * MAX_VCS;
    return Arrays.stream(values, from, from + MAX_VCS).sum();
  }

  /** Returns the bytes of packets and trailers on all links. */
  public long dataBytes() {
    return Arrays.stream(values, DATA_BYTES, UNAVAILABLE).sum();
  }

  /** Returns the bytes of packets and trailers sent on a VC over all links. */
  public long dataBytesOnVc(int vc) {
    long sum = 0;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      sum += values[DATA_BYTES + dimension * MAX_VCS + vc];
    }
    return sum;
  }

  /** Returns in how many samples of a link's VC the sender had fewer than 8 tokens. */
  public long unavailable(int vc) {
    return values[UNAVAILABLE + vc];
  }

  /** Returns in how many samples of a link's VC the receiver had fewer than 8 free chunks. */
  public long full(int vc) {
    return values[FULL + vc];
  }
}
