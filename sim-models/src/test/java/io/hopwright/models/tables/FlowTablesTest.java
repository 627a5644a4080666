package io.hopwright.models.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.cascade.Cascade;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.testkit.Case;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FlowTablesTest {
  private static final Case TORUS =
      Case.of(new BlueGeneL())
          .set("machine.shape=4x3x2 workload.load=0.6 run.ticks=3000 run.followTicks=100000")
          .set("statistics.pairs=true");

  /** Returns count, sum and largest of the response times, by pair. */
  private static Map<List<Integer>, List<Long>> pairs(RunResult result) {
    final Map<List<Integer>, List<Long>> pairs = new TreeMap<>(FlowTablesTest::compare);
    for (List<Object> row : result.tables().get("pairs").rows()) {
      final long packets = (Long) row.get(2);
      pairs.put(
          List.of((Integer) row.get(0), (Integer) row.get(1)),
          List.of(packets, Math.round((Double) row.get(3) * packets), (Long) row.get(4)));
    }
    return pairs;
  }

  private static int compare(List<Integer> one, List<Integer> other) {
    final int bySource = one.get(0).compareTo(other.get(0));
    return bySource != 0 ? bySource : one.get(1).compareTo(other.get(1));
  }

  private static int column(RunResult.Table table, String name) {
    return table.columns().stream().map(column -> column.name()).toList().indexOf(name);
  }

  /** The packet log has an entry for each packet. */
  @Test
  void shouldAgreeWithThePacketLog() {
    final RunResult result = TORUS.set("packetLog.fromTick=0 partition.shape=2x3x1").result();
    final RunResult.Table log = result.tables().get("packets");
    final int tick = column(log, "tick");
    final int event = column(log, "event");
    final int source = column(log, "source");
    final int destination = column(log, "destination");
    final int sequence = column(log, "sequence");
    final Map<List<Object>, Long> births = new java.util.HashMap<>();
    final Map<List<Integer>, List<Long>> expected = new TreeMap<>(FlowTablesTest::compare);
    for (List<Object> row : log.rows()) {
      final long at = ((Number) row.get(tick)).longValue();
      final List<Object> packet = List.of(row.get(source), row.get(sequence));
      if (row.get(event).equals("generated") && at < 3_000) {
        births.put(packet, at);
      }
      if (row.get(event).equals("delivered") && births.containsKey(packet)) {
        final long took = at - births.get(packet);
        expected.merge(
            List.of(
                ((Number) row.get(source)).intValue(), ((Number) row.get(destination)).intValue()),
            List.of(1L, took, took),
            (one, other) ->
                List.of(
                    one.get(0) + 1, one.get(1) + other.get(1), Math.max(one.get(2), other.get(2))));
      }
    }
    assertTrue(expected.size() > 100);
    assertEquals(expected, pairs(result));
  }

  private static long packets(RunResult result, String table) {
    final RunResult.Table rows = result.tables().get(table);
    return rows.rows().stream().mapToLong(row -> (Long) row.get(column(rows, "packets"))).sum();
  }

  @Test
  void shouldAddUpToTheDistribution() {
    final Case cascade =
        Case.of(new Cascade())
            .set("machine.groups=2 machine.chassisPerGroup=1 machine.bladesPerChassis=2")
            .set(
                "workload.load=0.3 run.ticks=100000 run.followTicks=1000000 statistics.pairs=true");
    for (Case each : List.of(TORUS, cascade)) {
      final RunResult result = each.result();
      final long count = result.histograms().get("responseTicks").count();
      assertEquals(count, packets(result, "pairs"));
      assertEquals(count, packets(result, "sources"));
      assertEquals(
          ((Number) each.network().nodes()).longValue(),
          result.tables().get("sources").rows().size());
    }
  }

  @Test
  void shouldRefuseMorePairsThanMemoryHolds() {
    final SettingsException refusal =
        assertThrows(SettingsException.class, () -> TORUS.set("machine.shape=32x32x32").network());
    assertTrue(refusal.getMessage().contains("1073709056 pairs"), refusal::getMessage);
  }
}
