package io.hopwright.models.cascade.aries;

import io.hopwright.models.switching.PacketPool;
import java.util.Arrays;

/**
 * Cached part of one NIC's page table, and the walks for pages that are not cached ({@code
 * docs/models/aries-nic.md}, "Translation"). Numbers of walks are reused.
 *
 * <p>Confined to its partition; 8 B per entry of the cache and 32 B per walk.
 */
final class PageWalks {
  /** No walk, no word. */
  static final int NONE = -1;

  private final PacketPool pool;
  private final AriesKeys.Translation design;

  /** Page, plus one, by slot. */
  private final long[] table;

  private long[] pages = new long[8];
  private int[] readsLeft = new int[8];
  private int[] firstPacket = new int[8];
  private int[] lastPacket = new int[8];

  /** First waiting word of the atomic unit for each walk; next word behind each word. */
  private int[] firstWord = new int[8];

  private final int[] wordBehind;

  /** Next walk of each walk, among those that wait to start or among free numbers. */
  private int[] next = new int[8];

  private boolean[] live = new boolean[8];
  private int used;
  private int forgotten = NONE;
  private int underWay;
  private int firstPending = NONE;
  private int lastPending = NONE;

  /** Creates an empty table; {@code words} is how many may be in flight to the atomic unit. */
  PageWalks(AriesKeys.Translation design, int words, PacketPool pool) {
    this.design = design;
    this.pool = pool;
    table = new long[design.entries()];
    wordBehind = new int[words];
  }

  /** Returns the page of an address. */
  long page(long address) {
    return address >>> design.pageShift();
  }

  /** Returns whether a page is known. */
  boolean knows(long page) {
    return table[(int) (page % design.entries())] == page + 1;
  }

  /** Returns a walk for a page, to which one may be joined, and that is in progress or waits. */
  int walk(long page) {
    for (int walk = 0; walk < used; walk++) {
      if (live[walk] && pages[walk] == page) {
        return walk;
      }
    }
    final int walk = take();
    pages[walk] = page;
    readsLeft[walk] = design.levels();
    firstPacket[walk] = PacketPool.NONE;
    firstWord[walk] = NONE;
    next[walk] = NONE;
    live[walk] = true;
    if (firstPending == NONE) {
      firstPending = walk;
    } else {
      next[lastPending] = walk;
    }
    lastPending = walk;
    return walk;
  }

  private int take() {
    if (forgotten != NONE) {
      final int walk = forgotten;
      forgotten = next[walk];
      return walk;
    }
    if (used == pages.length) {
      final int length = used * 3 / 2;
      pages = Arrays.copyOf(pages, length);
      readsLeft = Arrays.copyOf(readsLeft, length);
      firstPacket = Arrays.copyOf(firstPacket, length);
      lastPacket = Arrays.copyOf(lastPacket, length);
      firstWord = Arrays.copyOf(firstWord, length);
      next = Arrays.copyOf(next, length);
      live = Arrays.copyOf(live, length);
    }
    return used++;
  }

  /** Makes a packet wait for a walk. */
  void add(int walk, int packet) {
    pool.putBehind(packet, PacketPool.NONE);
    if (firstPacket[walk] == PacketPool.NONE) {
      firstPacket[walk] = packet;
    } else {
      pool.putBehind(lastPacket[walk], packet);
    }
    lastPacket[walk] = packet;
  }

  /** Makes a word of the atomic unit wait for a walk, behind others. */
  void addWord(int walk, int word) {
    wordBehind[word] = NONE;
    if (firstWord[walk] == NONE) {
      firstWord[walk] = word;
      return;
    }
    int last = firstWord[walk];
    while (wordBehind[last] != NONE) {
      last = wordBehind[last];
    }
    wordBehind[last] = word;
  }

  /** Starts the next walk that waits, if one may; returns it, else {@link #NONE}. */
  int start() {
    final int walk = firstPending;
    if (walk == NONE || underWay == design.walks()) {
      return NONE;
    }
    firstPending = next[walk];
    underWay++;
    return walk;
  }

  /**
   * Records that a read of a walk is done; returns whether it was the last, and the page is known.
   */
  boolean isThrough(int walk) {
    if (--readsLeft[walk] > 0) {
      return false;
    }
    table[(int) (pages[walk] % design.entries())] = pages[walk] + 1;
    return true;
  }

  /** Returns the first packet that waits for a walk. */
  int firstPacket(int walk) {
    return firstPacket[walk];
  }

  /** Returns the first word that waits for a walk, {@link #NONE} if none does. */
  int firstWord(int walk) {
    return firstWord[walk];
  }

  /** Returns the word that waits behind one. */
  int wordBehind(int word) {
    return wordBehind[word];
  }

  /** Forgets a walk that is through. */
  void forget(int walk) {
    live[walk] = false;
    underWay--;
    next[walk] = forgotten;
    forgotten = walk;
  }
}
