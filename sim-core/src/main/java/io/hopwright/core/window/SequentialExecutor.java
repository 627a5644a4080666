package io.hopwright.core.window;

/**
 * Sequential executor: runs all partitions on the calling thread, one after another in each window.
 */
public final class SequentialExecutor implements Executor {
  @Override
  public <P extends Partition> RunOutcome<P> run(
      Simulation<P> simulation, RunMonitor monitor, SavedRun from) {
    final WindowedRun<P> run = new WindowedRun<>(simulation, monitor, from);
    final int partitions = simulation.partitions();
    for (int index = 0; index < partitions; index++) {
      run.build(index);
    }
    for (Window window = run.next(); window != null; window = run.next()) {
      for (int index = 0; index < partitions; index++) {
        run.simulate(index, window);
      }
    }
    return run.finish();
  }
}
