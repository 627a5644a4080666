package io.hopwright.models.extoll.network;

/**
 * Layout of the upper bits of a packet's third word: the machine's data about a packet besides its
 * identity.
 *
 * <pre>
 *  63  62 61     53 52           0
 * +------+---------+--------------+
 * | unit |  data   |  the core's  |
 * +------+---------+--------------+
 * </pre>
 *
 * <p>Unit: receiving unit, from 0. Data: number of bytes that it moves.
 */
public final class ExtollRouteWord {
  /** Number of bits. */
  static final int BITS = 11;

  private static final int UNIT_SHIFT = Long.SIZE - 2;
  private static final int DATA_SHIFT = UNIT_SHIFT - 9;

  private ExtollRouteWord() {}

  /** Returns the word of a packet; the bits of the core are 0. */
  public static long of(int unit, int data) {
    return (long) unit << UNIT_SHIFT | (long) data << DATA_SHIFT;
  }

  public static int unit(long word) {
    return (int) (word >>> UNIT_SHIFT);
  }

  public static int data(long word) {
    return (int) (word >>> DATA_SHIFT) & 511;
  }
}
