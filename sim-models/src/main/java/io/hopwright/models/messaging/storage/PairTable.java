package io.hopwright.models.messaging.storage;

import java.util.function.IntPredicate;

/**
 * Table of pairs: a number and a list for each pair under a given key. An open hash table of 20 B
 * per entry that doubles at three quarters. Confined to its partition.
 */
public final class PairTable {
  private static final int FIRST_CAPACITY = 16;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** Keys plus 1, 0 where there is none. */
  private long[] keys = new long[FIRST_CAPACITY];

  private long[] values = new long[FIRST_CAPACITY];
  private int[] lists = new int[FIRST_CAPACITY];
  private int size;

  /** Returns the key of an ordered pair of numbers of 31 bits. */
  public static long key(int first, int second) {
    return (long) first << Integer.SIZE | second;
  }

  private int place(long key) {
    return (int) ((key * MULTIPLIER) >>> (Long.SIZE - Integer.numberOfTrailingZeros(keys.length)));
  }

  /**
   * Returns the index of an entry, valid until another is added; a missing entry is added with
   * number 0 and an empty list.
   */
  public int at(long key) {
    int at = find(key);
    if (keys[at] == 0) {
      if (4 * ++size > 3 * keys.length) {
        grow();
        at = find(key);
      }
      keys[at] = key + 1;
    }
    return at;
  }

  /** Returns whether an entry exists; adds none. */
  public boolean has(long key) {
    return keys[find(key)] != 0;
  }

  private int find(long key) {
    int at = place(key);
    while (keys[at] != 0 && keys[at] != key + 1) {
      at = (at + 1) & (keys.length - 1);
    }
    return at;
  }

  private void grow() {
    final long[] oldKeys = keys;
    final long[] oldValues = values;
    final int[] oldLists = lists;
    keys = new long[2 * oldKeys.length];
    values = new long[keys.length];
    lists = new int[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        final int at = find(oldKeys[i] - 1);
        keys[at] = oldKeys[i];
        values[at] = oldValues[i];
        lists[at] = oldLists[i];
      }
    }
  }

  /** Removes an entry; the indices of others may change. */
  public void remove(int gone) {
    size--;
    int hole = gone;
    final int mask = keys.length - 1;
    for (int at = (gone + 1) & mask; keys[at] != 0; at = (at + 1) & mask) {
      final int home = place(keys[at] - 1);
      if (((at - home) & mask) >= ((at - hole) & mask)) {
        keys[hole] = keys[at];
        values[hole] = values[at];
        lists[hole] = lists[at];
        hole = at;
      }
    }
    keys[hole] = 0;
    values[hole] = 0;
    lists[hole] = 0;
  }

  /** Removes all entries whose index satisfies a test. */
  public void removeIf(IntPredicate test) {
    for (int at = 0; at < keys.length; ) {
      if (keys[at] != 0 && test.test(at)) {
        remove(at); // another may have taken its place
      } else {
        at++;
      }
    }
  }

  /** Returns the first of the two numbers in an entry's key. */
  public int first(int at) {
    return (int) ((keys[at] - 1) >>> Integer.SIZE);
  }

  /** Returns an entry's number, and adds 1 to it. */
  public int next(long key) {
    final int at = at(key); // first of all: the table may grow
    return (int) values[at]++;
  }

  public long value(int at) {
    return values[at];
  }

  public void setValue(int at, long value) {
    values[at] = value;
  }

  public int list(int at) {
    return lists[at];
  }

  public void setList(int at, int list) {
    lists[at] = list;
  }

  public int size() {
    return size;
  }
}
