package io.hopwright.models.router;

import java.util.Arrays;

/**
 * The packets present in a partition, wherever in it they are: on a link, in a FIFO, or on their
 * way into a reception FIFO. Memory follows the packets present and not the capacity of the
 * buffers.
 *
 * <p>A packet is a handle, 1 or above, to three words: the two of {@link PacketWords}, and one that
 * says where it is and which packet is behind it:
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
final class PacketPool {
  /** No packet. */
  static final int NONE = 0;

  /** Largest number of packets present; their handles have 23 bits. */
  static final int MAX_PACKETS = (1 << 23) - 1;

  private static final int WORDS = 3;
  private static final int SECOND = 1;
  private static final int PLACE = 2;
  private static final int FIRST_CAPACITY = 256;
  private static final int INPUT_SHIFT = 32;
  private static final int INPUT_MASK = 63;
  private static final int NODE_SHIFT = 38;
  private static final int NODE_MASK = (1 << 24) - 1;
  private static final long READY = 1L << 63;
  private static final long BEHIND_FIELD = 0xFFFFFFFFL;

  private long[] words = new long[WORDS * FIRST_CAPACITY];
  private int used = 1;
  private int free = NONE;

  /** Takes in a packet that belongs to an input of a local node, or will. */
  int add(long first, long second, int node, int input) {
    int packet = free;
    if (packet != NONE) {
      free = behind(packet);
    } else {
      packet = used++;
      if (packet > MAX_PACKETS) {
        throw new IllegalStateException(
            "more than " + MAX_PACKETS + " packets in one partition; use smaller partitions");
      }
      if (packet * WORDS == words.length) {
        words = Arrays.copyOf(words, words.length / WORDS * 3 / 2 * WORDS);
      }
    }
    words[packet * WORDS + SECOND] = second;
    move(packet, first, node, input);
    return packet;
  }

  /** Returns the number of packets present; goes through all that were ever forgotten. */
  int present() {
    int forgotten = 0;
    for (int packet = free; packet != NONE; packet = behind(packet)) {
      forgotten++;
    }
    return used - 1 - forgotten;
  }

  /** Forgets a packet. */
  void remove(int packet) {
    words[packet * WORDS + PLACE] = free;
    free = packet;
  }

  /** Gives a packet a new first word and a new place, with nothing behind it, not ready. */
  void move(int packet, long first, int node, int input) {
    words[packet * WORDS] = first;
    words[packet * WORDS + PLACE] = (long) node << NODE_SHIFT | (long) input << INPUT_SHIFT;
  }

  /** Returns the first of the packet's {@link PacketWords}. */
  long first(int packet) {
    return words[packet * WORDS];
  }

  /** Returns the second of the packet's {@link PacketWords}. */
  long second(int packet) {
    return words[packet * WORDS + SECOND];
  }

  /** Returns the local number of the node a packet belongs to. */
  int node(int packet) {
    return (int) (words[packet * WORDS + PLACE] >>> NODE_SHIFT) & NODE_MASK;
  }

  /** Returns the input a packet belongs to. */
  int input(int packet) {
    return (int) (words[packet * WORDS + PLACE] >>> INPUT_SHIFT) & INPUT_MASK;
  }

  /** Returns the packet behind a packet in its FIFO. */
  int behind(int packet) {
    return (int) words[packet * WORDS + PLACE];
  }

  /** Puts a packet behind another, the last of its FIFO so far. */
  void putBehind(int packet, int next) {
    final int at = packet * WORDS + PLACE;
    words[at] = (words[at] & ~BEHIND_FIELD) | next;
  }

  /** Tells whether a packet that had to wait may request. */
  boolean ready(int packet) {
    return words[packet * WORDS + PLACE] < 0;
  }

  /** Says whether a packet that had to wait may request. */
  void setReady(int packet, boolean ready) {
    final int at = packet * WORDS + PLACE;
    words[at] = ready ? words[at] | READY : words[at] & ~READY;
  }
}
