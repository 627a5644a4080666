package io.hopwright.models.cascade.network;

import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Source;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PacketFormat;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import io.hopwright.models.topology.Dragonfly;
import java.util.List;

/**
 * Aries routers without their NICs, and their links.
 *
 * @param design green, black and blue ports, then processor tiles
 * @param rates rates of links and processor tiles
 * @param hopTicks ticks from one router to the next
 * @param tileFlits buffer of a VC behind a processor tile, in flits
 */
public record CascadeRouter(
    CrossbarDesign design, CascadeRates rates, int hopTicks, int tileFlits) {
  /** Kinds of ports. */
  public static final List<String> KINDS = List.of("green", "black", "blue", "tile");

  /** Words of a packet, without those of a message. */
  public static final int CORE_WORDS = 3;

  /** Two blue links, each with two local ones on either side. */
  private static final int MOST_HOPS = 10;

  private static final String HOP_TICKS = "link.hopTicks";
  private static final String ELECTRICAL_LANE = "link.electricalMegabitsPerSecond";
  private static final String OPTICAL_LANE = "link.opticalMegabitsPerSecond";

  /** Keys of the switch. */
  public record Switch(
      @Setting(key = "router.electricalVcBytes", byDefault = 8192, min = 128, max = MAX_BUFFER)
          @Meaning("buffer of each VC behind an electrical link or processor tile")
          int electricalVcBytes,
      @Setting(key = "router.opticalVcBytes", byDefault = 16384, min = 128, max = MAX_BUFFER)
          @Meaning("buffer of each VC behind an optical link")
          int opticalVcBytes,
      @Setting(
              key = "router.tileFlitTicks",
              byDefault = CascadeRates.TILE_FLIT_TICKS,
              min = 1,
              max = 10_000)
          @Meaning("time of a flit through a processor tile, in units of 4/175 ns")
          @Source("ASSUMED: four tiles carry what two hosts can send")
          int tileFlitTicks) {
    static final int MAX_BUFFER = CascadePackets.MOST_BUFFER_BYTES;
    public static final KeyRecord<Switch> KEYS = KeyRecord.of(Switch.class);
  }

  /** Keys of links. */
  public record Link(
      @Setting(key = HOP_TICKS, byDefault = 4_375, min = 1, max = 1_000_000)
          @Meaning(
              "time from one router to the next, in units of 4/175 ns; at least the time of"
                  + " the longest packet on a link")
          @Source(CascadePaper.SECTION + "VIII: about 100 ns")
          int hopTicks,
      @Setting(key = "link.creditTicks", byDefault = 4_375, min = 1, max = 1_000_000)
          @Meaning(
              "time from the departure of a packet's tail until its credits are available at"
                  + " the sender")
          @Source("ASSUMED: the time of a hop")
          int creditTicks,
      @Setting(
              key = ELECTRICAL_LANE,
              byDefault = CascadeRates.ELECTRICAL_LANE,
              min = 1_000,
              max = 1_000_000)
          @Meaning("rate of each of the three lanes of an electrical link, Mb/s")
          @Source(LANES)
          int electricalLane,
      @Setting(
              key = OPTICAL_LANE,
              byDefault = CascadeRates.OPTICAL_LANE,
              min = 1_000,
              max = 1_000_000)
          @Meaning("rate of each of the three lanes of an optical link, Mb/s")
          @Source(LANES)
          int opticalLane) {
    static final String LANES = CascadePaper.SECTION + "II: 14 Gb/s electrical, 12.5 Gb/s optical";
    public static final KeyRecord<Link> KEYS = KeyRecord.of(Link.class);

    private PortKind ports(String name, int ports, int capacityFlits, List<Integer> ticks) {
      return new PortKind(name, ports, true, capacityFlits, ticks, hopTicks, creditTicks);
    }
  }

  /**
   * Reads the settings.
   *
   * @param hostRate between a NIC and its host in each direction, MB/s
   * @param moreWords of a packet, beside its core
   * @throws SettingsException if a packet takes longer on a link than a hop
   */
  public static CascadeRouter of(
      Settings settings, int hostRate, boolean electricalBlue, int moreWords) {
    final Switch ofSwitch = Switch.KEYS.read(settings);
    final Link link = Link.KEYS.read(settings);
    final CascadeRates rates =
        new CascadeRates(
            link.electricalLane(), link.opticalLane(), hostRate, ofSwitch.tileFlitTicks());
    final List<Integer> electrical = rates.linkTicks(false);
    final List<Integer> blue = rates.linkTicks(!electricalBlue);
    check(
        link,
        Math.max(electrical.get(CascadePackets.MAX_FLITS), blue.get(CascadePackets.MAX_FLITS)));
    final int local = ofSwitch.electricalVcBytes() / CascadePackets.FLIT_BYTES;
    final int far = electricalBlue ? local : ofSwitch.opticalVcBytes() / CascadePackets.FLIT_BYTES;
    final CrossbarDesign design =
        new CrossbarDesign(
            List.of(
                link.ports(KINDS.get(0), Dragonfly.BLACK, local, electrical),
                link.ports(KINDS.get(1), Dragonfly.BLUE - Dragonfly.BLACK, local, electrical),
                link.ports(KINDS.get(2), Dragonfly.TILES - Dragonfly.BLUE, far, blue),
                PortKind.endpoints(
                    KINDS.get(3), Dragonfly.PORTS - Dragonfly.TILES, rates.tileTicks())),
            CascadePacketId.VCS,
            new PacketFormat(
                CascadePackets.MAX_FLITS,
                MOST_HOPS,
                CascadeRouteWord.BITS,
                CORE_WORDS + moreWords));
    return new CascadeRouter(design, rates, link.hopTicks(), local);
  }

  /** Returns the ticks of a packet on green, black and blue links, by flits. */
  public List<List<Integer>> linkTicks() {
    return design.kinds().stream().filter(PortKind::link).map(PortKind::ticks).toList();
  }

  /** Whatever a packet needs not to run dry at a faster output has to be there in time. */
  private static void check(Link link, int longestTicks) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.when(
        link.hopTicks() < longestTicks,
        HOP_TICKS,
        ("is shorter than the %s ticks of the longest packet on the slowest link; use at least"
                + " %s, or a larger %s and %s")
            .formatted(longestTicks, longestTicks, ELECTRICAL_LANE, OPTICAL_LANE));
    problems.throwIfAny();
  }
}
