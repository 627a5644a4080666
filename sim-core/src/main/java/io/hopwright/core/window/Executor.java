package io.hopwright.core.window;

/** Runs a simulation from its first tick to its stop tick; all executors give the same results. */
public interface Executor {
  /**
   * Builds the partitions, simulates window after window and closes the statistics.
   *
   * @throws RuntimeException whatever a partition threw; the run is over then
   */
  default <P extends Partition> RunOutcome<P> run(Simulation<P> simulation, RunMonitor monitor) {
    return run(simulation, monitor, SavedRun.NOTHING);
  }

  /**
   * Builds the partitions as they stood, goes on from there and closes the statistics.
   *
   * @param from with the states of all partitions, or {@link SavedRun#NOTHING}
   * @throws IllegalArgumentException if a state is not that of a partition of {@code simulation}
   * @throws RuntimeException whatever a partition threw; the run is over then
   */
  <P extends Partition> RunOutcome<P> run(
      Simulation<P> simulation, RunMonitor monitor, SavedRun from);
}
