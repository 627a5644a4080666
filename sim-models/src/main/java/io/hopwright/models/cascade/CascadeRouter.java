package io.hopwright.models.cascade;

import io.hopwright.models.machine.Component;
import io.hopwright.models.machine.Key;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import io.hopwright.models.topology.Dragonfly;
import java.util.List;

/**
 * An Aries without its NICs, and the links behind it.
 *
 * @param design green, black and blue ports, then processor tiles
 * @param tileFlits of the buffer of a VC behind a processor tile
 */
record CascadeRouter(CrossbarDesign design, int tileFlits) {
  /** Size of the largest buffer that can be counted in flits. */
  static final int MAX_BUFFER = CrossbarDesign.MAX_CAPACITY_FLITS * Packets.FLIT_BYTES;

  private static final Key<Integer> ELECTRICAL_VC_BYTES =
      Key.bytes(
          "router.electricalVcBytes",
          8192,
          128,
          MAX_BUFFER,
          1,
          "buffer of each VC behind an electrical link or processor tile",
          "ASSUMED");
  private static final Key<Integer> OPTICAL_VC_BYTES =
      Key.bytes(
          "router.opticalVcBytes",
          16384,
          128,
          MAX_BUFFER,
          1,
          "buffer of each VC behind an optical link",
          "ASSUMED");
  private static final Key<Integer> HOP_TICKS =
      Key.delay(
          "link.hopTicks",
          4_375,
          840,
          1_000_000,
          "from one router to the next, 4/175 ns each",
          Cascade.PAPER + "VIII: about 100 ns");
  private static final Key<Integer> CREDIT_TICKS =
      Key.delay(
          "link.creditTicks",
          4_375,
          1,
          1_000_000,
          "from a tail leaving a buffer until its credits count at the sender",
          "ASSUMED: as long as a hop");

  static final Component SWITCH = Component.of("switch", ELECTRICAL_VC_BYTES, OPTICAL_VC_BYTES);
  static final Component LINK = Component.of("link", HOP_TICKS, CREDIT_TICKS);

  /** Reads the settings. */
  static CascadeRouter of(Settings settings, boolean electricalBlue) {
    final List<Integer> electrical = Packets.linkTicks(Packets.ELECTRICAL_FLIT_TICKS);
    final List<Integer> blue =
        electricalBlue ? electrical : Packets.linkTicks(Packets.OPTICAL_FLIT_TICKS);
    final int local = settings.get(ELECTRICAL_VC_BYTES) / Packets.FLIT_BYTES;
    final int far = electricalBlue ? local : settings.get(OPTICAL_VC_BYTES) / Packets.FLIT_BYTES;
    final CrossbarDesign design =
        new CrossbarDesign(
            List.of(
                new PortKind("green", Dragonfly.BLACK, true, local, electrical),
                new PortKind("black", Dragonfly.BLUE - Dragonfly.BLACK, true, local, electrical),
                new PortKind("blue", Dragonfly.TILES - Dragonfly.BLUE, true, far, blue),
                new PortKind(
                    "tile", Dragonfly.PORTS - Dragonfly.TILES, false, 0, Packets.tileTicks())),
            settings.get(HOP_TICKS),
            settings.get(CREDIT_TICKS));
    return new CascadeRouter(design, local);
  }
}
