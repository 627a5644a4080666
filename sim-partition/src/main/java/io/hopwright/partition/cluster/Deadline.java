package io.hopwright.partition.cluster;

import java.time.Duration;

/** A point in time up to which somebody waits. Immutable. */
final class Deadline {
  /** Somebody waits for as long as it takes. */
  static final Deadline NEVER = new Deadline(0, false);

  private final long nanos;
  private final boolean ends;

  private Deadline(long nanos, boolean ends) {
    this.nanos = nanos;
    this.ends = ends;
  }

  static Deadline after(Duration limit) {
    return new Deadline(System.nanoTime() + limit.toNanos(), true);
  }

  boolean passed() {
    return ends && System.nanoTime() - nanos >= 0;
  }
}
