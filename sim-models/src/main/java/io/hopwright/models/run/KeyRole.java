package io.hopwright.models.run;

import java.util.Set;

/** Role of a study's key in the comparison of runs. */
public enum KeyRole {
  /** Defines the simulated system. */
  MODEL,
  /** The load that is offered: runs that differ in it make a curve. */
  LOAD,
  /** Distinguishes repetitions that differ by chance alone. */
  SEED,
  /** Sets the length of the simulation and of the measurement. */
  EXTENT,
  /** Selects the output; the simulation does not depend on it. */
  OBSERVATION,
  /** Cuts the machine into partitions; no result depends on it. */
  PARTITION,
  /** Selects the execution; no result depends on it. */
  EXECUTION;

  private static final Set<String> HOW = Set.of(RunPlan.WINDOW.name(), RunPlan.MAX_WARMUP.name());

  /** Returns the role of a key, which follows from its section on all machines. */
  public static KeyRole of(String key) {
    if (key.equals(RunPlan.SEED.name())) {
      return SEED;
    }
    if (HOW.contains(key)) {
      return EXECUTION;
    }
    return switch (key.substring(0, Math.max(0, key.indexOf('.')))) {
      case "run" -> EXTENT;
      case "partition" -> PARTITION;
      case "statistics", "packetLog" -> OBSERVATION;
      default -> key.equals(WorkloadKeys.LOAD) ? LOAD : MODEL;
    };
  }

  /** Returns whether results depend on keys of this role. */
  public boolean changesResults() {
    return this != PARTITION && this != EXECUTION;
  }
}
