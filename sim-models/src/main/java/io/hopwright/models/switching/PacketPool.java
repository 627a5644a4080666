package io.hopwright.models.switching;

import io.hopwright.core.event.CacheLines;
import io.hopwright.core.window.EventBatch;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.ranks.RankInterface;
import java.util.Arrays;

/**
 * Packets in a partition: on a link, in a FIFO, or in flight into a reception FIFO. Memory is
 * proportional to the number of packets and not to the capacity of buffers.
 *
 * <p>A packet is a handle, 1 or above, to three or more words. The first holds its place and the
 * handle of the packet behind it. The meaning of the others depends on the machine; they travel
 * with the packet:
 *
 * <pre>
 *  63  62 61                    32 31                 0
 * +---+--+------------------------+--------------------+
 * |rdy|  |         place          |   packet behind    |
 * +---+--+------------------------+--------------------+
 * </pre>
 *
 * <p>The place is an input of a router of the partition, in the numbers of the switch.
 *
 * <p>Handles are reused last in, first out, so that few cache lines are in use. Handles differ
 * between partition plans; reported values do not depend on them. Confined to its partition. Grows
 * by half.
 */
public final class PacketPool {
  /** No packet. */
  public static final int NONE = 0;

  private static final int FIRST = 1;
  private static final int SECOND = 2;
  private static final int THIRD = 3;
  private static final int FIRST_CAPACITY = 256;
  private static final int PLACE_SHIFT = 32;
  private static final int PLACE_MASK = (1 << 30) - 1;
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
   * @param words that travel with a packet, at least 2
   * @param maxPackets largest number of packets; handles fit into the bits that this number needs
   */
  public PacketPool(int words, int maxPackets) {
    stride = FIRST + words;
    this.maxPackets = maxPackets;
    this.words = new long[stride * FIRST_CAPACITY];
  }

  /**
   * Adds a packet at its present or future place; any further words are undefined.
   *
   * @throws SettingsException if the partition has too many packets
   */
  public int add(long first, long second, int place) {
    int packet = free;
    if (packet != NONE) {
      free = behind(packet);
    } else {
      packet = used++;
      if (packet > maxPackets) {
        throw new SettingsException(
            "partition", "has more than " + maxPackets + " packets in one; use smaller partitions");
      }
      if (packet * stride == words.length) {
        words = Arrays.copyOf(words, Math.toIntExact(words.length / stride * 3L / 2 * stride));
      }
    }
    words[packet * stride + FIRST] = first;
    words[packet * stride + SECOND] = second;
    move(packet, place);
    return packet;
  }

  /** Adds a copy of a packet, at the same place. */
  public int copy(int packet) {
    final int copy = add(0, 0, place(packet));
    System.arraycopy(words, packet * stride + FIRST, words, copy * stride + FIRST, stride - FIRST);
    return copy;
  }

  /** Adds a packet of a batch. */
  public int add(EventBatch batch, int index, int place) {
    final int packet = add(0, 0, place);
    batch.copyPacket(index, words, packet * stride + FIRST);
    return packet;
  }

  /** Appends a packet to a batch and removes it here. */
  public void send(int packet, EventBatch batch, long tick, int event) {
    batch.addPacket(tick, event, words, packet * stride + FIRST, stride - FIRST);
    remove(packet);
  }

  /** Returns the number of packets present; visits all that were ever removed. */
  public int present() {
    int forgotten = 0;
    for (int packet = free; packet != NONE; packet = behind(packet)) {
      forgotten++;
    }
    return used - 1 - forgotten;
  }

  /** Forgets a packet. */
  public void remove(int packet) {
    words[packet * stride] = free;
    free = packet;
  }

  /** Gives a packet a new place; it has no successor and is not ready. */
  public void move(int packet, int place) {
    words[packet * stride] = (long) place << PLACE_SHIFT;
  }

  /** Returns the number of cache lines in use. */
  public int lines() {
    return CacheLines.of(used * stride);
  }

  /** Reads every cache line in use, in the order of memory; the returned value has no meaning. */
  public long fetch() {
    return CacheLines.read(words, used * stride);
  }

  /** Returns the packet's first word. */
  public long first(int packet) {
    return words[packet * stride + FIRST];
  }

  /** Changes the packet's first word. */
  public void setFirst(int packet, long first) {
    words[packet * stride + FIRST] = first;
  }

  /** Returns the packet's second word. */
  public long second(int packet) {
    return words[packet * stride + SECOND];
  }

  /** Returns the packet's third word, if it has one. */
  public long third(int packet) {
    return words[packet * stride + THIRD];
  }

  /** Changes the packet's third word. */
  public void setThird(int packet, long third) {
    words[packet * stride + THIRD] = third;
  }

  /** Returns one of the words that travel with a packet; the first has index 0. */
  public long word(int packet, int index) {
    assert index < stride - FIRST : "word " + index + " of a packet of " + (stride - FIRST);
    return words[packet * stride + FIRST + index];
  }

  /** Changes one of the words that travel with a packet. */
  public void setWord(int packet, int index, long value) {
    assert index < stride - FIRST : "word " + index + " of a packet of " + (stride - FIRST);
    words[packet * stride + FIRST + index] = value;
  }

  /** Returns the words of messages in packets, which begin at a word of a packet. */
  public RankInterface.Words messages(int from) {
    return new Messages(this, from);
  }

  private record Messages(PacketPool pool, int from) implements RankInterface.Words {
    @Override
    public long word(int packet, int index) {
      return pool.word(packet, from + index);
    }

    @Override
    public void setWord(int packet, int index, long word) {
      pool.setWord(packet, from + index, word);
    }
  }

  /** Returns the present or future place of a packet. */
  public int place(int packet) {
    return (int) (words[packet * stride] >>> PLACE_SHIFT) & PLACE_MASK;
  }

  /** Returns the successor of a packet in its FIFO. */
  public int behind(int packet) {
    return (int) words[packet * stride];
  }

  /** Makes a packet the successor of another one, the last of its FIFO so far. */
  public void putBehind(int packet, int next) {
    final int at = packet * stride;
    words[at] = (words[at] & ~BEHIND_FIELD) | next;
  }

  /** Returns whether a packet that had to wait may request. */
  public boolean ready(int packet) {
    return words[packet * stride] < 0;
  }

  /** Sets whether a packet that had to wait may request. */
  public void setReady(int packet, boolean ready) {
    final int at = packet * stride;
    words[at] = ready ? words[at] | READY : words[at] & ~READY;
  }
}
