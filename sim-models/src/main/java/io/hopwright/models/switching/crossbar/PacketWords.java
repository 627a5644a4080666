package io.hopwright.models.switching.crossbar;

/**
 * What the core knows of a packet: the low bits of the third of its words in the pool.
 *
 * <pre>
 *  63                  9 8    5 4     0
 * +---------------------+------+-------+
 * |    the machine's    | hops | flits |
 * +---------------------+------+-------+
 * </pre>
 */
public final class PacketWords {
  /** Bits of the third word that the core uses. */
  public static final int CORE_BITS = 9;

  /** Words of a packet in the pool. */
  static final int POOL_WORDS = 4;

  private static final int HOPS_SHIFT = 5;
  private static final long ONE_HOP = 1L << HOPS_SHIFT;

  private PacketWords() {}

  /** Returns the length in flits, 1…31. */
  public static int flits(long third) {
    return (int) third & EventWord.MAX_FLITS;
  }

  /** Returns the number of links the packet has taken, 0…15. */
  public static int hops(long third) {
    return (int) third >>> HOPS_SHIFT & 15;
  }

  static long afterHop(long third) {
    return third + ONE_HOP;
  }
}
