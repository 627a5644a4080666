package io.hopwright.models.tofu.network;

/**
 * Layout of a packet's destination and cargo: the upper bits of its third word.
 *
 * <pre>
 *  63        45 44  41   40   39  37 36  26    25     24   18 17         0
 * +------------+------+------+------+------+--------+--------+------------+
 * |destination,| path | last | TNI  |bytes |answered| stream |    the     |
 * |   a place  |      | part |there |moved |        |        |   core's   |
 * +------------+------+------+------+------+--------+--------+------------+
 * </pre>
 *
 * <p>Path: the coordinates a, b and c to which the packet goes first, as in {@link CoordinateWord}.
 * Last part: whether it has reached them. Answered: whether its delivery creates an answer. Stream:
 * that of its requester.
 */
public final class TofuRouteWord {
  /** Number of bits. */
  static final int BITS = 46;

  /** Largest number of streams of a node. */
  static final int MAX_STREAMS = 1 << 7;

  private static final int STREAM_SHIFT = Long.SIZE - BITS;
  private static final int ANSWERED_SHIFT = STREAM_SHIFT + 7;
  private static final int MOVED_SHIFT = ANSWERED_SHIFT + 1;
  private static final int TNI_SHIFT = MOVED_SHIFT + 11;
  private static final int LAST_SHIFT = TNI_SHIFT + 3;
  private static final int PATH_SHIFT = LAST_SHIFT + 1;
  private static final int DESTINATION_SHIFT = PATH_SHIFT + 4;

  private TofuRouteWord() {}

  /** Returns the word of a packet that has not left its source, the core's bits being 0. */
  public static long of(
      int destination, int path, int tni, int moved, boolean answered, int stream) {
    return (long) destination << DESTINATION_SHIFT
        | (long) path << PATH_SHIFT
        | (long) tni << TNI_SHIFT
        | (long) moved << MOVED_SHIFT
        | (answered ? 1L : 0L) << ANSWERED_SHIFT
        | (long) stream << STREAM_SHIFT;
  }

  static int destination(long word) {
    return (int) (word >>> DESTINATION_SHIFT);
  }

  public static int path(long word) {
    return (int) (word >>> PATH_SHIFT) & 15;
  }

  static boolean onLastPart(long word) {
    return (word >>> LAST_SHIFT & 1) != 0;
  }

  static long withLastPart(long word) {
    return word | 1L << LAST_SHIFT;
  }

  static int tni(long word) {
    return (int) (word >>> TNI_SHIFT) & 7;
  }

  public static int moved(long word) {
    return (int) (word >>> MOVED_SHIFT) & 2047;
  }

  public static boolean answered(long word) {
    return (word >>> ANSWERED_SHIFT & 1) != 0;
  }

  public static int stream(long word) {
    return (int) (word >>> STREAM_SHIFT) & MAX_STREAMS - 1;
  }
}
