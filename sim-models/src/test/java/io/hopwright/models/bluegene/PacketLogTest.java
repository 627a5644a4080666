package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController;
import io.hopwright.models.switching.torusrouter.TorusPartition;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Size of the packet log in memory, and the entries that are written. */
class PacketLogTest {
  private static final int MOST = 2_000;

  private static final Case LOGGED =
      Case.of(new BlueGeneL())
          .set("machine.shape=4x4x4 workload.load=0.8 run.ticks=4000 packetLog.fromTick=300")
          .with("packetLog.entries", MOST);

  private static BlueGeneNetwork network(Case run) {
    return BlueGeneNetwork.of(run.settings());
  }

  private static RunOutcome<TorusPartition> outcome(Case run) {
    return new SequentialExecutor().run(network(run), new RunMonitor());
  }

  private static List<List<Object>> rows(RunResult result) {
    return result.tables().get("packets").rows();
  }

  /**
   * The tolerance of a tenth covers events within a window, and packets that are generated early
   * and leave late.
   */
  @ParameterizedTest(name = "partitions of {0}")
  @ValueSource(strings = {"4x4x4", "2x2x2", "1x1x1"})
  void shouldKeepAsManyEntriesInAnyNumberOfPartitions(String shape) {
    final Case split = LOGGED.set("partition.shape=" + shape);
    final RunOutcome<TorusPartition> outcome = outcome(split);
    final long kept = outcome.total().linesKept;
    assertTrue(kept > MOST && kept < MOST * 1.1, () -> kept + " entries of " + MOST);
    final RunResult result = network(split).result(outcome);
    assertEquals(rows(LOGGED.set("partition.shape=4x4x4").result()), rows(result));
    assertTrue(rows(result).size() > MOST * 0.9 && rows(result).size() <= MOST);
    assertTrue(result.summary().toString().contains("packetLog={complete=false}"));
  }

  @Test
  void shouldTellWhenAllIsThere() {
    final Case whole = LOGGED.set("packetLog.toTick=320 partition.shape=2x2x2");
    assertTrue(whole.result().summary().toString().contains("packetLog={complete=true}"));
    assertEquals(outcome(whole).total().linesKept, rows(whole.result()).size());
  }

  /**
   * After a loss, fewer entries than the limit remain although the log ends before the run does.
   */
  @Test
  void shouldNotCallCompleteWhatALossHasLeft() {
    final Case split = LOGGED.set("partition.shape=4x4x2");
    final RunOutcome<TorusPartition> all = outcome(split);
    final SortedMap<Integer, RunOutcome.Saved> lost = new TreeMap<>();
    lost.put(1, RunOutcome.Saved.LOST);
    final RunOutcome<TorusPartition> left =
        new RunOutcome<>(
            all.partitions().subList(0, 1),
            lost,
            all.stopTick(),
            WindowController.Ending.LOST,
            all.windows(),
            all.busyNanos(),
            "lost");
    final RunResult result = network(split).result(left);
    assertFalse(rows(result).size() > MOST, "half of them");
    assertTrue(result.summary().toString().contains("packetLog={complete=false}"));
  }

  @Test
  void shouldForecastItsMemory() {
    final double one = forecast(LOGGED.set("packetLog.entries=100"));
    assertEquals(10 * one, forecast(LOGGED.set("packetLog.entries=1000")));
    final Case endless = LOGGED.set("packetLog.entries=100000000");
    final double entries = outcome(endless).total().linesKept;
    assertEquals(1, forecast(endless) / one / entries * 100, 0.1, "as many as there are");
    assertEquals(
        forecast(endless) / 64,
        forecast(endless.set("packetLog.source=3")),
        forecast(endless) / 1e6);
    assertEquals(0, forecast(LOGGED.set("packetLog.fromTick=4100")));
  }

  private static double forecast(Case run) {
    return network(run).forecast().linesBytes();
  }
}
