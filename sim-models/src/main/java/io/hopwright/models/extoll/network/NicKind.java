package io.hopwright.models.extoll.network;

import io.hopwright.models.declare.Meaning;

/** The two EXTOLL NICs of the thesis, and the times that differ between them, in ticks. */
public enum NicKind {
  /** The ASIC: links of 12 lanes of 8.4 Gb/s. */
  @Meaning("the ASIC: links of 12 lanes of 8.4 Gb/s")
  TOURMALET(20, 756, 504, 12, 8.4),
  /** The prototypes: links of 4 lanes of 4 Gb/s. */
  @Meaning("prototypes on FPGAs: links of 4 lanes of 4 Gb/s")
  FPGA(126, 3_780, 3_150, 4, 4);

  /** Bits of a byte on a link: 8b/10b. */
  private static final double BITS_PER_BYTE = 10;

  private final int cellTicks;
  private final int hopTicks;
  private final int unitTicks;
  private final int lanes;
  private final double laneGigabitsPerSecond;

  NicKind(int cellTicks, int hopTicks, int unitTicks, int lanes, double laneGigabitsPerSecond) {
    this.cellTicks = cellTicks;
    this.hopTicks = hopTicks;
    this.unitTicks = unitTicks;
    this.lanes = lanes;
    this.laneGigabitsPerSecond = laneGigabitsPerSecond;
  }

  /** Returns the ticks of a cell of 16 B on a link or a unit's port. */
  public int cellTicks() {
    return cellTicks;
  }

  /** Returns the ticks from one router to the next. */
  int hopTicks() {
    return hopTicks;
  }

  /** Returns the ticks between a unit and its router, in either direction. */
  public int unitTicks() {
    return unitTicks;
  }

  public int lanes() {
    return lanes;
  }

  /** Returns the bits per second of a lane, coding included. */
  public double laneGigabitsPerSecond() {
    return laneGigabitsPerSecond;
  }

  /** Returns the rate of a link's lanes in one direction, without the coding. */
  public double gigabytesPerSecond() {
    return lanes * laneGigabitsPerSecond / BITS_PER_BYTE;
  }
}
