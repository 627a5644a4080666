package io.hopwright.models.cascade.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.switching.crossbar.Switches;
import io.hopwright.models.topology.Dragonfly;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Compares the board with the whole history of loads. */
class LoadBoardTest {
  private static final int ROUTERS = 2;

  @Test
  void shouldKnowTheLoadsBeforeTheEventsOfTheMultipleBeforeTheLast() {
    for (long seed = 0; seed < 300; seed++) {
      final Random random = new Random(seed);
      final int interval = 1 + random.nextInt(30);
      final int longestGap = random.nextBoolean() ? interval : 4 * interval;
      final Switches switches = new Switches(ROUTERS, Dragonfly.PORTS, CascadePacketId.VCS);
      final LoadBoard board = new LoadBoard(switches.state(), ROUTERS, interval);
      final int[] loads = new int[ROUTERS * Dragonfly.TILES];
      final TreeMap<Long, int[]> afterTick = new TreeMap<>(Map.of(-1L, loads.clone()));
      int known = 0;
      long tick = random.nextInt(3);
      for (int event = 0; event < 200; event++) {
        board.advance(tick);
        // "Of tick t, the load before all events of tick (⌊t/4,375⌋ − 1)·4,375".
        final long before = (tick / interval - 1) * interval;
        final int[] expected =
            before <= 0 ? new int[loads.length] : afterTick.lowerEntry(before).getValue();
        for (int at = 0; at < loads.length; at++) {
          assertEquals(
              expected[at],
              board.load(at / Dragonfly.TILES, at % Dragonfly.TILES),
              "seed " + seed + ", interval " + interval + ", tick " + tick);
          known += expected[at] != 0 ? 1 : 0;
        }
        for (int changes = random.nextInt(4); changes >= 0; changes--) {
          final int router = random.nextInt(ROUTERS);
          final int port = random.nextInt(Dragonfly.TILES);
          final int near = random.nextInt(100);
          final int far = random.nextInt(100);
          switches.change(router, port, near, far);
          loads[router * Dragonfly.TILES + port] += near + far;
        }
        afterTick.put(tick, loads.clone());
        tick += 1 + random.nextInt(longestGap);
      }
      assertTrue(known > 0);
    }
  }
}
