package io.hopwright.core.event;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The event queue of a partition: the {@code int} events of each tick of the near future, pages of
 * ticks beyond, and a heap for the rest.
 *
 * <p>The events of one tick are never sorted, because their order does not matter: a model applies
 * them commutatively and decides afterwards. They stay in the order in which they were scheduled,
 * which is often also their order in memory. A bitmap over the slots finds the next occupied tick
 * without looking at empty ones. A heap for all events costs 1.6 to 2.8 times as much, sorted slots
 * up to twice.
 *
 * <p>The events of a slot are in chunks of one cache line from a common last-in, first-out pool. So
 * the memory and cache in use follow the number of waiting events, not the sum of the maxima of all
 * slots. With one array per slot, long arrays would miss the cache. There are at most 1,024 slots:
 * a machine with short ticks and long delays would otherwise miss the cache with every event it
 * schedules.
 *
 * <p>Ticks are taken with {@link #take} in ascending order. Confined to its partition. Memory: 4 to
 * 8 B per event in slots (at their peak number) and again per event of the fullest tick; 8 to 10 B
 * per timer in pages; 12 to 24 B per timer in the heap.
 */
public final class TimingWheel {
  /** Answer of {@link #nextTick} when nothing is scheduled. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final int MOST_SLOTS = 1024;
  private static final int PAGES_OF_SLOTS = 4;

  /** Words of a chunk: where the next one of the slot begins, then events. */
  private static final int CHUNK = 16;

  private static final int NONE = 0;

  private final int slots;
  private final int mask;

  /** All chunks. The first chunk is never used, so that {@link #NONE} is not a valid position. */
  private int[] chunks = new int[8 * CHUNK];

  /** A chunk that was given back, which begins with where the next of these is. */
  private int free = NONE;

  /** Position of the first chunk that was never allocated. */
  private int used = CHUNK;

  /** First chunk of each slot with events. */
  private final int[] firsts;

  /** Position behind the last event of each slot. */
  private final int[] ends;

  private final long[] occupied;
  private final int pageTicks;
  private final Pages pages;
  private final FarTimers far = new FarTimers();
  private long now = -1;

  /** Events of the tick taken last. */
  private int[] taken = new int[CHUNK];

  /** Events before this tick, a multiple of a page, are in slots. */
  private long nearEnd;

  /** Creates a wheel that takes delays up to {@code longestDelay} ticks without its far heap. */
  public TimingWheel(int longestDelay) {
    if (longestDelay < 0 || longestDelay > 1 << 24) {
      throw new IllegalArgumentException("longestDelay=" + longestDelay + " is outside 0…2^24");
    }
    slots = Math.min(MOST_SLOTS, Math.max(Long.SIZE, Integer.highestOneBit(longestDelay) << 1));
    mask = slots - 1;
    firsts = new int[slots];
    ends = new int[slots];
    occupied = new long[slots / Long.SIZE];
    pageTicks = slots / PAGES_OF_SLOTS;
    pages = new Pages(Integer.numberOfTrailingZeros(pageTicks));
    nearEnd = slots;
  }

  /**
   * Schedules an event.
   *
   * @param tick later than the tick taken last; 0 or later before the first
   * @param event any 32 bits; their meaning is the model's
   */
  public void schedule(long tick, int event) {
    assert tick > now : "event for tick " + tick + " scheduled at tick " + now;
    if (tick < nearEnd) {
      append(tick, event);
    } else if (tick < nearEnd + pages.ticks()) {
      pages.add(tick, event);
    } else {
      far.add(tick, event);
    }
  }

  /** Returns the earliest tick that has an event, or {@link #NEVER}. */
  public long nextTick() {
    final int start = (int) (now + 1) & mask;
    int word = start >>> 6;
    long bits = occupied[word] & (-1L << start);
    for (int visited = 0; visited <= occupied.length; visited++) {
      if (bits != 0) {
        final int slot = (word << 6) + Long.numberOfTrailingZeros(bits);
        return Math.min(now + 1 + ((slot - start) & mask), far.firstTick());
      }
      word = (word + 1) & (occupied.length - 1);
      bits = occupied[word];
    }
    return pages.isEmpty() ? far.firstTick() : Math.min(pages.firstTick(nearEnd), far.firstTick());
  }

  /**
   * Advances to {@code tick} and returns its number of events; {@link #taken} holds them until the
   * next call. No occupied tick may be skipped.
   */
  public int take(long tick) {
    assert tick > now && nextTick() >= tick : "tick " + tick + " skips events after " + now;
    now = tick;
    if (tick + slots >= nearEnd + pageTicks) {
      openPages((tick + slots) / pageTicks * pageTicks);
    }
    while (far.firstTick() == tick) {
      append(tick, far.removeFirst());
    }
    return empty((int) tick & mask);
  }

  /**
   * Removes pending events that match, and forgets the events taken last. It reads all pending
   * events, so it is for rare occasions only.
   */
  public void removeIf(IntPredicate unwanted) {
    for (int slot = 0; slot < slots; slot++) {
      final int count = empty(slot);
      for (int i = 0; i < count; i++) {
        if (!unwanted.test(taken[i])) {
          append(slot, taken[i]);
        }
      }
    }
    pages.removeIf(unwanted);
    far.removeIf(unwanted);
  }

  /** Takes the events of a slot out of its chunks, which are free then; returns how many. */
  private int empty(int slot) {
    final int end = ends[slot];
    if (end == NONE) {
      return 0;
    }
    final int last = chunkBefore(end);
    int count = 0;
    for (int chunk = firsts[slot]; chunk != last; chunk = chunks[chunk]) {
      count = copy(chunk + 1, chunk + CHUNK, count);
    }
    count = copy(last + 1, end, count);
    chunks[last] = free;
    free = firsts[slot];
    ends[slot] = NONE;
    occupied[slot >>> 6] &= ~(1L << slot);
    return count;
  }

  private int copy(int from, int to, int count) {
    if (count + CHUNK > taken.length) {
      taken = Arrays.copyOf(taken, 2 * taken.length);
    }
    int copied = count;
    for (int at = from; at < to; at++) {
      taken[copied++] = chunks[at];
    }
    return copied;
  }

  private static int chunkBefore(int end) {
    return end - 1 & -CHUNK;
  }

  private void openPages(long end) {
    for (; nearEnd < end && !pages.isEmpty(); nearEnd += pageTicks) {
      pages.open(nearEnd, this);
    }
    nearEnd = end;
  }

  /** Returns the events of the tick taken last; they are valid until the next tick is taken. */
  public int[] taken() {
    return taken;
  }

  /**
   * Returns the number of cache lines that events in slots take, at the largest number of pending
   * events so far.
   */
  public int lines() {
    return CacheLines.ofInts(used);
  }

  /**
   * Reads every cache line of events in slots, in the order of memory; the returned value has no
   * meaning.
   */
  public long fetch() {
    return CacheLines.read(chunks, used);
  }

  /** Puts an event into the slot of a tick of the near future. */
  void append(long tick, int event) {
    final int slot = (int) tick & mask;
    int at = ends[slot];
    if ((at & CHUNK - 1) == 0) {
      at = extend(slot, at);
    }
    chunks[at] = event;
    ends[slot] = at + 1;
  }

  /** Gives a slot one more chunk behind those it has; returns the place of its first event. */
  private int extend(int slot, int end) {
    final int chunk = takeChunk();
    if (end == NONE) {
      firsts[slot] = chunk;
      occupied[slot >>> 6] |= 1L << slot;
    } else {
      chunks[chunkBefore(end)] = chunk;
    }
    return chunk + 1;
  }

  private int takeChunk() {
    final int chunk = free;
    if (chunk != NONE) {
      free = chunks[chunk];
      return chunk;
    }
    if (used == chunks.length) {
      chunks = Arrays.copyOf(chunks, Math.toIntExact(used * 3L / 2 / CHUNK * CHUNK));
    }
    used += CHUNK;
    return used - CHUNK;
  }
}
