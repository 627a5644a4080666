package io.hopwright.models.reference.tnw;

import io.hopwright.models.machine.Component;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SharedMetrics.Rate;
import io.hopwright.models.messaging.PlacedJob;
import io.hopwright.models.messaging.Software;
import io.hopwright.models.reference.Implementation;
import io.hopwright.models.reference.ReferenceCounts;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferenceModel;
import io.hopwright.models.reference.ReferenceStatistics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The reference TNW and what it measures, under the names of {@code docs/results.md}. */
public final class TnwReference implements ReferenceModel {
  /** The reference model as a part of the machine. */
  public static final Component COMPONENT =
      Component.of("reference", Implementation.key(List.of()));

  private static final List<String> KEYS =
      List.of(
          "seed",
          "machine.shape",
          "link.injectTicks",
          "link.checkTicks",
          "link.acceptTicks",
          "link.feedbackTicks",
          "link.windowPackets",
          "link.bitErrorRate",
          "link.resend",
          "inject.packets",
          "receive.packets",
          "host.kind",
          "host.ideal",
          "host.send",
          "host.interfaces",
          "pcie.ticks",
          "pput.lineTicks",
          "host.sendTicks",
          "host.pollTicks",
          "host.creditTicks",
          "nget.gapTicks",
          "pput.disorder",
          "nwp.reorder",
          "workload.kind",
          "workload.load",
          "workload.messageBytes",
          "workload.ports",
          "workload.vcs",
          "workload.creditsAhead",
          "workload.threads",
          "workload.creditOrder",
          "workload.strict",
          "host.eagerPackets",
          "workload.messages",
          "app.lx",
          "app.ly",
          "app.split",
          "app.halo",
          "app.computeEfficiency");

  /** Counts that are results under the same names. */
  private static final List<String> COUNTED =
      List.of(
          "transmissions",
          "retransmissions",
          "packetsDamaged",
          "packetsDiscarded",
          "restarts",
          "mismatchedMessages");

  private final TnwParameters parameters;
  private final Software software;
  private final List<PlacedJob> jobs;

  /**
   * Takes over settings that fit together.
   *
   * @param network what they describe
   * @param software of its nodes
   * @param jobs that run on it, none unless they are its workload
   */
  public TnwReference(
      Settings settings, Network<?> network, Software software, List<PlacedJob> jobs) {
    this.software = software;
    this.jobs = List.copyOf(jobs);
    final Map<String, Object> set = new HashMap<>();
    for (String key : KEYS) {
      if (settings.has(key)) {
        set.put(key, settings.value(key));
      }
    }
    final RunPlan run = network.run();
    parameters = new TnwParameters(set, run.sendingTo());
  }

  /** Returns the keys of settings that ask for what their implementation does not know. */
  public static List<String> unknown(Settings settings) {
    return Implementation.isFast(settings)
        ? List.of()
        : Implementation.asked(
            settings,
            "statistics.links",
            "statistics.sources",
            "statistics.pairs",
            "statistics.ranks",
            "statistics.matrix",
            "statistics.timeline",
            "statistics.ideal");
  }

  @Override
  public ReferenceMachine build() {
    return parameters.kind == TnwParameters.Kind.JOBS
        ? new ReferenceTnw(parameters, software, jobs)
        : new ReferenceTnw(parameters);
  }

  /** A byte each nanosecond is 1 GB/s. */
  @Override
  public Rate rate() {
    return new Rate("GB/s/node", 1);
  }

  @Override
  public long links() {
    final long nodes = parameters.shape.stream().reduce(1, Math::multiplyExact);
    return 2 * nodes * parameters.shape.stream().filter(extent -> extent > 1).count();
  }

  @Override
  public void summarize(ReferenceStatistics measured, long ticks, Map<String, Object> summary) {
    final ReferenceCounts counts = measured.measured();
    COUNTED.forEach(name -> summary.put(name, counts.get(name)));
    final Map<String, Object> utilization = new LinkedHashMap<>();
    final Map<String, Object> packets = new LinkedHashMap<>();
    for (String kind : TnwCounts.KINDS) {
      utilization.put(kind, utilization(counts, kind, ticks));
      packets.put(kind, ratio(counts.get("transmissions." + kind), linksOf(kind)));
    }
    summary.put("linkUtilizationByKind", utilization);
    summary.put("packetsPerLink", packets);
    summary.put(
        "linkGoodput",
        ratio(128 * counts.get("packetsAccepted"), (double) counts.get("linksAccepting") * ticks));
    final Double stepTicks =
        ratio(counts.get("stepTicksMeasured"), (double) counts.get("stepsMeasured"));
    summary.put("stepTicks", stepTicks);
    summary.put(
        "shareOfPeak",
        stepTicks == null
            ? null
            : (Double) (7600.0 * parameters.lx * parameters.ly / (160.0 * stepTicks)));
  }

  private double linksOf(String kind) {
    final int extent = parameters.shape.get(TnwCounts.KINDS.indexOf(kind));
    return extent == 1 ? 0 : 2.0 * parameters.shape.stream().reduce(1, Math::multiplyExact);
  }

  /** Returns how busy links are, 0 if there are none. */
  private Double utilization(ReferenceCounts counts, String kind, long ticks) {
    return linksOf(kind) == 0
        ? (Double) 0.0
        : ratio(counts.get("busyTicks." + kind), linksOf(kind) * ticks);
  }

  private static Double ratio(long dividend, double divisor) {
    return divisor == 0 ? null : (Double) (dividend / divisor);
  }

  @Override
  public Map<String, Object> row(ReferenceCounts interval) {
    final Map<String, Object> row = new HashMap<>();
    for (String kind : TnwCounts.KINDS) {
      row.put("linkUtilizationByKind." + kind, utilization(interval, kind, interval.tick()));
    }
    return row;
  }
}
