package io.hopwright.models.host;

import java.util.Arrays;

/**
 * Packets outside the network, in linked lists. A packet has two words, a tick, and the index of
 * the packet behind it. Confined to its partition; 32 B per packet, grows by half.
 */
public final class PacketSlab {
  /** No packet. */
  public static final int NONE = -1;

  private static final int WORDS = 4;
  private static final int SECOND = 1;
  private static final int TICK = 2;
  private static final int BEHIND = 3;

  private long[] words = new long[WORDS * 64];
  private int used;
  private int free = NONE;

  /** Adds a packet without a successor. */
  public int add(long first, long second, long tick) {
    int entry = free;
    if (entry != NONE) {
      free = behind(entry);
    } else {
      entry = used++;
      if (WORDS * used > words.length) {
        words = Arrays.copyOf(words, words.length / WORDS * 3 / 2 * WORDS);
      }
    }
    words[WORDS * entry] = first;
    words[WORDS * entry + SECOND] = second;
    words[WORDS * entry + TICK] = tick;
    putBehind(entry, NONE);
    return entry;
  }

  /** Removes a packet; returns its successor. */
  public int remove(int entry) {
    final int behind = behind(entry);
    putBehind(entry, free);
    free = entry;
    return behind;
  }

  /** Returns a packet's first word. */
  public long first(int entry) {
    return words[WORDS * entry];
  }

  /** Returns a packet's second word. */
  public long second(int entry) {
    return words[WORDS * entry + SECOND];
  }

  /** Returns the tick that belongs to a packet. */
  public long tick(int entry) {
    return words[WORDS * entry + TICK];
  }

  /** Returns the successor of a packet. */
  public int behind(int entry) {
    return (int) words[WORDS * entry + BEHIND];
  }

  /** Makes a packet the successor of another one. */
  public void putBehind(int entry, int next) {
    words[WORDS * entry + BEHIND] = next;
  }
}
