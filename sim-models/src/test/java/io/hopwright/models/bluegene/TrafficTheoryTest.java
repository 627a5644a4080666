package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.bluegene.nodes.TrafficBounds;
import io.hopwright.models.topology.HotBox;
import io.hopwright.models.topology.SubGrid;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Formulas for mean hops, rates and bounds against sums over all pairs of nodes. */
class TrafficTheoryTest {
  private static final double EXACT = 1e-9;
  private static final int BYTES = 256;
  private static final int ACK = 12;
  private static final List<List<String>> GROUPS =
      List.of(
          List.of("x"),
          List.of("y"),
          List.of("z"),
          List.of("x", "y"),
          List.of("x", "z"),
          List.of("y", "z"),
          List.of("x", "y", "z"));

  static List<Torus> shapes() {
    final List<Torus> shapes = new ArrayList<>();
    for (int x : new int[] {1, 2, 3, 4, 7}) {
      for (int y : new int[] {1, 2, 5, 6}) {
        for (int z : new int[] {1, 2, 3}) {
          if (x * y * z > 1) {
            shapes.add(new Torus(x, y, z));
          }
        }
      }
    }
    return shapes;
  }

  private static Runs at(Torus torus, String kind) {
    return Runs.torus(torus.extent(0), torus.extent(1), torus.extent(2))
        .with("workload.kind", kind)
        .with("run.gridTicks", 1L)
        .ticks(1);
  }

  private static Map<?, ?> bounds(Runs runs) {
    return (Map<?, ?>) runs.result().summary().get("bounds");
  }

  private static double number(Object value) {
    return (Double) value;
  }

  private static List<HotBox> boxes(Torus torus) {
    final int x = torus.extent(0);
    final int y = torus.extent(1);
    final int z = torus.extent(2);
    return List.of(
        new HotBox(torus, 1, 1, 1),
        new HotBox(torus, x, y, z),
        new HotBox(torus, (x + 1) / 2, (y + 1) / 2, (z + 1) / 2),
        new HotBox(torus, x, 1, (z + 1) / 2));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void shouldKnowTheMeanHopsOfEveryWorkload(Torus torus) {
    final Map<Runs, LinkTheory> cases = new LinkedHashMap<>();
    cases.put(at(torus, "uniform"), LinkTheory.uniform(torus));
    cases.put(at(torus, "neighbours"), LinkTheory.rings(torus, false));
    cases.put(at(torus, "broadcast"), LinkTheory.rings(torus, true));
    for (HotBox box : boxes(torus)) {
      final List<Long> extents =
          List.of((long) box.extent(0), (long) box.extent(1), (long) box.extent(2));
      for (double fraction : new double[] {0.25, 1}) {
        cases.put(
            at(torus, "hot-region")
                .with("workload.hotBox", extents)
                .with("workload.hotFraction", fraction),
            LinkTheory.hotRegion(torus, box, fraction));
      }
    }
    cases.forEach(
        (runs, theory) ->
            assertEquals(
                theory.meanHops(), number(bounds(runs).get("meanHops")), EXACT, runs.toString()));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void shouldKnowMeanHopsAndPeakOfAllToAlls(Torus torus) {
    final TrafficBounds bounds =
        new TrafficBounds(torus, new TrafficBounds.Links(ACK, false, false), List.of(BYTES));
    for (List<String> dimensions : GROUPS) {
      final LinkTheory theory = LinkTheory.allToAll(torus, dimensions);
      final SubGrid group =
          new SubGrid(
              torus, dimensions.contains("x"), dimensions.contains("y"), dimensions.contains("z"));
      if (group.nodes() > 1) {
        assertEquals(theory.meanHops(), bounds.groupHops(group), EXACT, torus + " " + dimensions);
        final double perNode = theory.rate() / torus.nodes();
        assertEquals(
            perNode / occupancy(theory, theory.hottestLink(BYTES, ACK)),
            bounds.peakRate(group),
            EXACT,
            torus + " " + dimensions);
      }
    }
  }

  private static double occupancy(LinkTheory theory, int link) {
    return theory.occupancy(link / Torus.PORTS, link % Torus.PORTS, BYTES, ACK);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void shouldBoundWhatEntersAHotRegion(Torus torus) {
    final TrafficBounds bounds =
        new TrafficBounds(torus, new TrafficBounds.Links(ACK, false, false), List.of(BYTES));
    final int nodes = torus.nodes();
    for (HotBox box : boxes(torus)) {
      if (box.nodes() == nodes || box.nodes() == 1) {
        continue;
      }
      double entering = 0;
      double leaving = 0;
      long links = 0;
      for (int node = 0; node < nodes; node++) {
        for (int other = 0; other < nodes; other++) {
          if (box.contains(other) && !box.contains(node)) {
            entering += 0.25 / box.nodes() + 0.75 / (nodes - 1);
            leaving += 0.75 / (nodes - 1);
          }
        }
        for (int port = 0; port < Torus.PORTS; port++) {
          final int to = torus.neighbour(node, port);
          links += to >= 0 && !box.contains(node) && box.contains(to) ? 1 : 0;
        }
      }
      assertEquals(
          links / (entering * (BYTES + 4) + leaving * ACK),
          bounds.cutRate(box, 0.25),
          EXACT,
          torus + " " + box);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void shouldSendAllToAllsOverEachDimensionAsOftenAsTheSumsSay(Torus torus) {
    final LinkTheory theory = LinkTheory.allToAll(torus, List.of("x", "y", "z"));
    final Map<String, Object> summary =
        at(torus, "all-to-all").with("run.gridTicks", 1_000L).drained().result().summary();
    assertEquals(theory.meanHops(), number(summary.get("meanHops")), EXACT);
    // Each hop holds a link of its dimension for 260 B and another for 12 B, in both directions
    // alike.
    final long ticks = (Long) summary.get("measuredToTick");
    final Map<?, ?> loads = (Map<?, ?>) summary.get("linkUtilizationByKind");
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      final Object load = loads.get("xyz".substring(dimension, dimension + 1));
      if (torus.extent(dimension) == 1) {
        assertEquals(null, load);
      } else {
        final double linkTicks = 2.0 * torus.nodes() * ticks;
        assertEquals(
            theory.hops(dimension) * (BYTES + 4), number(load) * linkTicks * 260 / 272, 260 * 2);
      }
    }
  }
}
