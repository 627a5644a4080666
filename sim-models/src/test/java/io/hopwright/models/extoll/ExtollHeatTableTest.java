package io.hopwright.models.extoll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ExtollHeatTableTest {
  private static final int COORDINATES = 4;
  private static final int PORT = 4;
  private static final int UTILIZATION = 5;
  private static final List<String> KINDS = List.of("x", "y", "z", "g");

  private static Case runs() {
    return Case.of(new Extoll())
        .set("machine.shape=4x2x1 machine.hosts=1 workload.load=0.5 run.warmupTicks=20000")
        .set("workload.transport=rma workload.kind=permutation statistics.links=link")
        .ticks(60_000);
  }

  /** The expected values come from the table of all ports, which is counted separately. */
  @Test
  void shouldHaveTheMeanOfTheLinksOfEachAcceleratorByAxis() {
    final Map<String, RunResult.Table> tables = runs().result().tables();
    final List<List<Object>> heat = tables.get("heat").rows();
    assertEquals(8, heat.size());
    for (int node = 0; node < heat.size(); node++) {
      final List<Object> row = heat.get(node);
      assertEquals(List.of((long) node, node % 4L, node / 4L, 0L), row.subList(0, COORDINATES));
      for (int kind = 0; kind < KINDS.size(); kind++) {
        final String of = KINDS.get(kind);
        final OptionalDouble mean =
            tables.get("links-by-link").rows().stream()
                .filter(link -> link.get(0).equals(row.get(0)))
                .filter(link -> link.get(PORT).toString().startsWith(of))
                .mapToDouble(link -> (Double) link.get(UTILIZATION))
                .average();
        final Object actual = row.get(COORDINATES + kind);
        assertEquals(mean.isEmpty(), actual == null, of + " of " + row);
        if (actual != null) {
          assertEquals(mean.getAsDouble(), (Double) actual, 0.6e-6, of + " of " + row);
        }
      }
    }
  }

  @Test
  void shouldBeLeftOutIfNobodyWantsIt() {
    assertFalse(runs().set("statistics.heat=never").result().tables().containsKey("heat"));
  }
}
