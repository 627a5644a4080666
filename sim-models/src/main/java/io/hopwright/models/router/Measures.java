package io.hopwright.models.router;

import io.hopwright.core.statistics.Digest;
import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.core.window.Progress;
import io.hopwright.models.topology.Torus;

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
  private final RouterDesign design;
  private final Torus torus;
  private final long midTick;
  private final Totals totals = new Totals();
  private final IntervalSeries series = new IntervalSeries(Totals.SIZE);
  private final TickHistogram response = new TickHistogram();
  private final TickHistogram networkLatency = new TickHistogram();
  private final Digest digest = new Digest();
  private Totals atStart = new Totals();
  private Totals atMid = new Totals();
  private Totals atEnd;
  private long excessMin = NEVER;
  private long excessMax = -NEVER;
  private final boolean following;
  private boolean birthsCounted;
  private long awaited;
  private long bornFirstHalf;
  private long bornSecondHalf;
  private long lastDelivery = -1;
  private long events;
  private long nextGrid;
  private long nextMark;

  /** Prepares to measure; {@code endless} sources are not followed. */
  Measures(Books books, RouterDesign design, Torus torus, boolean endless) {
    this.books = books;
    this.design = design;
    this.torus = torus;
    following = !endless && !books.open();
    midTick = books.open() ? NEVER : (books.measuredFrom() + books.measuredTo()) / 2;
  }

  /**
   * Counts the packets born in the measured interval once nothing more happens before its end;
   * until then nobody can tell that all of them have been delivered.
   */
  void countBirths(long nextTick, Sources sources) {
    if (following && !birthsCounted && nextTick >= books.measuredTo()) {
      awaited += sources.bornIn(books.measuredFrom(), books.measuredTo());
      birthsCounted = true;
    }
  }

  void countEvents(int count) {
    events += count;
  }

  void inject(long first) {
    totals.count(Totals.INJECTED, 1);
    totals.count(Totals.INJECTED_BYTES, bytes(first));
  }

  void sendPacket(int output, int vc, int linkTicks) {
    totals.countPacket(output, vc, linkTicks);
  }

  void sendAck(int output, int linkTicks) {
    totals.countAck(output, linkTicks);
  }

  void deliver(long first, long second, int node, long tick) {
    final int source = PacketWords.source(first);
    final long sequence = PacketWords.sequence(first);
    final int trafficClass = PacketWords.trafficClass(first);
    final int hops = torus.distance(source, node);
    totals.count(Totals.DELIVERED, 1);
    totals.count(Totals.DELIVERED_BYTES, bytes(first));
    totals.count(Totals.DELIVERED_HOPS, hops);
    lastDelivery = tick;
    digest.add(source, node, sequence, trafficClass, tick);
    final long birth = PacketWords.birth(second);
    if (books.measures(birth)) {
      measurePacket(tick - birth, PacketWords.ticksSinceInjection(second, tick), hops, first);
    }
    books
        .observer()
        .delivered(source, node, sequence, trafficClass, PacketWords.chunks(first), tick);
  }

  private void measurePacket(long responseTicks, long networkTicks, int hops, long first) {
    awaited -= following ? 1 : 0;
    response.record(responseTicks);
    networkLatency.record(networkTicks);
    final long excess = responseTicks - design.zeroLoadTicks(hops, bytes(first));
    excessMin = Math.min(excessMin, excess);
    excessMax = Math.max(excessMax, excess);
  }

  private static int bytes(long first) {
    return PacketWords.chunks(first) * RouterDesign.CHUNK_BYTES;
  }

  void addProgress(Progress sum) {
    sum.packetsInjected += totals.get(Totals.INJECTED);
    sum.packetsDelivered += totals.get(Totals.DELIVERED);
    sum.packetHops += totals.get(Totals.HOPS);
    sum.packetsOutstanding += totals.get(Totals.INJECTED) - totals.get(Totals.DELIVERED);
    sum.packetsAwaited += awaited + (following && !birthsCounted ? NOT_COUNTED : 0);
    sum.events += events;
  }

  /** What is sampled on the grid. */
  interface Sampled {
    /** Counts the state of every link and VC. */
    void sample(Totals totals);
  }

  /** Passes all marks up to {@code tick}, none of whose events has been applied yet. */
  void advance(long tick, Sampled sampled) {
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
  void finish(long stopTick, Sampled sampled, Sources sources) {
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
    if (!books.open() && stopTick >= books.measuredTo()) {
      bornFirstHalf = sources.bornIn(books.measuredFrom(), midTick);
      bornSecondHalf = sources.bornIn(midTick, books.measuredTo());
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

  /** Returns the totals of the whole run. */
  public Totals whole() {
    return totals;
  }

  /** Returns the totals of the measured interval, as far as it was simulated. */
  public Totals measured() {
    return atEnd.since(atStart);
  }

  /** Returns the totals per interval of the grid, as vectors of {@link Totals}. */
  public Totals interval(int row) {
    final long[] values = new long[Totals.SIZE];
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

  /** Returns how many packets born in the measured interval were not delivered by the end. */
  public long awaited() {
    return awaited;
  }

  /** Returns how many packets were offered in the measured interval, if it was simulated whole. */
  public long offered() {
    return bornFirstHalf + bornSecondHalf;
  }

  /**
   * Tells whether the offered load was above what the machine takes: the source backlog grew by
   * more than 1 % of the offered packets over the second half of the measured interval.
   */
  public boolean saturated() {
    final long injected = atEnd.get(Totals.INJECTED) - atMid.get(Totals.INJECTED);
    return (bornSecondHalf - injected) * 100 > bornSecondHalf;
  }

  /** Returns the tick of the last delivery, −1 if there was none. */
  public long lastDelivery() {
    return lastDelivery;
  }
}
