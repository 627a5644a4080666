package io.hopwright.models.host;

import java.util.Arrays;

/**
 * What senders have sent and not seen answered, at most so much each. Confined to its partition; 12
 * B per sender.
 */
public final class Window {
  private final int most;
  private final int[] outstanding;
  private final long[] completed;

  /** Creates windows of senders numbered from 0, with nothing outstanding. */
  public Window(int senders, int most) {
    this.most = most;
    outstanding = new int[senders];
    completed = new long[senders];
  }

  /** Tells whether a sender may send one more. */
  public boolean isOpen(int sender) {
    return outstanding[sender] < most;
  }

  /** Takes note that a sender has sent one more. */
  public void send(int sender) {
    outstanding[sender]++;
  }

  /** Takes note that one has been answered. */
  public void complete(int sender) {
    outstanding[sender]--;
    completed[sender]++;
  }

  /** Returns how many of each sender have been answered; the array itself. */
  public long[] completed() {
    return completed;
  }

  /** Tells whether nothing is outstanding. */
  public boolean isAtRest() {
    return Arrays.stream(outstanding).allMatch(each -> each == 0);
  }
}
