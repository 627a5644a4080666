package io.hopwright.runner.execution;

/**
 * What the way to other JVMs costs.
 *
 * @param windowNanos per window with hardly any event, between two JVMs
 * @param jvmNanos per window and further JVM
 * @param eventNanos per event that crosses, to pack and to unpack
 * @param eventBytes per event that crosses
 */
public record WireCost(double windowNanos, double jvmNanos, double eventNanos, double eventBytes) {
  /** There is one JVM. */
  public static final WireCost NONE = new WireCost(0, 0, 0, 0);

  /** Returns the cost of a window of {@code jvms} JVMs, the busiest of which sends so much. */
  double nanos(int jvms, double events) {
    return jvms == 1 ? 0 : windowNanos + (jvms - 2) * jvmNanos + events * eventNanos;
  }
}
