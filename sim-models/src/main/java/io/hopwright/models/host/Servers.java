package io.hopwright.models.host;

/**
 * Serial servers that serve items one after the other in order of their calls, such as a direction
 * of a host interface. Confined to its partition; 8 B each.
 */
public final class Servers {
  private final long[] free;

  /** Creates idle servers, numbered from 0. */
  public Servers(int servers) {
    free = new long[servers];
  }

  /** Returns the first tick at which a server is free. */
  public long freeAt(int server) {
    return free[server];
  }

  /** Returns whether a server is free. */
  public boolean isFree(int server, long tick) {
    return free[server] <= tick;
  }

  /**
   * Serves another item as soon as the server is free.
   *
   * @param from earliest tick of its start
   * @return the tick at which it is complete
   */
  public long serve(int server, long from, long ticks) {
    free[server] = Math.max(free[server], from) + ticks;
    return free[server];
  }
}
