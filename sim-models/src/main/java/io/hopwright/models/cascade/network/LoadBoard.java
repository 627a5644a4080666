package io.hopwright.models.cascade.network;

import io.hopwright.models.switching.crossbar.SwitchState;
import io.hopwright.models.topology.Dragonfly;

/**
 * Loads of the links of a partition's groups, as the routers of a group know them of each other:
 * sampled at every multiple of an interval, and known one interval later.
 *
 * <p>Confined to its partition; 320 B per Aries.
 */
public final class LoadBoard {
  private final SwitchState switches;
  private final int intervalTicks;
  private int[] known;
  private int[] underWay;
  private long nextInterval;

  public LoadBoard(SwitchState switches, int routers, int intervalTicks) {
    this.switches = switches;
    this.intervalTicks = intervalTicks;
    known = new int[routers * Dragonfly.TILES];
    underWay = new int[routers * Dragonfly.TILES];
    nextInterval = intervalTicks;
  }

  /**
   * Samples the loads if intervals have begun since the last event; call it before any event of
   * this tick is applied.
   */
  public void advance(long tick) {
    if (tick < nextInterval) {
      return;
    }
    final boolean next = tick < nextInterval + intervalTicks;
    nextInterval = (tick / intervalTicks + 1) * intervalTicks;
    final int[] oldest = known;
    known = underWay;
    underWay = oldest;
    take(underWay);
    if (!next) {
      System.arraycopy(underWay, 0, known, 0, known.length);
    }
  }

  private void take(int[] loads) {
    for (int at = 0; at < loads.length; at++) {
      loads[at] = switches.load(at / Dragonfly.TILES, at % Dragonfly.TILES);
    }
  }

  /** Returns the load of a link in flits that other routers of the group know. */
  public int load(int router, int port) {
    return known[router * Dragonfly.TILES + port];
  }
}
