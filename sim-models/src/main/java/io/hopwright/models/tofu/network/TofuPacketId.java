package io.hopwright.models.tofu.network;

/**
 * Layout of the first word of a packet, its identity.
 *
 * <pre>
 *  63     46 45    28  27   26                 0
 * +---------+--------+-----+---------------------+
 * |requester| target |class|   sequence number   |
 * +---------+--------+-----+---------------------+
 * </pre>
 *
 * <p>Class 0 goes from requester to target, its answer back in class 1.
 */
public final class TofuPacketId {
  /** Largest number of nodes of a machine. */
  public static final int MAX_NODES = 1 << 18;

  /** Largest sequence number. */
  public static final long MAX_SEQUENCE = (1L << 27) - 1;

  /** Class of packets that are sent unasked. */
  public static final int REQUEST = 0;

  /** Class of answers. */
  public static final int ANSWER = 1;

  /** Number of classes. */
  public static final int CLASSES = 2;

  private static final int CLASS_SHIFT = 27;
  private static final int TARGET_SHIFT = 28;
  private static final int REQUESTER_SHIFT = 46;

  private TofuPacketId() {}

  public static long request(int requester, int target, long sequence) {
    if (sequence > MAX_SEQUENCE) {
      throw new IllegalStateException(
          "packet " + sequence + " of node " + requester + " does not fit; shorten the run");
    }
    return (long) requester << REQUESTER_SHIFT | (long) target << TARGET_SHIFT | sequence;
  }

  /** Returns the answer to a request. */
  public static long answerTo(long request) {
    return request | 1L << CLASS_SHIFT;
  }

  public static int packetClass(long id) {
    return (int) (id >>> CLASS_SHIFT) & 1;
  }

  public static int requester(long id) {
    return (int) (id >>> REQUESTER_SHIFT);
  }

  public static int target(long id) {
    return (int) (id >>> TARGET_SHIFT) & MAX_NODES - 1;
  }

  public static long sequence(long id) {
    return id & MAX_SEQUENCE;
  }

  public static int source(long id) {
    return packetClass(id) == REQUEST ? requester(id) : target(id);
  }

  public static int destination(long id) {
    return packetClass(id) == REQUEST ? target(id) : requester(id);
  }
}
