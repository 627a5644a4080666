package io.hopwright.models.switching;

import io.hopwright.core.event.TimingWheel;

/**
 * How what hangs on routers has itself woken: an event in phase 1 that names a router and one of
 * the units there, whatever the event words of the switch. Confined to its partition.
 *
 * @param wheel of the partition
 * @param type of the event, its lowest bits
 * @param unitShift where the unit begins
 * @param routerShift where the router begins, above the unit
 */
public record Wakes(TimingWheel wheel, int type, int unitShift, int routerShift) {
  /** Wakes a unit of a router, by its local number, at a tick. */
  public void at(long tick, int router, int unit) {
    assert unit >= 0 && unit >>> (routerShift - unitShift) == 0 : "unit " + unit;
    wheel.schedule(tick, router << routerShift | unit << unitShift | type);
  }
}
