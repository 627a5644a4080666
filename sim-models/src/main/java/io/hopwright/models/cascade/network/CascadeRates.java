package io.hopwright.models.cascade.network;

import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Rates of links, processor tiles and hosts of a Cascade, in ticks of 4/175 ns ({@code
 * docs/models/cascade.md}, "Time", "Packets", "Node and NIC").
 *
 * @param electricalLane rate of a lane of an electrical link in Mb/s; a link has three lanes
 * @param opticalLane the same for an optical link
 * @param host rate between a NIC and its host in each direction, MB/s (10⁶ bytes)
 * @param tileFlitTicks ticks of a flit through a processor tile
 */
public record CascadeRates(int electricalLane, int opticalLane, int host, int tileFlitTicks) {
  static final int ELECTRICAL_LANE = 14_000;
  static final int OPTICAL_LANE = 12_500;
  public static final int HOST = 15_750;
  static final int TILE_FLIT_TICKS = 20;

  /** Published rates of the paper. */
  public static final CascadeRates PUBLISHED =
      new CascadeRates(ELECTRICAL_LANE, OPTICAL_LANE, HOST, TILE_FLIT_TICKS);

  private static final int LANES = 3;
  private static final int BITS = 8;
  private static final double MEGA_PER_GIGA = 1_000;

  /** Ticks in a microsecond: what one byte takes at 1 MB/s. */
  private static final int TICKS_PER_MICROSECOND = 43_750;

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
        flits ->
            CascadePackets.ceilDiv(
                BITS * TICKS_PER_MICROSECOND * CascadePackets.wireBytes(flits), rate));
  }

  /** Returns the ticks through a processor tile by number of flits. */
  public List<Integer> tileTicks() {
    return ticks(flits -> flits * tileFlitTicks);
  }

  private static List<Integer> ticks(IntUnaryOperator ofFlits) {
    return IntStream.rangeClosed(0, CascadePackets.MAX_FLITS).map(ofFlits).boxed().toList();
  }

  /** Returns the ticks of requests in either direction of the host interface, by data. */
  public int[] requestHostTicks() {
    return IntStream.rangeClosed(0, CascadePackets.MAX_DATA).map(this::requestHostTicks).toArray();
  }

  /** Returns the ticks of a request in either direction of the host interface. */
  public int requestHostTicks(int data) {
    return CascadePackets.REQUEST_HOST_TICKS
        + CascadePackets.ceilDiv(TICKS_PER_MICROSECOND * data, host);
  }
}
