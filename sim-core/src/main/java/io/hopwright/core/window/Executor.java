package io.hopwright.core.window;

/** Runs a simulation from its first tick to its stop tick; all executors give the same results. */
public interface Executor {
  /**
   * Builds the partitions, simulates window after window and closes the statistics.
   *
   * @throws RuntimeException whatever a partition threw; the run is over then
   */
  <P extends Partition> RunOutcome<P> run(Simulation<P> simulation, RunMonitor monitor);
}
