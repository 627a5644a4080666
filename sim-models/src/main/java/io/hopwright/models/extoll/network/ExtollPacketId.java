package io.hopwright.models.extoll.network;

/**
 * Layout of the first word of a packet, its identity.
 *
 * <pre>
 *  63     52 51        40 39  36 35           0
 * +---------+------------+------+--------------+
 * | source  |destination | kind |    number    |
 * +---------+------------+------+--------------+
 * </pre>
 */
public final class ExtollPacketId {
  /** Nodes that a machine may have. */
  public static final int MAX_NODES = 2_048;

  /** Bits of the number of a packet. */
  static final int NUMBER_BITS = 36;

  private static final long NUMBER_MASK = (1L << NUMBER_BITS) - 1;
  private static final int KIND_SHIFT = NUMBER_BITS;
  private static final int DESTINATION_SHIFT = KIND_SHIFT + 4;
  private static final int SOURCE_SHIFT = DESTINATION_SHIFT + 12;

  private ExtollPacketId() {}

  public static long of(int source, int destination, int kind, long number) {
    assert number >= 0 && number <= NUMBER_MASK : "packet number " + number;
    return (long) source << SOURCE_SHIFT
        | (long) destination << DESTINATION_SHIFT
        | (long) kind << KIND_SHIFT
        | number;
  }

  public static int source(long id) {
    return (int) (id >>> SOURCE_SHIFT);
  }

  public static int destination(long id) {
    return (int) (id >>> DESTINATION_SHIFT) & 4_095;
  }

  public static int kind(long id) {
    return (int) (id >>> KIND_SHIFT) & 15;
  }

  public static long number(long id) {
    return id & NUMBER_MASK;
  }
}
