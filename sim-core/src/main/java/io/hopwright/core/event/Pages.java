package io.hopwright.core.event;

/**
 * Timers that are too far ahead for the buckets of the wheel and not for its pages: (tick, event)
 * pairs in one list per page of ticks, in no order.
 *
 * <p>Writing goes to the ends of a few lists, which stay in the cache; buckets for all these ticks
 * would not. Grows by doubling: 8 to 16 B per timer. Confined to its partition.
 */
final class Pages {
  private static final int PAGES = 128;
  private static final int FIRST_CAPACITY = 16;
  private static final long EVENT_MASK = 0xFFFFFFFFL;

  private final int pageBits;
  private final long[][] timers = new long[PAGES][];
  private final LongLists<long[]> lists = new LongLists<>(long[]::new);
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
    long[] list = timers[page];
    if (list == null || count == list.length) {
      list = grow(page);
    }
    list[count] = tick << Integer.SIZE | (event & EVENT_MASK);
    counts[page] = count + 1;
    waiting++;
  }

  private long[] grow(int page) {
    final long[] full = timers[page];
    timers[page] = full == null ? new long[FIRST_CAPACITY] : lists.grow(full, full.length);
    return timers[page];
  }

  /** Returns the first tick of all timers, of which there is one; none is before {@code from}. */
  long firstTick(long from) {
    long start = from >>> pageBits << pageBits;
    while (counts[page(start)] == 0) {
      start += 1L << pageBits;
    }
    final int page = page(start);
    long first = Long.MAX_VALUE;
    for (int i = 0; i < counts[page]; i++) {
      first = Math.min(first, start + offset(timers[page][i]));
    }
    return first;
  }

  /** Moves the timers of the page that begins at a tick to the buckets of the wheel. */
  void open(long start, TimingWheel wheel) {
    final int page = page(start);
    final int count = counts[page];
    final long[] list = timers[page];
    for (int i = 0; i < count; i++) {
      wheel.append(start + offset(list[i]), (int) list[i]);
    }
    counts[page] = 0;
    waiting -= count;
    if (count > LongLists.KEPT) {
      timers[page] = lists.exchange(list, list.length);
    }
  }

  /** Returns the ticks from the start of its page to a timer. */
  private int offset(long timer) {
    return (int) (timer >>> Integer.SIZE) & (1 << pageBits) - 1;
  }

  private int page(long tick) {
    return (int) (tick >>> pageBits) & PAGES - 1;
  }
}
