package io.hopwright.models.measure;

import java.util.Arrays;

/**
 * Running totals of a partition or of all partitions, as one vector of integers, so that snapshots
 * can be subtracted and partitions added. The first elements have the same meaning for every
 * machine; those from {@link #FIRST_OWN} on belong to the machine.
 *
 * <p>Confined to its partition.
 */
public class Totals {
  /** Packets whose first byte has entered the network; a level. */
  public static final int INJECTED = 0;

  /** Packets that have entered the network and have not been delivered; a level. */
  public static final int IN_FLIGHT = 2;

  /** Requests that have been issued and neither answered nor given up; a level. */
  public static final int OUTSTANDING = 4;

  /** Packets that wait in routers; a level. */
  public static final int QUEUED = 6;

  /** End of the levels and of their integrals, which are the totals below this one. */
  static final int LEVELS = 8;

  /** Bytes of injected packets. */
  public static final int INJECTED_BYTES = 8;

  /** Completed part of the traffic of sources with an end: deliveries, or answers to requests. */
  public static final int COMPLETED = 9;

  /** Packets delivered. */
  public static final int DELIVERED = 10;

  /** Bytes of delivered packets. */
  public static final int DELIVERED_BYTES = 11;

  /** Hops of delivered packets. */
  public static final int DELIVERED_HOPS = 12;

  /** Packets started on a link, over all links. */
  public static final int HOPS = 13;

  /** Response times of delivered packets that are followed, in ticks. */
  public static final int RESPONSE_TICKS = 14;

  /** Deliveries still due of the packets that have entered the network. */
  public static final int IN_NETWORK = 15;

  /** Number of the machine's first total. */
  public static final int FIRST_OWN = 16;

  private final long[] values;

  /** Wraps a vector. */
  public Totals(long... values) {
    this.values = values;
  }

  /** Adds to one total. */
  public final void count(int total, long more) {
    values[total] += more;
  }

  /** Adds to a number of the machine. */
  public final void count(Counter counter, long more) {
    values[counter.slot()] += more;
  }

  /** Returns a number of the machine. */
  public final long get(Counter counter) {
    return values[counter.slot()];
  }

  /** Returns one of the totals. */
  public final long get(int total) {
    return values[total];
  }

  /** Returns the sum of the totals numbered {@code [from, to)}. */
  public final long sum(int from, int to) {
    return Arrays.stream(values, from, to).sum();
  }
}
