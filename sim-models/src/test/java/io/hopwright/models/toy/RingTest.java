package io.hopwright.models.toy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.topology.ChannelDependencies;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.Topology;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The ring against theory. */
class RingTest {
  private static final Case RING = Case.of(new Ring()).set("run.gridTicks=1000");

  @ParameterizedTest
  @CsvSource({"2, 20", "3, 1", "10, 20", "10, 333", "64, 20"})
  void shouldTakeTheSumOfItsPartsWhenEmpty(int nodes, int hopTicks) {
    final Map<String, Object> summary =
        RING.set("workload.load=0.00001 run.ticks=20000000 run.gridTicks=100000")
            .with("machine.nodes", nodes, "link.hopTicks", hopTicks)
            .result()
            .summary();
    final Map<?, ?> response = (Map<?, ?>) summary.get("responseTicks");
    assertTrue((Long) response.get("count") >= 20, response::toString);
    assertEquals(
        8 + hopTicks * (Double) summary.get("meanHops") + 8, (Double) response.get("mean"), 1e-9);
    assertEquals(summary.get("responseTicks"), summary.get("networkLatencyTicks"));
    assertEquals(Map.of("min", 0L, "mean", 0.0, "max", 0L), summary.get("zeroLoadExcessTicks"));
  }

  /** The pairs of nodes, none of them 0, between which a link lies, and those with node 0. */
  private static long pairs(int nodes, int router, boolean plus) {
    final int last = nodes - 1;
    final int below = plus ? router : router - 1;
    final boolean wraps = router == (plus ? last : 0);
    final long line = wraps || below == 0 ? 0 : (long) below * (last - below);
    return line
        + IntStream.rangeClosed(1, last)
            .filter(
                d -> plus == (2 * d <= nodes) && (plus ? router < d : router == 0 || router > d))
            .count()
        + IntStream.rangeClosed(1, last)
            .filter(
                s ->
                    plus == (2 * (nodes - s) <= nodes)
                        && (plus ? router >= s : 1 <= router && router <= s))
            .count();
  }

  private static double mostPairs(int nodes) {
    return IntStream.range(0, nodes)
        .mapToLong(router -> Math.max(pairs(nodes, router, true), pairs(nodes, router, false)))
        .max()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 13})
  void shouldLoadLinksAsTheSumOverRoutesSays(int nodes) {
    final double load = 0.8 * Math.min(1, (nodes - 1) / mostPairs(nodes));
    final long ticks = 1_000_000;
    final RunResult result =
        RING.set("statistics.links=link run.warmupTicks=5000 partition.shape=4")
            .with("machine.nodes", nodes, "workload.load", load, "run.ticks", ticks)
            .result();
    final List<List<Object>> rows = result.tables().get("links-by-link").rows();
    assertEquals(2 * nodes, rows.size());
    for (int i = 0; i < rows.size(); i++) {
      final int router = i / 2;
      final boolean plus = i % 2 == 0;
      assertEquals(
          List.of((long) router, (long) router, plus ? "x+" : "x-"), rows.get(i).subList(0, 3));
      final double expected = load * pairs(nodes, router, plus) / (nodes - 1);
      final double deviation = Math.sqrt(8 * expected / ticks);
      assertEquals(expected, (Double) rows.get(i).get(3), 4 * deviation, rows.get(i)::toString);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 10, 13})
  void shouldCarryWhatTheBusiestLinkAllowsAndNoMore(int nodes) {
    final double bound = Math.min(1, (nodes - 1) / mostPairs(nodes));
    final Case ring =
        RING.set("router.vcBytes=4096 run.warmupTicks=50000 run.ticks=400000")
            .with("machine.nodes", nodes);
    final Map<String, Object> below = ring.with("workload.load", 0.95 * bound).result().summary();
    assertEquals(Map.of("load", bound, "throughput", 8 * bound), below.get("bounds"));
    assertEquals(false, below.get("saturated"));
    assertEquals(0.95 * bound * 8, (Double) below.get("throughput"), 0.02 * bound * 8);
    final Map<String, Object> above = ring.with("workload.load", 1.05 * bound).result().summary();
    assertEquals(true, above.get("saturated"));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 10, 11, 64})
  void shouldHaveNoCircleOfWaitingPackets(int nodes) {
    assertEquals(List.of(), dependencies(nodes, false).circle());
  }

  @Test
  void shouldHaveOneIfPacketsMightPassRouter0() {
    assertEquals(10, dependencies(10, true).circle().size());
  }

  /** A packet's state is its destination; its way is that of the rule page or the shorter one. */
  private static ChannelDependencies dependencies(int nodes, boolean shorter) {
    final Grid ring = new Grid(Grid.Axis.ring("x", nodes));
    return ChannelDependencies.of(
        ring,
        1,
        new ChannelDependencies.Routing<Integer>() {
          @Override
          public Iterable<Integer> starts(int router) {
            return IntStream.range(0, nodes).boxed().toList();
          }

          @Override
          public Iterable<ChannelDependencies.Hop<Integer>> hops(
              int router, int port, Integer destination) {
            if (router == destination) {
              return List.of();
            }
            final int ahead = Math.floorMod(destination - router, nodes);
            final int first =
                shorter
                    ? 2 * ahead <= nodes ? 0 : 1
                    : RingRouting.firstPort(nodes, router, destination);
            final int next = port == Topology.NONE ? first : port ^ 1;
            return List.of(new ChannelDependencies.Hop<>(next, 0, destination));
          }
        });
  }
}
