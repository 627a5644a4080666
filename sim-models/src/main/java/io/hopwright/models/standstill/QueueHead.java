package io.hopwright.models.standstill;

import java.util.Arrays;

/**
 * Packed state of a queue whose first packet waits: its place, the channels that the first packet
 * can take, and the channels whose buffers hold packets of the queue.
 *
 * <pre>
 *  0  router (32) | port (8) | VC (8) | channels wanted (8) | channels held (8)
 *  1  packets (32) | size of the first one (32)
 *  2… wanted: port (8) | VC (8) | needs (24) | has (24)
 *     held: port (8) | VC (8) | amount (48)
 * </pre>
 *
 * <p>A wanted channel leaves the router at the port; a held one enters it at the port. Sizes and
 * amounts are in the units of the machine's buffers. Queues have the order of router, port and VC.
 * Immutable; safe for any thread.
 */
@SuppressWarnings("ArrayRecordComponent") // a million of them in a large machine
public record QueueHead(long... words) implements Comparable<QueueHead> {
  private static final int FIXED = 2;
  private static final int BYTE = 0xFF;
  private static final int ROUTER_SHIFT = 32;
  private static final int PORT_SHIFT = 24;
  private static final int VC_SHIFT = 16;
  private static final int WANTED_SHIFT = 8;
  private static final int CHANNEL_PORT_SHIFT = 56;
  private static final int CHANNEL_VC_SHIFT = 48;
  private static final int NEEDS_SHIFT = 24;
  private static final int AMOUNT_MASK = (1 << NEEDS_SHIFT) - 1;

  /** Collects the state of a queue. Confined to one thread. */
  public static final class Builder {
    private static final int MOST_CHANNELS = 255;

    private final long place;
    private final long packets;
    private final long[] wanted = new long[MOST_CHANNELS];
    private final long[] held = new long[MOST_CHANNELS];
    private int wantedCount;
    private int heldCount;

    /**
     * Begins a queue at its place.
     *
     * @param packets of the queue in the network; 0 for a queue from which packets enter the
     *     network
     * @param size of the first packet
     */
    public Builder(int router, int port, int vc, int packets, int size) {
      place = (long) router << ROUTER_SHIFT | (long) port << PORT_SHIFT | (long) vc << VC_SHIFT;
      this.packets = (long) packets << Integer.SIZE | size;
    }

    /**
     * Adds a channel that the first packet can take; call it first for the channel that is always
     * open to the packet.
     */
    public Builder wants(int port, int vc, int needs, int has) {
      wanted[wantedCount++] = channel(port, vc) | (long) needs << NEEDS_SHIFT | has;
      return this;
    }

    /** Adds to the room that the packets of the queue occupy in the buffer of a channel. */
    public Builder holds(int port, int vc, int amount) {
      final long channel = channel(port, vc);
      int at = 0;
      while (at < heldCount && held[at] >>> CHANNEL_VC_SHIFT != channel >>> CHANNEL_VC_SHIFT) {
        at++;
      }
      held[at] = (at == heldCount ? channel : held[at]) + amount;
      heldCount = Math.max(heldCount, at + 1);
      return this;
    }

    private static long channel(int port, int vc) {
      return (long) port << CHANNEL_PORT_SHIFT | (long) vc << CHANNEL_VC_SHIFT;
    }

    /** Returns the queue. */
    public QueueHead build() {
      final long[] words = new long[FIXED + wantedCount + heldCount];
      words[0] = place | (long) wantedCount << WANTED_SHIFT | heldCount;
      words[1] = packets;
      System.arraycopy(wanted, 0, words, FIXED, wantedCount);
      System.arraycopy(held, 0, words, FIXED + wantedCount, heldCount);
      return new QueueHead(words);
    }
  }

  /**
   * Checks the length.
   *
   * @throws IllegalArgumentException if the number of words differs from the one in the first word
   */
  public QueueHead {
    if (words.length < FIXED || words.length != FIXED + counts(words[0])) {
      throw new IllegalArgumentException(words.length + " words of a queue");
    }
  }

  private static int counts(long word) {
    return ((int) (word >>> WANTED_SHIFT) & BYTE) + ((int) word & BYTE);
  }

  int router() {
    return (int) (words[0] >>> ROUTER_SHIFT);
  }

  int port() {
    return (int) (words[0] >>> PORT_SHIFT) & BYTE;
  }

  int vc() {
    return (int) (words[0] >>> VC_SHIFT) & BYTE;
  }

  int packets() {
    return (int) (words[1] >>> Integer.SIZE);
  }

  int size() {
    return (int) words[1];
  }

  /**
   * Returns the number of channels that the first packet can take; 0 if it is at its destination.
   */
  int wanted() {
    return (int) (words[0] >>> WANTED_SHIFT) & BYTE;
  }

  int held() {
    return (int) words[0] & BYTE;
  }

  int wantedPort(int index) {
    return (int) (words[FIXED + index] >>> CHANNEL_PORT_SHIFT) & BYTE;
  }

  int wantedVc(int index) {
    return (int) (words[FIXED + index] >>> CHANNEL_VC_SHIFT) & BYTE;
  }

  int needs(int index) {
    return (int) (words[FIXED + index] >>> NEEDS_SHIFT) & AMOUNT_MASK;
  }

  int has(int index) {
    return (int) words[FIXED + index] & AMOUNT_MASK;
  }

  private long heldWord(int index) {
    return words[FIXED + wanted() + index];
  }

  int heldPort(int index) {
    return (int) (heldWord(index) >>> CHANNEL_PORT_SHIFT) & BYTE;
  }

  int heldVc(int index) {
    return (int) (heldWord(index) >>> CHANNEL_VC_SHIFT) & BYTE;
  }

  int amount(int index) {
    return (int) heldWord(index);
  }

  @Override
  public int compareTo(QueueHead other) {
    return Long.compareUnsigned(words[0] >>> VC_SHIFT, other.words[0] >>> VC_SHIFT);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof QueueHead head && Arrays.equals(words, head.words);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(words);
  }
}
