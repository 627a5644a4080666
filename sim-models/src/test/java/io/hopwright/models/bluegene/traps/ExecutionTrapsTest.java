package io.hopwright.models.bluegene.traps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hopwright.models.bluegene.Bench;
import io.hopwright.models.bluegene.Plan;
import io.hopwright.models.bluegene.Runs;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.switching.torusrouter.TrafficClass;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import org.junit.jupiter.api.Test;

/** Windows between barriers, and results that do not depend on them. */
class ExecutionTrapsTest {
  private static String digest(int partitionExtent, long windowTicks, int ackTicks) {
    final Bench bench =
        new Bench(4, 4, 2)
            .partitions(partitionExtent)
            .window(windowTicks)
            .timing(Bench.timing(8, ackTicks, 0, 0, 0));
    final Plan plan = new Plan(bench.torus);
    for (int source = 0; source < bench.torus.nodes(); source++) {
      for (int step = 1; step < bench.torus.nodes(); step++) {
        plan.send(source, 20L * step, (source + 11 * step) % bench.torus.nodes());
      }
    }
    return bench.messages(TrafficClass.DYNAMIC, 6, plan.messages(8)).run(4_000).digest();
  }

  @Test
  @Trap(
      number = 15,
      fallenInto = "windows longer than the lookahead, built beside the settings",
      shown = Shown.IN_THE_TEST)
  @Trap(
      number = 15,
      fallenInto = "settings that let windows longer than the lookahead pass",
      shown = Shown.IN_THE_SOURCE)
  void shouldKeepWindowsWithinTheLookahead() {
    for (int ackTicks : new int[] {12, 0}) {
      // A header is complete after 18 ticks; without token-acks, tokens are back after 10.
      final long lookahead = ackTicks == 0 ? 10 : 18;
      final String whole = digest(4, lookahead, ackTicks);
      assertEquals(whole, digest(1, lookahead, ackTicks));
      assertEquals(whole, digest(2, 1, ackTicks));
      assertEquals(whole, digest(4, 20 * lookahead, ackTicks), "in one partition");
      assertThrows(IllegalStateException.class, () -> digest(1, lookahead + 1, ackTicks));
      final Runs runs =
          Runs.torus(4, 4, 2)
              .with("router.tokenAckBytes", (long) ackTicks)
              .with("run.windowTicks", lookahead + 1);
      assertThrows(SettingsException.class, runs::network);
    }
  }
}
