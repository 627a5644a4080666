package io.hopwright.models.tofu.network;

import java.util.List;
import java.util.stream.IntStream;

/** Sizes of packets, and their time on a link ({@code docs/models/tofu.md}, "Packets"). */
public final class TofuFrames {
  /** Largest data of a packet. */
  public static final int MAX_DATA = 1_920;

  /** Bytes of a unit, in which buffers count. */
  public static final int UNIT_BYTES = 32;

  /** Units of the largest packet. */
  static final int MOST_UNITS = units(MAX_DATA);

  /** Bytes of a TLP that a lane carries per tick. */
  private static final int DUPLICATED_BYTES = 4;

  /**
   * Ticks of a duplicated frame besides its TLP: those of a split one, and two more of its DLLP.
   */
  private static final int DUPLICATED_TICKS = 15;

  private static final int HEADER_BYTES = 32;
  private static final int LEAST_UNITS = 3;

  private TofuFrames() {}

  /** Returns the units of a packet with some data. */
  public static int units(int data) {
    return Math.max(LEAST_UNITS, (data + HEADER_BYTES + UNIT_BYTES - 1) / UNIT_BYTES);
  }

  /** Returns the ticks for which a packet of the given units keeps a link busy. */
  public static int ticks(Generation generation, int units) {
    return units * UNIT_BYTES / generation.linkBytes() + generation.frameTicks();
  }

  /**
   * Returns the same in a mode of the lanes: 0 is the usual one, in 1 frames are duplicated where
   * they can be, else each halves the lanes ("Link quality").
   */
  static int ticks(Generation generation, int units, int mode) {
    return mode > 0 && generation.duplicates()
        ? units * UNIT_BYTES / DUPLICATED_BYTES + DUPLICATED_TICKS
        : ticks(generation, units) << mode;
  }

  /** Returns the ticks of packets by units, from 0. */
  public static List<Integer> ticks(Generation generation) {
    return IntStream.rangeClosed(0, MOST_UNITS).mapToObj(u -> ticks(generation, u)).toList();
  }
}
