package io.hopwright.runner.execution;

import java.util.Map;
import java.util.function.Supplier;

/**
 * Contention-free baseline of a run, simulated only once even if the run is resumed several times.
 */
public final class KeptBaseline {
  private volatile Map<String, Object> jobs;

  /** Creates one of a run whose baseline has not been simulated. */
  public KeptBaseline() {}

  /**
   * Creates one of a run that is resumed.
   *
   * @param jobs as {@link #jobs()} returned it; null if there is none
   */
  public KeptBaseline(Map<String, Object> jobs) {
    this.jobs = jobs;
  }

  /** Returns what the jobs did; null if that is not known, or not requested. */
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
