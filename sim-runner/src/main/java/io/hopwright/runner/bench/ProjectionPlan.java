package io.hopwright.runner.bench;

import java.util.List;

/**
 * Target of a projection: more processors than the computer has.
 *
 * @param windowNanos time of an empty window between two JVMs
 * @param jvmNanos additional time per window and further JVM
 * @param processors processors of the projection
 */
public record ProjectionPlan(double windowNanos, double jvmNanos, List<Processors> processors) {
  /**
   * Processors of several JVMs.
   *
   * @param threads of each JVM
   * @param jvms number of JVMs
   */
  public record Processors(int threads, int jvms) {
    /** Returns their number. */
    public int count() {
      return threads * jvms;
    }
  }

  @Override
  public String toString() {
    return "projection on up to " + processors.get(processors.size() - 1).count() + " processors";
  }
}
