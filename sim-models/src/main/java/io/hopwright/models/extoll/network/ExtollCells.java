package io.hopwright.models.extoll.network;

import java.util.List;
import java.util.stream.IntStream;

/** Sizes of packets: cells of data, plus the time of one cell for header, framing and CRC. */
public final class ExtollCells {
  /** Bytes of a cell. */
  public static final int BYTES = 16;

  /** Most data of a packet. */
  public static final int MOST_DATA = 496;

  /** Most cells of a packet. */
  public static final int MOST = MOST_DATA / BYTES;

  private static final int BITS = 8 * BYTES;

  private ExtollCells() {}

  /** Returns the cells of a packet of some data. */
  public static int of(int bytes) {
    return Math.max(1, (bytes + BYTES - 1) / BYTES);
  }

  /** Returns the ticks for which a packet keeps a port busy. */
  public static int ticks(int cells, int cellTicks) {
    return (cells + 1) * cellTicks;
  }

  /** Returns these by number of cells. */
  static List<Integer> ticks(int cellTicks) {
    return IntStream.rangeClosed(0, MOST).mapToObj(cells -> ticks(cells, cellTicks)).toList();
  }

  /** Returns the bits of a packet on a link before they are coded. */
  static int bits(int cells) {
    return BITS * (cells + 1);
  }
}
