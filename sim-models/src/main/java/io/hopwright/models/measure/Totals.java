package io.hopwright.models.measure;

import java.util.Arrays;

/**
 * Running totals of a partition or of all, as one vector of integers, so that snapshots can be
 * subtracted and partitions added up. The first ones mean the same for every machine; those from
 * {@link #FIRST_OWN} on are the machine's.
 *
 * <p>Confined to its partition.
 */
public final class Totals {
  /** Packets whose first byte has entered the network. */
  public static final int INJECTED = 0;

  /** Bytes of injected packets. */
  public static final int INJECTED_BYTES = 1;

  /** Packets of saturated sources among the injected ones. */
  public static final int INJECTED_ENDLESS = 2;

  /** Packets delivered. */
  public static final int DELIVERED = 3;

  /** Bytes of delivered packets. */
  public static final int DELIVERED_BYTES = 4;

  /** Hops of delivered packets. */
  public static final int DELIVERED_HOPS = 5;

  /** Packets started on a link, over all links. */
  public static final int HOPS = 6;

  /** Number of the machine's first total. */
  public static final int FIRST_OWN = 7;

  private final long[] values;

  /** Creates totals of nothing, {@code size} of them. */
  public Totals(int size) {
    this(new long[size]);
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

  /** Adds to one total. */
  public void count(int total, long more) {
    values[total] += more;
  }

  void add(Totals more) {
    for (int i = 0; i < values.length; i++) {
      values[i] += more.values[i];
    }
  }

  /** Returns what was counted since {@code earlier}. */
  public Totals since(Totals earlier) {
    final Totals difference = snapshot();
    for (int i = 0; i < values.length; i++) {
      difference.values[i] -= earlier.values[i];
    }
    return difference;
  }

  /** Returns one of the totals. */
  public long get(int total) {
    return values[total];
  }

  /** Returns the sum of the totals numbered {@code [from, to)}. */
  public long sum(int from, int to) {
    return Arrays.stream(values, from, to).sum();
  }
}
