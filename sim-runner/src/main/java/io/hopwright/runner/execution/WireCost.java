package io.hopwright.runner.execution;

/**
 * Cost of the connection to other JVMs.
 *
 * @param windowNanos time of a window with hardly any event, between two JVMs
 * @param jvmNanos additional time per window and further JVM
 * @param eventNanos time to pack and unpack each event between JVMs
 * @param eventBytes bytes of each such event
 */
public record WireCost(double windowNanos, double jvmNanos, double eventNanos, double eventBytes) {
  /** There is one JVM. */
  public static final WireCost NONE = new WireCost(0, 0, 0, 0);

  /** Returns the cost of a window of {@code jvms} JVMs, the busiest of which sends so much. */
  double nanos(int jvms, double events) {
    return jvms == 1 ? 0 : windowNanos + (jvms - 2) * jvmNanos + events * eventNanos;
  }
}
