package io.hopwright.models.tofu.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.hopwright.models.tofu.tni.ProcessorBus;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import org.junit.jupiter.api.Test;

/** Lengths of frames in ticks, row by row of Figure 6, and the times of buses. */
public class TofuFramesTest {
  /** Each of two lanes has rows of 8 B, which take a clock: two ticks. */
  @Test
  void shouldCountTheRowsOfAFrame() {
    for (int data = 0; data <= TofuFrames.MAX_DATA; data++) {
      final int packet = Math.max(96, 32 * ((data + 32 + 31) / 32));
      assertEquals(packet, 32 * TofuFrames.units(data));
      final double rows = 1 + 1 + packet / 2.0 / 8 + 3 + 1.5;
      assertEquals(2 * rows, TofuFrames.ticks(Generation.TOFUD, TofuFrames.units(data)));
    }
  }

  /**
   * Six interfaces together, in GB/s with one digit: with frames of whole clocks, half a row would
   * be rounded up or down.
   */
  @Test
  @Trap(
      number = 1,
      fallenInto = "frames of whole clocks; a gap of three rows, as Figure 6 draws it",
      shown = Shown.IN_THE_TEST)
  void shouldCountHalfRows() {
    final double perTick = 6 * TofuFrames.MAX_DATA * 0.85;
    assertEquals(381, Math.round(10 * perTick / 257));
    for (int wrong : new int[] {256, 258, 260}) {
      assertNotEquals(381, Math.round(10 * perTick / wrong));
    }
  }

  @Test
  void shouldTakeTheTimeOfTableFive() {
    assertEquals(257, TofuFrames.ticks(Generation.TOFUD, TofuFrames.MOST_UNITS));
    assertEquals(131, TofuFrames.ticks(Generation.TOFU2, TofuFrames.MOST_UNITS));
    assertEquals(252, TofuFrames.ticks(Generation.TOFU, TofuFrames.MOST_UNITS));
    assertEquals(61, TofuFrames.MOST_UNITS);
  }

  /**
   * In Figure 5 every row of TLP and DLLP is on each lane, 3.244 GB/s; fewer lanes take the same
   * time each.
   */
  @Test
  @Trap(
      number = 8,
      fallenInto = "twice the ticks of a split frame in duplicate mode",
      shown = Shown.IN_THE_TEST)
  void shouldDuplicateAllButTheHeader() {
    for (int units = 3; units <= TofuFrames.MOST_UNITS; units++) {
      final double rows = 1 + 1 + 4 * units + 4 + 1.5;
      assertEquals(2 * rows, TofuFrames.ticks(Generation.TOFUD, units, 1));
    }
    assertEquals(503, TofuFrames.ticks(Generation.TOFUD, TofuFrames.MOST_UNITS, 1));
    assertNotEquals(503, 2 * TofuFrames.ticks(Generation.TOFUD, TofuFrames.MOST_UNITS));
    assertEquals(4 * 131, TofuFrames.ticks(Generation.TOFU2, TofuFrames.MOST_UNITS, 2));
  }

  /** Rates of Table I, as lanes times signal rate times coding: 5.0, 12.5 and 6.8 GB/s. */
  @Test
  void shouldCarryWhatLanesDo() {
    for (Generation generation : Generation.values()) {
      final double coding = generation == Generation.TOFU ? 8.0 / 10 : 64.0 / 66;
      final double lanes = generation.lanes() * generation.laneGigabitsPerSecond() * coding / 8;
      assertEquals(lanes, generation.linkBytes() * generation.gigabytesPerSecond(), 1e-9);
    }
  }

  @Test
  void shouldTakeALineAtLeastOfABus() {
    assertEquals(0, ProcessorBus.NONE.ticks(1_920));
    assertEquals(80, ProcessorBus.K.ticks(1_920));
    assertEquals(68, ProcessorBus.FX10.ticks(1_920));
    assertEquals(6, ProcessorBus.K.ticks(0));
    assertEquals(6, ProcessorBus.K.ticks(128));
    assertEquals(11, ProcessorBus.K.ticks(129));
    assertEquals(5, ProcessorBus.FX10.ticks(8));
  }
}
