package io.hopwright.models.host;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Map of address intervals to targets. A target receives its own interval number and the offset in
 * the interval, so that it need not know the addresses. Immutable; safe for any thread.
 */
public final class AddressMap {
  /** No interval. */
  public static final int NONE = -1;

  /**
   * Interval of addresses with the same target.
   *
   * @param start first address
   * @param end last address, inclusive
   * @param target target node
   * @param base address at the target that corresponds to the first address
   */
  public record Interval(long start, long end, int target, long base) {}

  private final List<Interval> intervals;
  private final List<Interval> ascending;

  /**
   * Creates a map; interval {@code i} of the list has number i.
   *
   * @throws IllegalArgumentException if intervals are empty or overlap, naming both
   */
  public AddressMap(List<Interval> intervals) {
    this.intervals = List.copyOf(intervals);
    ascending = new ArrayList<>(intervals);
    ascending.sort(Comparator.comparingLong(Interval::start));
    for (int i = 0; i < ascending.size(); i++) {
      final Interval here = ascending.get(i);
      if (here.end < here.start) {
        throw new IllegalArgumentException(here + " ends before it starts");
      }
      if (i > 0 && ascending.get(i - 1).end >= here.start) {
        throw new IllegalArgumentException(ascending.get(i - 1) + " overlaps " + here);
      }
    }
  }

  /** Returns the number of intervals. */
  public int intervals() {
    return intervals.size();
  }

  /** Returns the number of the interval that contains an address, or {@link #NONE}. */
  public int find(long address) {
    int from = 0;
    int to = ascending.size() - 1;
    while (from <= to) {
      final int middle = (from + to) >>> 1;
      final Interval interval = ascending.get(middle);
      if (address < interval.start) {
        to = middle - 1;
      } else if (address > interval.end) {
        from = middle + 1;
      } else {
        return intervals.indexOf(interval);
      }
    }
    return NONE;
  }

  /** Returns the offset of an address in its interval. */
  public long offset(int interval, long address) {
    return address - intervals.get(interval).start;
  }

  /** Returns the target node of an interval. */
  public int target(int interval) {
    return intervals.get(interval).target;
  }

  /** Returns the address at the target of an interval for an offset. */
  public long address(int interval, long offset) {
    return intervals.get(interval).base + offset;
  }
}
