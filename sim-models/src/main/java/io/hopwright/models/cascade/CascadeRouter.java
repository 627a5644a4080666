package io.hopwright.models.cascade;

import io.hopwright.models.machine.Component;
import io.hopwright.models.machine.Key;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PacketFormat;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import io.hopwright.models.topology.Dragonfly;
import java.util.List;

/**
 * An Aries without its NICs, and the links behind it.
 *
 * @param design green, black and blue ports, then processor tiles
 * @param hopTicks from one router to the next
 * @param tileFlits of the buffer of a VC behind a processor tile
 */
record CascadeRouter(CrossbarDesign design, int hopTicks, int tileFlits) {
  /** Size of the largest buffer. */
  static final int MAX_BUFFER = 16_383 * Packets.FLIT_BYTES;

  /** Two blue links, each with two local ones on either side. */
  private static final int MOST_HOPS = 10;

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
                links(settings, "green", Dragonfly.BLACK, local, electrical),
                links(settings, "black", Dragonfly.BLUE - Dragonfly.BLACK, local, electrical),
                links(settings, "blue", Dragonfly.TILES - Dragonfly.BLUE, far, blue),
                PortKind.endpoints("tile", Dragonfly.PORTS - Dragonfly.TILES, Packets.tileTicks())),
            PacketId.VCS,
            new PacketFormat(MOST_HOPS, RouteWord.BITS, 3));
    return new CascadeRouter(design, settings.get(HOP_TICKS), local);
  }

  private static PortKind links(
      Settings settings, String name, int ports, int capacityFlits, List<Integer> ticks) {
    return new PortKind(
        name,
        ports,
        true,
        capacityFlits,
        ticks,
        settings.get(HOP_TICKS),
        settings.get(CREDIT_TICKS));
  }
}
