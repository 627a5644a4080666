package io.hopwright.runner.bench;

import io.hopwright.models.run.Network;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.Placements;
import io.hopwright.runner.sweep.Computer;
import io.hopwright.runner.sweep.Estimate;
import io.hopwright.runner.sweep.Layout;

/**
 * Row of the benchmark: one simulation to measure.
 *
 * @param name name among the points of its study
 * @param config network as a study
 * @param threads threads of each JVM
 * @param jvms number of JVMs; one with a single thread uses the sequential executor
 * @param repetitions number of measured segments
 * @param heapMib heap of each JVM
 */
public record Row(
    String name, String config, int threads, int jvms, int repetitions, long heapMib) {
  /**
   * Returns a row.
   *
   * @param network that {@code config} describes
   * @throws io.hopwright.runner.support.InputException if it has too few partitions, or does not
   *     fit the memory of this computer
   */
  public static Row of(
      String name,
      ResolvedConfig config,
      Network<?> network,
      int threads,
      int jvms,
      int repetitions) {
    Placements.check(name, network, jvms);
    final Estimate estimate =
        Estimate.of(
            network,
            Placements.of(network, jvms),
            new Layout(jvms, jvms, threads),
            Computer.current());
    estimate.requireFits(name);
    return new Row(name, config.render(), threads, jvms, repetitions, estimate.ampleHeapMib());
  }

  @Override
  public String toString() {
    return name
        + " on "
        + threads
        + (threads == 1 ? " thread" : " threads")
        + (jvms == 1 ? "" : " of each of " + jvms + " JVMs");
  }
}
