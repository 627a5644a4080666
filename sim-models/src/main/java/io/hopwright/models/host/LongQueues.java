package io.hopwright.models.host;

import java.util.Arrays;

/**
 * Queues of words. A queue takes memory when it is first used: 8 B for each word, rounded up to a
 * power of two of them. Confined to its partition.
 */
public final class LongQueues {
  private static final int FIRST_CAPACITY = 8;

  private final long[][] words;
  private final int[] heads;
  private final int[] counts;

  /** Creates empty queues. */
  public LongQueues(int queues) {
    words = new long[queues][];
    heads = new int[queues];
    counts = new int[queues];
  }

  /** Returns how many words are in a queue. */
  public int size(int queue) {
    return counts[queue];
  }

  /** Returns whether a queue is empty. */
  public boolean isEmpty(int queue) {
    return counts[queue] == 0;
  }

  /** Puts a word at the end of a queue. */
  public void add(int queue, long word) {
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

  /** Returns the first word of a queue, which is not empty. */
  public long first(int queue) {
    return get(queue, 0);
  }

  /** Returns a word by its position, counted from the first. */
  public long get(int queue, int at) {
    assert at < counts[queue] : "word " + at + " of " + counts[queue];
    final long[] ring = words[queue];
    return ring[heads[queue] + at & ring.length - 1];
  }

  /** Changes the first word of a queue, which is not empty. */
  public void setFirst(int queue, long word) {
    words[queue][heads[queue]] = word;
  }

  /** Changes a word by its position, counted from the first. */
  public void set(int queue, int at, long word) {
    assert at < counts[queue] : "word " + at + " of " + counts[queue];
    final long[] ring = words[queue];
    ring[heads[queue] + at & ring.length - 1] = word;
  }

  /** Removes the first word of a queue, which is not empty. */
  public long remove(int queue) {
    final long word = first(queue);
    heads[queue] = heads[queue] + 1 & words[queue].length - 1;
    counts[queue]--;
    return word;
  }

  /** Removes all words of a queue. */
  public void clear(int queue) {
    counts[queue] = 0;
  }

  /** Returns whether all queues are empty. */
  public boolean areEmpty() {
    return Arrays.stream(counts).allMatch(count -> count == 0);
  }
}
