package io.hopwright.models.cascade.aries;

import io.hopwright.models.host.WordCache;
import io.hopwright.models.switching.PacketPool;

/**
 * Atomic unit of one NIC: the request in service, those that wait for it, its cache, and the words
 * in flight to it ({@code docs/models/aries-nic.md}, "Atomic unit").
 *
 * <p>Confined to its partition; 2 KB with a cache of 64 words and 48 words in flight.
 */
final class AtomicUnit {
  /** No word. */
  static final int NONE = -1;

  private final PacketPool pool;
  private final WordCache cache;
  private int first;
  private int last;
  private int waiting;

  /** The tick in which a request came last, and how many did in it. */
  private long cameAt = -1;

  private int came;

  /** The request that it works on. */
  private int working;

  /** A word in flight, and the first and last request that wait for it, by slot. */
  private final long[] words;

  private final int[] firstWaiting;
  private final int[] lastWaiting;
  private int underWay;

  AtomicUnit(AriesKeys.Atomic design, PacketPool pool) {
    this.pool = pool;
    cache = new WordCache(design.cacheWords());
    words = new long[design.misses()];
    firstWaiting = new int[design.misses()];
    lastWaiting = new int[design.misses()];
  }

  /** Puts a request that comes in a tick at the end of those that wait for the unit. */
  void add(int packet, long tick) {
    waiting++;
    came = cameAt == tick ? came + 1 : 1;
    cameAt = tick;
    pool.putBehind(packet, PacketPool.NONE);
    if (first == PacketPool.NONE) {
      first = packet;
    } else {
      pool.putBehind(last, packet);
    }
    last = packet;
  }

  /** Returns the request that it works on, {@link PacketPool#NONE} if there is none. */
  int working() {
    return working;
  }

  /** Returns whether it may take the first request. */
  boolean mayTake() {
    return working == PacketPool.NONE && first != PacketPool.NONE && underWay < words.length;
  }

  /** Returns whether the first request has come before a tick. */
  boolean hasWaited(long tick) {
    return cameAt < tick || came < waiting;
  }

  /** Takes the first request. */
  void take() {
    waiting--;
    working = first;
    first = pool.behind(first);
    pool.putBehind(working, PacketPool.NONE);
  }

  /** Stops to work on its request, whose word is in the cache; returns whether it is. */
  boolean hits(long word) {
    if (!cache.use(word)) {
      return false;
    }
    working = PacketPool.NONE;
    return true;
  }

  /**
   * Makes the current request wait for a word.
   *
   * @return the slot of the word if its flight begins now, else {@link #NONE}
   */
  int await(long word) {
    final int packet = working;
    working = PacketPool.NONE;
    int free = NONE;
    for (int slot = 0; slot < words.length; slot++) {
      if (firstWaiting[slot] == PacketPool.NONE) {
        free = free == NONE ? slot : free;
      } else if (words[slot] == word) {
        pool.putBehind(lastWaiting[slot], packet);
        lastWaiting[slot] = packet;
        return NONE;
      }
    }
    words[free] = word;
    firstWaiting[free] = packet;
    lastWaiting[free] = packet;
    underWay++;
    return free;
  }

  /** Receives the word of a slot; returns whether another word was evicted from the cache. */
  boolean arrives(int slot) {
    return cache.add(words[slot]);
  }

  /** Frees a slot; returns the first of the requests that have waited for its word. */
  int free(int slot) {
    final int packet = firstWaiting[slot];
    firstWaiting[slot] = PacketPool.NONE;
    underWay--;
    return packet;
  }

  /** Returns whether it has nothing to do. */
  boolean isIdle() {
    return working == PacketPool.NONE && first == PacketPool.NONE && underWay == 0;
  }
}
