package io.hopwright.models.baseline;

import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.ranks.Transfers;
import java.util.Arrays;

/**
 * First-in, first-out queues of a machine's baseline. A transfer waits for earlier transfers that
 * are not longer, where lengths in packets are compared by powers of four. A transfer that begins
 * an operation of a program also waits for all earlier transfers that begin operations of the same
 * program. The wait for other longer transfers is left out, because it depends on which of two
 * transfers is posted first.
 *
 * <p>A call of {@link #start} is followed by the call of {@link #serve} for the same transfer.
 * Confined to one run; 96 B and 8 B per slot for each queue in use, 8 B for others.
 */
public final class ZeroLoadQueues {
  /** Number of classes of length; all transfers of 4⁹ packets and more are one class. */
  private static final int LENGTHS = 10;

  private static final int BITS_OF_LENGTH = 2;

  /** Stands for the slot of a transfer that answers another one and that no program begins. */
  private static final int ANSWER = -1;

  /**
   * Tick at which each queue is free of transfers up to a length, for each length; then, for each
   * slot, the tick at which the queue is free of the transfers that the program of that slot's rank
   * has begun.
   */
  private final long[][] free;

  /** Delay of the transfer by transfers that its program began before it, in ticks. */
  private long behindProgram;

  /** Creates free queues. */
  public ZeroLoadQueues(int queues) {
    free = new long[queues][];
  }

  /** Returns the slot whose program begins an operation with a transfer; negative without one. */
  public static int beginner(Transfers transfers, int transfer) {
    return transfers.begins(transfer)
        ? MessageWords.sourceSlot(transfers.word(transfer, 0))
        : ANSWER;
  }

  private static int length(long packets) {
    final int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(packets);
    return Math.min(bits / BITS_OF_LENGTH, LENGTHS - 1);
  }

  /**
   * Returns the first tick at which a queue serves a transfer.
   *
   * @param beginner of the transfer
   * @param packets of the transfer, 1 or more
   * @param ready the earliest possible tick
   */
  public long start(int queue, int beginner, long packets, long ready) {
    behindProgram = 0;
    final long[] its = free[queue];
    if (its == null) {
      return ready;
    }
    final long start = Math.max(ready, its[length(packets)]);
    final int lane = LENGTHS + beginner;
    if (beginner != ANSWER && lane < its.length) {
      behindProgram = Math.max(its[lane] - start, 0);
    }
    return start + behindProgram;
  }

  /**
   * Keeps a queue busy with a transfer that it has begun to serve at {@link #start}, or later.
   *
   * @param beginner of the transfer
   * @param work ticks that the queue takes for it, independent of its wait
   * @param end the tick at which the queue has completed it
   */
  public void serve(int queue, int beginner, long packets, long work, long end) {
    if (free[queue] == null) {
      free[queue] = new long[LENGTHS];
    }
    for (int length = length(packets); length < LENGTHS; length++) {
      occupy(queue, length, work, end - behindProgram);
    }
    if (beginner != ANSWER) {
      final int lane = LENGTHS + beginner;
      if (lane >= free[queue].length) {
        free[queue] = Arrays.copyOf(free[queue], lane + 1);
      }
      occupy(queue, lane, work, end);
    }
  }

  private void occupy(int queue, int lane, long work, long end) {
    free[queue][lane] = Math.max(free[queue][lane] + work, end);
  }
}
