package io.hopwright.models.switching;

import java.util.Arrays;

/**
 * The packets present in a partition, wherever in it they are: on a link, in a FIFO, or on their
 * way into a reception FIFO. Memory follows the packets present and not the capacity of the
 * buffers.
 *
 * <p>A packet is a handle, 1 or above, to three or four words: two or three whose meaning is the
 * machine's, and one that says where it is and which packet is behind it:
 *
 * <pre>
 *  63  62          38 37        32 31                 0
 * +---+--------------+------------+--------------------+
 * |rdy|  local node  |   input    |   packet behind    |
 * +---+--------------+------------+--------------------+
 * </pre>
 *
 * <p>Handles are reused last in, first out, so that few cache lines are in use. Handles differ from
 * one partition plan to another; nothing that is reported depends on them. Confined to its
 * partition. Grows by half.
 */
public final class PacketPool {
  /** No packet. */
  public static final int NONE = 0;

  /** Words of a cache line. */
  public static final int WORDS_PER_LINE = 8;

  private static final int SECOND = 1;
  private static final int PLACE = 2;
  private static final int THIRD = 3;
  private static final int FIRST_CAPACITY = 256;
  private static final int INPUT_SHIFT = 32;
  private static final int INPUT_MASK = 63;
  private static final int NODE_SHIFT = 38;
  private static final int NODE_MASK = (1 << 24) - 1;
  private static final long READY = 1L << 63;
  private static final long BEHIND_FIELD = 0xFFFFFFFFL;

  private final int stride;
  private final int maxPackets;
  private long[] words;
  private int used = 1;
  private int free = NONE;

  /**
   * Creates a pool without packets.
   *
   * @param stride words per packet, the one of its place included: 3 or 4
   * @param maxPackets that may be present; what their handles may need in bits elsewhere
   */
  public PacketPool(int stride, int maxPackets) {
    this.stride = stride;
    this.maxPackets = maxPackets;
    words = new long[stride * FIRST_CAPACITY];
  }

  /** Takes in a packet that belongs to an input of a local node, or will. */
  public int add(long first, long second, int node, int input) {
    int packet = free;
    if (packet != NONE) {
      free = behind(packet);
    } else {
      packet = used++;
      if (packet > maxPackets) {
        throw new IllegalStateException(
            "more than " + maxPackets + " packets in one partition; use smaller partitions");
      }
      if (packet * stride == words.length) {
        words = Arrays.copyOf(words, Math.toIntExact(words.length / stride * 3L / 2 * stride));
      }
    }
    words[packet * stride + SECOND] = second;
    move(packet, first, node, input);
    return packet;
  }

  /** Returns the number of packets present; goes through all that were ever forgotten. */
  public int present() {
    int forgotten = 0;
    for (int packet = free; packet != NONE; packet = behind(packet)) {
      forgotten++;
    }
    return used - 1 - forgotten;
  }

  /** Forgets a packet. */
  public void remove(int packet) {
    words[packet * stride + PLACE] = free;
    free = packet;
  }

  /** Gives a packet a new first word and a new place, with nothing behind it, not ready. */
  public void move(int packet, long first, int node, int input) {
    words[packet * stride] = first;
    words[packet * stride + PLACE] = (long) node << NODE_SHIFT | (long) input << INPUT_SHIFT;
  }

  /** Reads every cache line in use, in the order of memory; returns nothing of meaning. */
  public long fetch() {
    long sum = 0;
    for (int at = 0; at < used * stride; at += WORDS_PER_LINE) {
      sum += words[at];
    }
    return sum;
  }

  /** Returns the packet's first word. */
  public long first(int packet) {
    return words[packet * stride];
  }

  /** Returns the packet's second word. */
  public long second(int packet) {
    return words[packet * stride + SECOND];
  }

  /** Changes the packet's second word. */
  public void setSecond(int packet, long second) {
    words[packet * stride + SECOND] = second;
  }

  /** Returns the packet's third word, if it has one. */
  public long third(int packet) {
    return words[packet * stride + THIRD];
  }

  /** Changes the packet's third word. */
  public void setThird(int packet, long third) {
    words[packet * stride + THIRD] = third;
  }

  /** Returns the local number of the node a packet belongs to. */
  public int node(int packet) {
    return (int) (words[packet * stride + PLACE] >>> NODE_SHIFT) & NODE_MASK;
  }

  /** Returns the input a packet belongs to. */
  public int input(int packet) {
    return (int) (words[packet * stride + PLACE] >>> INPUT_SHIFT) & INPUT_MASK;
  }

  /** Returns the packet behind a packet in its FIFO. */
  public int behind(int packet) {
    return (int) words[packet * stride + PLACE];
  }

  /** Puts a packet behind another, the last of its FIFO so far. */
  public void putBehind(int packet, int next) {
    final int at = packet * stride + PLACE;
    words[at] = (words[at] & ~BEHIND_FIELD) | next;
  }

  /** Tells whether a packet that had to wait may request. */
  public boolean ready(int packet) {
    return words[packet * stride + PLACE] < 0;
  }

  /** Says whether a packet that had to wait may request. */
  public void setReady(int packet, boolean ready) {
    final int at = packet * stride + PLACE;
    words[at] = ready ? words[at] | READY : words[at] & ~READY;
  }
}
