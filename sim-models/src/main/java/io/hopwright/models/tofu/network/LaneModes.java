package io.hopwright.models.tofu.network;

/**
 * Lane modes of links. A link degrades by one mode at the second loss within a block of frames. A
 * decision at the end of a frame applies to frames that begin a round trip later ({@code
 * docs/models/tofu.md}, "Link quality"). Memory: 56 B per link. Confined to its partition.
 */
final class LaneModes {
  private static final int BLOCK = 256;
  private static final int LOSSES = 2;
  private static final int CLEAN_FRAMES = 4_096;

  /** Decisions of a link that do not hold yet. */
  private static final int MOST_PENDING = 2;

  private final int worst;
  private final boolean recovers;
  private final int roundTripTicks;
  private final int[] mode;
  private final int[] losses;
  private final int[] cleanInARow;
  private final int[] pending;
  private final int[] pendingMode;
  private final long[] pendingTick;

  /**
   * Creates links in mode 0.
   *
   * @param worst last mode
   * @param recovers whether links go back to mode 0
   */
  LaneModes(int links, int worst, boolean recovers, int roundTripTicks) {
    this.worst = worst;
    this.recovers = recovers;
    this.roundTripTicks = roundTripTicks;
    mode = new int[links];
    losses = new int[links];
    cleanInARow = new int[links];
    pending = new int[links];
    pendingMode = new int[links * MOST_PENDING];
    pendingTick = new long[links * MOST_PENDING];
  }

  /** Returns the mode of a frame that begins at a tick, not before any other. */
  int mode(int link, long begin) {
    final int first = link * MOST_PENDING;
    while (pending[link] > 0 && pendingTick[first] <= begin) {
      mode[link] = pendingMode[first];
      pending[link]--;
      pendingMode[first] = pendingMode[first + 1];
      pendingTick[first] = pendingTick[first + 1];
    }
    return mode[link];
  }

  /**
   * Notes how a frame fared.
   *
   * @param frame its number among those of the link
   * @param lost whether a slice was lost
   * @param end tick after its last
   * @return whether the link decides on another mode
   */
  boolean note(int link, long frame, boolean lost, long end) {
    if (frame % BLOCK == 0) {
      losses[link] = 0;
    }
    if (lost) {
      cleanInARow[link] = 0;
      return ++losses[link] == LOSSES && decide(link, Math.min(decided(link) + 1, worst), end);
    }
    return ++cleanInARow[link] == CLEAN_FRAMES && recovers && decide(link, 0, end);
  }

  /** Returns the mode decided on last. */
  private int decided(int link) {
    return pending[link] == 0 ? mode[link] : pendingMode[link * MOST_PENDING + pending[link] - 1];
  }

  private boolean decide(int link, int next, long end) {
    if (next == decided(link)) {
      return false;
    }
    assert pending[link] < MOST_PENDING : "a third mode before the first is valid";
    final int at = link * MOST_PENDING + pending[link]++;
    pendingMode[at] = next;
    pendingTick[at] = end + roundTripTicks;
    return true;
  }
}
