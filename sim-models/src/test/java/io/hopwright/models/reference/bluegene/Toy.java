package io.hopwright.models.reference.bluegene;

import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.Case;
import java.util.List;

/**
 * Small torus for the reference model; its rates are packets per tick and node. Immutable.
 *
 * @param probability of an open loop
 * @param highPriority probability of stream 1
 */
record Toy(Case settings, double probability, double highPriority) {
  private static final String LOAD = "workload.load";

  /** Returns a torus with JSQ and SLQ 0.75, and an open loop at 0.001. */
  static Toy torus(int x, int y, int z) {
    final Case torus = Case.of(new BlueGeneL()).with("machine.shape", List.of(x, y, z));
    final Case policy = torus.with("router.jsq", true, "router.slqFraction", 0.75);
    return new Toy(policy.with("router.escapeVcBytes", 1_024), 0.001, 0);
  }

  Toy with(Object... keysAndValues) {
    return new Toy(settings.with(keysAndValues), probability, highPriority);
  }

  Toy probability(double value) {
    return new Toy(settings, value, highPriority);
  }

  Toy highPriority(double value) {
    return new Toy(settings, probability, value);
  }

  Toy allToAll(int packets) {
    return with("workload.kind", "all-to-all", "workload.packetsPerDestination", packets);
  }

  Toy saturated() {
    return with(LOAD, "saturated");
  }

  ReferenceConfig config() {
    final ReferenceConfig unit = config(settings.with(LOAD, 1.0, "workload.highPriorityLoad", 1.0));
    final Object load = settings.values().getOrDefault(LOAD, probability / unit.probability);
    final double highLoad = highPriority / unit.highPriorityProbability;
    return config(settings.with(LOAD, load, "workload.highPriorityLoad", highLoad));
  }

  private static ReferenceConfig config(Case torus) {
    final Settings settings = torus.settings();
    return new ReferenceConfig(settings, RunPlan.of(settings, 1));
  }

  ReferenceTorus machine() {
    return new ReferenceTorus(config(), null, List.of(), null);
  }

  /** Returns the bytes on links except those of packets that start for the first time. */
  static long tokenAckBytes(ReferenceTorus machine) {
    return machine.count(ReferenceMachine.BUSY_TICKS) - machine.count("dataBytes");
  }
}
