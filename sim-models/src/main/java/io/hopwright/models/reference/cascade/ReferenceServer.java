package io.hopwright.models.reference.cascade;

/** "A server in sixteenths": serves one item after the other, each for the same period. */
final class ReferenceServer {
  private static final int SIXTEENTHS = 16;

  private final long period;
  private long free16;

  ReferenceServer(long period) {
    this.period = period;
  }

  /** Serves something that is ready at a tick; returns the tick at which its start counts. */
  long start(long readyTick) {
    final long start16 = Math.max(SIXTEENTHS * readyTick, free16);
    free16 = start16 + period;
    return tick(start16);
  }

  /** Serves something that is ready at a tick; returns the tick at which its end counts. */
  long end(long readyTick) {
    start(readyTick);
    return tick(free16);
  }

  private static long tick(long sixteenths) {
    return (sixteenths + SIXTEENTHS - 1) / SIXTEENTHS;
  }
}
