package io.hopwright.models.toy.reference;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferenceModel;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.SharedMetrics.Rate;

/**
 * The naive ring in a run of the program.
 *
 * @param settings of the machine
 * @param run when is measured
 */
public record RingReference(Settings settings, RunPlan run) implements ReferenceModel {
  @Override
  public ReferenceMachine build() {
    return new ReferenceRing(settings, run);
  }

  @Override
  public Rate rate() {
    return Rate.PER_TICK;
  }

  @Override
  public long links() {
    return 2 * settings.integer("machine.nodes");
  }
}
