package io.hopwright.models.reference.messaging;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.core.time.TickRate;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.reference.ReferenceJobNumbers;
import io.hopwright.models.reference.messaging.ReferenceShares.Share;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Results of jobs up to a tick, one job after the other. */
final class ReferenceJobs {
  private static final double MICROSECONDS = 1e6;

  private static final Map<Share, String> SHARES = new EnumMap<>(Share.class);

  static {
    SHARES.put(Share.COMPUTE, "compute");
    SHARES.put(Share.SEND, "send");
    SHARES.put(Share.RECEIVE, "receive");
    SHARES.put(Share.COLLECTIVES, "collectives");
    SHARES.put(Share.LATE_SENDERS, "lateSenders");
    SHARES.put(Share.LATE_RECEIVERS, "lateReceivers");
    SHARES.put(Share.NETWORK, "network");
  }

  /** Ranks of each job. */
  private final List<List<ReferenceRank>> jobs;

  private final TickRate rate;
  private final long tick;
  private final Metrics<List<List<ReferenceRank>>> metrics = new Metrics<>();

  ReferenceJobs(List<List<ReferenceRank>> jobs, TickRate rate, long tick) {
    this.jobs = jobs;
    this.rate = rate;
    this.tick = tick;
  }

  ReferenceJobNumbers numbers() {
    if (jobs.isEmpty()) {
      return ReferenceJobNumbers.NONE;
    }
    add("ranks", List::size);
    sum("ranksEnded", rank -> rank.hasEnded() ? 1 : 0);
    sum("ranksLost", rank -> rank.isLost() ? 1 : 0);
    add("makespanTicks", ReferenceJobs::makespan);
    add("makespanMicroseconds", this::makespanMicroseconds);
    add("algorithms", ranks -> job(ranks).algorithmNames());
    SHARES.forEach((share, name) -> add("share." + name, ranks -> share(ranks, share)));
    sum("operations", ReferenceRank::operations);
    sum("messages", rank -> total(rank.messagesTo().values()));
    sum("bytes", rank -> total(rank.bytesTo().values()));
    sum("messagesReceived", rank -> rank.latencies().size());
    sum("bytesReceived", ReferenceRank::bytesReceived);
    sum("unexpectedMessages", ReferenceRank::unexpectedMessages);
    most("longestUnexpectedQueue", rank -> rank.matching.mostUnexpected());
    most("longestReceiveQueue", rank -> rank.matching.mostWaiting());
    distribution("messageLatencyTicks", ReferenceRank::latencies);
    distribution("messageSizeBytes", ReferenceRank::sizes);
    return new ReferenceJobNumbers(metrics.summary(jobs), metrics.distributions(jobs));
  }

  private void add(String name, Function<List<ReferenceRank>, Object> ofJob) {
    final List<String> names = jobs.stream().map(ranks -> job(ranks).name()).toList();
    metrics
        .family("jobs." + name, "", "", "", names, (all, number) -> ofJob.apply(all.get(number)))
        .meaning("");
  }

  private void sum(String name, ToLongFunction<ReferenceRank> ofRank) {
    add(name, ranks -> ranks.stream().mapToLong(ofRank).sum());
  }

  private void most(String name, ToLongFunction<ReferenceRank> ofRank) {
    add(name, ranks -> ranks.stream().mapToLong(ofRank).max().orElseThrow());
  }

  private void distribution(String name, Function<ReferenceRank, List<Long>> ofRank) {
    for (final List<ReferenceRank> ranks : jobs) {
      final TickHistogram histogram = new TickHistogram();
      ranks.forEach(rank -> ofRank.apply(rank).forEach(histogram::record));
      metrics
          .distribution(
              "jobs." + name + "." + job(ranks).name(),
              "",
              all -> histogram,
              Set.of(Role.DISTRIBUTION))
          .meaning("");
    }
  }

  private static PlacedJob job(List<ReferenceRank> ranks) {
    return ranks.get(0).job;
  }

  private static long total(Collection<Long> values) {
    return values.stream().mapToLong(Long::longValue).sum();
  }

  /** "The time from its start to the end of its last rank", of those that are not lost. */
  private static Long makespan(List<ReferenceRank> ranks) {
    if (ranks.stream().anyMatch(ReferenceRank::isRunning)
        || ranks.stream().allMatch(ReferenceRank::isLost)) {
      return null;
    }
    final long end = ranks.stream().mapToLong(ReferenceRank::endTick).max().orElseThrow();
    return end - job(ranks).startTick();
  }

  private Double makespanMicroseconds(List<ReferenceRank> ranks) {
    final Long ticks = makespan(ranks);
    return ticks == null ? null : Double.valueOf(rate.toSeconds(ticks) * MICROSECONDS);
  }

  /** "From its job's start to its end", or its loss, or that of the run. */
  private Double share(List<ReferenceRank> ranks, Share share) {
    long spent = 0;
    long all = 0;
    for (final ReferenceRank rank : ranks) {
      spent += rank.sharesAt(tick).of(share);
      all += Math.max(0, rank.lastTick(tick) - job(ranks).startTick());
    }
    return Metrics.ratio(spent, (double) all);
  }
}
