package io.hopwright.models.switching;

import io.hopwright.core.event.TimingWheel;

/**
 * Wake-ups of endpoints at routers: an event of phase 1 that names a router and one of its units,
 * in the event layout of any switch. Confined to its partition.
 *
 * @param wheel timing wheel of the partition
 * @param type type of the event, its lowest bits
 * @param unitShift first bit of the unit
 * @param routerShift first bit of the router, above the unit
 */
public record Wakes(TimingWheel wheel, int type, int unitShift, int routerShift) {
  /** Wakes a unit of a router, by its local number, at a tick. */
  public void at(long tick, int router, int unit) {
    assert unit >= 0 && unit >>> (routerShift - unitShift) == 0 : "unit " + unit;
    wheel.schedule(tick, router << routerShift | unit << unitShift | type);
  }
}
