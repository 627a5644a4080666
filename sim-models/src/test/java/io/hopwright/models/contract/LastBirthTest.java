package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController;
import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.Case;
import org.junit.jupiter.api.Test;

/** Clocks end at 2^53 ticks, and no packet is generated later. */
class LastBirthTest {
  private static final long LAST = RunPlan.MAX_TICKS;

  /** The load is so low that few packets are needed: Cascade would otherwise have millions. */
  @Test
  void shouldEndWhenNoPacketCanBeBorn() {
    check(
        Case.of(new BlueGeneL())
            .set("machine.shape=2x2x1 workload.load=0.000000001 run.end=packets")
            .set("run.packets=10000000 run.gridTicks=1099511627776")
            .network());
  }

  private static <P extends Partition> void check(Network<P> network) {
    final RunOutcome<P> outcome = new SequentialExecutor().run(network, new RunMonitor());
    assertEquals(WindowController.Ending.COMPLETED, outcome.ending());
    assertFalse(network.run().reached(outcome.total()));
    assertTrue(outcome.total().packetsDelivered > 0);
    assertTrue(
        outcome.stopTick() > LAST - LAST / 8 && outcome.stopTick() <= LAST + LAST / 8,
        () -> outcome.stopTick() + " ticks");
  }
}
