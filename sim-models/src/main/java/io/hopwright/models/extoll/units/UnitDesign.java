package io.hopwright.models.extoll.units;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.Source;
import io.hopwright.models.extoll.network.ExtollCells;
import io.hopwright.models.extoll.network.ExtollRouter;
import io.hopwright.models.extoll.network.ExtollTopology;
import java.util.OptionalInt;

/**
 * Common design of all units.
 *
 * @param injectionTicks ticks from the issue of a packet to its arrival at the router
 * @param ejectionTicks ticks from the grant of a unit's port to the first byte in the unit
 * @param bufferCells buffer of a unit and class, both towards the router and from it
 */
public record UnitDesign(int injectionTicks, int ejectionTicks, int bufferCells) {
  static final int MOST_TICKS = 1_000_000;
  static final int LEAST = ExtollCells.MOST_DATA;
  static final int MOST = ExtollRouter.MAX_BUFFER;
  static final String SOURCE = "ASSUMED: 40 or 250 ns";

  /** Keys of the part {@code host}; the NIC has the defaults of unset keys. */
  private record Keys(
      @Setting(key = "unit.injectionTicks", min = 1, max = MOST_TICKS)
          @Meaning(
              "time from the issue of a packet to its arrival at the router; that of"
                  + " machine.nic if not set")
          @Source(SOURCE)
          OptionalInt injection,
      @Setting(key = "unit.ejectionTicks", min = 1, max = MOST_TICKS)
          @Meaning(
              "time from the grant of a unit's port to the first byte in the unit; that of"
                  + " machine.nic if not set")
          @Source(SOURCE)
          OptionalInt ejection,
      @Setting(key = "unit.bufferBytes", byDefault = 4_096, min = LEAST, max = MOST, step = 1)
          @Meaning(
              "buffer of a unit for packets of each class to the router, and for those"
                  + " from the router")
          int bufferBytes,
      DeviceDesign.Keys devices,
      HostPaths.Keys paths) {}

  private static final KeyRecord<Keys> KEYS = KeyRecord.of(Keys.class);
  public static final Component COMPONENT = KEYS.component("host");

  public static UnitDesign of(Settings settings) {
    final int ticks = settings.get(ExtollTopology.NIC).unitTicks();
    final Keys keys = KEYS.read(settings);
    return new UnitDesign(
        keys.injection.orElse(ticks),
        keys.ejection.orElse(ticks),
        keys.bufferBytes / ExtollCells.BYTES);
  }

  /** Returns the ticks from issue to delivery at zero load. */
  public long zeroLoadTicks(int hops, int hopTicks, int packetTicks) {
    return injectionTicks + (long) hops * hopTicks + ejectionTicks + packetTicks;
  }
}
