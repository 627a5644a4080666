package io.hopwright.models.toy.reference;

import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SharedMetrics.Rate;
import io.hopwright.models.reference.Implementation;
import io.hopwright.models.reference.ReferenceCounts;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferenceModel;
import io.hopwright.models.reference.ReferenceStatistics;
import java.util.List;
import java.util.Map;

/**
 * The naive ring in a run of the program.
 *
 * @param settings of the machine
 * @param run when is measured
 */
public record RingReference(Settings settings, RunPlan run) implements ReferenceModel {
  /** Returns the keys that ask for what the implementation does not know. */
  public static List<String> unknown(Settings settings) {
    return Implementation.isFast(settings)
        ? List.of()
        : Implementation.asked(settings, "statistics.links");
  }

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

  @Override
  public void summarize(ReferenceStatistics measured, long ticks, Map<String, Object> summary) {}

  @Override
  public Map<String, Object> row(ReferenceCounts interval) {
    return Map.of();
  }
}
