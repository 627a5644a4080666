package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeatTableTest {
  private static final int FIRST_COLOUR = 3;
  private static final List<String> COLOURS = List.of("green", "black", "blue");

  private static Case runs() {
    return CascadeBench.dragonfly(3, 2, 4)
        .with("workload.load", 0.5)
        .with("run.warmupTicks", 20_000L)
        .with("statistics.links", List.of("link"))
        .ticks(60_000);
  }

  private static Double mean(RunResult.Table links, Predicate<List<Object>> which) {
    final var mean =
        links.rows().stream().filter(which).mapToDouble(row -> (Double) row.get(5)).average();
    return mean.isPresent() ? (Double) mean.getAsDouble() : null;
  }

  /** The expected values come from the table of all ports, which is counted separately. */
  @ParameterizedTest
  @ValueSource(longs = {0, 2})
  void shouldHaveTheMeanOfEachColourOfEachAries(long ioBlades) {
    final Map<String, RunResult.Table> tables =
        runs().with("machine.ioBladesPerGroup", ioBlades).result().tables();
    final List<List<Object>> heat = tables.get("heat").rows();
    assertEquals(24, heat.size());
    for (int aries = 0; aries < heat.size(); aries++) {
      final List<Object> row = heat.get(aries);
      assertEquals(List.of((long) aries, aries / 8L, aries % 8L), row.subList(0, FIRST_COLOUR));
      for (int i = 0; i < COLOURS.size(); i++) {
        final String colour = COLOURS.get(i);
        final Double expected =
            mean(
                tables.get("links-by-link"),
                link -> link.get(0).equals(row.get(0)) && link.get(3).equals(colour));
        final Object actual = row.get(FIRST_COLOUR + i);
        assertEquals(expected == null, actual == null, colour + " of " + row);
        if (expected != null) {
          assertEquals(expected, (Double) actual, 0.6e-6, colour + " of " + row);
        }
      }
    }
  }

  @Test
  void shouldBeLeftOutIfNobodyWantsIt() {
    assertFalse(runs().with("statistics.heat", "never").result().tables().containsKey("heat"));
  }
}
