package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.switching.torusrouter.TorusPartition;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ends of runs, and properties of results that do not depend on the split. */
class BlueGeneNetworkTest {
  @Test
  void shouldEndAfterANumberOfDeliveriesOfEndlessSources() {
    final RunOutcome<TorusPartition> outcome =
        Runs.torus(2, 2, 2).with("run.end", "packets").with("run.packets", 100L).outcome();
    assertEquals(WindowController.Ending.COMPLETED, outcome.ending());
    assertTrue(outcome.stopTick() > 0 && outcome.stopTick() < 100_000, outcome::toString);
  }

  @Test
  void shouldStopAtTheSameTickInAnyPartitionsWhenOneNodeSends() {
    assertSame(Runs.torus(4, 4, 4).with("workload.kind", "probe").ticks(5000));
  }

  @Test
  void shouldStopAtTheSameTickInAnyPartitionsAtLowLoad() {
    assertSame(Runs.torus(4, 4, 4).with("workload.load", 0.01).ticks(3000));
  }

  private static void assertSame(Runs runs) {
    runs.with("run.followTicks", 100_000L);
    final Map<String, Object> whole = runs.partition(4, 4, 4).result().summary();
    assertEquals(whole, runs.partition(2, 2, 2).result().summary());
  }

  @ParameterizedTest
  @ValueSource(strings = {"workload.load", "workload.highPriorityLoad"})
  void shouldTellTheUserOfATooSmallLoad(String key) {
    final Runs runs = Runs.torus(65_536, 1, 1).partition(512, 1, 1).with(key, 0x1p-30);
    assertThrows(SettingsException.class, runs::network);
  }

  @Test
  void shouldWriteNoNumberlessRowWhenInterruptedAtOnce() {
    final BlueGeneNetwork network = Runs.torus(2, 2, 2).network();
    final RunMonitor monitor = new RunMonitor();
    monitor.interrupt();
    final RunOutcome<TorusPartition> outcome = new SequentialExecutor().run(network, monitor);
    for (double[] row : network.result(outcome).rows()) {
      assertFalse(Arrays.stream(row).anyMatch(Double::isNaN), Arrays.toString(row));
    }
  }
}
