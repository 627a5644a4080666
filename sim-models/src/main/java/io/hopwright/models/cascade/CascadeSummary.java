package io.hopwright.models.cascade;

import io.hopwright.models.cascade.aries.AriesOperation;
import io.hopwright.models.cascade.faults.FaultKeys;
import io.hopwright.models.cascade.network.CascadeCounter;
import io.hopwright.models.cascade.nic.NicStatistics;
import io.hopwright.models.host.HardwareCollectives;
import io.hopwright.models.link.FrameCounts;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.topology.Dragonfly;
import java.util.Arrays;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Measurements of a run on a Cascade beside theoretical values; {@link CascadeMetrics} names them.
 *
 * @param run measurements that all machines have
 * @param settings settings of the run
 * @param nics measurements of the NICs of each partition; empty if nothing was measured
 * @param system composition of the machine
 * @param jobs results of jobs
 */
record CascadeSummary(
    MeasuredRun<PortSpan> run,
    CascadeSettings settings,
    List<NicStatistics> nics,
    CascadeSystemSummary system,
    JobMetrics.Measured jobs)
    implements CascadeCounter.Counted {
  private static final int TICKS_PER_MICROSECOND = 43_750;

  /** Counters of completion times, in the order of {@link CascadeMetrics#COMPLETIONS}. */
  private static final List<CascadeCounter> COMPLETION_TICKS =
      List.of(
          CascadeCounter.LOCAL_TICKS,
          CascadeCounter.REMOTE_TICKS,
          CascadeCounter.GLOBAL_TICKS,
          CascadeCounter.EVENT_TICKS);

  Dragonfly topology() {
    return settings.topology().dragonfly();
  }

  PortSpan measured() {
    return run.measured();
  }

  /** Returns how many points of the grid lie in the measured interval. */
  private long samples() {
    final RunPlan plan = run.network().run();
    final long to = Math.min(plan.measuredTo(), run.stopTick());
    final long before = (plan.warmupTicks() + plan.gridTicks() - 1) / plan.gridTicks();
    return Math.max(0, (to + plan.gridTicks() - 1) / plan.gridTicks() - before);
  }

  /** Returns the mean of a sampled count per port. */
  Double perSample(int total, int kind) {
    return measured().perPort(total, kind, (double) samples());
  }

  Double perPacket(CascadeCounter counter) {
    final Totals totals = measured().totals();
    return Metrics.ratio(totals.get(counter), (double) totals.get(Totals.DELIVERED));
  }

  Long mostHops() {
    return Math.max(mostHops(false), mostHops(true));
  }

  Long mostHops(boolean nonMinimal) {
    return nics.stream().mapToLong(part -> part.mostHops(nonMinimal)).max().orElse(0);
  }

  Double nonMinimalShare() {
    return Metrics.ratio(
        measured().totals().get(CascadeCounter.NON_MINIMAL), (double) measured().timed());
  }

  /** Returns a counter over the ticks of its result; null where it is not counted. */
  Long count(CascadeCounter counter) {
    return counter.isCounted(this) ? (Long) run.count(counter) : null;
  }

  @Override
  public boolean isAries() {
    return settings.aries() != null;
  }

  @Override
  public boolean isLossy() {
    return settings.faults() != null || settings.nics().timeoutTicks() != FaultKeys.NO_TIMEOUT;
  }

  @Override
  public boolean hasCollectives() {
    return isAries() && settings.workload().jobs();
  }

  @Override
  public boolean hasSends() {
    return settings.workload().aries().operation() == AriesOperation.BTE_SEND;
  }

  @Override
  public boolean hasDomains() {
    return settings.workload().aries().keys().domains() > 1;
  }

  private long whole(CascadeCounter counter) {
    return run.whole().totals().get(counter);
  }

  /** Returns the mean ticks to a kind of completion, null if there was none. */
  Double completionTicks(int kind) {
    final CascadeCounter ticks = COMPLETION_TICKS.get(kind);
    final CascadeCounter count =
        ticks == CascadeCounter.REMOTE_TICKS ? CascadeCounter.REMOTE : CascadeCounter.TRANSACTIONS;
    final Totals totals = measured().totals();
    return Metrics.ratio(totals.get(ticks), (double) totals.get(count));
  }

  /** Returns the collectives by hardware, from when a node joins one until it is through. */
  HardwareCollectives collectives() {
    if (!hasCollectives()) {
      return new HardwareCollectives(null, null);
    }
    final long done = whole(CascadeCounter.COLLECTIVES);
    final double ticks = (double) whole(CascadeCounter.COLLECTIVE_TICKS);
    return new HardwareCollectives(
        done, done == 0 ? null : (Double) (ticks / done / TICKS_PER_MICROSECOND));
  }

  /** Returns frames on links with errors. */
  FrameCounts.Counted frames() {
    return new FrameCounts.Counted(
        settings.errors().any() ? CascadeCounter.FRAMES : null, run.whole().totals());
  }

  /** Returns the requests that are outstanding at the end; null if none can get lost. */
  Long outstanding() {
    return isLossy() ? (Long) nics.stream().mapToLong(NicStatistics::outstanding).sum() : null;
  }

  /** Returns the packets that are in flight at the end: made, and not delivered or lost. */
  Long underWay() {
    return isLossy()
        ? (Long)
            (run.whole().totals().get(Totals.INJECTED)
                + whole(CascadeCounter.RESPONSES_MADE)
                - run.whole().totals().get(Totals.DELIVERED)
                - whole(CascadeCounter.DISCARDED))
        : null;
  }

  /** Returns requests issued that were neither answered nor given up, nor are outstanding. */
  Long unaccounted() {
    return isLossy()
        ? (Long)
            (run.whole().totals().get(Totals.INJECTED)
                - nics.stream().mapToLong(NicStatistics::completed).sum()
                - whole(CascadeCounter.TIMED_OUT)
                - outstanding())
        : null;
  }

  /** Returns least, most and mean of the requests answered per node that sends; null with jobs. */
  List<?> answered() {
    if (settings.workload().jobs()) {
      return null;
    }
    final LongSummaryStatistics answered =
        nics.stream().flatMapToLong(this::answered).summaryStatistics();
    return Arrays.asList(
        answered.getCount() == 0 ? null : answered.getMin(),
        Math.max(0, answered.getMax()),
        Metrics.ratio(answered.getSum(), (double) answered.getCount()));
  }

  private LongStream answered(NicStatistics nics) {
    return IntStream.range(0, nics.nics())
        .filter(nic -> nics.node(nic) >= 0 && settings.workload().sends(nics.node(nic)))
        .mapToLong(nics::completed);
  }
}
