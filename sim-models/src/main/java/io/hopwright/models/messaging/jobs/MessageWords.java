package io.hopwright.models.messaging.jobs;

import io.hopwright.models.program.Primitive;

/**
 * Layout of the three message words in each packet of a transfer, on every machine.
 *
 * <pre>
 *  first   63              32 31         16 15   12 11      6 5       0
 *         +------------------+-------------+-------+---------+---------+
 *         | number of message| payload     | kind  | slot it | slot it |
 *         | of its rank      | (network's) |       | is from | is for  |
 *         +------------------+-------------+-------+---------+---------+
 *  second  63  43  42     41     40                                    0
 *         +------+------+-------+---------------------------------------+
 *         |  0   | sync | coll. |  bytes of the message                 |
 *         +------+------+-------+---------------------------------------+
 *  third   63                     32 31                                0
 *         +-------------------------+-----------------------------------+
 *         |  number in its pair     |  tag                              |
 *         +-------------------------+-----------------------------------+
 * </pre>
 *
 * <p>The payload is the bytes of the transfer in the packet; bit 43 marks the header packet. For a
 * one-sided operation the third word is the request that its answer completes; for FIN, the ticks
 * from the posting of the data to that of FIN.
 */
public final class MessageWords {
  /** Number of words. */
  public static final int WORDS = 3;

  /** Slots of a node. */
  public static final int SLOTS = 1 << 6;

  /** Most ticks from the posting of data to that of their FIN; FIN of older ones says as many. */
  public static final int MOST_DATA_AGE = Integer.MAX_VALUE;

  /** Largest payload of a packet. */
  public static final int MOST_PAYLOAD = (1 << 16) - 1;

  private static final int NUMBER_SHIFT = 32;
  private static final int PAYLOAD_SHIFT = 16;
  private static final int KIND_SHIFT = 12;
  private static final int SOURCE_SHIFT = 6;
  private static final long COLLECTIVE = 1L << 41;
  private static final long SYNCHRONOUS = 1L << 42;
  private static final long HEADER = 1L << 43;
  private static final long BYTES = COLLECTIVE - 1;

  private MessageWords() {}

  public static long first(int number, int kind, int sourceSlot, int slot) {
    return (long) number << NUMBER_SHIFT
        | (long) kind << KIND_SHIFT
        | (long) sourceSlot << SOURCE_SHIFT
        | slot;
  }

  /** Returns the first word of a packet with the given bytes of its transfer. */
  public static long withPayload(long first, int bytes) {
    return first | (long) bytes << PAYLOAD_SHIFT;
  }

  /** Returns the second word of a header packet. */
  public static long ofHeader(long second) {
    return second | HEADER;
  }

  /** Returns the number of the message among those that its rank began. */
  public static int number(long first) {
    return (int) (first >>> NUMBER_SHIFT);
  }

  /** Returns the bytes of the transfer in a packet. */
  public static int payload(long first) {
    return (int) (first >>> PAYLOAD_SHIFT) & MOST_PAYLOAD;
  }

  /** Returns the packet's part of its transfer in flight; an empty packet counts as a byte. */
  public static long share(long first) {
    return Math.max(payload(first), 1);
  }

  public static int kind(long first) {
    return (int) first >>> KIND_SHIFT & 15;
  }

  /** Returns whether a packet belongs to a one-sided operation. */
  public static boolean isOneSided(long first) {
    return kind(first) >= TransferKind.FIRST_ONE_SIDED;
  }

  /** Returns the one-sided operation of a packet, or null. */
  public static Primitive primitive(long first) {
    return TransferKind.of(kind(first)).primitive();
  }

  /** Returns whether a packet fetches the data of a message. */
  public static boolean isFetch(long first) {
    final int kind = kind(first);
    return kind == TransferKind.GET.number() || kind == TransferKind.READ.number();
  }

  /** Returns whether a packet writes or reads data that do not have their own message. */
  public static boolean isBulk(long first) {
    return isFetch(first)
        || kind(first) == TransferKind.DATA.number()
        || kind(first) == TransferKind.PUT.number();
  }

  /** Returns the first word of the DATA that answer a GET. */
  public static long ofFetched(long first) {
    return first(number(first), TransferKind.DATA.number(), slot(first), sourceSlot(first));
  }

  /** Returns the sender's slot of a packet. */
  public static int sourceSlot(long first) {
    return (int) first >>> SOURCE_SHIFT & SLOTS - 1;
  }

  /** Returns the receiver's slot of a packet. */
  public static int slot(long first) {
    return (int) first & SLOTS - 1;
  }

  public static long second(long bytes, boolean collective, boolean synchronous) {
    return bytes | (collective ? COLLECTIVE : 0) | (synchronous ? SYNCHRONOUS : 0);
  }

  /** Returns the bytes of the message, or of the one-sided operation. */
  public static long bytes(long second) {
    return second & BYTES;
  }

  public static boolean collective(long second) {
    return (second & COLLECTIVE) != 0;
  }

  public static boolean synchronous(long second) {
    return (second & SYNCHRONOUS) != 0;
  }

  public static boolean isHeader(long second) {
    return (second & HEADER) != 0;
  }

  public static long third(int tag, int pairNumber) {
    return (long) pairNumber << Integer.SIZE | (tag & 0xFFFFFFFFL);
  }
}
