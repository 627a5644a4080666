package io.hopwright.models.reference.cascade;

import static io.hopwright.models.measure.Metrics.ratio;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.messaging.jobs.GivenJobs;
import io.hopwright.models.reference.ReferenceCounts;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferencePortModel;
import io.hopwright.models.reference.ReferenceStatistics;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadeConfig;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadeTraffic;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly;
import io.hopwright.models.reference.cascade.routing.ReferenceOperation;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.SharedMetrics.Rate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.IntStream;

/** Reference Cascade and its measurements, under the names of {@code docs/results.md}. */
public final class CascadeReference extends ReferencePortModel {
  private static final List<String> MOST = List.of("minimal", "nonMinimal");

  private static final List<String> LOSSES =
      List.of(
          "requestsTimedOut",
          "responsesLate",
          "packetsLost",
          "packetsUnroutable",
          "packetsUnderWay",
          "requestsOutstanding",
          "requestsUnaccounted",
          "transactionsFailed");

  private final ReferenceCascadeConfig config;
  private final GivenJobs jobs;

  /** Nodes that send. */
  private final List<Integer> senders;

  /**
   * Creates the reference model of consistent settings.
   *
   * @param network that they describe
   * @param jobs that run on it, and the software of its nodes
   */
  public CascadeReference(Settings settings, Network<?> network, GivenJobs jobs) {
    super(ReferenceCascade.KINDS, ReferenceCascade.TILE);
    this.jobs = jobs;
    config = new ReferenceCascadeConfig(settings, network.run());
    final ReferenceDragonfly dragonfly = new ReferenceDragonfly(config);
    final ReferenceCascadeTraffic traffic =
        new ReferenceCascadeTraffic(config, dragonfly, new ReferenceDraws(config.seed));
    senders =
        IntStream.range(0, dragonfly.nodes())
            .filter(node -> traffic.messages(node) > 0)
            .boxed()
            .toList();
    for (int aries = 0; aries < dragonfly.aries(); aries++) {
      for (int port = 0; port < ReferenceDragonfly.PORTS; port++) {
        final boolean leads =
            port >= ReferenceDragonfly.FIRST_TILE || dragonfly.farEnd(aries, port) != null;
        add(ReferenceCascade.kind(port), leads ? 1 : 0);
      }
    }
  }

  @Override
  public ReferenceMachine build() {
    return new ReferenceCascade(config, jobs.software(), jobs.placed());
  }

  @Override
  public Rate rate() {
    return new Rate("GB/s/node", 43.75);
  }

  @Override
  public void summarize(ReferenceStatistics measured, long ticks, Map<String, Object> all) {
    final ReferenceCounts whole = measured.whole();
    final ReferenceCounts counts = measured.measured();
    final double samples = (double) measured.samples();
    all.put("requestsDelivered", whole.get(ReferenceMachine.TIMED));
    all.put(
        "mostHops",
        MOST.stream().mapToLong(name -> whole.get("mostLinks." + name)).max().orElse(0));
    all.put("mostHopsByRoute", of(MOST, name -> whole.get("mostLinks." + name)));
    all.put(
        "nonMinimalShare",
        ratio(counts.get("nonMinimalRequests"), (double) counts.get(ReferenceMachine.TIMED)));
    all.put("linkUtilizationByKind", busy(counts, (double) ticks));
    all.put("packetsPerPort", share(counts, "started", 1));
    final double packets = (double) counts.get(ReferenceMachine.DELIVERED);
    all.put(
        "hopsPerPacket",
        of(
            ReferenceCascade.KINDS.subList(0, ReferenceCascade.TILE),
            colour -> ratio(counts.get("linksTaken." + colour), packets)));
    all.put("waitingFlits", share(counts, "waitingFlits", samples));
    all.put("sentFlits", share(counts, "sentFlits", samples));
    all.put("transactions", config.aries == null ? null : counts.get("transactions"));
    all.put("completionTicks", ReferenceCompletions.ticks(counts));
    final boolean sends =
        config.aries != null && config.aries.operation == ReferenceOperation.BTE_SEND;
    all.put("sendsRefused", sends ? (Long) whole.get("sendsRefused") : null);
    final boolean domains = config.aries != null && config.aries.domains > 1;
    all.put("requestsBlocked", domains ? (Long) whole.get("requestsBlocked") : null);
    final boolean ofJobs = config.kind.equals("jobs");
    ReferenceCollectives.summarize(whole, ofJobs && config.aries != null, all);
    for (final String name : LOSSES) {
      all.put(name, config.isLossy() ? whole.get(name) : null);
    }
    for (final String name : List.of("framesSent", "framesRepeated")) {
      all.put(name, config.bitErrorRate > 0 ? whole.get(name) : null);
    }
    all.put("answeredRequests", ofJobs ? null : answered(whole));
  }

  private Map<String, Object> answered(ReferenceCounts counts) {
    final LongSummaryStatistics answered =
        senders.stream().mapToLong(node -> counts.get("answered." + node)).summaryStatistics();
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("least", senders.isEmpty() ? null : answered.getMin());
    values.put("most", senders.isEmpty() ? 0L : answered.getMax());
    values.put("mean", ratio(answered.getSum(), (double) senders.size()));
    return values;
  }

  @Override
  public Map<String, Object> row(ReferenceCounts counts) {
    final Map<String, Object> row = super.row(counts);
    row.put("nonMinimal", counts.get("nonMinimalRequests"));
    return row;
  }
}
