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
import io.hopwright.models.cascade.Cascade;
import io.hopwright.models.machine.Network;
import io.hopwright.models.testkit.Case;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No packet is born at a tick that does not fit its words. */
class LastBirthTest {
  private static final long LAST = 1L << 36;

  static Stream<Case> runs() {
    final String waiting =
        " workload.load=0.0000001 run.end=packets run.packets=10000000 run.gridTicks=1073741824";
    return Stream.of(
        Case.of(new BlueGeneL()).set("machine.shape=2x2x1" + waiting),
        Case.of(new Cascade()).set("machine.groups=2 machine.chassisPerGroup=1" + waiting));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void shouldEndWhenNoPacketCanBeBorn(Case run) {
    check(run.network());
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
