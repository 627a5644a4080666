package io.hopwright.models.toy.reference;

import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SharedMetrics.Rate;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferenceModel;

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
