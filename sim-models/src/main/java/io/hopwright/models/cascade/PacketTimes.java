package io.hopwright.models.cascade;

/**
 * When a request was born and issued, the second word of it and of its response.
 *
 * <pre>
 *  63                    36 35                    0
 * +------------------------+-----------------------+
 * | low bits of issue tick |         birth         |
 * +------------------------+-----------------------+
 * </pre>
 */
final class PacketTimes {
  /** Births are below this tick. */
  static final long MAX_BIRTH = 1L << 36;

  private static final int ISSUE_SHIFT = 36;
  private static final long ISSUE_MASK = (1L << 28) - 1;

  private PacketTimes() {}

  static long of(long birth, long issue) {
    if (birth >= MAX_BIRTH) {
      throw new IllegalStateException("birth at tick " + birth + " does not fit; shorten the run");
    }
    return birth | issue << ISSUE_SHIFT;
  }

  static long birth(long times) {
    return times & MAX_BIRTH - 1;
  }

  /** Returns the ticks from the issue until {@code tick}, below 2²⁸. */
  static long sinceIssue(long times, long tick) {
    return (tick - (times >>> ISSUE_SHIFT)) & ISSUE_MASK;
  }
}
