package io.hopwright.models.tofu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.tofu.network.LinkLoads;
import io.hopwright.models.tofu.network.PathPolicy;
import io.hopwright.models.tofu.tni.TniOperation;
import io.hopwright.models.topology.Tofu6D;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Theoretical bounds, against sums over all pairs of nodes, and against runs. */
class TofuBoundsTest {
  private static final Case ANY =
      Case.of(new Tofu()).set("run.warmupTicks=20000 run.ticks=20000 run.gridTicks=2000");

  static List<Case> uniform() {
    final List<Case> cases = new ArrayList<>();
    for (String shape : List.of("1x1x1", "6x2x1", "5x1x3", "4x4x1", "2x3x2")) {
      for (String path : List.of("source", "destination", "random", "fixed")) {
        for (String operation : List.of("put", "get")) {
          cases.add(
              ANY.set("machine.shape=" + shape)
                  .set("router.fixedPath=7 router.path=" + path)
                  .set("workload.load=0.01 workload.operation=" + operation));
        }
      }
    }
    return cases;
  }

  /** Every build runs one of this number of cases, which cover all policies and operations. */
  private static final int ONE_IN = 7;

  static Stream<Case> someUniform() {
    final List<Case> all = uniform();
    return IntStream.range(0, all.size()).filter(at -> at % ONE_IN == 0).mapToObj(all::get);
  }

  @ParameterizedTest
  @MethodSource("someUniform")
  void shouldBeSumsOverAllPairs(Case model) {
    assertSums(model);
  }

  @ParameterizedTest
  @MethodSource("uniform")
  @Tag("slow")
  void shouldBeSumsInAllCases(Case model) {
    assertSums(model);
  }

  /** Checks that sums over axes equal sums over pairs. */
  private static void assertSums(Case model) {
    final TofuSettings settings = TofuSettings.of(model.settings());
    final Tofu6D machine = settings.topology().machine();
    final int nodes = machine.routers();
    final LinkLoads loads = new LinkLoads(machine);
    final boolean get = settings.workload().operation() == TniOperation.GET;
    long hops = 0;
    for (int source = 0; source < nodes; source++) {
      for (int destination = 0; destination < nodes; destination++) {
        for (int path = 0; path < PathPolicy.PATHS && source != destination; path++) {
          final double weight =
              switch (settings.workload().paths().policy()) {
                case SOURCE -> source % 12 == path ? 1 : 0;
                case DESTINATION -> destination % 12 == path ? 1 : 0;
                case RANDOM -> 1 / 12.0;
                case FIXED -> path == 7 ? 1 : 0;
              };
          hops +=
              Math.round(12 * weight)
                  * loads.add(source, destination, path, weight * (get ? 25 : 257));
          loads.add(destination, source, path, get ? 257 * weight : 0);
        }
      }
    }
    final TofuBounds bounds = new TofuBounds(settings);
    final double pairs = nodes * (nodes - 1.0);
    assertEquals(hops / 12.0 / pairs, bounds.meanHops(), 1e-9);
    assertEquals(nodes - 1, bounds.linkRate() * loads.most(), 1e-6 * nodes);
  }

  /** The six neighbours of the virtual torus use six links, each for one packet in six. */
  @Test
  void shouldFollowMessages() {
    final TofuBounds halo =
        new TofuBounds(
            TofuSettings.of(ANY.set("workload.kind=neighbours machine.shape=2x2x2").settings()));
    assertEquals(1, halo.meanHops(), 1e-9);
    assertEquals(6 / 257.0, halo.linkRate(), 1e-9);
    assertEquals(6 / 257.0, halo.interfaceRate(), 1e-9);
    final Case tofu =
        ANY.set("machine.generation=tofu workload.kind=neighbours workload.ports=a,b+,b-,c");
    final TofuBounds bus = new TofuBounds(TofuSettings.of(tofu.settings()));
    assertEquals(1 / 80.0, bus.hostRate(), 1e-9);
    assertEquals(1 / 80.0, bus.rate(), 1e-9);
    assertEquals(4 / 252.0, bus.interfaceRate(), 1e-9);
  }

  /**
   * A permutation loads the links of its own routes, which are counted coordinate by coordinate
   * here.
   */
  @Test
  void shouldFollowAPermutation() {
    final TofuSettings settings =
        TofuSettings.of(ANY.set("workload.kind=permutation machine.shape=5x3x3").settings());
    final Tofu6D machine = settings.topology().machine();
    final int nodes = machine.routers();
    final Map<List<Integer>, Integer> packets = new HashMap<>();
    int hops = 0;
    for (int node = 0; node < nodes; node++) {
      final int[] at = machine.coordinates(node);
      final int[] to =
          machine.coordinates(settings.workload().sources().destinations().destination(node, 0));
      for (int axis = 0; axis < at.length; axis++) {
        final int extent = machine.extent(axis);
        final int ahead = Math.floorMod(to[axis] - at[axis], extent);
        final boolean plus = machine.isRing(axis) ? 2 * ahead < extent : to[axis] > at[axis];
        for (; at[axis] != to[axis]; hops++) {
          packets.merge(List.of(machine.node(at), axis, plus ? 1 : -1), 1, Integer::sum);
          at[axis] = Math.floorMod(at[axis] + (plus ? 1 : -1), extent);
        }
      }
    }
    final int most = Collections.max(packets.values());
    assertTrue(most > 2, () -> most + " packets on the busiest link");
    final TofuBounds bounds = new TofuBounds(settings);
    assertEquals((double) hops / nodes, bounds.meanHops(), 1e-9);
    assertEquals(1 / (257.0 * most), bounds.linkRate(), 1e-12);
    assertEquals(1 / (257.0 * most), bounds.rate(), 1e-12);
  }

  @ParameterizedTest
  @CsvSource({"0.85, false", "1.4, true"})
  void shouldSayFromWhenAPermutationSaturates(double share, boolean saturated) {
    final Case permutation =
        ANY.set("workload.kind=permutation machine.shape=5x3x3 run.ticks=80000");
    final TofuSettings settings = TofuSettings.of(permutation.settings());
    final TofuBounds bounds = new TofuBounds(settings);
    final double unitLoad = 6.0 * settings.topology().generation().linkBytes();
    final double load = share * bounds.rate() * bounds.packetBytes() / unitLoad;
    final Case model = permutation.set("workload.load=" + load);
    assertEquals(share, model.network().forecast().overload(), 0.01 * share);
    assertEquals(saturated, model.result().summary().get("saturated"));
  }

  /** Destinations of ranks are unknown before a run, and barriers send almost nothing. */
  @ParameterizedTest
  @ValueSource(strings = {"jobs jobs.j.program=barrier jobs.j.ranks=4", "barrier"})
  void shouldSayNothingOfPrograms(String kind) {
    final Map<?, ?> bounds =
        (Map<?, ?>) ANY.set("workload.kind=" + kind).result().summary().get("bounds");
    assertTrue(bounds.values().stream().allMatch(Objects::isNull), bounds::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "workload.kind=uniform, 0.5",
    "workload.kind=uniform workload.operation=get, 0.4",
    "workload.kind=uniform router.path=random, 0.5",
    "workload.kind=shift workload.shiftX=1, 0.9",
    "workload.kind=neighbours, 0.9"
  })
  void shouldNotBePassed(String settings, double least) {
    final RunResult result =
        ANY.set("machine.shape=4x3x2 workload.load=saturated " + settings).result();
    final double share =
        (Double) result.summary().get("throughput")
            / (Double) ((Map<?, ?>) result.summary().get("bounds")).get("throughput");
    assertTrue(share <= 1.01 && share >= least, () -> share + " of the bound");
  }

  /** The loads of links over a run are those of the routes of the delivered packets. */
  @ParameterizedTest
  @CsvSource({"put", "get"})
  void shouldLoadLinksAsRoutesSay(String operation) {
    final Case model =
        ANY.set(
                "machine.shape=3x2x1 workload.kind=all-to-all workload.order=random"
                    + " run.end=drained")
            .set("run.warmupTicks=0 statistics.links=link workload.operation=" + operation);
    final RunResult result = model.result();
    final Tofu6D machine = TofuSettings.of(model.settings()).topology().machine();
    final LinkLoads loads = new LinkLoads(machine);
    final boolean get = operation.equals("get");
    for (int source = 0; source < machine.routers(); source++) {
      for (int destination = 0; destination < machine.routers(); destination++) {
        if (source != destination) {
          loads.add(source, destination, source % 12, get ? 25 : 257);
          loads.add(destination, source, source % 12, get ? 257 : 0);
        }
      }
    }
    final long ticks = (Long) result.summary().get("measuredToTick");
    final List<List<Object>> rows = result.tables().get("links-by-link").rows();
    assertEquals(72 * (2 + 1 + 1 + 2 + 1), rows.size());
    for (List<Object> row : rows) {
      final int node = Math.toIntExact((Long) row.get(0));
      final int port = Tofu6D.PORT_NAMES.indexOf(row.get(7));
      assertEquals(loads.of(node, port) / ticks, (Double) row.get(8), 1e-12, row::toString);
    }
  }
}
