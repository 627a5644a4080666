package io.hopwright.runner.execution;

import java.util.Map;
import java.util.function.Supplier;

/**
 * Contention-free baseline of a run, simulated only once even if the run is resumed several times.
 */
public final class KeptBaseline {
  private volatile Map<String, Object> jobs;

  /** Creates the baseline of a run, not simulated yet. */
  public KeptBaseline() {}

  /**
   * Creates the baseline of a resumed run.
   *
   * @param jobs as {@link #jobs()} returned it; null if there is none
   */
  public KeptBaseline(Map<String, Object> jobs) {
    this.jobs = jobs;
  }

  /** Returns the results of the jobs; null if they are unknown or not requested. */
  public Map<String, Object> jobs() {
    return jobs;
  }

  /** Returns what the jobs did, simulated now if that is not known. */
  Map<String, Object> jobs(Supplier<Map<String, Object>> simulated) {
    if (jobs == null) {
      jobs = simulated.get();
    }
    return jobs;
  }
}
