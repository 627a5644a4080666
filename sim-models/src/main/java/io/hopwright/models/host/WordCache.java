package io.hopwright.models.host;

/**
 * Fully associative cache of words with replacement of the least recently used word. The time of a
 * lookup is proportional to its size. Confined to its partition; 16 B per word.
 */
public final class WordCache {
  private final long[] words;
  private final long[] uses;
  private int size;
  private long clock;

  /** Creates an empty cache. */
  public WordCache(int capacity) {
    words = new long[capacity];
    uses = new long[capacity];
  }

  /** Returns whether a word is in the cache; then it becomes the most recently used one. */
  public boolean use(long word) {
    for (int i = 0; i < size; i++) {
      if (words[i] == word) {
        uses[i] = ++clock;
        return true;
      }
    }
    return false;
  }

  /** Adds a word that is not in the cache; returns whether another word was evicted. */
  public boolean add(long word) {
    final boolean full = size == words.length;
    int at = size;
    if (full) {
      at = 0;
      for (int i = 1; i < size; i++) {
        at = uses[i] < uses[at] ? i : at;
      }
    } else {
      size++;
    }
    words[at] = word;
    uses[at] = ++clock;
    return full;
  }
}
