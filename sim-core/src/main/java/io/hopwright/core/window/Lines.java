package io.hopwright.core.window;

/**
 * Reads arrays in the order of memory, a word of each cache line, which is quick: so that what
 * comes next finds them in the cache, and does not miss it line by line. What is returned means
 * nothing, but has to be kept.
 */
public final class Lines {
  /** Bytes of a cache line. */
  public static final int BYTES = 64;

  /** As many lines are read in their order in the time in which an event misses the cache. */
  public static final int PER_EVENT = 24;

  private static final int LONGS = BYTES / Long.BYTES;
  private static final int INTS = BYTES / Integer.BYTES;

  private Lines() {}

  /** Returns how many lines so many words of an array are. */
  public static int of(int longs) {
    return longs / LONGS;
  }

  /** Returns how many lines so many words of an array of {@code int} are. */
  public static int ofInts(int ints) {
    return ints / INTS;
  }

  /** Reads an array. */
  public static long read(long[] words) {
    return read(words, words.length);
  }

  /** Reads the beginning of an array. */
  public static long read(long[] words, int length) {
    long sum = 0;
    for (int at = 0; at < length; at += LONGS) {
      sum += words[at];
    }
    return sum;
  }

  /** Reads an array. */
  public static long read(int[] words) {
    return read(words, words.length);
  }

  /** Reads the beginning of an array. */
  public static long read(int[] words, int length) {
    long sum = 0;
    for (int at = 0; at < length; at += INTS) {
      sum += words[at];
    }
    return sum;
  }
}
