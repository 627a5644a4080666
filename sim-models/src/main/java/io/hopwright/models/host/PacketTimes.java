package io.hopwright.models.host;

import io.hopwright.models.declare.SettingsException;

/**
 * Generation time and issue time of a request, in one of its words, which is copied to the answer.
 *
 * <pre>
 *  63                    36 35                    0
 * +------------------------+-----------------------+
 * | low bits of issue tick | low bits of birth     |
 * +------------------------+-----------------------+
 * </pre>
 */
public final class PacketTimes {
  /** Range of stored generation times. A request waits at its source for less than half of it. */
  private static final long MAX_AGE = 1L << 36;

  private static final int ISSUE_SHIFT = 36;
  private static final long ISSUE_MASK = (1L << 28) - 1;

  /**
   * Range of stored issue times; a request is delivered within half of it. Where waits grow beyond
   * the range, some requests exceed this limit before.
   */
  private static final long MAX_SINCE_ISSUE = 1L << 27;

  private PacketTimes() {}

  /**
   * Returns the times of a request that is issued.
   *
   * @throws SettingsException if it has waited for so long that its age may not fit
   */
  public static long of(long birth, long issue) {
    if (issue - birth > MAX_AGE / 2) {
      throw new SettingsException(
          "workload",
          "is too slow: a request generated at tick "
              + birth
              + " waited at its source until tick "
              + issue
              + ", longer than the times of a packet can represent, "
              + MAX_AGE / 2
              + " ticks; shorten the run, or lower the load");
    }
    return (birth & (MAX_AGE - 1)) | issue << ISSUE_SHIFT;
  }

  /** Returns the generation time of a request that is delivered at {@code tick}. */
  public static long birth(long times, long tick) {
    return tick - ((tick - times) & (MAX_AGE - 1));
  }

  /**
   * Returns the ticks from the issue of a request to its delivery at {@code tick}.
   *
   * @throws SettingsException if there are so many ticks that those of other requests may not fit
   */
  public static long sinceIssue(long times, long tick) {
    final long since = (tick - (times >>> ISSUE_SHIFT)) & ISSUE_MASK;
    if (since >= MAX_SINCE_ISSUE) {
      throw new SettingsException(
          "workload",
          "is too slow: a packet delivered at tick "
              + tick
              + " was in the network since tick "
              + (tick - since)
              + ", longer than the times of a packet can represent, "
              + MAX_SINCE_ISSUE
              + " ticks; lower the load, allow fewer outstanding requests, or shorten the run");
    }
    return since;
  }
}
