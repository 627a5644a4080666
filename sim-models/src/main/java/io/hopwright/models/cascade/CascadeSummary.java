package io.hopwright.models.cascade;

import io.hopwright.models.host.HardwareCollectives;
import io.hopwright.models.link.LinkCounts;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.topology.Dragonfly;
import java.util.Arrays;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * What a run on a Cascade measured, and what theory says to it; {@link CascadeMetrics} names it.
 *
 * @param run with what all machines measure
 * @param settings of the run
 * @param nics what those of each partition measured, none if nothing was
 * @param system what it is made of
 * @param jobs how they fared
 */
record CascadeSummary(
    MeasuredRun<CascadeSpan> run,
    CascadeSettings settings,
    List<NicStatistics> nics,
    SystemSummary system,
    JobMetrics.Measured jobs) {
  private static final int TICKS_PER_MICROSECOND = 43_750;

  Dragonfly topology() {
    return settings.topology().dragonfly();
  }

  CascadeSpan measured() {
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

  Long mostHops() {
    return Math.max(mostHops(false), mostHops(true));
  }

  Long mostHops(boolean nonMinimal) {
    return nics.stream().mapToLong(part -> part.mostHops(nonMinimal)).max().orElse(0);
  }

  Double nonMinimalShare() {
    return Metrics.ratio(
        measured().totals().get(measured().index().nonMinimal()), (double) measured().timed());
  }

  /** Returns the transactions that became globally complete; null if there are none such. */
  Long transactions() {
    return settings.aries() == null
        ? null
        : (Long) measured().totals().get(measured().index().transactions());
  }

  /** Returns the mean ticks to a kind of completion, null if there was none. */
  Double completionTicks(int kind) {
    final CascadeTotals index = measured().index();
    final int[] ticks = {
      index.localTicks(), index.remoteTicks(), index.globalTicks(), index.eventTicks()
    };
    final boolean remote = ticks[kind] == index.remoteTicks();
    final long count = measured().totals().get(remote ? index.remote() : index.transactions());
    return Metrics.ratio(measured().totals().get(ticks[kind]), (double) count);
  }

  /** Returns a total of collectives by hardware over the whole run, null if none can be done. */
  Long collectives(ToIntFunction<CascadeTotals> total) {
    return settings.aries() == null || !settings.workload().jobs()
        ? null
        : (Long) run.whole().totals().get(total.applyAsInt(measured().index()));
  }

  /** Returns the collectives by hardware, from when a node joins one until it is through. */
  HardwareCollectives collectives() {
    final Long ticks = collectives(CascadeTotals::collectiveTicks);
    final Long done = collectives(CascadeTotals::collectives);
    return new HardwareCollectives(
        done,
        ticks == null || done == 0
            ? null
            : (Double) ((double) ticks / done / TICKS_PER_MICROSECOND));
  }

  /** Returns the Sends that were refused over the whole run, null if there are none. */
  Long sendsRefused() {
    return settings.workload().aries().operation() == AriesOperation.BTE_SEND
        ? (Long) run.whole().totals().get(measured().index().sendsRefused())
        : null;
  }

  /** Returns the requests that were blocked over the whole run, null if there is one domain. */
  Long requestsBlocked() {
    return settings.workload().aries().keys().domains() > 1
        ? (Long) run.whole().totals().get(measured().index().blocked())
        : null;
  }

  /** Returns frames on links with errors. */
  LinkCounts.Counted frames() {
    return new LinkCounts.Counted(
        settings.errors().any() ? measured().index().frames() : null, run.whole().totals());
  }

  /** Returns a total over the whole run, null if neither anything fails nor is given up. */
  Long lost(ToIntFunction<CascadeTotals> total) {
    return isLossy() ? (Long) run.whole().totals().get(total.applyAsInt(measured().index())) : null;
  }

  private boolean isLossy() {
    return settings.faults() != null || settings.nics().timeoutTicks() != NicDesign.NO_TIMEOUT;
  }

  /** Returns the requests that are outstanding at the end; null if none can get lost. */
  Long outstanding() {
    return isLossy() ? (Long) nics.stream().mapToLong(NicStatistics::outstanding).sum() : null;
  }

  /** Returns the packets that are under way at the end: made, and not delivered or lost. */
  Long underWay() {
    return isLossy()
        ? (Long)
            (run.whole().totals().get(Totals.INJECTED)
                + lost(CascadeTotals::responsesMade)
                - run.whole().totals().get(Totals.DELIVERED)
                - lost(CascadeTotals::discarded))
        : null;
  }

  /** Returns requests issued that were neither answered nor given up, nor are outstanding. */
  Long unaccounted() {
    return isLossy()
        ? (Long)
            (run.whole().totals().get(Totals.INJECTED)
                - nics.stream().mapToLong(NicStatistics::completed).sum()
                - lost(CascadeTotals::timedOut)
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
