package io.hopwright.models.switching.crossbar;

import io.hopwright.core.state.FromConfiguration;
import io.hopwright.core.state.Restored;
import java.util.Arrays;

/**
 * Failures of ports of the routers of a partition, and their times: from then on no packet waits
 * for them or is sent through them. Confined to its partition; 8 B per port of a router with a
 * failing port, 16 B per router.
 */
public final class PortFaults implements Restored {
  private static final long NEVER = Long.MAX_VALUE;

  /** The tick of failure, by router and port; null for routers without failing ports. */
  @FromConfiguration private final long[][] ticks;

  /** Ports that have failed, as bits, by router. */
  private final long[] failed;

  /** The tick at which the next port fails, by router. */
  private final long[] next;

  /**
   * Prepares faults.
   *
   * @param ticks by router and port, {@code Long.MAX_VALUE} for ports that never fail
   */
  public PortFaults(long[][] ticks) {
    this.ticks = ticks.clone();
    failed = new long[ticks.length];
    next = new long[ticks.length];
    for (int router = 0; router < ticks.length; router++) {
      next[router] = after(router, -1);
    }
  }

  /** Recomputes the next failures, as others may be planned now. */
  @Override
  public void onRestored() {
    for (int router = 0; router < ticks.length; router++) {
      next[router] = NEVER;
      for (int port = 0; port < ticks[router].length; port++) {
        if ((failed[router] >>> port & 1) == 0) {
          next[router] = Math.min(next[router], ticks[router][port]);
        }
      }
    }
  }

  private long after(int router, long tick) {
    return Arrays.stream(ticks[router]).filter(each -> each > tick).min().orElse(NEVER);
  }

  /** Returns the ports that have failed, as bits, as of the last {@link #advance}. */
  long failed(int router) {
    return failed[router];
  }

  /** Returns the ports of a router that fail in a tick, as bits; no tick may be left out. */
  long advance(int router, long tick) {
    if (tick < next[router]) {
      return 0;
    }
    long failing = 0;
    for (int port = 0; port < ticks[router].length; port++) {
      failing |= ticks[router][port] <= tick ? 1L << port : 0;
    }
    failing &= ~failed[router];
    failed[router] |= failing;
    next[router] = after(router, tick);
    return failing;
  }

  /** Returns the ticks at which ports of a router fail. */
  long[] ticks(int router) {
    return Arrays.stream(ticks[router]).filter(tick -> tick != NEVER).distinct().toArray();
  }
}
