package io.hopwright.models.extoll.units;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.extoll.network.ExtollCells;
import io.hopwright.models.extoll.network.ExtollRouter;
import io.hopwright.models.extoll.network.ExtollTopology;
import java.util.List;
import java.util.stream.Stream;

/**
 * Common design of all units.
 *
 * @param injectionTicks ticks from the issue of a packet to its arrival at the router
 * @param ejectionTicks ticks from the grant of a unit's port to the first byte in the unit
 * @param bufferCells buffer of a unit and class, both towards the router and from it
 */
public record UnitDesign(int injectionTicks, int ejectionTicks, int bufferCells) {
  private static final int MOST_TICKS = 1_000_000;
  private static final String SOURCE = "ASSUMED: 40 or 250 ns";

  private static final Key<Integer> INJECTION_TICKS =
      Key.delay("unit.injectionTicks", null, 1, MOST_TICKS)
          .meaning(
              "time from the issue of a packet to its arrival at the router; that of"
                  + " machine.nic if not set")
          .source(SOURCE);
  private static final Key<Integer> EJECTION_TICKS =
      Key.delay("unit.ejectionTicks", null, 1, MOST_TICKS)
          .meaning(
              "time from the grant of a unit's port to the first byte in the unit; that of"
                  + " machine.nic if not set")
          .source(SOURCE);
  private static final Key<Integer> BUFFER_BYTES =
      Key.bytes("unit.bufferBytes", 4_096, ExtollCells.MOST_DATA, ExtollRouter.MAX_BUFFER, 1)
          .assumed("buffer of each class of a unit towards the router, and from it");

  public static final Component COMPONENT =
      new Component(
          "host",
          Stream.of(
                  List.of(INJECTION_TICKS, EJECTION_TICKS, BUFFER_BYTES),
                  DeviceDesign.Keys.KEYS.keys(),
                  HostPaths.KEYS)
              .<Key<?>>flatMap(List::stream)
              .toList());

  public static UnitDesign of(Settings settings) {
    final int ticks = settings.get(ExtollTopology.NIC).unitTicks();
    return new UnitDesign(
        settings.find(INJECTION_TICKS).orElse(ticks),
        settings.find(EJECTION_TICKS).orElse(ticks),
        settings.get(BUFFER_BYTES) / ExtollCells.BYTES);
  }

  /** Returns the ticks from issue to delivery at zero load. */
  public long zeroLoadTicks(int hops, int hopTicks, int packetTicks) {
    return injectionTicks + (long) hops * hopTicks + ejectionTicks + packetTicks;
  }
}
