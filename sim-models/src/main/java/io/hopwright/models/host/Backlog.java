package io.hopwright.models.host;

import java.util.Arrays;

/**
 * Packets in FIFOs before the network whose contents cannot be computed. Confined to its partition;
 * 12 B per FIFO, and the packets in their slab.
 */
public final class Backlog {
  private final PacketSlab slab;
  private final int[] first;
  private final int[] last;
  private final int[] sizes;
  private int packets;

  /** Creates empty FIFOs, numbered from 0, whose packets are kept in {@code slab}. */
  public Backlog(PacketSlab slab, int fifos) {
    this.slab = slab;
    first = new int[fifos];
    last = new int[fifos];
    sizes = new int[fifos];
    Arrays.fill(first, PacketSlab.NONE);
  }

  /**
   * Appends a packet of two words to a FIFO, which it joins at {@code tick}; returns whether it is
   * alone there.
   */
  public boolean append(int fifo, long firstWord, long secondWord, long tick, int size) {
    final int entry = slab.add(firstWord, secondWord, tick);
    final boolean alone = first[fifo] == PacketSlab.NONE;
    if (alone) {
      first[fifo] = entry;
    } else {
      slab.putBehind(last[fifo], entry);
    }
    last[fifo] = entry;
    sizes[fifo] += size;
    packets++;
    return alone;
  }

  /** Removes the first packet of a FIFO, of the given size; returns whether there is another. */
  public boolean remove(int fifo, int size) {
    first[fifo] = slab.remove(first[fifo]);
    sizes[fifo] -= size;
    packets--;
    return first[fifo] != PacketSlab.NONE;
  }

  /** Returns the first word of a FIFO's first packet. */
  public long firstWord(int fifo) {
    return slab.first(first[fifo]);
  }

  /** Returns the second word of a FIFO's first packet. */
  public long secondWord(int fifo) {
    return slab.second(first[fifo]);
  }

  /** Returns the tick at which a FIFO's first packet has joined it. */
  public long joined(int fifo) {
    return slab.tick(first[fifo]);
  }

  /** Returns the size of all packets in a FIFO. */
  public int size(int fifo) {
    return sizes[fifo];
  }

  /** Returns the number of packets in all FIFOs. */
  public int packets() {
    return packets;
  }
}
