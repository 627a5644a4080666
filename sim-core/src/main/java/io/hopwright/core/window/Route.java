package io.hopwright.core.window;

/**
 * Route of events from one partition to another: two batches that take turns.
 *
 * @param from the sending partition
 * @param to the receiving partition
 * @param even batch of the windows with even numbers
 * @param odd batch of the windows with odd numbers, the one before the first included
 */
public record Route(int from, int to, EventBatch even, EventBatch odd) {
  /** Creates the way between two partitions, nothing on it. */
  static Route between(int from, int to) {
    return new Route(from, to, new EventBatch(), new EventBatch());
  }

  /** Returns the batch for the events of window number {@code window}, −1 or above. */
  public EventBatch batch(long window) {
    return (window & 1) == 0 ? even : odd;
  }
}
