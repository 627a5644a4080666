package io.hopwright.models.link;

/**
 * Eight counters of 0…127 in a {@code long}, one per virtual channel: lane {@code v} is bits {@code
 * 8v … 8v+7}. One operation compares all of them.
 */
public final class PackedCounts {
  /** Largest value of a lane. */
  public static final int MAX = 127;

  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long GATHER = 0x0102040810204080L;

  private PackedCounts() {}

  /** Returns 1 if a count reaches a threshold, else 0. */
  public static long reaches(int count, int threshold) {
    return (threshold - 1L - count) >>> 63;
  }

  public static int get(long lanes, int lane) {
    return (int) (lanes >>> (lane << 3)) & 0xFF;
  }

  /** Returns the addend for a word that changes {@code lane} by {@code delta}. */
  public static long delta(int lane, int delta) {
    return (long) delta << (lane << 3);
  }

  /** Returns the addend with which {@link #atLeast} compares with {@code threshold}, 1…127. */
  public static long addend(int threshold) {
    return (HIGH_BITS >>> 7) * (128 - threshold);
  }

  /** Returns the set of lanes, bit {@code v} for lane {@code v}, that reach a threshold. */
  public static int atLeast(long lanes, long addend) {
    final long reached = ((lanes + addend) & HIGH_BITS) >>> 7;
    return (int) ((reached * GATHER) >>> 56);
  }

  /** Returns the set of lanes, bit {@code v} for lane {@code v}, that are not zero. */
  public static int nonzero(long lanes) {
    final long reached = (((lanes & ~HIGH_BITS) + ~HIGH_BITS) | lanes) & HIGH_BITS;
    return (int) (((reached >>> 7) * GATHER) >>> 56);
  }
}
