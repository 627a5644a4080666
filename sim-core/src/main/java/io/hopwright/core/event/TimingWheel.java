package io.hopwright.core.event;

/**
 * The event queue of a partition: one bucket of {@code int} events per tick of the near future,
 * pages of ticks beyond, and a heap for the rest.
 *
 * <p>The order of the events of one tick is free, which is why no bucket is ever sorted: a model
 * applies them commutatively and decides afterwards. A bitmap over the buckets finds the next
 * occupied tick without looking at empty ones. A heap for all events costs 1.6 to 2.8 times as
 * much, sorted buckets up to twice. There are 1,024 buckets at most: a machine with short ticks and
 * long delays would otherwise miss the cache with every event it schedules.
 *
 * <p>Ticks are taken with {@link #take} in ascending order. Confined to its partition. Memory: 4 to
 * 8 B per event in buckets at the most that ever waited, 8 to 10 B in pages, 12 to 24 B per timer
 * in the heap.
 */
public final class TimingWheel {
  /** Answer of {@link #nextTick} when nothing is scheduled. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final int FIRST_CAPACITY = 8;
  private static final int MOST_SLOTS = 1024;
  private static final int PAGES_OF_SLOTS = 4;

  private final int slots;
  private final int mask;
  private final int[][] buckets;
  private final LongLists lists = new LongLists();
  private final int[] counts;
  private final long[] occupied;
  private final int pageTicks;
  private final Pages pages;
  private final FarTimers far = new FarTimers();
  private long now = -1;

  /** Events of the tick taken last. */
  private int taken;

  /** Events before this tick, a multiple of a page, are in buckets. */
  private long nearEnd;

  /** Creates a wheel that takes delays up to {@code longestDelay} ticks without its far heap. */
  public TimingWheel(int longestDelay) {
    if (longestDelay < 0 || longestDelay > 1 << 24) {
      throw new IllegalArgumentException("longestDelay=" + longestDelay + " is outside 0…2^24");
    }
    slots = Math.min(MOST_SLOTS, Math.max(Long.SIZE, Integer.highestOneBit(longestDelay) << 1));
    mask = slots - 1;
    buckets = new int[slots][];
    counts = new int[slots];
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
   * Moves on to {@code tick} and returns how many events it has; {@link #bucket} holds them until
   * the next call. No occupied tick may be skipped.
   */
  public int take(long tick) {
    assert tick > now && nextTick() >= tick : "tick " + tick + " skips events after " + now;
    retire();
    now = tick;
    if (tick + slots >= nearEnd + pageTicks) {
      openPages((tick + slots) / pageTicks * pageTicks);
    }
    final int slot = (int) tick & mask;
    while (far.firstTick() == tick) {
      append(tick, far.removeFirst());
    }
    final int count = counts[slot];
    counts[slot] = 0;
    taken = count;
    occupied[slot >>> 6] &= ~(1L << slot);
    return count;
  }

  /** A long bucket of the tick taken last is nobody's any more. */
  private void retire() {
    if (taken > LongLists.KEPT) {
      final int slot = (int) now & mask;
      buckets[slot] = lists.exchange(buckets[slot]);
    }
  }

  private void openPages(long end) {
    for (; nearEnd < end && !pages.isEmpty(); nearEnd += pageTicks) {
      pages.open(nearEnd, this);
    }
    nearEnd = end;
  }

  /** Returns the bucket of the tick taken last; the caller's until the next one is taken. */
  public int[] bucket() {
    return buckets[(int) now & mask];
  }

  /** Puts an event into the bucket of a tick of the near future. */
  void append(long tick, int event) {
    final int slot = (int) tick & mask;
    final int count = counts[slot];
    int[] bucket = buckets[slot];
    if (bucket == null || count == bucket.length) {
      bucket = grow(slot);
    }
    bucket[count] = event;
    counts[slot] = count + 1;
    if (count == 0) {
      occupied[slot >>> 6] |= 1L << slot;
    }
  }

  private int[] grow(int slot) {
    final int[] full = buckets[slot];
    buckets[slot] = full == null ? new int[FIRST_CAPACITY] : lists.grow(full);
    return buckets[slot];
  }
}
