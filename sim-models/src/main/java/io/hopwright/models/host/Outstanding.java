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

  /** Returns whether a sender may send another request. */
  public boolean hasRoom(int sender) {
    return counts[sender] < most;
  }

  /** Records that a sender has sent a request. */
  public void add(int sender) {
    counts[sender]++;
  }

  /** Records that a request was answered. */
  public void complete(int sender) {
    counts[sender]--;
    completed[sender]++;
  }

  /** Records that a sender has given up a request. */
  public void giveUp(int sender) {
    counts[sender]--;
  }

  /** Returns the number of outstanding requests of all senders. */
  public long sum() {
    return Arrays.stream(counts).asLongStream().sum();
  }

  /** Returns the numbers of answered requests of each sender; the array itself. */
  public long[] completed() {
    return completed;
  }

  /** Returns whether nothing is outstanding. */
  public boolean isNone() {
    return Arrays.stream(counts).allMatch(each -> each == 0);
  }
}
