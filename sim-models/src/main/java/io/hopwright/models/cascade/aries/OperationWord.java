package io.hopwright.models.cascade.aries;

/**
 * Layout of the fourth word of an Aries NIC's packet, which describes its operation and is copied
 * to the response.
 *
 * <pre>
 *  63 50 49   48   45  44   43      40 39   38        32 31             0
 * +-----+----+-------+----+-----------+----+------------+----------------+
 * |     |ref-| oper- |non-|  links of |last|    data    |  transaction   |
 * |     |used| ation |min.| the req.  |    |            | of the request.|
 * +-----+----+-------+----+-----------+----+------------+----------------+
 * </pre>
 *
 * <p>Data: number of bytes that it writes or reads. Last: whether it is the last of its operation.
 * Links, and non-minimal (over a root): path of the request, set when it is delivered. Refused:
 * whether there was no buffer for it. Only the requester knows the meaning of transaction numbers.
 */
public final class OperationWord {
  /** Number of words. */
  public static final int WORDS = 1;

  private static final int DATA_SHIFT = 32;
  private static final int DATA_MASK = (1 << 7) - 1;
  private static final long LAST = 1L << 39;
  private static final int HOPS_SHIFT = 40;
  private static final int HOPS_MASK = (1 << 4) - 1;
  private static final long NON_MINIMAL = 1L << 44;
  private static final int OPERATION_SHIFT = 45;
  private static final int OPERATION_MASK = (1 << 4) - 1;
  private static final long REFUSED = 1L << 49;

  private OperationWord() {}

  static long of(AriesOperation operation, int transaction, int data, boolean last) {
    return transaction
        | (long) data << DATA_SHIFT
        | (last ? LAST : 0)
        | (long) operation.number() << OPERATION_SHIFT;
  }

  static AriesOperation operation(long word) {
    return AriesOperation.of((int) (word >>> OPERATION_SHIFT) & OPERATION_MASK);
  }

  /** Returns the word of the response to a request that took so many links. */
  static long answering(long word, int hops, boolean nonMinimal) {
    return word | (long) hops << HOPS_SHIFT | (nonMinimal ? NON_MINIMAL : 0);
  }

  /** Returns the word of a request that there was no buffer for. */
  static long refused(long word) {
    return word | REFUSED;
  }

  static boolean isRefused(long word) {
    return (word & REFUSED) != 0;
  }

  static int transaction(long word) {
    return (int) word;
  }

  static int data(long word) {
    return (int) (word >>> DATA_SHIFT) & DATA_MASK;
  }

  static boolean last(long word) {
    return (word & LAST) != 0;
  }

  static int hops(long word) {
    return (int) (word >>> HOPS_SHIFT) & HOPS_MASK;
  }

  static boolean nonMinimal(long word) {
    return (word & NON_MINIMAL) != 0;
  }
}
