package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.hopwright.models.tables.RunResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeatTableTest {
  private static final int FIRST_PORT = 4;

  private static Runs runs(long x, long y, long z) {
    return Runs.torus(x, y, z)
        .with("workload.load", 0.6)
        .with("run.warmupTicks", 700L)
        .with("statistics.links", List.of("link"))
        .ticks(3_000);
  }

  /** The expected values come from the table of all links, which is counted separately. */
  @ParameterizedTest
  @CsvSource({"4, 3, 2", "5, 1, 4", "2, 2, 2"})
  void shouldHaveTheUtilizationOfEachLink(long x, long y, long z) {
    final Map<String, RunResult.Table> tables = runs(x, y, z).result().tables();
    final Map<List<Object>, Object> heat = new HashMap<>();
    final RunResult.Table table = tables.get("heat");
    for (List<Object> row : table.rows()) {
      for (int column = FIRST_PORT; column < row.size(); column++) {
        if (row.get(column) != null) {
          heat.put(List.of(row.get(0), table.columns().get(column).name()), row.get(column));
        }
      }
    }
    final List<List<Object>> links = tables.get("links-by-link").rows();
    assertEquals(links.size(), heat.size());
    for (List<Object> link : links) {
      final double here = (Double) heat.get(List.of(link.get(0), link.get(4)));
      assertEquals((Double) link.get(5), here, 0.5e-6, link.toString());
    }
  }

  @Test
  void shouldHaveTheMeanUtilizationAsItsMean() {
    final RunResult result = runs(4, 3, 2).result();
    final double mean =
        result.tables().get("heat").rows().stream()
            .flatMap(row -> row.subList(FIRST_PORT, row.size()).stream())
            .mapToDouble(value -> (Double) value)
            .average()
            .orElseThrow();
    assertEquals((Double) result.summary().get("linkUtilization"), mean, 1e-6);
  }

  @Test
  void shouldBeLeftOutIfNobodyWantsIt() {
    final Runs runs = runs(2, 2, 2).with("statistics.heat", "never");
    assertFalse(runs.result().tables().containsKey("heat"));
  }

  @Test
  void shouldHaveNothingIfTheRunEndedBeforeTheInterval() {
    final RunResult result = runs(2, 2, 2).with("run.warmupTicks", 0L).ticks(0).result();
    result.tables().get("heat").rows().forEach(row -> assertEquals(null, row.get(FIRST_PORT)));
  }
}
