package io.hopwright.models.reference.tnw;

import static io.hopwright.models.measure.Metrics.ratio;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.messaging.jobs.GivenJobs;
import io.hopwright.models.reference.ReferenceCounts;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferencePortModel;
import io.hopwright.models.reference.ReferenceStatistics;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.SharedMetrics.Rate;
import java.util.List;
import java.util.Map;

/** Reference TNW and its measurements, under the names of {@code docs/results.md}. */
public final class TnwReference extends ReferencePortModel {
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
  private final GivenJobs jobs;

  /**
   * Creates the reference model of consistent settings.
   *
   * @param network that they describe
   * @param jobs that run on it, and the software of its nodes
   */
  public TnwReference(Settings settings, Network<?> network, GivenJobs jobs) {
    super(ReferenceTnw.KINDS, ReferenceTnw.KINDS.size());
    this.jobs = jobs;
    parameters = new TnwParameters(settings, network.run().sendingTo());
    final long nodes = parameters.shape.stream().reduce(1, Math::multiplyExact);
    for (int axis = 0; axis < parameters.shape.size(); axis++) {
      add(axis, parameters.shape.get(axis) == 1 ? 0 : 2 * nodes);
    }
  }

  @Override
  public ReferenceMachine build() {
    return new ReferenceTnw(parameters, jobs.software(), jobs.placed());
  }

  /** Returns the rate: one byte per nanosecond is 1 GB/s. */
  @Override
  public Rate rate() {
    return new Rate("GB/s/node", 1);
  }

  @Override
  public void summarize(ReferenceStatistics measured, long ticks, Map<String, Object> summary) {
    final ReferenceCounts counts = measured.measured();
    COUNTED.forEach(name -> summary.put(name, counts.get(name)));
    summary.put("linkUtilizationByKind", busy(counts, (double) ticks));
    summary.put("packetsPerLink", share(counts, "transmissions", 1));
    summary.put(
        "linkGoodput",
        ratio(128 * counts.get("packetsAccepted"), (double) counts.get("linksAccepting") * ticks));
    final Double stepTicks =
        ratio(counts.get("stepTicksMeasured"), (double) counts.get("stepsMeasured"));
    summary.put("stepTicks", stepTicks);
    summary.put(
        "shareOfPeakFlops",
        stepTicks == null
            ? null
            : (Double) (7600.0 * parameters.lx * parameters.ly / (160.0 * stepTicks)));
  }
}
