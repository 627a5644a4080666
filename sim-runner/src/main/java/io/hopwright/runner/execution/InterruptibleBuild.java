package io.hopwright.runner.execution;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.StopRule;

/**
 * Simulation that builds no further partitions once its run is interrupted: executors check for
 * interruption only after each window, and a large machine takes seconds to build.
 *
 * @param <P> the model's partition
 * @param simulation simulation to run
 * @param monitor monitor of its run
 */
record InterruptibleBuild<P extends Partition>(Simulation<P> simulation, RunMonitor monitor)
    implements Simulation<P> {
  /**
   * {@inheritDoc}
   *
   * @throws NeverBegunException if the run is interrupted
   */
  @Override
  public P build(int partition) {
    if (monitor.interrupted()) {
      throw new NeverBegunException();
    }
    return simulation.build(partition);
  }

  @Override
  public Object configuration() {
    return simulation.configuration();
  }

  @Override
  public int partitions() {
    return simulation.partitions();
  }

  @Override
  public int[] neighbours(int partition) {
    return simulation.neighbours(partition);
  }

  @Override
  public long windowTicks() {
    return simulation.windowTicks();
  }

  @Override
  public long gridTicks() {
    return simulation.gridTicks();
  }

  @Override
  public StopRule stopRule() {
    return simulation.stopRule();
  }
}
