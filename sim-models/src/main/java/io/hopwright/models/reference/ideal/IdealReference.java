package io.hopwright.models.reference.ideal;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.messaging.jobs.GivenJobs;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferenceModel;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.SharedMetrics.Rate;

/** Reference ideal machine and its measurements, under the names of {@code docs/results.md}. */
public final class IdealReference implements ReferenceModel {
  private final ReferenceLogGops parameters;
  private final GivenJobs jobs;

  /**
   * Creates the reference model of consistent settings; unset times are those of the page.
   *
   * @param network that they describe
   * @param jobs that run on it, and the software of its nodes
   */
  public IdealReference(Settings settings, Network<?> network, GivenJobs jobs) {
    final long ticks = settings.integer("machine.ticksPerNanosecond");
    parameters =
        new ReferenceLogGops(
            (int) settings.integer("machine.nodes"),
            settings.integer("network.latencyTicks", 1_000 * ticks),
            settings.integer("nic.gapTicks", 100 * ticks),
            settings.integer("nic.byteGapTicks", 41 * ticks),
            network.tickRate(),
            network.run().seed());
    this.jobs = jobs;
  }

  @Override
  public ReferenceMachine build() {
    return new ReferenceIdeal(parameters, jobs.software(), jobs.placed());
  }

  /** Returns the rate: one byte per nanosecond is 1 GB/s. */
  @Override
  public Rate rate() {
    return new Rate("GB/s/node", parameters.ticks().ticksPerNanosecond());
  }

  @Override
  public long links() {
    return 0;
  }
}
