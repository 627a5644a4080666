package io.hopwright.models.switching;

import io.hopwright.core.event.CacheLines;
import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.Window;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.standstill.Waiting;

/**
 * Partition whose ticks have two phases, for any kind of router.
 *
 * <p>Phase 1 applies the tick's events in any order: it sets registers, adds to counters and marks
 * the routers to evaluate, nothing else. Phase 2 evaluates each marked router once. It reads and
 * writes that router only, and schedules events only for later ticks. So no result depends on the
 * order of events or routers, and evaluating a router needlessly has no effect.
 *
 * <p>Confined to its partition.
 */
public abstract class TwoPhasePartition implements Partition, Measures.Sampled {
  /** A machine whose state is smaller stays in the second-level cache of today's processors. */
  protected static final long CACHE_BYTES = 1 << 20;

  /** The event queue. */
  protected final TimingWheel wheel;

  private final long[] activated;

  /** Whether all state must be brought into the cache, because it may have been evicted. */
  private boolean fetchDue;

  /** Keeps the loads of {@link #fetch} alive; means nothing. */
  @SuppressWarnings("UnusedVariable")
  private long fetched;

  /** Statistics as of the end of the run, or of the last preview; null without ranks. */
  private JobStatistics jobStatistics;

  /**
   * Creates a partition with no event.
   *
   * @param routers number of routers, which are numbered from 0
   * @param longestDelay of an event in ticks, seldom exceeded
   */
  protected TwoPhasePartition(int routers, int longestDelay) {
    wheel = new TimingWheel(longestDelay);
    activated = new long[(routers + Long.SIZE - 1) / Long.SIZE];
  }

  /**
   * Checks the size of a partition before its state is allocated.
   *
   * @param most largest number of routers that the partition's events can distinguish
   * @throws SettingsException if there are more
   */
  protected static void checkRouters(int routers, int most) {
    if (routers > most) {
      throw new SettingsException(
          "partition",
          "has one of %s routers, at most %s fit; use smaller partitions".formatted(routers, most));
    }
  }

  /**
   * Returns how many cache lines {@link #fetch} reads, about; 0 if that is never of use, as all of
   * the machine fits the cache.
   */
  protected long lines() {
    return 0;
  }

  /**
   * Reads every cache line of the state in the order of memory, which is quick: since the last
   * window other partitions have been at work in the same cache, and events would miss it one by
   * one. Called when a window begins if the last one had events enough to make that worth it;
   * returns nothing of meaning.
   */
  protected long fetch() {
    return 0;
  }

  private void fetchIfDue() {
    if (fetchDue) {
      fetched = fetch();
      fetchDue = false;
    }
  }

  /** Returns its links. */
  protected abstract Wiring wiring();

  /** Phase 1: applies {@code count} events of a tick. */
  protected abstract void apply(int[] events, int count, long tick);

  /** Phase 2: evaluates one router. */
  protected abstract void evaluate(int router, long tick);

  /** Returns how many sources and credits are not where they are in a network at rest. */
  protected abstract long unsettled();

  /** Returns the ranks of its nodes, null without any. */
  protected Messaging ranks() {
    return null;
  }

  /** Returns whether no packet waits or is in flight and all credits are returned. */
  public abstract boolean atRest();

  /** Marks a router for evaluation in this tick. */
  protected final void activate(int router) {
    activated[router >>> 6] |= 1L << router;
  }

  @Override
  public final void accept(EventBatch batch) {
    fetchIfDue();
    wiring().accept(batch);
  }

  @Override
  public final long nextEffectTick() {
    return wheel.nextTick();
  }

  @Override
  public final void simulate(Window window, EventBatch[] outgoing) {
    fetchIfDue();
    wiring().open(outgoing);
    final long to = window.toTick();
    final Measures<?> measures = measures();
    long events = 0;
    for (long tick = wheel.nextTick(); tick < to; tick = wheel.nextTick()) {
      measures.advance(tick, this);
      final int count = wheel.take(tick);
      measures.countEvents(count);
      events += count;
      apply(wheel.taken(), count, tick);
      evaluateActivated(tick);
      measures.endTick(tick);
    }
    final long lines = lines();
    fetchDue = lines > 0 && events * CacheLines.PER_EVENT >= lines;
  }

  private void evaluateActivated(long tick) {
    for (int word = 0; word < activated.length; word++) {
      for (long bits = activated[word]; bits != 0; bits &= bits - 1) {
        evaluate((word << 6) + Long.numberOfTrailingZeros(bits), tick);
      }
      activated[word] = 0;
    }
  }

  @Override
  public final void addProgress(Progress sum) {
    measures().countBirths(nextEffectTick());
    measures().addProgress(sum);
    sum.packetsOutstanding += unsettled();
    if (ranks() != null) {
      ranks().addProgress(sum);
    }
  }

  @Override
  public final void finish(long stopTick) {
    measures().finish(stopTick, this);
    closeJobStatistics(stopTick);
  }

  private void closeJobStatistics(long tick) {
    if (ranks() != null) {
      jobStatistics = ranks().statisticsAt(tick);
    }
  }

  @Override
  public void exportStatistics(Words words) {
    measures().save(words);
    if (jobStatistics != null) {
      jobStatistics.save(words);
    }
  }

  @Override
  public boolean preview(long tick, Words words) {
    closeJobStatistics(tick);
    measures().preview(tick, this, () -> exportStatistics(words));
    return true;
  }

  /** Returns the number of routers of the whole network. */
  protected abstract int allRouters();

  /** Adds the queues whose first packet waits, and users of the network that wait but no ranks. */
  protected abstract void addTo(Waiting waiting);

  /** Saves the waits; without {@code all}, only those of networks that are not too large. */
  @Override
  public final void saveWaits(boolean all, Words words) {
    final Waiting waiting = new Waiting();
    if (all && ranks() != null) {
      ranks().addTo(waiting);
    }
    if (all || allRouters() <= Waiting.MOST_ROUTERS) {
      addTo(waiting);
    }
    waiting.save(words);
  }

  /** Returns the measurements of jobs after the end of the run; null without jobs. */
  public final JobStatistics jobStatistics() {
    return jobStatistics;
  }

  /** Returns the measurements. */
  public abstract Measures<?> measures();
}
