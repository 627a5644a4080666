package io.hopwright.models.switching.torusrouter;

import io.hopwright.models.measure.Totals;
import io.hopwright.models.topology.Torus;
import java.util.stream.IntStream;

/**
 * Running totals of a partition or of all, as one vector of integers, so that snapshots can be
 * subtracted and partitions added up. Bytes are booked when a transmission starts; the series has
 * them when they pass.
 *
 * <p>Confined to its partition.
 */
public final class TorusTotals extends Totals {
  /** Links looked at in samples. */
  public static final int SAMPLED_LINKS = FIRST_OWN;

  /** Bytes on links that enter the region. */
  public static final int ENTERING_BYTES = FIRST_OWN + 1;

  /** Packets injected by sources outside the region. */
  public static final int INJECTED_OUTSIDE = FIRST_OWN + 2;

  /** Packets delivered that come from outside the region. */
  public static final int DELIVERED_FROM_OUTSIDE = FIRST_OWN + 3;

  /** Packets delivered inside the region that come from outside. */
  public static final int ENTERED = FIRST_OWN + 4;

  /** Credits that came back to a sender; counted only when asked for. */
  public static final int CREDITS = FIRST_OWN + 5;

  /** Credits among them without which a packet could not have gone on. */
  public static final int UNBLOCKING_CREDITS = FIRST_OWN + 6;

  /** Packets received at the end of the first of two legs, to be sent on. */
  public static final int FORWARDED = FIRST_OWN + 7;

  /** Packets started on links, first or again; counted, as all below, only if links have errors. */
  public static final int TRANSMISSIONS = FIRST_OWN + 8;

  /** Those started again. */
  public static final int RETRANSMISSIONS = FIRST_OWN + 9;

  /** Token-acks and ack-only packets started on links. */
  public static final int ACKS_SENT = FIRST_OWN + 10;

  /** Ack-only packets among them. */
  public static final int ACK_ONLY = FIRST_OWN + 11;

  /** How often a sender has waited in vain. */
  public static final int TIME_OUTS = FIRST_OWN + 12;

  /** Packets that arrived damaged. */
  public static final int PACKETS_DAMAGED = FIRST_OWN + 13;

  /** Packets that arrived and were not expected. */
  public static final int PACKETS_DISCARDED = FIRST_OWN + 14;

  /** Token-acks and ack-only packets that arrived damaged. */
  public static final int ACKS_DAMAGED = FIRST_OWN + 15;

  /** Packets of no worth that were thrown away. */
  public static final int PACKETS_DROPPED = FIRST_OWN + 16;

  /** Bytes of packets that arrived good and were expected. */
  public static final int GOOD_BYTES = FIRST_OWN + 17;

  /** Links over which any did in the measured interval. */
  public static final int GOOD_LINKS = FIRST_OWN + 18;

  private static final int ACK_BYTES = FIRST_OWN + 19;
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

  /** Returns in how many samples of a link's VC the sender had fewer than 8 tokens. */
  public long unavailable(int vc) {
    return get(UNAVAILABLE + vc);
  }

  /** Returns in how many samples of a link's VC the receiver had fewer than 8 free chunks. */
  public long full(int vc) {
    return get(FULL + vc);
  }

  /** Returns in how many samples of a link's VC the receiver's buffer was three quarters full. */
  public long topRange(int vc) {
    return get(TOP_RANGE + vc);
  }
}
