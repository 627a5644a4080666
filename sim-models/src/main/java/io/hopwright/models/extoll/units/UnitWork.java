package io.hopwright.models.extoll.units;

import io.hopwright.models.extoll.network.ExtollCells;
import io.hopwright.models.extoll.network.ExtollPorts;

/**
 * Packed work request of a functional unit, in one {@code long}; it travels with packets.
 *
 * <pre>
 *  63  60 59  56 55    44 43      39 38      34 33   10 9      8       5 4    1
 * +------+------+--------+----------+----------+-------+------+---------+------+
 * | role | kind |  node  |  thread  |far thread| bytes | last | notify  | mark |
 * +------+------+--------+----------+----------+-------+------+---------+------+
 * </pre>
 *
 * <p>The role describes the request at its present place, the kind its packets. The node is the
 * other end. The thread is at the origin. The far thread is at the target, or is the vector of an
 * interrupt. "Last" marks the last packet of an operation, and "notify" is the set of ends to
 * notify. The mark is a register; for a notification it is the end that it concerns, for a put
 * whether it is a chunk, and for a store whether it interrupts.
 *
 * <p>Two more words travel with the request: the generation time of its message, and a value. The
 * value is the contents of a register, or the address of a store or load, which determines the
 * destination node.
 */
public final class UnitWork {
  /** Kinds of packets; those of responses are {@link #isResponse}. */
  public static final int MAIL = 0;

  public static final int PUT = 1;
  public static final int GET = 2;
  static final int GET_RESPONSE = 3;
  public static final int IMMEDIATE = 4;
  public static final int READ = 5;
  static final int READ_RESPONSE = 6;
  public static final int STORE = 7;
  public static final int LOAD = 8;
  static final int LOAD_RESPONSE = 9;

  /** Number of kinds. */
  static final int KINDS = 10;

  /** Roles of what crosses a PCIe link towards the NIC. */
  static final int LINE = 0;

  static final int MESSAGE = 1;
  static final int DESCRIPTOR = 2;
  static final int ACCESS = 3;
  static final int COMPLETION = 4;

  /** Roles of what crosses it towards the device. */
  static final int DATA = 5;

  static final int IN_MAILBOX = 6;
  static final int NOTIFICATION = 7;
  static final int HANDLER = 8;
  static final int LOADED = 9;
  static final int REQUEST = 10;

  /** Role of an arrival from the network. */
  static final int PACKET = 11;

  /** Role of the packet which reports that a chunk is in the memory from which it is copied. */
  static final int CHUNK_HERE = 12;

  /** Role of what says of an interrupt in the queue of notifications of a host. */
  static final int QUEUE_ENTRY = 13;

  /** Ends that are notified, as members of a set. */
  public static final int REQUESTER = 0;

  public static final int RESPONDER = 1;
  public static final int COMPLETER = 2;

  /** Mark of a request for memory, not for a register. */
  public static final int MEMORY = 0;

  /** Mark of a store that is an interrupt, which does not count as posted. */
  static final int INTERRUPTS = 1;

  /** Marks of puts in chunks, as members of a set: a chunk, the last, with notification. */
  private static final int CHUNK = 1;

  private static final int LAST_CHUNK = 2;
  private static final int TOLD = 4;

  private static final int ROLE_SHIFT = 60;
  private static final int KIND_SHIFT = 56;
  private static final int NODE_SHIFT = 44;
  private static final int THREAD_SHIFT = 39;
  private static final int FAR_SHIFT = 34;
  private static final int BYTES_SHIFT = 10;
  private static final int LAST_SHIFT = 9;
  private static final int NOTIFY_SHIFT = 5;
  private static final int MARK_SHIFT = 1;
  private static final long BYTES_MASK = (1L << 24) - 1;

  private UnitWork() {}

  /** Packs the request of an operation, without a role and with all its bytes in one. */
  public static long of(
      int kind, int node, int thread, int farThread, int bytes, int notify, int mark) {
    return (long) kind << KIND_SHIFT
        | (long) node << NODE_SHIFT
        | (long) thread << THREAD_SHIFT
        | (long) farThread << FAR_SHIFT
        | (long) bytes << BYTES_SHIFT
        | 1L << LAST_SHIFT
        | (long) notify << NOTIFY_SHIFT
        | (long) mark << MARK_SHIFT;
  }

  static int role(long work) {
    return (int) (work >>> ROLE_SHIFT);
  }

  static long as(int role, long work) {
    return work << 4 >>> 4 | (long) role << ROLE_SHIFT;
  }

  static int kind(long work) {
    return (int) (work >>> KIND_SHIFT) & 15;
  }

  static long withKind(long work, int kind) {
    return (work & ~(15L << KIND_SHIFT)) | (long) kind << KIND_SHIFT;
  }

  static int node(long work) {
    return (int) (work >>> NODE_SHIFT) & 4_095;
  }

  static long withNode(long work, int node) {
    return (work & ~(4_095L << NODE_SHIFT)) | (long) node << NODE_SHIFT;
  }

  static int thread(long work) {
    return (int) (work >>> THREAD_SHIFT) & 31;
  }

  static int farThread(long work) {
    return (int) (work >>> FAR_SHIFT) & 31;
  }

  static int bytes(long work) {
    return (int) (work >>> BYTES_SHIFT & BYTES_MASK);
  }

  /** Returns the work of one packet, the last or not. */
  static long piece(long work, int bytes, boolean last) {
    return (work & ~(BYTES_MASK << BYTES_SHIFT) & ~(1L << LAST_SHIFT))
        | (long) bytes << BYTES_SHIFT
        | (last ? 1L << LAST_SHIFT : 0);
  }

  static boolean last(long work) {
    return (work >>> LAST_SHIFT & 1) != 0;
  }

  static boolean notifies(long work, int end) {
    return (work >>> (NOTIFY_SHIFT + end) & 1) != 0;
  }

  static int mark(long work) {
    return (int) (work >>> MARK_SHIFT) & 15;
  }

  /**
   * Returns the put of a chunk of a put.
   *
   * @param staged whether the target copies it, and therefore has to be notified
   */
  static long chunk(long put, int bytes, boolean last, boolean staged) {
    final boolean told = notifies(put, COMPLETER);
    final boolean completes = staged || (last && told);
    final int notify =
        (completes ? 1 << COMPLETER : 0) | (last && notifies(put, REQUESTER) ? 1 << REQUESTER : 0);
    final int mark = CHUNK | (last ? LAST_CHUNK : 0) | (told ? TOLD : 0);
    return of(PUT, node(put), thread(put), farThread(put), bytes, notify, mark);
  }

  /** Returns whether it is about a chunk. */
  static boolean isChunk(long work) {
    return kind(work) == PUT && (mark(work) & CHUNK) != 0;
  }

  /**
   * Returns whether a packet is the last of an operation, or of its chunk, and no chunk follows.
   */
  static boolean ends(long work) {
    return last(work) && (!isChunk(work) || (mark(work) & LAST_CHUNK) != 0);
  }

  /** Returns whether the arrival of a chunk must be reported. */
  static boolean isTold(long chunk) {
    return ends(chunk) && (mark(chunk) & TOLD) != 0;
  }

  /** Returns whether it writes data of a program, no register or mail. */
  static boolean isBulk(long work) {
    return kind(work) == PUT || kind(work) == GET_RESPONSE;
  }

  /** Returns the notification of an end, for a thread there. */
  static long notification(long work, int end, int thread) {
    return as(NOTIFICATION, of(kind(work), node(work), thread, 0, 0, 0, end));
  }

  /** Returns whether packets of a kind are responses, of class 1. */
  static boolean isResponse(int kind) {
    return kind == GET_RESPONSE || kind == READ_RESPONSE || kind == LOAD_RESPONSE;
  }

  /** Returns whether packets of a kind request data and carry none. */
  public static boolean asks(int kind) {
    return kind == GET || kind == READ || kind == LOAD;
  }

  /** Returns the unit that sends and receives packets of a kind. */
  public static int unit(int kind) {
    return kind == MAIL ? ExtollPorts.VELO : kind < STORE ? ExtollPorts.RMA : ExtollPorts.SMFU;
  }

  /** Returns the cells of a packet. */
  static int cells(long work) {
    return asks(kind(work)) ? 1 : ExtollCells.of(bytes(work));
  }

  /** Returns the data that a packet moves. */
  static int moved(long work) {
    return asks(kind(work)) ? 0 : bytes(work);
  }
}
