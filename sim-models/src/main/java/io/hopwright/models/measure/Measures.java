package io.hopwright.models.measure;

import io.hopwright.core.state.FromConfiguration;
import io.hopwright.core.state.Restored;
import io.hopwright.core.statistics.Digest;
import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.Progress;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Measurements of a partition, or their sums over all partitions.
 *
 * <p>They consist of running {@link Totals}, with snapshots at the bounds of the measured interval
 * and of every interval of the series, and of distributions of the packets generated in the
 * measured interval. All integers, so that no sum depends on the order of addition. Confined to its
 * partition.
 *
 * @param <T> the machine's totals
 */
public class Measures<T extends Totals> implements Restored {
  private static final long NEVER = Long.MAX_VALUE;

  private static final int CHANCE_DEVIATIONS = 3;

  @FromConfiguration private final Interval interval;
  @FromConfiguration private final long midTick;
  private final Supply supply;
  private final Function<long[], T> wrap;
  private final long[] counts;
  private final T totals;
  private final IntervalSeries series;

  private final Passing passing;

  private final TickHistogram response;
  private final TickHistogram networkLatency;
  private final Digest digest;
  private final Flows flows;
  private long[] atStart;
  private long[] atEnd;

  /** {@link Totals#COMPLETED} in the middle of the measured interval. */
  private long completedAtMid;

  /** Tick that this is of; −1 until it has passed. */
  private long midMarked = -1;

  private long excessMin = NEVER;
  private long excessMax = -NEVER;
  private long excessSum;
  private final boolean following;

  /** End of the measured interval whose births have been counted; 0 until then. */
  private long birthsCountedTo;

  /**
   * Whether the packets generated in the measured interval were followed, and the interval was
   * simulated completely. They are not followed if sources are endless; then the packets delivered
   * by its end are measured.
   */
  private boolean followed;

  /** Whether the measured interval was simulated completely, and not all sources are endless. */
  private boolean offeredKnown;

  private long awaited;

  /** Deliveries of the packets generated in the measured interval, once these are counted. */
  private long dueInInterval;

  private long offeredBytes;

  /** Deliveries of the packets generated in the measured interval; 0 if sources are endless. */
  private long due;

  private boolean dueKnown;
  private long dueByStart;
  private long dueByMid;
  private long dueAfterMid;

  /**
   * Ticks of the measured interval since the generation of packets, summed over packets, and the
   * number of packets.
   */
  private long bornTicks;

  private long born;
  private long mostAtOnce = 1;
  private long lastDelivery = -1;
  private long events;

  /** Change in this tick of the number of packets that wait in routers. */
  private int queued;

  private long rowTicks;
  private long nextRow;
  private long nextMark;
  private long nextSample;

  /**
   * Creates measures that do not distinguish packets.
   *
   * @param size number of totals, including those of every machine
   * @param wrap turns a vector into the machine's totals
   */
  public Measures(Interval interval, int size, Function<long[], T> wrap, Supply supply) {
    this(interval, size, wrap, supply, Flows.Detail.NONE);
  }

  /**
   * Creates measures.
   *
   * @param size number of totals, including those of every machine
   * @param wrap turns a vector into the machine's totals
   * @param flows packets to count separately
   */
  public Measures(
      Interval interval, int size, Function<long[], T> wrap, Supply supply, Flows.Detail flows) {
    this.interval = interval;
    this.supply = supply;
    this.wrap = wrap;
    rowTicks = interval.gridTicks();
    counts = new long[size];
    totals = wrap.apply(counts);
    passing = new Passing(size, interval.gridTicks());
    atStart = new long[size];
    series = new IntervalSeries(size);
    response = new TickHistogram();
    networkLatency = new TickHistogram();
    digest = new Digest();
    this.flows = new Flows(flows);
    following = !supply.anyEndless() && !interval.open();
    midTick = interval.midTick();
  }

  /**
   * Reads the measures that {@link #save} wrote, for summation; nothing more can be measured.
   *
   * @param size number of totals, including those of every machine
   * @param wrap turns a vector into the machine's totals
   * @throws IllegalArgumentException if the words are not such measures
   */
  public Measures(Interval interval, int size, Function<long[], T> wrap, Words words) {
    this.interval = interval;
    this.wrap = wrap;
    supply = Supply.none();
    following = false;
    midTick = NEVER;
    counts = words.takeAll(size);
    totals = wrap.apply(counts);
    passing = new Passing(size, interval.gridTicks());
    atStart = words.takeAll(size);
    atEnd = words.takeAll(size);
    completedAtMid = words.take();
    series = IntervalSeries.load(size, words);
    response = TickHistogram.load(words);
    networkLatency = TickHistogram.load(words);
    digest = Digest.load(words);
    flows = Flows.load(words);
    excessMin = words.take();
    excessMax = words.take();
    excessSum = words.take();
    followed = words.takeFlag();
    offeredKnown = words.takeFlag();
    dueKnown = words.takeFlag();
    awaited = words.take();
    offeredBytes = words.take();
    due = words.take();
    dueByStart = words.take();
    dueByMid = words.take();
    dueAfterMid = words.take();
    bornTicks = words.take();
    born = words.take();
    mostAtOnce = words.take();
    lastDelivery = words.take();
  }

  /**
   * Returns the measures of a run without events, to which others can be added.
   *
   * @param size number of totals, including those of every machine
   * @param wrap turns a vector into the machine's totals
   */
  public static <T extends Totals> Measures<T> nothing(int size, Function<long[], T> wrap) {
    final Interval never = new Interval(0, Long.MAX_VALUE, Long.MAX_VALUE);
    final Measures<T> nothing = new Measures<>(never, size, wrap, Supply.none());
    nothing.finish(0, times -> {});
    return nothing;
  }

  /** Writes the measurements, after {@link #finish}. */
  public void save(Words words) {
    words.putAll(counts);
    words.putAll(atStart);
    words.putAll(atEnd);
    words.put(completedAtMid);
    series.save(words);
    response.save(words);
    networkLatency.save(words);
    digest.save(words);
    flows.save(words);
    words.put(excessMin);
    words.put(excessMax);
    words.put(excessSum);
    words.put(followed ? 1 : 0);
    words.put(offeredKnown ? 1 : 0);
    words.put(dueKnown ? 1 : 0);
    words.put(awaited);
    words.put(offeredBytes);
    words.put(due);
    words.put(dueByStart);
    words.put(dueByMid);
    words.put(dueAfterMid);
    words.put(bornTicks);
    words.put(born);
    words.put(mostAtOnce);
    words.put(lastDelivery);
  }

  /** Returns the running totals, to count on. */
  public final T totals() {
    return totals;
  }

  /** Returns whether a tick lies in the measured interval. */
  public final boolean measures(long tick) {
    return interval.measures(tick);
  }

  /**
   * Counts the packets generated in the measured interval, once no more event happens before its
   * end. Before that it is unknown whether all of them have been delivered.
   */
  public final void countBirths(long nextTick) {
    if (following && birthsCountedTo == 0 && nextTick >= interval.measuredTo()) {
      dueInInterval = supply.deliveriesOf(interval.measuredFrom(), interval.measuredTo());
      awaited += dueInInterval;
      birthsCountedTo = interval.measuredTo();
    }
  }

  /**
   * Adapts a restored state to another end of the measured interval. The state was saved before
   * both ends.
   */
  @Override
  public void onRestored() {
    if (birthsCountedTo != 0 && birthsCountedTo != interval.measuredTo()) {
      awaited -= dueInInterval;
      dueInInterval = 0;
      birthsCountedTo = 0;
    }
    if (midTick < nextMark && midTick != midMarked) {
      completedAtMid = completedBefore(midTick);
      midMarked = midTick;
    }
    nextMark = markAfter(nextMark - 1);
  }

  /** Returns {@link Totals#COMPLETED} at the end of an interval of the series. */
  private long completedBefore(long tick) {
    if (tick % rowTicks != 0) {
      throw new IllegalArgumentException(
          "the middle of the measured interval, tick %s, is not the end of an interval of the series"
              .formatted(tick));
    }
    long completed = 0;
    for (int row = 0; row < tick / rowTicks; row++) {
      completed += series.get(row, Totals.COMPLETED);
    }
    return completed;
  }

  /** Counts events that were applied. */
  public final void countEvents(int count) {
    events += count;
  }

  /**
   * Counts a packet that enters the network.
   *
   * @param deliveries number of its deliveries
   */
  public final void inject(long bytes, int deliveries, long tick) {
    LevelIntegrals.change(counts, Totals.INJECTED, 1, tick);
    LevelIntegrals.change(counts, Totals.IN_FLIGHT, deliveries, tick);
    totals.count(Totals.IN_NETWORK, deliveries);
    totals.count(Totals.INJECTED_BYTES, bytes);
  }

  /** Counts the delivery of an answer that is due for a packet that enters the network. */
  public final void expectAnswer() {
    totals.count(Totals.IN_NETWORK, 1);
  }

  /** Counts packets that begin (positive) or cease (negative) to wait in routers in this tick. */
  public final void queue(int more) {
    queued += more;
  }

  /** Ends a tick in which packets may have begun or ceased to wait in routers. */
  public final void endTick(long tick) {
    if (queued != 0) {
      LevelIntegrals.change(counts, Totals.QUEUED, queued, tick);
      queued = 0;
    }
  }

  /** Counts an answer that enters the network; its delivery has been due since its request. */
  public final void injectAnswer(long tick) {
    LevelIntegrals.change(counts, Totals.IN_FLIGHT, 1, tick);
  }

  /** Counts a request that waits for its answer from this tick on. */
  public final void request(long tick) {
    LevelIntegrals.change(counts, Totals.OUTSTANDING, 1, tick);
  }

  /** Counts a request that is answered or given up. */
  public final void endRequest(long tick) {
    LevelIntegrals.change(counts, Totals.OUTSTANDING, -1, tick);
  }

  /**
   * Counts the ticks for which a link is busy from this tick on. The totals contain all of them
   * now; each interval of the series contains the ticks inside it.
   */
  public final void pass(int total, int ticks, long tick) {
    totals.count(total, ticks);
    if (tick + ticks > nextSample) {
      passing.add(total, tick + ticks, nextSample);
    }
  }

  /** Returns the totals up to a tick. */
  private long[] upTo(long tick) {
    final long[] totals = counts.clone();
    LevelIntegrals.complete(totals, tick);
    return totals;
  }

  /** Returns the totals up to a tick, without what happens after the next tick of the grid. */
  private long[] passed(long tick) {
    final long[] passed = upTo(tick);
    passing.takeFrom(passed, nextSample);
    return passed;
  }

  /** Counts a delivery. */
  public final void deliver(long bytes, int hops, long tick) {
    LevelIntegrals.change(counts, Totals.IN_FLIGHT, -1, tick);
    totals.count(Totals.IN_NETWORK, -1);
    totals.count(Totals.DELIVERED, 1);
    totals.count(Totals.DELIVERED_BYTES, bytes);
    totals.count(Totals.DELIVERED_HOPS, hops);
    lastDelivery = tick;
  }

  /** Counts a packet that is lost in flight, and deliveries that are no longer due. */
  public final void lose(int deliveries, long tick) {
    LevelIntegrals.change(counts, Totals.IN_FLIGHT, -1, tick);
    totals.count(Totals.IN_NETWORK, -deliveries);
  }

  /**
   * Counts the completion of a packet of a source with an end: its delivery, or its answer if it
   * has one.
   */
  public final void complete() {
    totals.count(Totals.COMPLETED, 1);
  }

  /**
   * Adds the response time of a delivered packet to the totals. If the packet was generated in the
   * measured interval, also adds it to the distributions and its flow.
   *
   * @param source node that sent it
   * @param destination node where it is delivered
   * @param birth tick of its generation
   * @param tick of the delivery
   * @param networkTicks since its first byte entered the network
   * @param zeroLoadTicks from generation to delivery at zero load
   */
  public final void follow(
      int source, int destination, long birth, long tick, long networkTicks, long zeroLoadTicks) {
    totals.count(Totals.RESPONSE_TICKS, tick - birth);
    if (interval.measures(birth)) {
      awaited -= following ? 1 : 0;
      response.record(tick - birth);
      networkLatency.record(networkTicks);
      flows.add(source, destination, tick - birth);
      final long excess = tick - birth - zeroLoadTicks;
      excessMin = Math.min(excessMin, excess);
      excessMax = Math.max(excessMax, excess);
      excessSum += excess;
    }
  }

  /** Adds this partition's counts to {@code sum}. */
  public void addProgress(Progress sum) {
    final long outstanding = totals.get(Totals.IN_NETWORK);
    sum.packetsInjected += totals.get(Totals.DELIVERED) + outstanding;
    sum.packetsDelivered += totals.get(Totals.DELIVERED);
    sum.packetHops += totals.get(Totals.HOPS);
    sum.packetsOutstanding += outstanding;
    sum.packetsAwaited += awaited;
    sum.partitionsUncounted += following && birthsCountedTo == 0 ? 1 : 0;
    sum.events += events;
  }

  /** Values sampled on the grid. */
  public interface Sampled {
    /** Counts the state of every link and VC so many times. */
    void sample(long times);
  }

  /**
   * Passes all marks up to {@code tick}; no event of that tick has been applied yet. As nothing has
   * changed since the last event, all samples are equal and one is enough.
   */
  public final void advance(long tick, Sampled sampled) {
    if (Math.min(nextMark, nextSample) > tick) {
      return;
    }
    final long[] sample = sample(samplesTo(tick + 1), sampled);
    while (nextMark <= tick) {
      countSamplesTo(nextMark, sample);
      mark(nextMark);
      if (nextMark == nextRow) {
        closeRow();
      }
      nextMark = markAfter(nextMark);
    }
    countSamplesTo(tick + 1, sample);
  }

  /** Returns the number of samples still to take before {@code tick}. */
  private long samplesTo(long tick) {
    final long from = Math.max(nextSample, onGrid(interval.measuredFrom()));
    final long to = Math.min(tick, interval.measuredTo());
    return to <= from ? 0 : (to - 1 - from) / interval.gridTicks() + 1;
  }

  /** Takes samples; returns what each of them counts among the totals, which have none of it. */
  private long[] sample(long samples, Sampled sampled) {
    final long[] sample = new long[counts.length];
    if (samples > 0) {
      final long[] before = counts.clone();
      sampled.sample(samples);
      for (int i = 0; i < sample.length; i++) {
        sample[i] = (counts[i] - before[i]) / samples;
        counts[i] = before[i];
      }
    }
    return sample;
  }

  private void countSamplesTo(long tick, long[] sample) {
    final long samples = samplesTo(tick);
    final long next = Math.max(nextSample, onGrid(tick));
    passing.advance((next - nextSample) / interval.gridTicks());
    nextSample = next;
    for (int i = 0; i < sample.length && samples > 0; i++) {
      counts[i] += samples * sample[i];
    }
  }

  /** Returns the first tick of the grid that is not before another tick. */
  private long onGrid(long tick) {
    final long grid = interval.gridTicks();
    return tick / grid * grid + (tick % grid == 0 ? 0 : grid);
  }

  private void closeRow() {
    if (nextRow > 0) {
      series.close(passed(nextRow));
    }
    if (series.rows() == Interval.MOST_ROWS) {
      series.halve();
      rowTicks *= 2;
    }
    nextRow += rowTicks;
  }

  private void mark(long tick) {
    if (tick == interval.measuredFrom()) {
      atStart = upTo(tick);
    }
    if (tick == midTick) {
      completedAtMid = counts[Totals.COMPLETED];
      midMarked = tick;
    }
    if (tick == interval.measuredTo()) {
      atEnd = upTo(tick);
    }
  }

  private long markAfter(long tick) {
    long next = nextRow;
    next = interval.measuredFrom() > tick ? Math.min(next, interval.measuredFrom()) : next;
    next = midTick > tick ? Math.min(next, midTick) : next;
    return interval.measuredTo() > tick ? Math.min(next, interval.measuredTo()) : next;
  }

  /** Closes the statistics at the stop tick. */
  public final void finish(long stopTick, Sampled sampled) {
    advance(stopTick - 1, sampled);
    mark(stopTick);
    if (stopTick > Math.max(0, nextRow - rowTicks)) {
      series.close(stopTick % interval.gridTicks() == 0 ? passed(stopTick) : upTo(stopTick));
    }
    if (atEnd == null) {
      atEnd = upTo(stopTick);
    }
    if (stopTick < interval.measuredFrom()) {
      atStart = atEnd.clone();
    }
    final boolean whole = !interval.open() && stopTick >= interval.measuredTo();
    followed = whole && following && birthsCountedTo != 0;
    if (whole && !supply.allEndless()) {
      offeredKnown = true;
      offeredBytes = supply.bytesIn(interval.measuredFrom(), interval.measuredTo());
      dueByStart = supply.deliveriesOf(0, interval.measuredFrom());
      dueByMid = supply.deliveriesOf(0, midTick);
      dueAfterMid =
          birthsCountedTo != 0
              ? dueInInterval - (dueByMid - dueByStart)
              : supply.deliveriesOf(midTick, interval.measuredTo());
      mostAtOnce = supply.mostAtOnce();
    }
    dueKnown = !supply.anyEndless();
    if (dueKnown) {
      due =
          whole
              ? dueByMid - dueByStart + dueAfterMid
              : supply.deliveriesOf(
                  interval.measuredFrom(), Math.min(stopTick, interval.measuredTo()));
      countTicksSinceBirth(stopTick);
    }
    LevelIntegrals.complete(counts, stopTick);
  }

  private void countTicksSinceBirth(long stopTick) {
    final long to = Math.min(stopTick, interval.measuredTo());
    final long from = Math.min(interval.measuredFrom(), to);
    bornTicks = supply.bornTicks(from, to);
    born = interval.open() ? supply.bornIn(0, to) : 0;
  }

  /**
   * Closes the statistics at a tick of the grid, saves them, and reopens them even if saving fails.
   *
   * <p>Most of what closing sets is set again at the final end. The end of the measured interval
   * and the last row of the series are restored here.
   */
  public final void preview(long tick, Sampled sampled, Runnable save) {
    advance(tick - 1, sampled);
    final long[] end = atEnd;
    final int rows = series.rows();
    final long[] running = counts.clone();
    try {
      finish(tick, sampled);
      save.run();
    } finally {
      System.arraycopy(running, 0, counts, 0, running.length);
      atEnd = end;
      if (series.rows() > rows) {
        series.reopen();
      }
    }
  }

  private static void add(long[] sum, long[] more) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += more[i];
    }
  }

  /** Adds the measures of another partition over the same ticks; both have been finished. */
  public void add(Measures<T> other) {
    add(counts, other.counts);
    add(atStart, other.atStart);
    add(atEnd, other.atEnd);
    completedAtMid += other.completedAtMid;
    series.add(other.series);
    response.add(other.response);
    networkLatency.add(other.networkLatency);
    digest.add(other.digest);
    flows.add(other.flows);
    excessMin = Math.min(excessMin, other.excessMin);
    excessMax = Math.max(excessMax, other.excessMax);
    excessSum += other.excessSum;
    followed |= other.followed;
    offeredKnown |= other.offeredKnown;
    dueKnown |= other.dueKnown;
    awaited += other.awaited;
    offeredBytes += other.offeredBytes;
    due += other.due;
    dueByStart += other.dueByStart;
    dueByMid += other.dueByMid;
    dueAfterMid += other.dueAfterMid;
    bornTicks += other.bornTicks;
    born += other.born;
    mostAtOnce = Math.max(mostAtOnce, other.mostAtOnce);
    lastDelivery = Math.max(lastDelivery, other.lastDelivery);
  }

  /** Returns the totals of the measured interval, as far as it was simulated. */
  public final T measured() {
    return difference(atEnd, atStart);
  }

  /**
   * Returns the occupancies of the measured interval, which ends before {@code toTick}.
   *
   * @param countedTo first tick after the totals of the measured interval; later than {@code
   *     toTick} only if the interval ends with the last delivery
   */
  public final Occupancy occupancy(long toTick, long countedTo) {
    final long late = countedTo - toTick;
    final long generated = bornTicks - late * born;
    return new Occupancy(
        dueKnown && generated != 0 ? generated - integral(Totals.INJECTED, late) : null,
        integral(Totals.IN_FLIGHT, late),
        integral(Totals.QUEUED, late),
        integral(Totals.OUTSTANDING, late));
  }

  /**
   * Returns the integral of a level, without the ticks for which packets and requests left at the
   * end were counted too long.
   */
  private long integral(int level, long late) {
    return atEnd[level + 1] - atStart[level + 1] - late * atEnd[level];
  }

  private T difference(long[] later, long[] earlier) {
    final long[] values = later.clone();
    for (int i = 0; i < values.length; i++) {
      values[i] -= earlier[i];
    }
    return wrap.apply(values);
  }

  /** Returns the totals of an interval of the series. */
  public final T interval(int row) {
    return wrap.apply(
        IntStream.range(0, counts.length).mapToLong(column -> series.get(row, column)).toArray());
  }

  /** Returns the number of intervals of the series. */
  public final int intervals() {
    return series.rows();
  }

  /** Returns the digest of all deliveries. */
  public final Digest digest() {
    return digest;
  }

  /** Returns the packets of the distributions by sender. */
  public final Flows flows() {
    return flows;
  }

  /**
   * Returns whether the offered load exceeded the capacity of the machine. The packets in excess
   * may wait at their sources, in NICs, in the network, or for their answers. The number of packets
   * generated and not completed grew over the measured interval, and again over its second half, by
   * more than 1 % of the packets generated in it, and by more than chance. Queues of a machine that
   * keeps up vary as well, but do not grow.
   *
   * <p>If packets are generated independently and the machine keeps up, the number in flight at a
   * moment is Poisson distributed; the difference of two such numbers has the variance of their
   * sum. Three standard deviations count as chance.
   */
  public final boolean saturated() {
    final double growth = growth();
    final double atMidTick = (double) (dueByMid - completedAtMid);
    final double variance = mostAtOnce * (2 * atMidTick + growth);
    final double first =
        (double) (dueByMid - dueByStart - (completedAtMid - atStart[Totals.COMPLETED]));
    final double due = (double) (dueByMid - dueByStart + dueAfterMid);
    return growth * 100 > dueAfterMid
        && (first + growth) * 100 > due
        && growth > CHANCE_DEVIATIONS * Math.sqrt(variance);
  }

  /**
   * Returns the growth of the backlog over the second half of the measured interval, as a share of
   * the packets generated then; null if there were none.
   */
  public final Double backlogGrowth() {
    return Metrics.ratio(growth(), (double) dueAfterMid);
  }

  private long growth() {
    return dueAfterMid - (atEnd[Totals.COMPLETED] - completedAtMid);
  }

  /** Returns the statistics of single packets. */
  public final PacketStatistics packets() {
    return new PacketStatistics(
        digest.toString(),
        lastDelivery,
        response,
        networkLatency,
        excessMin,
        (double) excessSum / response.count(),
        excessMax,
        offeredKnown ? offeredBytes : null,
        offeredKnown ? saturated() : null,
        offeredKnown ? backlogGrowth() : null,
        followed ? awaited : null,
        dueKnown ? due : null);
  }
}
