package io.hopwright.core.event;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Lists of timers that are too far ahead for the slots of the wheel, but not for its pages: (tick,
 * event) pairs, one unordered list per page of ticks.
 *
 * <p>Writes go to the ends of a few lists, which stay in the cache; slots for all these ticks would
 * not. Lists consist of chunks from a common pool, so that memory follows the number of waiting
 * timers and not their ticks: 8 to 10 B per timer. Confined to its partition.
 */
final class Pages {
  private static final int PAGES = 128;

  /** Timers of a chunk; a power of two. */
  private static final int CHUNK = 64;

  private static final int NONE = 0;
  private static final long EVENT_MASK = 0xFFFFFFFFL;

  private final int pageBits;

  /** Timers of each chunk, two words each; there is no chunk 0. */
  private long[] timers = new long[2 * CHUNK];

  /** Previous chunk of each chunk, in the list of its page or of free chunks. */
  private int[] before = new int[2];

  private int free = 1;

  /**
   * Last chunk of each page, in which the other chunks end, and number of timers in all of them.
   */
  private final int[] last = new int[PAGES];

  private final int[] counts = new int[PAGES];
  private int waiting;

  /** Creates pages of {@code 2^pageBits} ticks. */
  Pages(int pageBits) {
    this.pageBits = pageBits;
  }

  /** Returns for how many ticks there are pages. */
  long ticks() {
    return (long) PAGES << pageBits;
  }

  boolean isEmpty() {
    return waiting == 0;
  }

  void add(long tick, int event) {
    final int page = page(tick);
    final int count = counts[page];
    final int place = count & CHUNK - 1;
    if (place == 0) {
      final int chunk = takeChunk();
      before[chunk] = last[page];
      last[page] = chunk;
    }
    timers[last[page] * CHUNK + place] = tick << Integer.SIZE | (event & EVENT_MASK);
    counts[page] = count + 1;
    waiting++;
  }

  private int takeChunk() {
    if (free == NONE) {
      final int chunks = before.length;
      before = Arrays.copyOf(before, chunks + chunks / 4 + 1);
      timers = Arrays.copyOf(timers, before.length * CHUNK);
      for (int chunk = chunks; chunk < before.length; chunk++) {
        giveChunk(chunk);
      }
    }
    final int chunk = free;
    free = before[chunk];
    return chunk;
  }

  private void giveChunk(int chunk) {
    before[chunk] = free;
    free = chunk;
  }

  /** Returns the first tick of all timers, of which there is one; none is before {@code from}. */
  long firstTick(long from) {
    long start = from >>> pageBits << pageBits;
    while (counts[page(start)] == 0) {
      start += 1L << pageBits;
    }
    long first = Long.MAX_VALUE;
    int left = counts[page(start)];
    for (int chunk = last[page(start)]; left > 0; chunk = before[chunk]) {
      for (int at = endOf(chunk, left) - 1; at >= chunk * CHUNK; at--) {
        first = Math.min(first, start + offset(timers[at]));
        left--;
      }
    }
    return first;
  }

  /** Moves the timers of the page that begins at a tick to the slots of the wheel. */
  void open(long start, TimingWheel wheel) {
    final int page = page(start);
    waiting -= counts[page];
    int next;
    for (int chunk = last[page]; chunk != NONE; chunk = next) {
      for (int at = endOf(chunk, counts[page]) - 1; at >= chunk * CHUNK; at--) {
        wheel.append(start + offset(timers[at]), (int) timers[at]);
        counts[page]--;
      }
      next = before[chunk];
      giveChunk(chunk);
    }
    last[page] = NONE;
  }

  void removeIf(IntPredicate unwanted) {
    for (int page = 0; page < PAGES; page++) {
      final long[] all = new long[counts[page]];
      int next;
      for (int chunk = last[page]; chunk != NONE; chunk = next) {
        for (int at = endOf(chunk, counts[page]) - 1; at >= chunk * CHUNK; at--) {
          counts[page]--;
          all[counts[page]] = timers[at];
        }
        next = before[chunk];
        giveChunk(chunk);
      }
      last[page] = NONE;
      waiting -= all.length;
      for (long timer : all) {
        if (!unwanted.test((int) timer)) {
          add(timer >>> Integer.SIZE, (int) timer);
        }
      }
    }
  }

  /** Returns the place behind the last timer of a chunk, as of a list that ends in it. */
  private static int endOf(int chunk, int timers) {
    return chunk * CHUNK + (timers - 1 & CHUNK - 1) + 1;
  }

  /** Returns the ticks from the start of its page to a timer. */
  private int offset(long timer) {
    return (int) (timer >>> Integer.SIZE) & (1 << pageBits) - 1;
  }

  private int page(long tick) {
    return (int) (tick >>> pageBits) & PAGES - 1;
  }
}
