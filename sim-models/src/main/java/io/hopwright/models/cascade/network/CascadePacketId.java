package io.hopwright.models.cascade.network;

/**
 * Layout of the first word of a packet, its identity.
 *
 * <pre>
 *  63    47 46    30  29   28                  0
 * +--------+--------+-----+---------------------+
 * |request-| target |class|   sequence number   |
 * |  er    |        |     |   of the request    |
 * +--------+--------+-----+---------------------+
 * </pre>
 *
 * <p>A request goes from requester to target in class 0, its response back in class 1.
 */
public final class CascadePacketId {
  /** Largest number of nodes of a machine. */
  public static final int MAX_NODES = 1 << 17;

  /** Largest sequence number. */
  public static final long MAX_SEQUENCE = (1L << 29) - 1;

  /** Class of requests. */
  public static final int REQUEST = 0;

  /** Class of responses. */
  public static final int RESPONSE = 1;

  /** VCs of both classes. */
  static final int VCS = 8;

  private static final int CLASS_VCS = VCS / 2;
  private static final int CLASS_SHIFT = 29;
  private static final int TARGET_SHIFT = 30;
  private static final int REQUESTER_SHIFT = 47;

  private CascadePacketId() {}

  public static long request(int requester, int target, long sequence) {
    if (sequence > MAX_SEQUENCE) {
      throw new IllegalStateException(
          "request " + sequence + " of node " + requester + " does not fit; shorten the run");
    }
    return (long) requester << REQUESTER_SHIFT | (long) target << TARGET_SHIFT | sequence;
  }

  /** Returns the first of the four VCs of a class. */
  public static int firstVc(int packetClass) {
    return CLASS_VCS * packetClass;
  }

  /** Returns the class of packets on a VC. */
  public static int classOfVc(int vc) {
    return vc / CLASS_VCS;
  }

  /** Returns the response to a request. */
  public static long responseTo(long request) {
    return request | 1L << CLASS_SHIFT;
  }

  public static int packetClass(long id) {
    return (int) id >>> CLASS_SHIFT & 1;
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
