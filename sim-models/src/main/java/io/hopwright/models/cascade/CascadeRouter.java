package io.hopwright.models.cascade;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PacketFormat;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import io.hopwright.models.topology.Dragonfly;
import java.util.List;

/**
 * An Aries without its NICs, and the links behind it.
 *
 * @param design green, black and blue ports, then processor tiles
 * @param rates of links and processor tiles
 * @param hopTicks from one router to the next
 * @param tileFlits of the buffer of a VC behind a processor tile
 */
record CascadeRouter(CrossbarDesign design, Rates rates, int hopTicks, int tileFlits) {
  /** Size of the largest buffer. */
  static final int MAX_BUFFER = 16_383 * Packets.FLIT_BYTES;

  /** Words of a packet, without those of a message. */
  static final int CORE_WORDS = 3;

  /** Two blue links, each with two local ones on either side. */
  private static final int MOST_HOPS = 10;

  private static final Key<Integer> ELECTRICAL_VC_BYTES =
      Key.bytes("router.electricalVcBytes", 8192, 128, MAX_BUFFER, 1)
          .assumed("buffer of each VC behind an electrical link or processor tile");
  private static final Key<Integer> OPTICAL_VC_BYTES =
      Key.bytes("router.opticalVcBytes", 16384, 128, MAX_BUFFER, 1)
          .assumed("buffer of each VC behind an optical link");
  private static final Key<Integer> HOP_TICKS =
      Key.delay("link.hopTicks", 4_375, 1, 1_000_000)
          .meaning(
              "from one router to the next, 4/175 ns each; not less than the longest packet takes"
                  + " on a link")
          .source(Cascade.PAPER + "VIII: about 100 ns");
  private static final Key<Integer> CREDIT_TICKS =
      Key.delay("link.creditTicks", 4_375, 1, 1_000_000)
          .meaning("from a tail leaving a buffer until its credits count at the sender")
          .source("ASSUMED: as long as a hop");

  static final Component SWITCH =
      Component.of("switch", ELECTRICAL_VC_BYTES, OPTICAL_VC_BYTES, Rates.TILE_FLIT_TICKS);
  static final Component LINK =
      Component.of("link", HOP_TICKS, CREDIT_TICKS, Rates.ELECTRICAL_LANE, Rates.OPTICAL_LANE);

  /**
   * Reads the settings.
   *
   * @param messages whether requests carry the words of messages
   * @throws SettingsException if a packet takes longer on a link than a hop
   */
  static CascadeRouter of(Settings settings, boolean electricalBlue, boolean messages) {
    final Rates rates = Rates.of(settings);
    final List<Integer> electrical = rates.linkTicks(false);
    final List<Integer> blue = rates.linkTicks(!electricalBlue);
    check(settings, Math.max(electrical.get(Packets.MAX_FLITS), blue.get(Packets.MAX_FLITS)));
    final int local = settings.get(ELECTRICAL_VC_BYTES) / Packets.FLIT_BYTES;
    final int far = electricalBlue ? local : settings.get(OPTICAL_VC_BYTES) / Packets.FLIT_BYTES;
    final CrossbarDesign design =
        new CrossbarDesign(
            List.of(
                links(settings, "green", Dragonfly.BLACK, local, electrical),
                links(settings, "black", Dragonfly.BLUE - Dragonfly.BLACK, local, electrical),
                links(settings, "blue", Dragonfly.TILES - Dragonfly.BLUE, far, blue),
                PortKind.endpoints("tile", Dragonfly.PORTS - Dragonfly.TILES, rates.tileTicks())),
            PacketId.VCS,
            new PacketFormat(
                Packets.MAX_FLITS,
                MOST_HOPS,
                RouteWord.BITS,
                CORE_WORDS
                    + (messages ? MessageWords.WORDS : 0)
                    + (AriesKeys.chosen(settings) ? OperationWord.WORDS : 0)
                    + (FaultKeys.timeoutTicks(settings) == NicDesign.NO_TIMEOUT ? 0 : 1)));
    return new CascadeRouter(design, rates, settings.get(HOP_TICKS), local);
  }

  /** Returns the ticks of a packet on green, black and blue links, by flits. */
  List<List<Integer>> linkTicks() {
    return design.kinds().stream().filter(PortKind::link).map(PortKind::ticks).toList();
  }

  /** Whatever a packet needs not to run dry at a faster output has to be there in time. */
  private static void check(Settings settings, int longestTicks) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.when(
        settings.get(HOP_TICKS) < longestTicks,
        HOP_TICKS,
        ("is shorter than the %s ticks of the longest packet on the slowest link; use at least"
                + " %s, or a larger %s and %s")
            .formatted(longestTicks, longestTicks, Rates.ELECTRICAL_LANE, Rates.OPTICAL_LANE));
    problems.throwIfAny();
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
