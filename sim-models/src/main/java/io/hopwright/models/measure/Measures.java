package io.hopwright.models.measure;

import io.hopwright.core.statistics.Digest;
import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.core.window.Progress;

/**
 * What a partition measures, and what all measured once they are added up.
 *
 * <p>Running {@link Totals}, with snapshots at the bounds of the measured interval and of every
 * interval of the series; distributions of the packets born in the measured interval. All integers,
 * so that no sum depends on the order of addition. Confined to its partition.
 */
public final class Measures {
  private static final long NEVER = Long.MAX_VALUE;

  /** Stands for births not counted yet: more than were ever delivered. */
  private static final long NOT_COUNTED = 1L << 50;

  private final Books books;
  private final Supply supply;
  private final int size;
  private final long midTick;
  private final Totals totals;
  private final IntervalSeries series;
  private final TickHistogram response = new TickHistogram();
  private final TickHistogram networkLatency = new TickHistogram();
  private final Digest digest = new Digest();
  private Totals atStart;
  private Totals atMid;
  private Totals atEnd;
  private long excessMin = NEVER;
  private long excessMax = -NEVER;
  private final boolean following;
  private boolean birthsCounted;
  private boolean offeredKnown;
  private long awaited;
  private long outstanding;
  private long bornFirstHalf;
  private long bornSecondHalf;
  private long lastDelivery = -1;
  private long events;
  private long nextGrid;
  private long nextMark;

  /**
   * Prepares to measure.
   *
   * @param size number of totals, those of every machine included
   */
  public Measures(Books books, int size, Supply supply) {
    this.books = books;
    this.supply = supply;
    this.size = size;
    totals = new Totals(size);
    atStart = new Totals(size);
    atMid = new Totals(size);
    series = new IntervalSeries(size);
    following = !supply.anyEndless() && !books.open();
    midTick = books.open() ? NEVER : (books.measuredFrom() + books.measuredTo()) / 2;
  }

  /** Returns measures of a run in which nothing happened. */
  public static Measures nothing(int size) {
    final Measures measures = new Measures(new Books(0, NEVER, NEVER), size, Supply.none());
    measures.atEnd = new Totals(size);
    return measures;
  }

  /** Returns the running totals, to count on. */
  public Totals totals() {
    return totals;
  }

  /** Tells whether a tick lies in the measured interval. */
  public boolean measures(long tick) {
    return books.measures(tick);
  }

  /**
   * Counts the packets born in the measured interval once nothing more happens before its end;
   * until then nobody can tell that all of them have been delivered.
   */
  public void countBirths(long nextTick) {
    if (following && !birthsCounted && nextTick >= books.measuredTo()) {
      awaited += supply.deliveriesOf(books.measuredFrom(), books.measuredTo());
      birthsCounted = true;
    }
  }

  /** Counts events that were applied. */
  public void countEvents(int count) {
    events += count;
  }

  /**
   * Counts a packet that enters the network.
   *
   * @param deliveries how many it will be
   * @param endless whether its source is saturated
   */
  public void inject(int bytes, int deliveries, boolean endless) {
    outstanding += deliveries;
    totals.count(Totals.INJECTED, 1);
    totals.count(Totals.INJECTED_BYTES, bytes);
    totals.count(Totals.INJECTED_ENDLESS, endless ? 1 : 0);
  }

  /** Counts a delivery. */
  public void deliver(int bytes, int hops, long tick) {
    outstanding--;
    totals.count(Totals.DELIVERED, 1);
    totals.count(Totals.DELIVERED_BYTES, bytes);
    totals.count(Totals.DELIVERED_HOPS, hops);
    lastDelivery = tick;
  }

  /**
   * Adds a delivered packet to the distributions if it was born in the measured interval.
   *
   * @param birth its tick of birth
   * @param tick of the delivery
   * @param networkTicks since its first byte entered the network
   * @param zeroLoadTicks from birth to delivery in an empty network
   */
  public void follow(long birth, long tick, long networkTicks, long zeroLoadTicks) {
    if (books.measures(birth)) {
      awaited -= following ? 1 : 0;
      response.record(tick - birth);
      networkLatency.record(networkTicks);
      excessMin = Math.min(excessMin, tick - birth - zeroLoadTicks);
      excessMax = Math.max(excessMax, tick - birth - zeroLoadTicks);
    }
  }

  /** Adds this partition's counts to {@code sum}. */
  public void addProgress(Progress sum) {
    sum.packetsInjected += totals.get(Totals.DELIVERED) + outstanding;
    sum.packetsDelivered += totals.get(Totals.DELIVERED);
    sum.packetHops += totals.get(Totals.HOPS);
    sum.packetsOutstanding += outstanding;
    sum.packetsAwaited += awaited + (following && !birthsCounted ? NOT_COUNTED : 0);
    sum.events += events;
  }

  /** What is sampled on the grid. */
  public interface Sampled {
    /** Counts the state of every link and VC. */
    void sample(Totals totals);
  }

  /** Passes all marks up to {@code tick}, none of whose events has been applied yet. */
  public void advance(long tick, Sampled sampled) {
    while (nextMark <= tick) {
      mark(nextMark);
      if (nextMark == nextGrid) {
        if (nextGrid > 0) {
          series.close(totals.values());
        }
        if (books.measures(nextGrid)) {
          sampled.sample(totals);
        }
        nextGrid += books.gridTicks();
      }
      nextMark = markAfter(nextMark);
    }
  }

  private void mark(long tick) {
    if (tick == books.measuredFrom()) {
      atStart = totals.snapshot();
    }
    if (tick == midTick) {
      atMid = totals.snapshot();
    }
    if (tick == books.measuredTo()) {
      atEnd = totals.snapshot();
    }
  }

  private long markAfter(long tick) {
    long next = nextGrid;
    next = books.measuredFrom() > tick ? Math.min(next, books.measuredFrom()) : next;
    next = midTick > tick ? Math.min(next, midTick) : next;
    return books.measuredTo() > tick ? Math.min(next, books.measuredTo()) : next;
  }

  /** Closes the books at the stop tick. */
  public void finish(long stopTick, Sampled sampled) {
    advance(stopTick - 1, sampled);
    mark(stopTick);
    if (stopTick > Math.max(0, nextGrid - books.gridTicks())) {
      series.close(totals.values());
    }
    if (atEnd == null) {
      atEnd = totals.snapshot();
    }
    if (stopTick < books.measuredFrom()) {
      atStart = atEnd.snapshot();
    }
    if (!books.open() && stopTick >= books.measuredTo() && !supply.allEndless()) {
      offeredKnown = true;
      bornFirstHalf = supply.bornIn(books.measuredFrom(), midTick);
      bornSecondHalf = supply.bornIn(midTick, books.measuredTo());
    }
  }

  /** Adds what another partition measured over the same ticks; both have been finished. */
  public void add(Measures other) {
    totals.add(other.totals);
    atStart.add(other.atStart);
    atMid.add(other.atMid);
    atEnd.add(other.atEnd);
    series.add(other.series);
    response.add(other.response);
    networkLatency.add(other.networkLatency);
    digest.add(other.digest);
    excessMin = Math.min(excessMin, other.excessMin);
    excessMax = Math.max(excessMax, other.excessMax);
    awaited += other.awaited;
    bornFirstHalf += other.bornFirstHalf;
    bornSecondHalf += other.bornSecondHalf;
    lastDelivery = Math.max(lastDelivery, other.lastDelivery);
    events += other.events;
  }

  /** Returns the totals of the measured interval, as far as it was simulated. */
  public Totals measured() {
    return atEnd.since(atStart);
  }

  /** Returns the totals per interval of the grid. */
  public Totals interval(int row) {
    final long[] values = new long[size];
    for (int column = 0; column < values.length; column++) {
      values[column] = series.get(row, column);
    }
    return new Totals(values);
  }

  /** Returns the number of intervals of the grid. */
  public int intervals() {
    return series.rows();
  }

  /** Returns the response times of the packets born in the measured interval. */
  public TickHistogram response() {
    return response;
  }

  /** Returns the network latencies of the packets born in the measured interval. */
  public TickHistogram networkLatency() {
    return networkLatency;
  }

  /** Returns the digest of all deliveries. */
  public Digest digest() {
    return digest;
  }

  /** Returns the smallest excess of a response time over that of an empty network. */
  public long excessMin() {
    return excessMin;
  }

  /** Returns the largest excess of a response time over that of an empty network. */
  public long excessMax() {
    return excessMax;
  }

  /**
   * Tells whether the packets born in the measured interval were followed, and it was simulated
   * whole. They are not if sources are endless: what is delivered by the end is then measured.
   */
  public boolean followed() {
    return following && birthsCounted;
  }

  /** Returns how many packets born in the measured interval were not delivered by the end. */
  public long awaited() {
    return awaited;
  }

  /**
   * Tells whether the offered load is known: the measured interval was simulated whole, and not all
   * sources are endless.
   */
  public boolean offeredKnown() {
    return offeredKnown;
  }

  /** Returns how many packets were offered in the measured interval by sources that have an end. */
  public long offered() {
    return bornFirstHalf + bornSecondHalf;
  }

  /**
   * Tells whether the offered load was above what the machine takes: the source backlog grew by
   * more than 1 % of the offered packets over the second half of the measured interval.
   */
  public boolean saturated() {
    final Totals half = atEnd.since(atMid);
    final long injected = half.get(Totals.INJECTED) - half.get(Totals.INJECTED_ENDLESS);
    return (bornSecondHalf - injected) * 100 > bornSecondHalf;
  }

  /** Returns the tick of the last delivery, −1 if there was none. */
  public long lastDelivery() {
    return lastDelivery;
  }
}
