package io.hopwright.models.program;

/** Two integers in one word. */
public final class IntPair {
  private static final long HALF = 0xFFFFFFFFL;

  private IntPair() {}

  public static int low(long word) {
    return (int) word;
  }

  public static int high(long word) {
    return (int) (word >> Integer.SIZE);
  }

  public static long of(int low, int high) {
    return (long) high << Integer.SIZE | (low & HALF);
  }
}
