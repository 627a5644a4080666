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

  /** In the digest, the destination's core stands above the traffic class. */
  private static final int CORE_SHIFT = 4;

  private final Books books;
  private final RouterDesign design;
  private final Sources sources;
  private final long midTick;
  private final Totals totals = new Totals();
  private final IntervalSeries series = new IntervalSeries(Totals.SIZE);
  private final LinkBooks links;
  private final PacketLog log;
  private final RegionBooks region;
  private final boolean apart;
  private final boolean oneCore;
  private final int[] globalIds;
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
  private boolean offeredKnown;
  private long awaited;
  private long outstanding;
  private long bornFirstHalf;
  private long bornSecondHalf;
  private long mostTransfers;
  private long lastDelivery = -1;
  private long events;
  private long nextGrid;
  private long nextMark;

  /** Prepares to measure; {@code endless} sources are not followed. */
  Measures(
      Books books,
      RouterDesign design,
      Sources sources,
      boolean endless,
      Torus torus,
      int[] globalIds) {
    this.books = books;
    this.design = design;
    this.sources = sources;
    final Books.Extras extras = books.extras();
    links = extras.links() ? new LinkBooks(books, globalIds, design.vcs()) : null;
    log = extras.log() != null ? new PacketLog(extras.log(), sources) : null;
    region =
        extras.region() != null ? new RegionBooks(extras.region(), torus, globalIds, totals) : null;
    apart = links != null || log != null || region != null;
    this.globalIds = globalIds;
    oneCore = design.reception().cores() == 1;
    following = !endless && !books.open();
    midTick = books.open() ? NEVER : (books.measuredFrom() + books.measuredTo()) / 2;
  }

  /** Returns measures of a run in which nothing happened. */
  public static Measures nothing(RouterDesign design) {
    final Books books = new Books(0, NEVER, NEVER, Books.Observer.NONE, Books.Extras.NONE);
    final Measures measures = new Measures(books, design, null, true, null, new int[0]);
    measures.atEnd = new Totals();
    return measures;
  }

  /**
   * Counts the packets born in the measured interval once nothing more happens before its end;
   * until then nobody can tell that all of them have been delivered.
   */
  void countBirths(long nextTick) {
    if (following && !birthsCounted && nextTick >= books.measuredTo()) {
      awaited += sources.deliveriesOf(books.measuredFrom(), books.measuredTo());
      birthsCounted = true;
    }
  }

  void countEvents(int count) {
    events += count;
  }

  /** Counts a packet that enters its first link, with {@code hops} to go in that direction. */
  void inject(int node, long first, long birth, int hops, long tick) {
    final int trafficClass = PacketWords.trafficClass(first);
    outstanding += trafficClass == TrafficClass.BROADCAST ? hops : 1;
    totals.count(Totals.INJECTED, 1);
    totals.count(Totals.INJECTED_ENDLESS, sources.endless(trafficClass) ? 1 : 0);
    totals.count(Totals.INJECTED_BYTES, bytes(first));
    if (apart) {
      noteInjection(node, first, birth, tick);
    }
  }

  private void noteInjection(int node, long first, long birth, long tick) {
    if (region != null) {
      region.inject(globalIds[node]);
    }
    if (log != null) {
      log.add(birth, globalIds[node], PacketLog.Kind.GENERATED, first, -1, -1);
      log.add(tick, globalIds[node], PacketLog.Kind.INJECTED, first, -1, -1);
    }
  }

  void sendPacket(int node, int output, int vc, int linkTicks, long first, long tick) {
    totals.countPacket(output, vc, linkTicks);
    if (apart) {
      noteHop(node, output, vc, linkTicks, first, tick);
    }
  }

  private void noteHop(int node, int output, int vc, int linkTicks, long first, long tick) {
    if (links != null) {
      links.sendPacket(node, output, vc, linkTicks, tick);
    }
    if (region != null) {
      region.send(node, output, linkTicks);
    }
    if (log != null) {
      log.add(tick, globalIds[node], PacketLog.Kind.HOP, first, output, vc);
    }
  }

  void sendAck(int node, int output, int linkTicks, long tick) {
    totals.countAck(output, linkTicks);
    if (links != null) {
      links.sendAck(node, output, linkTicks, tick);
    }
    if (region != null) {
      region.send(node, output, linkTicks);
    }
  }

  private void noteDelivery(long first, int node, long tick) {
    if (region != null) {
      region.deliver(PacketWords.source(first), node);
    }
    if (log != null) {
      log.add(tick, node, PacketLog.Kind.DELIVERED, first, -1, -1);
    }
  }

  void deliver(long first, long second, int node, long tick) {
    final int source = PacketWords.source(first);
    final long sequence = PacketWords.sequence(first);
    final int trafficClass = PacketWords.trafficClass(first);
    final int hops = sources.hopsTo(node, first);
    outstanding--;
    totals.count(Totals.DELIVERED, 1);
    totals.count(Totals.DELIVERED_BYTES, bytes(first));
    totals.count(Totals.DELIVERED_HOPS, hops);
    lastDelivery = tick;
    digest.add(source, node, sequence, trafficClass | core(first), tick);
    if (apart) {
      noteDelivery(first, node, tick);
    }
    final long birth = PacketWords.birth(second);
    if (books.measures(birth)) {
      measurePacket(tick - birth, PacketWords.ticksSinceInjection(second, tick), hops, first);
    }
    books
        .observer()
        .delivered(source, node, sequence, trafficClass, PacketWords.chunks(first), tick);
  }

  private int core(long first) {
    return oneCore ? 0 : sources.core(first) << CORE_SHIFT;
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
    sum.packetsInjected += totals.get(Totals.DELIVERED) + outstanding;
    sum.packetsDelivered += totals.get(Totals.DELIVERED);
    sum.packetHops += totals.get(Totals.HOPS);
    sum.packetsOutstanding += outstanding;
    sum.packetsAwaited += awaited + (following && !birthsCounted ? NOT_COUNTED : 0);
    sum.events += events;
  }

  /** What is sampled on the grid. */
  interface Sampled {
    /** Counts the state of every link and VC. */
    void sample(Totals totals);
  }

  /** Notes how many busses of a receiver are busy in a sample. */
  void sampleTransfers(int transfers) {
    mostTransfers = Math.max(mostTransfers, transfers);
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
  void finish(long stopTick, Sampled sampled) {
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
    if (!books.open() && stopTick >= books.measuredTo() && !sources.allEndless()) {
      offeredKnown = true;
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
    mostTransfers = Math.max(mostTransfers, other.mostTransfers);
    lastDelivery = Math.max(lastDelivery, other.lastDelivery);
    events += other.events;
  }

  /** Returns what happened on each link of this partition, null if that was not asked for. */
  public LinkBooks links() {
    return links;
  }

  /** Returns what happened to single packets in this partition, null if that was not asked for. */
  public PacketLog log() {
    return log;
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

  /** Returns the most busses of one receiver that were busy at once in a sample. */
  public long mostTransfers() {
    return mostTransfers;
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
