package io.hopwright.models.host;

import java.util.Arrays;

/**
 * Unanswered requests of senders, with a limit per sender. Confined to its partition; 12 B per
 * sender.
 */
public final class Outstanding {
  private final int most;
  private final int[] counts;
  private final long[] completed;

  /** Creates senders, numbered from 0, with nothing outstanding. */
  public Outstanding(int senders, int most) {
    this.most = most;
    counts = new int[senders];
    completed = new long[senders];
  }

  /** Returns whether a sender may send one more. */
  public boolean hasRoom(int sender) {
    return counts[sender] < most;
  }

  /** Takes note that a sender has sent one more. */
  public void add(int sender) {
    counts[sender]++;
  }

  /** Takes note that one has been answered. */
  public void complete(int sender) {
    counts[sender]--;
    completed[sender]++;
  }

  /** Takes note that a sender has given one up. */
  public void giveUp(int sender) {
    counts[sender]--;
  }

  /** Returns how many all senders have outstanding. */
  public long sum() {
    return Arrays.stream(counts).asLongStream().sum();
  }

  /** Returns how many of each sender have been answered; the array itself. */
  public long[] completed() {
    return completed;
  }

  /** Returns whether nothing is outstanding. */
  public boolean isNone() {
    return Arrays.stream(counts).allMatch(each -> each == 0);
  }
}
