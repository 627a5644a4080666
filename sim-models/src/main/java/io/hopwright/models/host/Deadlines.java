package io.hopwright.models.host;

import java.util.Arrays;

/**
 * Deadlines of requests that wait for their answers; all have the same time limit. Requests of a
 * sender are kept in the order in which they were sent, so that the first is the next to time out.
 * Confined to its partition; 32 B per concurrent request, grows by half, and 8 B per sender.
 */
public final class Deadlines {
  /** No request. */
  public static final int NONE = -1;

  private static final long NEVER = Long.MAX_VALUE;

  private final long timeoutTicks;
  private final int[] first;
  private final int[] last;
  private long[] ids = new long[64];
  private long[] ends = new long[64];
  private int[] groups = new int[64];

  /** Number of earlier uses of a request's number. */
  private int[] uses = new int[64];

  /** Request sent after each one; for a free entry, the next free one. */
  private int[] after = new int[64];

  private int[] before = new int[64];
  private int used;
  private int forgotten = NONE;
  private int pending;

  /** Creates senders, numbered from 0, without outstanding requests. */
  public Deadlines(int senders, long timeoutTicks) {
    this.timeoutTicks = timeoutTicks;
    first = new int[senders];
    last = new int[senders];
    Arrays.fill(first, NONE);
    Arrays.fill(last, NONE);
  }

  /**
   * Records a sent request; returns a ticket that is unique among requests.
   *
   * @param id name of the request
   * @param group group of the request
   */
  public long add(int sender, long id, int group, long tick) {
    int request = forgotten;
    if (request == NONE) {
      request = used++;
      grow();
    } else {
      forgotten = after[request];
    }
    ids[request] = id;
    groups[request] = group;
    ends[request] = tick + timeoutTicks;
    after[request] = NONE;
    before[request] = last[sender];
    if (last[sender] == NONE) {
      first[sender] = request;
    } else {
      after[last[sender]] = request;
    }
    last[sender] = request;
    pending++;
    return (long) uses[request] << Integer.SIZE | request;
  }

  private void grow() {
    if (used > ids.length) {
      final int length = ids.length * 3 / 2;
      ids = Arrays.copyOf(ids, length);
      ends = Arrays.copyOf(ends, length);
      groups = Arrays.copyOf(groups, length);
      uses = Arrays.copyOf(uses, length);
      after = Arrays.copyOf(after, length);
      before = Arrays.copyOf(before, length);
    }
  }

  /** Records an answer; returns whether its request, identified by its ticket, is still waiting. */
  public boolean answer(int sender, long ticket) {
    final int request = (int) ticket;
    if (uses[request] != (int) (ticket >>> Integer.SIZE)) {
      return false;
    }
    remove(sender, request);
    return true;
  }

  /** Returns a sender's request whose time-out is at a tick, or {@link #NONE}. */
  public int due(int sender, long tick) {
    return first[sender] != NONE && ends[first[sender]] <= tick ? first[sender] : NONE;
  }

  /** Returns the time-out of a sender's first request. */
  public long next(int sender) {
    return first[sender] == NONE ? NEVER : ends[first[sender]];
  }

  /** Returns the id of a waiting request. */
  public long id(int request) {
    return ids[request];
  }

  /** Returns the group of a waiting request. */
  public int group(int request) {
    return groups[request];
  }

  /** Removes a request that waits no longer. */
  public void remove(int sender, int request) {
    final int earlier = before[request];
    final int later = after[request];
    if (earlier == NONE) {
      first[sender] = later;
    } else {
      after[earlier] = later;
    }
    if (later == NONE) {
      last[sender] = earlier;
    } else {
      before[later] = earlier;
    }
    uses[request]++;
    after[request] = forgotten;
    forgotten = request;
    pending--;
  }

  /** Returns the number of waiting requests. */
  public int pending() {
    return pending;
  }
}
