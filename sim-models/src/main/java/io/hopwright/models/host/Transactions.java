package io.hopwright.models.host;

import java.util.Arrays;

/**
 * Transactions of interfaces. An interface reports a transaction as a whole once all its requests
 * are answered. The number of transactions per interface is limited. A transaction is stored as
 * four adjacent words, because all of them are needed at its beginning and its end:
 *
 * <pre>
 * +-------------------------------------------------------------+
 * |                            birth                            |
 * +-------------------------------------------------------------+
 * |                           closing                           |
 * +------------------------------+------------------------------+
 * |        last operation        |             peer             |
 * +------+------+----------------+------------------------------+
 * |closed|failed|     queue      |  unanswered, then the next   |
 * +------+------+----------------+------------------------------+
 *  63     62     61            32 31                           0
 * </pre>
 *
 * <p>The next: next transaction in the list of complete ones, or next free entry. Confined to its
 * partition; 32 B per concurrent transaction, grows by half, and 4 B per interface.
 */
public final class Transactions {
  /** No transaction. */
  public static final int NONE = -1;

  private static final int WORDS = 4;
  private static final int BIRTH = 0;
  private static final int CLOSING = 1;
  private static final int LAST = 2;
  private static final int STATE = 3;

  private static final long LOW = 0xFFFFFFFFL;
  private static final long CLOSED = 1L << 63;
  private static final long FAILED = 1L << 62;
  private static final int QUEUE_MASK = (1 << 30) - 1;
  private static final int FIRST_CAPACITY = 64;

  private final int most;
  private final int[] begun;
  private long[] words = new long[WORDS * FIRST_CAPACITY];
  private int used;
  private int forgotten = NONE;

  /**
   * Creates interfaces, numbered from 0, without transactions; each may have at most {@code most}.
   */
  public Transactions(int interfaces, int most) {
    this.most = most;
    begun = new int[interfaces];
  }

  /** Returns whether an interface may begin another transaction. */
  public boolean hasRoom(int network) {
    return begun[network] < most;
  }

  /**
   * Begins a transaction of a queue of an interface whose first operation was generated at a tick.
   */
  public int begin(int network, int queue, long birth) {
    int transaction = forgotten;
    if (transaction == NONE) {
      transaction = used++;
      grow();
    } else {
      forgotten = after(transaction);
    }
    begun[network]++;
    words[WORDS * transaction + BIRTH] = birth;
    words[WORDS * transaction + STATE] = (long) queue << Integer.SIZE;
    return transaction;
  }

  private void grow() {
    if (WORDS * used > words.length) {
      words = Arrays.copyOf(words, words.length / WORDS * 3 / 2 * WORDS);
    }
  }

  /** Records that a request of a transaction was sent. */
  public void issued(int transaction) {
    words[WORDS * transaction + STATE]++;
  }

  /** Closes a transaction: its last operation, with a peer, has sent all its requests. */
  public void close(int transaction, int operation, int peer, long tick) {
    final int at = WORDS * transaction;
    words[at + CLOSING] = tick;
    words[at + LAST] = (long) operation << Integer.SIZE | (peer & LOW);
    words[at + STATE] |= CLOSED;
  }

  /** Records an answer; returns whether it completes the transaction. */
  public boolean answered(int transaction) {
    final long state = --words[WORDS * transaction + STATE];
    return state < 0 && (int) state == 0;
  }

  /**
   * Inserts a completed transaction into a list, in the order of their last operations' numbers;
   * returns the first of the list.
   *
   * @param first of the list, {@link #NONE} of an empty one
   */
  public int insert(int transaction, int first) {
    if (first == NONE || operation(transaction) < operation(first)) {
      putAfter(transaction, first);
      return transaction;
    }
    int before = first;
    while (after(before) != NONE && operation(after(before)) < operation(transaction)) {
      before = after(before);
    }
    putAfter(transaction, after(before));
    putAfter(before, transaction);
    return first;
  }

  private void putAfter(int transaction, int next) {
    final int at = WORDS * transaction + STATE;
    words[at] = (words[at] & ~LOW) | (next & LOW);
  }

  /** Returns the successor of a transaction in a list, or {@link #NONE} after the last. */
  public int after(int transaction) {
    return (int) words[WORDS * transaction + STATE];
  }

  /** Records that a request of a transaction is given up. */
  public void fail(int transaction) {
    words[WORDS * transaction + STATE] |= FAILED;
  }

  /** Returns whether a request of a transaction was given up. */
  public boolean hasFailed(int transaction) {
    return (words[WORDS * transaction + STATE] & FAILED) != 0;
  }

  /** Removes a completed transaction of an interface. */
  public void forget(int network, int transaction) {
    begun[network]--;
    putAfter(transaction, forgotten);
    forgotten = transaction;
  }

  /** Returns the generation time of the first operation. */
  public long birth(int transaction) {
    return words[WORDS * transaction + BIRTH];
  }

  /** Returns the tick at which a closed transaction was closed. */
  public long closing(int transaction) {
    return words[WORDS * transaction + CLOSING];
  }

  /** Returns the queue of a transaction. */
  public int queue(int transaction) {
    return (int) (words[WORDS * transaction + STATE] >>> Integer.SIZE) & QUEUE_MASK;
  }

  /** Returns the number of the last operation of a closed transaction. */
  public int operation(int transaction) {
    return (int) (words[WORDS * transaction + LAST] >>> Integer.SIZE);
  }

  /** Returns the peer of the last operation of a closed transaction. */
  public int peer(int transaction) {
    return (int) words[WORDS * transaction + LAST];
  }
}
