package io.hopwright.models.tofu.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LaneModesTest {
  private static final int ROUND_TRIP = 136;

  /** All decisions of one link, by the tick at which they take effect. */
  private static final class Naive {
    private final TreeMap<Long, Integer> decisions = new TreeMap<>();
    private final int worst;
    private final boolean recovers;
    private int losses;
    private int clean;

    Naive(int worst, boolean recovers) {
      this.worst = worst;
      this.recovers = recovers;
      decisions.put(0L, 0);
    }

    void note(long frame, boolean lost, long validTick) {
      losses = (frame % 256 == 0 ? 0 : losses) + (lost ? 1 : 0);
      clean = lost ? 0 : clean + 1;
      if (lost && losses == 2) {
        decisions.put(validTick, Math.min(worst, decisions.lastEntry().getValue() + 1));
      } else if (recovers && clean == 4_096) {
        decisions.put(validTick, 0);
      }
    }
  }

  @Test
  void shouldDecideAsIfAllDecisionsWereKept() {
    final long seed = System.nanoTime();
    final Random random = new Random(seed);
    for (int run = 0; run < 60; run++) {
      final int roundTrip = random.nextBoolean() ? ROUND_TRIP : 100_000;
      final boolean recovers = random.nextBoolean();
      final int worst = recovers ? 1 : random.nextInt(3);
      final LaneModes modes = new LaneModes(3, worst, recovers, roundTrip);
      final Naive naive = new Naive(worst, recovers);
      long tick = 0;
      boolean bad = true;
      for (int frame = 0; frame < 30_000; frame++) {
        bad = bad ? random.nextInt(200) != 0 : random.nextInt(9_000) == 0;
        assertEquals(
            naive.decisions.floorEntry(tick).getValue(), modes.mode(1, tick), "seed " + seed);
        final boolean lost = bad && random.nextInt(3) == 0;
        final long end = tick + 25;
        final int before = naive.decisions.lastEntry().getValue();
        naive.note(frame, lost, end + roundTrip);
        final boolean changed = before != naive.decisions.lastEntry().getValue();
        assertEquals(changed, modes.note(1, frame, lost, end), "seed " + seed);
        tick = end;
      }
      assertEquals(0, modes.mode(0, tick));
    }
  }

  /**
   * The second loss of a block decides; the new mode applies a round trip after the end of the
   * frame.
   */
  @Test
  void shouldGetWorseAtTheSecondLossOfABlock() {
    final LaneModes modes = new LaneModes(1, 1, true, ROUND_TRIP);
    assertTrue(!modes.note(0, 255, true, 100) && !modes.note(0, 256, true, 200));
    assertTrue(modes.note(0, 511, true, 300));
    assertEquals(0, modes.mode(0, 300 + ROUND_TRIP - 1));
    assertEquals(1, modes.mode(0, 300 + ROUND_TRIP));
  }
}
