package io.hopwright.models.tnw;

import java.util.Arrays;

/** Queues of words, each of which takes memory once it is used. Confined to its partition. */
final class LongQueues {
  private static final int FIRST_CAPACITY = 8;

  private final long[][] words;
  private final int[] heads;
  private final int[] counts;

  /** Creates empty queues. */
  LongQueues(int queues) {
    words = new long[queues][];
    heads = new int[queues];
    counts = new int[queues];
  }

  int size(int queue) {
    return counts[queue];
  }

  boolean isEmpty(int queue) {
    return counts[queue] == 0;
  }

  void add(int queue, long word) {
    long[] ring = words[queue];
    if (ring == null) {
      ring = new long[FIRST_CAPACITY];
      words[queue] = ring;
    } else if (counts[queue] == ring.length) {
      ring = grown(queue);
    }
    ring[heads[queue] + counts[queue]++ & ring.length - 1] = word;
  }

  private long[] grown(int queue) {
    final long[] old = words[queue];
    final long[] ring = Arrays.copyOf(old, 2 * old.length);
    for (int i = 0; i < old.length; i++) {
      ring[i] = old[heads[queue] + i & old.length - 1];
    }
    heads[queue] = 0;
    words[queue] = ring;
    return ring;
  }

  long first(int queue) {
    return get(queue, 0);
  }

  /** Returns a word by its place behind the first. */
  long get(int queue, int at) {
    assert at < counts[queue] : "word " + at + " of " + counts[queue];
    final long[] ring = words[queue];
    return ring[heads[queue] + at & ring.length - 1];
  }

  void setFirst(int queue, long word) {
    words[queue][heads[queue]] = word;
  }

  long remove(int queue) {
    final long word = first(queue);
    heads[queue] = heads[queue] + 1 & words[queue].length - 1;
    counts[queue]--;
    return word;
  }

  boolean areEmpty() {
    return Arrays.stream(counts).allMatch(count -> count == 0);
  }
}
