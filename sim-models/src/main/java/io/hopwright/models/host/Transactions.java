package io.hopwright.models.host;

import java.util.Arrays;

/**
 * Transactions: what an interface has begun and is to report as a whole once all its requests are
 * answered. Each interface has at most so many at a time. Confined to its partition; 41 B per
 * transaction at the same time, grows by half, and 4 B per interface.
 */
public final class Transactions {
  /** No transaction. */
  public static final int NONE = -1;

  private final int most;
  private final int[] begun;
  private long[] births = new long[64];
  private long[] closings = new long[64];
  private int[] queues = new int[64];
  private int[] unanswered = new int[64];
  private int[] operations = new int[64];

  private int[] peers = new int[64];

  /** The next in a list of complete ones, or of those that are no transactions any more. */
  private int[] after = new int[64];

  private boolean[] closed = new boolean[64];
  private boolean[] failed = new boolean[64];
  private int used;
  private int forgotten = NONE;

  /** Creates interfaces, numbered from 0, without transactions, and at most {@code most} each. */
  public Transactions(int interfaces, int most) {
    this.most = most;
    begun = new int[interfaces];
  }

  /** Tells whether an interface may begin another. */
  public boolean hasRoom(int network) {
    return begun[network] < most;
  }

  /** Begins a transaction of a queue of an interface whose first operation was born at a tick. */
  public int begin(int network, int queue, long birth) {
    int transaction = forgotten;
    if (transaction == NONE) {
      transaction = used++;
      grow();
    } else {
      forgotten = after[transaction];
    }
    begun[network]++;
    births[transaction] = birth;
    queues[transaction] = queue;
    unanswered[transaction] = 0;
    closed[transaction] = false;
    failed[transaction] = false;
    return transaction;
  }

  private void grow() {
    if (used > births.length) {
      final int length = births.length * 3 / 2;
      births = Arrays.copyOf(births, length);
      closings = Arrays.copyOf(closings, length);
      queues = Arrays.copyOf(queues, length);
      unanswered = Arrays.copyOf(unanswered, length);
      operations = Arrays.copyOf(operations, length);
      peers = Arrays.copyOf(peers, length);
      after = Arrays.copyOf(after, length);
      closed = Arrays.copyOf(closed, length);
      failed = Arrays.copyOf(failed, length);
    }
  }

  /** Takes note that a request of it has been sent. */
  public void issued(int transaction) {
    unanswered[transaction]++;
  }

  /** Closes a transaction: its last operation, with a peer, has sent all its requests. */
  public void close(int transaction, int operation, int peer, long tick) {
    closed[transaction] = true;
    closings[transaction] = tick;
    operations[transaction] = operation;
    peers[transaction] = peer;
  }

  /** Takes note of an answer; tells whether that completes the transaction. */
  public boolean answered(int transaction) {
    unanswered[transaction]--;
    return closed[transaction] && unanswered[transaction] == 0;
  }

  /**
   * Puts a transaction that is complete into a list of them, in order of their last operations'
   * numbers; returns the first of the list.
   *
   * @param first of the list, {@link #NONE} of an empty one
   */
  public int insert(int transaction, int first) {
    if (first == NONE || operations[transaction] < operations[first]) {
      after[transaction] = first;
      return transaction;
    }
    int before = first;
    while (after[before] != NONE && operations[after[before]] < operations[transaction]) {
      before = after[before];
    }
    after[transaction] = after[before];
    after[before] = transaction;
    return first;
  }

  /** Returns the transaction behind one in a list, {@link #NONE} behind the last. */
  public int after(int transaction) {
    return after[transaction];
  }

  /** Takes note that a request of it is given up. */
  public void fail(int transaction) {
    failed[transaction] = true;
  }

  /** Tells whether a request of it was given up. */
  public boolean hasFailed(int transaction) {
    return failed[transaction];
  }

  /** Forgets a transaction of an interface that is complete. */
  public void forget(int network, int transaction) {
    begun[network]--;
    after[transaction] = forgotten;
    forgotten = transaction;
  }

  /** Returns the birth of the first operation. */
  public long birth(int transaction) {
    return births[transaction];
  }

  /** Returns the tick at which one that is closed was. */
  public long closing(int transaction) {
    return closings[transaction];
  }

  /** Returns the queue it belongs to. */
  public int queue(int transaction) {
    return queues[transaction];
  }

  /** Returns the number of the last operation of one that is closed. */
  public int operation(int transaction) {
    return operations[transaction];
  }

  /** Returns the peer of the last operation of one that is closed. */
  public int peer(int transaction) {
    return peers[transaction];
  }
}
