package io.hopwright.core.window;

import java.util.Arrays;

/**
 * Standings of all members at the ends of the last windows. Confined to one thread at a time.
 *
 * <p>While this JVM simulates window n, others can have completed window n + 2 at most, and this
 * JVM may not have read the standings of n − 1 yet. So four are kept.
 */
final class Standings {
  private static final int KEPT = 4;

  private final Standing[][] kept;
  private final long[] through;

  /** Knows nothing of {@code members} members yet, which begin after window {@code last}. */
  Standings(int members, Window last) {
    kept = new Standing[members][KEPT];
    through = new long[members];
    Arrays.fill(through, last.number() - 1);
  }

  /**
   * Records the standing of a member.
   *
   * @throws IllegalStateException if it is not that of the next window
   */
  void put(int of, Standing standing) {
    final long expected = through[of] + 1;
    if (standing.window().number() != expected) {
      throw new IllegalStateException(
          "member " + of + " is through with " + standing.window() + ", not " + expected);
    }
    through[of] = expected;
    kept[of][slot(expected)] = standing;
  }

  /** Returns the number of the last window that a member is through with, −2 before any. */
  long through(int of) {
    return through[of];
  }

  /** Returns whether all have completed window number {@code window}. */
  boolean complete(long window) {
    for (long last : through) {
      if (last < window) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns how all together stood at the end of a window, one of the last.
   *
   * @throws IllegalStateException if a member was through with other ticks
   */
  Standing all(Window window) {
    long nextEffectTick = Long.MAX_VALUE;
    boolean interrupted = false;
    boolean checkpoint = false;
    final Progress total = new Progress();
    for (int member = 0; member < kept.length; member++) {
      final Standing standing = kept[member][slot(window.number())];
      if (!standing.window().equals(window)) {
        throw new IllegalStateException(
            "member " + member + " is through with " + standing.window() + ", not " + window);
      }
      nextEffectTick = Math.min(nextEffectTick, standing.nextEffectTick());
      total.add(standing.progress());
      interrupted |= standing.interrupted();
      checkpoint |= standing.checkpoint();
    }
    return new Standing(window, nextEffectTick, total, interrupted, checkpoint);
  }

  private static int slot(long window) {
    return (int) (window & KEPT - 1);
  }
}
