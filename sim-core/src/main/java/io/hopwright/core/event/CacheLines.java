package io.hopwright.core.event;

/**
 * Prefetch by sequential reads: reads one word of each cache line of an array, so that the code
 * that follows finds the array in the cache. The returned sums have no meaning, but the caller must
 * keep them, or the compiler drops the reads.
 */
public final class CacheLines {
  /** Bytes of a cache line. */
  public static final int BYTES = 64;

  /** Lines that are read in sequence in the time of one cache miss. */
  public static final int PER_EVENT = 24;

  private static final int LONGS = BYTES / Long.BYTES;
  private static final int INTS = BYTES / Integer.BYTES;

  private CacheLines() {}

  /** Returns the number of lines that {@code longs} words of an array take. */
  public static int of(int longs) {
    return longs / LONGS;
  }

  /** Returns the number of lines that {@code ints} words of an array of {@code int} take. */
  public static int ofInts(int ints) {
    return ints / INTS;
  }

  /** Reads a whole array. */
  public static long read(long[] words) {
    return read(words, words.length);
  }

  /** Reads the first {@code length} words of an array. */
  public static long read(long[] words, int length) {
    long sum = 0;
    for (int at = 0; at < length; at += LONGS) {
      sum += words[at];
    }
    return sum;
  }

  /** Reads a whole array. */
  public static long read(int[] words) {
    return read(words, words.length);
  }

  /** Reads the first {@code length} words of an array. */
  public static long read(int[] words, int length) {
    long sum = 0;
    for (int at = 0; at < length; at += INTS) {
      sum += words[at];
    }
    return sum;
  }
}
