package io.hopwright.models.host;

import io.hopwright.models.switching.Wakes;
import java.util.Arrays;

/**
 * Alarms, one for each unit of the routers. An alarm rings at the earliest tick that was set since
 * it last rang. Confined to its partition; 8 B per unit.
 */
public final class Alarms {
  private static final long NEVER = Long.MAX_VALUE;

  private final Wakes wakes;
  private final int unitsPerRouter;
  private final long[] ticks;

  /** Creates alarms that are not set; {@code unitsPerRouter·router + i} is unit i of a router. */
  public Alarms(int routers, int unitsPerRouter, Wakes wakes) {
    this.wakes = wakes;
    this.unitsPerRouter = unitsPerRouter;
    ticks = new long[routers * unitsPerRouter];
    Arrays.fill(ticks, NEVER);
  }

  /** Sets a unit's alarm to a tick unless it rings before; {@code Long.MAX_VALUE} for never. */
  public void set(int unit, long tick) {
    if (tick < ticks[unit]) {
      ticks[unit] = tick;
      wakes.at(tick, unit / unitsPerRouter, unit % unitsPerRouter);
    }
  }

  /** Returns whether a wake-up of a unit is its alarm, which then is no longer set. */
  public boolean rings(int unit, long tick) {
    if (ticks[unit] != tick) {
      return false;
    }
    ticks[unit] = NEVER;
    return true;
  }
}
