package io.hopwright.models.tofu.network;

import io.hopwright.models.topology.Tofu6D;

/**
 * Layout of a packet's destination and cargo: the upper bits of its third word.
 *
 * <pre>
 *  63  60  59   58  56 55  45    44    43   37 36    37−d 36−d       0
 * +------+------+------+------+--------+--------+---------+-----------+
 * | path | last | TNI  |bytes |answered| stream | destin- |    the    |
 * |      | part |there |moved |        |        |  ation  |   core's  |
 * +------+------+------+------+--------+--------+---------+-----------+
 * </pre>
 *
 * <p>Destination: its place, a {@link CoordinateWord}, whose number of bits d follows from the
 * machine. Path: the coordinates a, b and c to which the packet goes first, as in a place. Last
 * part: whether it has reached them. Answered: whether its delivery creates an answer. Stream: that
 * of its requester. Immutable; safe for any thread.
 */
public final class TofuRouteWord {
  /** Largest number of streams of a node. */
  static final int MAX_STREAMS = 1 << 7;

  private static final int STREAM_SHIFT = 37;
  private static final int ANSWERED_SHIFT = STREAM_SHIFT + 7;
  private static final int MOVED_SHIFT = ANSWERED_SHIFT + 1;
  private static final int TNI_SHIFT = MOVED_SHIFT + 11;
  private static final int LAST_SHIFT = TNI_SHIFT + 3;
  private static final int PATH_SHIFT = LAST_SHIFT + 1;

  private final CoordinateWord places;
  private final int destinationShift;
  private final int destinationMask;

  /** Lays out the fields for a machine. */
  public TofuRouteWord(Tofu6D machine) {
    places = new CoordinateWord(machine);
    destinationShift = STREAM_SHIFT - places.bits();
    destinationMask = (1 << places.bits()) - 1;
  }

  /** Returns the number of bits. */
  int bits() {
    return Long.SIZE - destinationShift;
  }

  /**
   * Returns the word of a packet that has not left its source; the core's bits are 0.
   *
   * @param destination number of the node
   */
  public long of(int destination, int path, int tni, int moved, boolean answered, int stream) {
    return (long) path << PATH_SHIFT
        | (long) tni << TNI_SHIFT
        | (long) moved << MOVED_SHIFT
        | (answered ? 1L : 0L) << ANSWERED_SHIFT
        | (long) stream << STREAM_SHIFT
        | (long) places.of(destination) << destinationShift;
  }

  /** Returns the place of the destination. */
  int destination(long word) {
    return (int) (word >>> destinationShift) & destinationMask;
  }

  public static int path(long word) {
    return (int) (word >>> PATH_SHIFT);
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
