package io.hopwright.models.cascade;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * How fast links, processor tiles and hosts of a Cascade are, in ticks of 4/175 ns ({@code
 * docs/models/cascade.md}, "Time", "Packets", "Node and NIC").
 *
 * @param electricalLane of an electrical link, three lanes of so many Mb/s each
 * @param opticalLane of an optical link, likewise
 * @param host each way between a NIC and its host, MB/s (10⁶ bytes)
 * @param tileFlitTicks of a flit through a processor tile
 */
record Rates(int electricalLane, int opticalLane, int host, int tileFlitTicks) {
  /** Those of the paper. */
  static final Rates PUBLISHED = new Rates(14_000, 12_500, 15_750, 20);

  static final Key<Integer> ELECTRICAL_LANE =
      lane("link.electricalMegabitsPerSecond", PUBLISHED.electricalLane, "an electrical");
  static final Key<Integer> OPTICAL_LANE =
      lane("link.opticalMegabitsPerSecond", PUBLISHED.opticalLane, "an optical");
  static final Key<Integer> HOST =
      Key.integer("nic.megabytesPerSecond", PUBLISHED.host, 100, 1_000_000)
          .meaning("what host interfaces carry each way beside what each packet costs anyway, MB/s")
          .source(Cascade.PAPER + "III: PCI Express of the third generation, 16 lanes");
  static final Key<Integer> TILE_FLIT_TICKS =
      Key.delay("router.tileFlitTicks", PUBLISHED.tileFlitTicks, 1, 10_000)
          .meaning("of a flit through a processor tile, 4/175 ns each")
          .source("ASSUMED: four tiles carry what two hosts can send");

  private static final int LANES = 3;
  private static final int BITS = 8;
  private static final double MEGA_PER_GIGA = 1_000;

  /** Ticks in a microsecond: what one byte takes at 1 MB/s. */
  private static final int TICKS_PER_MICROSECOND = 43_750;

  private static Key<Integer> lane(String name, int published, String link) {
    return Key.integer(name, published, 1_000, 1_000_000)
        .meaning("rate of each of the three lanes of " + link + " link, Mb/s")
        .source(Cascade.PAPER + "II: 14 Gb/s electrical, 12.5 Gb/s optical");
  }

  /** Reads the settings. */
  static Rates of(Settings settings) {
    return new Rates(
        settings.get(ELECTRICAL_LANE),
        settings.get(OPTICAL_LANE),
        settings.get(HOST),
        settings.get(TILE_FLIT_TICKS));
  }

  /** Returns what a link carries, in GB/s. */
  double gigabytesPerSecond(boolean optical) {
    return LANES * lane(optical) / BITS / MEGA_PER_GIGA;
  }

  private double lane(boolean optical) {
    return optical ? opticalLane : electricalLane;
  }

  /** Returns the ticks on a link by number of flits. */
  List<Integer> linkTicks(boolean optical) {
    final int rate = LANES * (optical ? opticalLane : electricalLane);
    return ticks(
        flits -> Packets.ceilDiv(BITS * TICKS_PER_MICROSECOND * Packets.wireBytes(flits), rate));
  }

  /** Returns the ticks through a processor tile by number of flits. */
  List<Integer> tileTicks() {
    return ticks(flits -> flits * tileFlitTicks);
  }

  private static List<Integer> ticks(IntUnaryOperator ofFlits) {
    return IntStream.rangeClosed(0, Packets.MAX_FLITS).map(ofFlits).boxed().toList();
  }

  /** Returns the ticks that requests take of either direction of the host interface, by data. */
  int[] requestHostTicks() {
    return IntStream.rangeClosed(0, Packets.MAX_DATA).map(this::requestHostTicks).toArray();
  }

  /** Returns the ticks a request takes of either direction of the host interface. */
  int requestHostTicks(int data) {
    return Packets.REQUEST_HOST_TICKS + Packets.ceilDiv(TICKS_PER_MICROSECOND * data, host);
  }
}
