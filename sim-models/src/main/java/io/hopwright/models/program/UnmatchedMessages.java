package io.hopwright.models.program;

import java.util.Arrays;

/**
 * Sends without a receive, and receives without a send, by source, destination, context and tag, in
 * their order.
 *
 * <p>An open-addressing table of queues; equal neighbours in a queue are stored as one run, so that
 * memory is proportional to the number of different open entries: some 80 B each.
 */
final class UnmatchedMessages {
  private static final int NONE = -1;

  /** Visitor of the unmatched messages. */
  @FunctionalInterface
  interface Left {
    /** Sees a run of messages ({@code count} above 0) or of receives (below 0). */
    void run(int source, int destination, int context, int tag, int count, int line);
  }

  private long[] pairs = new long[1 << 10];
  private long[] tags = new long[1 << 10];
  private int[] first = filled(1 << 10);
  private int[] last = filled(1 << 10);
  private int used;

  private long[] bytes = new long[1 << 10];
  private int[] counts = new int[1 << 10];
  private int[] lines = new int[1 << 10];
  private int[] next = new int[1 << 10];
  private int runs;
  private int free = NONE;

  private long metBytes;
  private int metLine;

  private static int[] filled(int length) {
    final int[] array = new int[length];
    Arrays.fill(array, NONE);
    return array;
  }

  /** Returns how many runs are open. */
  int runs() {
    return runs;
  }

  /** Returns the bytes of the last match. */
  long metBytes() {
    return metBytes;
  }

  /** Returns the line of the last match. */
  int metLine() {
    return metLine;
  }

  /**
   * Adds a send or a receive.
   *
   * @return whether it matched its counterpart, which is then removed
   */
  boolean add(
      boolean send, int source, int destination, int context, int tag, long size, int line) {
    final long pair = IntPair.of(destination, source);
    final long marked = IntPair.of(tag, context);
    final int slot = find(pair, marked);
    final int run = first[slot];
    if (run == NONE) {
      pairs[slot] = pair;
      tags[slot] = marked;
      first[slot] = newRun(send, size, line);
      last[slot] = first[slot];
      if (++used > first.length / 2) {
        grow();
      }
      return false;
    }
    if (counts[run] > 0 == send) {
      append(slot, send, size, line);
      return false;
    }
    metBytes = bytes[run];
    metLine = lines[run];
    counts[run] += send ? 1 : -1;
    if (counts[run] == 0) {
      first[slot] = next[run];
      next[run] = free;
      free = run;
      if (first[slot] == NONE) {
        remove(slot);
      }
    }
    return true;
  }

  private void append(int slot, boolean send, long size, int line) {
    final int tail = last[slot];
    if (bytes[tail] == size && lines[tail] == line && Math.abs(counts[tail]) < Integer.MAX_VALUE) {
      counts[tail] += send ? 1 : -1;
    } else {
      last[slot] = newRun(send, size, line);
      next[tail] = last[slot];
    }
  }

  private int newRun(boolean send, long size, int line) {
    final int run;
    if (free != NONE) {
      run = free;
      free = next[run];
    } else {
      run = runs++;
      if (run == counts.length) {
        bytes = Arrays.copyOf(bytes, 2 * run);
        counts = Arrays.copyOf(counts, 2 * run);
        lines = Arrays.copyOf(lines, 2 * run);
        next = Arrays.copyOf(next, 2 * run);
      }
    }
    bytes[run] = size;
    counts[run] = send ? 1 : -1;
    lines[run] = line;
    next[run] = NONE;
    return run;
  }

  private int home(long pair, long marked) {
    final long hash = (pair * 0x9E3779B97F4A7C15L ^ marked) * 0xD1342543DE82EF95L;
    return (int) (hash >>> 32) & (first.length - 1);
  }

  private int find(long pair, long marked) {
    int slot = home(pair, marked);
    while (first[slot] != NONE && (pairs[slot] != pair || tags[slot] != marked)) {
      slot = (slot + 1) & (first.length - 1);
    }
    return slot;
  }

  /** Empties a slot, and moves those behind it that would not be found any more. */
  private void remove(int slot) {
    used--;
    int hole = slot;
    int at = (slot + 1) & (first.length - 1);
    while (first[at] != NONE) {
      final int home = home(pairs[at], tags[at]);
      if (((at - home) & (first.length - 1)) >= ((at - hole) & (first.length - 1))) {
        copy(at, hole);
        hole = at;
      }
      at = (at + 1) & (first.length - 1);
    }
    first[hole] = NONE;
  }

  private void copy(int from, int to) {
    pairs[to] = pairs[from];
    tags[to] = tags[from];
    first[to] = first[from];
    last[to] = last[from];
  }

  private void grow() {
    final long[] oldPairs = pairs;
    final long[] oldTags = tags;
    final int[] oldFirst = first;
    final int[] oldLast = last;
    final int length = 2 * oldFirst.length;
    pairs = new long[length];
    tags = new long[length];
    first = filled(length);
    last = filled(length);
    for (int i = 0; i < oldFirst.length; i++) {
      if (oldFirst[i] != NONE) {
        final int slot = find(oldPairs[i], oldTags[i]);
        pairs[slot] = oldPairs[i];
        tags[slot] = oldTags[i];
        first[slot] = oldFirst[i];
        last[slot] = oldLast[i];
      }
    }
  }

  /** Passes on the unmatched messages, with channels in no order. */
  void left(Left receiver) {
    for (int slot = 0; slot < first.length; slot++) {
      for (int run = first[slot]; run != NONE; run = next[run]) {
        receiver.run(
            IntPair.high(pairs[slot]),
            IntPair.low(pairs[slot]),
            IntPair.high(tags[slot]),
            IntPair.low(tags[slot]),
            counts[run],
            lines[run]);
      }
    }
  }
}
