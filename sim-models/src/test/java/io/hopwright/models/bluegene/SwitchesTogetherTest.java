package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.switching.torusrouter.TorusPartition;
import io.hopwright.models.tables.RunResult;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Combinations of options. */
class SwitchesTogetherTest {
  @ParameterizedTest
  @ValueSource(strings = {"x", "y", "z"})
  void shouldBoundUniformTrafficWhateverTheDimensionsOfAnAllToAll(String dimension) {
    final Runs runs = Runs.torus(8, 4, 1).ticks(2_000);
    final Object bounds = runs.result().summary().get("bounds");
    runs.with("workload.dimensions", List.of(dimension));
    assertEquals(bounds, runs.result().summary().get("bounds"));
  }

  @ParameterizedTest
  @CsvSource({"uniform, 0, true", "uniform, 0.05, false", "broadcast, 0, false"})
  void shouldExpectAboutAsManyDeliveriesAsThereAre(String kind, double high, boolean twoCores) {
    final Runs runs =
        Runs.torus(4, 4, 4)
            .with("workload.kind", kind)
            .with("workload.load", 0.3)
            .with("workload.highPriorityLoad", high)
            .with("machine.virtualNodeMode", twoCores)
            .drained()
            .ticks(20_000);
    final double delivered = (double) (Long) runs.result().summary().get("packetsDelivered");
    final double expected = (double) (long) runs.network().expectedPackets();
    assertEquals(delivered, expected, 0.1 * delivered);
  }

  @Test
  void shouldCallABroadcastStalledThatStopsForGood() {
    final BlueGeneNetwork network =
        Runs.torus(8, 1, 1)
            .with("seed", 3L)
            .with("workload.kind", "broadcast")
            .with("workload.load", "saturated")
            .with("workload.packetBytes", List.of(128L, 160L, 192L, 224L, 256L))
            .with("router.bubbleRule", "original")
            .with("router.inNetworkPriority", 0.0)
            .ticks(5_000_000)
            .network();
    final RunOutcome<TorusPartition> outcome =
        new SequentialExecutor().run(network, new RunMonitor());
    final long last = outcome.partitions().get(0).measures().packets().lastDelivery();
    assertFalse(last > 4_000_000, "this seed never stops: a test of nothing");
    assertEquals(Ending.STALLED, outcome.ending());
  }

  @Test
  void shouldTellTheUserOfTooManyPacketsOfHighPriority() {
    final Runs runs =
        Runs.torus(2, 1, 1)
            .with("workload.load", 0x1p-20)
            .with("workload.highPriorityLoad", 0.9)
            .ticks(1L << 34);
    assertThrows(SettingsException.class, runs::network);
  }

  @Test
  void shouldTellTheUserOfTooManyPacketsThatAreToBeDrained() {
    final Runs runs = Runs.torus(2, 1, 1).with("workload.load", 0.9).drained().ticks(1L << 34);
    assertThrows(SettingsException.class, runs::network);
  }

  @Test
  void shouldNameOneRemedyForATotalTooSmall() {
    final Runs runs = Runs.torus(4, 4, 4).with("router.totalVcBytes", 512L);
    final SettingsException failure = assertThrows(SettingsException.class, runs::network);
    assertEquals(1, failure.problems().size(), failure::getMessage);
  }

  @Test
  void shouldNameEveryQuantityBeforehand() {
    for (String kind : List.of("uniform", "hot-region", "broadcast")) {
      final Runs runs =
          Runs.torus(4, 4, 2)
              .with("workload.kind", kind)
              .with("workload.hotBox", List.of(2L, 2L, 1L))
              .with("workload.highPriorityLoad", 0.1)
              .with("router.escape", "dateline")
              .ticks(5_000);
      final Set<String> known = runs.network().unmeasured().quantities();
      assertTrue(known.containsAll(runs.result().quantities()), kind);
      assertFalse(known.contains("digest"), "no number");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ticks", "drained"})
  void shouldMeasureTablesAndSummaryOverTheSameInterval(String end) {
    final RunResult result =
        Runs.torus(4, 4, 2)
            .with("workload.kind", "all-to-all")
            .with("statistics.links", List.of("whole"))
            .with("run.end", end)
            .with("run.gridTicks", 50_000L)
            .ticks(3_000)
            .result();
    final RunResult.Table whole = result.tables().get("links-by-whole");
    assertEquals("utilization", whole.columns().get(2).name());
    assertEquals(result.summary().get("linkUtilization"), whole.rows().get(0).get(2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"whole", "dimension", "direction", "link"})
  void shouldCountTheBytesOfPacketsApartFromThoseOfTokenAcks(String table) {
    final RunResult result =
        Runs.torus(4, 4, 2)
            .with("workload.kind", "all-to-all")
            .with("statistics.links", List.of(table))
            .drained()
            .result();
    final RunResult.Table links = result.tables().get("links-by-" + table);
    final List<String> columns =
        links.columns().stream().flatMap(column -> column.paths().stream()).toList();
    final long hops = (Long) result.summary().get("packetHops");
    assertEquals(260 * hops, sum(links, columns.indexOf("dataBytes")));
    assertEquals(12 * hops, sum(links, columns.indexOf("ackBytes")));
  }

  private static long sum(RunResult.Table table, int column) {
    return table.rows().stream().mapToLong(row -> (Long) row.get(column)).sum();
  }

  @ParameterizedTest
  @CsvSource({"router.tokenAckMerging, true", "router.hintBits, registers"})
  void shouldBoundWhatIsMeasuredWhateverTheSwitch(String key, String value) {
    final Map<String, Object> summary =
        Runs.torus(4, 4, 2)
            .with(key, value.equals("true") ? (Object) true : value)
            .with("workload.load", "saturated")
            .with("router.tokenAckBytes", 64L)
            .with("workload.packetBytes", List.of(32L))
            .with("run.warmupTicks", 5_000L)
            .ticks(20_000)
            .result()
            .summary();
    final Map<?, ?> bounds = (Map<?, ?>) summary.get("bounds");
    for (String quantity : List.of("throughput", "payloadUtilization")) {
      final double measured = (Double) summary.get(quantity);
      final double bound = (Double) bounds.get(quantity);
      assertTrue(measured <= bound, quantity + " " + measured + " above " + bound);
      assertTrue(measured >= 0.3 * bound, quantity + " " + measured + " far below " + bound);
    }
  }

  @Test
  void shouldTellTheUserOfALoadTooSmallForEachOfTwoCores() {
    final Runs runs =
        Runs.torus(2, 2, 2)
            .with("machine.virtualNodeMode", true)
            .with("workload.highPriorityLoad", 1e-10)
            .ticks(100);
    final SettingsException failure = assertThrows(SettingsException.class, runs::network);
    assertTrue(failure.getMessage().contains("workload.highPriorityLoad"), failure.getMessage());
  }
}
