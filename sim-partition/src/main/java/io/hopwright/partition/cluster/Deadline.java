package io.hopwright.partition.cluster;

import java.time.Duration;

/**
 * Point in time up to which a thread waits.
 *
 * @param nanos nanoseconds of the JVM's clock
 * @param ends whether there is a limit
 */
record Deadline(long nanos, boolean ends) {
  /** Deadline without a limit. */
  static final Deadline NEVER = new Deadline(0, false);

  static Deadline after(Duration limit) {
    return new Deadline(System.nanoTime() + limit.toNanos(), true);
  }

  boolean passed() {
    return ends && System.nanoTime() - nanos >= 0;
  }
}
