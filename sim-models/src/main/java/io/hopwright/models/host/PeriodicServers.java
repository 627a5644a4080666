package io.hopwright.models.host;

/**
 * Servers whose period is a multiple of 1/16 tick, such as units with another clock. Times are
 * exact; an effect takes place at the first tick that is not before its exact time. Confined to its
 * partition; 8 B each.
 */
public final class PeriodicServers {
  private static final int FRACTION_BITS = 4;
  private static final int ROUND_UP = (1 << FRACTION_BITS) - 1;

  private final long[] free;
  private final int period;

  /**
   * Creates idle servers, numbered from 0.
   *
   * @param period from one start to the next, in sixteenths of a tick, 1 or more
   */
  public PeriodicServers(int servers, int period) {
    free = new long[servers];
    this.period = period;
  }

  /**
   * Serves another item as soon as the server is free.
   *
   * @param ready earliest tick of its start
   * @return the tick at which it starts
   */
  public long start(int server, long ready) {
    final long start = Math.max(ready << FRACTION_BITS, free[server]);
    free[server] = start + period;
    return tick(start);
  }

  /** Returns the tick at which a server has completed its last item and is free. */
  public long endOf(int server) {
    return tick(free[server]);
  }

  private static long tick(long sixteenths) {
    return (sixteenths + ROUND_UP) >> FRACTION_BITS;
  }
}
