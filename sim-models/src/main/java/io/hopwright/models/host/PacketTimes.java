package io.hopwright.models.host;

/**
 * When a request was born and issued, in one word of it that its answer takes over.
 *
 * <pre>
 *  63                    36 35                    0
 * +------------------------+-----------------------+
 * | low bits of issue tick | low bits of birth     |
 * +------------------------+-----------------------+
 * </pre>
 */
public final class PacketTimes {
  /** A request is delivered before so many ticks since its birth. */
  private static final long MAX_AGE = 1L << 36;

  private static final int ISSUE_SHIFT = 36;
  private static final long ISSUE_MASK = (1L << 28) - 1;

  private PacketTimes() {}

  /**
   * Returns the times of a request that is issued.
   *
   * @throws IllegalStateException if it has waited for so long that its age may not fit
   */
  public static long of(long birth, long issue) {
    if (issue - birth > MAX_AGE / 2) {
      throw new IllegalStateException(
          "a request born at tick "
              + birth
              + " waited at its source until tick "
              + issue
              + ", longer than a packet's times can tell; shorten the run, or lower the load");
    }
    return (birth & (MAX_AGE - 1)) | issue << ISSUE_SHIFT;
  }

  /** Returns the birth of a request that is delivered at {@code tick}. */
  public static long birth(long times, long tick) {
    return tick - ((tick - times) & (MAX_AGE - 1));
  }

  /** Returns the ticks from the issue until {@code tick}, below 2²⁸. */
  public static long sinceIssue(long times, long tick) {
    return (tick - (times >>> ISSUE_SHIFT)) & ISSUE_MASK;
  }
}
