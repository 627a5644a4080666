package io.hopwright.models.baseline;

/**
 * Queues that a machine serves first in, first out, as a baseline has them: a transfer waits only
 * for those before it that are not longer, by powers of four of their packets. The wait for longer
 * ones is left out, as it hangs on the order in which two transfers are posted.
 *
 * <p>Confined to one run; 96 B for each queue in use, 8 B for others.
 */
public final class ZeroLoadQueues {
  /** Lengths that are told apart; all from 4⁹ packets on are one. */
  private static final int LENGTHS = 10;

  private static final int BITS_OF_LENGTH = 2;

  /** By queue and length: when the queue is free of transfers up to that length. */
  private final long[][] free;

  /** Creates queues that are free. */
  public ZeroLoadQueues(int queues) {
    free = new long[queues][];
  }

  private static int length(long packets) {
    final int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(packets);
    return Math.min(bits / BITS_OF_LENGTH, LENGTHS - 1);
  }

  /**
   * Returns the first tick at which a queue serves a transfer.
   *
   * @param packets of the transfer, 1 or more
   * @param ready the tick from which on it could
   */
  public long start(int queue, long packets, long ready) {
    return free[queue] == null ? ready : Math.max(ready, free[queue][length(packets)]);
  }

  /**
   * Keeps a queue busy with a transfer that it has begun to serve at {@link #start}, or later.
   *
   * @param work ticks that the queue takes for it, however long it has waited
   * @param end the tick at which the queue is through with it
   */
  public void serve(int queue, long packets, long work, long end) {
    if (free[queue] == null) {
      free[queue] = new long[LENGTHS];
    }
    final long[] its = free[queue];
    for (int length = length(packets); length < LENGTHS; length++) {
      its[length] = Math.max(its[length] + work, end);
    }
  }
}
