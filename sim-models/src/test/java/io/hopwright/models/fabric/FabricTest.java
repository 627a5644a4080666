package io.hopwright.models.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.contract.MachineCases;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.run.KeyRole;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.Matrices;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every fabric against theory. */
class FabricTest {
  /** Number of packets that a pair of nodes sends, one at a time. */
  private static final int PACKETS = 8;

  private static final int MOST_PAIRS = 100;

  static Stream<FabricCases> fabrics() {
    return MachineCases.wanted().filter(FabricCases.class::isInstance).map(FabricCases.class::cast);
  }

  /** Returns the small fabric, and some other sizes within the ranges of its keys. */
  static Stream<Case> sizes() {
    return fabrics()
        .flatMap(
            cases ->
                Stream.concat(
                    Stream.of(cases.small()),
                    Stream.of(1L, 2L, 3L).map(seed -> size(cases, cases.random(seed)))));
  }

  /** Returns a case with the fabric of another one, but none of its other settings. */
  private static Case size(FabricCases cases, Case random) {
    Case size = cases.small();
    for (String key : List.copyOf(random.values().keySet())) {
      if (KeyRole.of(key) == KeyRole.MODEL && !key.startsWith("workload.")) {
        size = size.with(key, random.values().get(key));
      }
    }
    return size;
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void shouldHaveNoCycleOfWaitingPackets(Case model) {
    final FabricSettings settings = FabricCases.read(model);
    assertEquals(List.of(), RouteDependencies.cycle(settings));
  }

  /** One pair sends a packet now and then, so that packets never meet. */
  @ParameterizedTest
  @MethodSource("sizes")
  void shouldTakeTheSumOfItsPartsAtZeroLoadBetweenAllPairs(Case model) {
    final FabricSettings settings = FabricCases.read(model);
    final int nodes = settings.nodes().nodes();
    final int step = 1 + nodes * (nodes - 1) / MOST_PAIRS;
    for (int pair = 0; pair < nodes * nodes; pair += step) {
      if (pair / nodes != pair % nodes) {
        checkZeroLoad(model, settings, pair / nodes, pair % nodes);
      }
    }
  }

  private static void checkZeroLoad(Case model, FabricSettings settings, int from, int to) {
    final Set<Long> possible = new TreeSet<>();
    final FabricRoutes routes = new FabricRoutes(settings.fabric(), settings.nodes());
    routes.visit(
        from,
        to,
        (channels, hops, probability) -> {
          long ticks = (long) settings.spec().injection() + settings.spec().ejection();
          for (int hop = 0; hop < hops; hop++) {
            ticks += linkClass(settings, routes.link(channels[hop])).hopTicks();
          }
          possible.add(ticks);
        });
    final double gap = 1e5 * possible.iterator().next();
    final RunResult result =
        model
            .with("workload.kind", "matrix")
            .with("workload.matrix", Matrices.of(from + "," + to + ",1\n"))
            .with("workload.load", settings.spec().nodeTicks() / gap / settings.nodes().nodes())
            .with("run.ticks", (long) (PACKETS * gap), "run.gridTicks", (long) gap)
            .set("run.end=drained")
            .result();
    final Map<String, Object> summary = result.summary();
    final Map<?, ?> response = (Map<?, ?>) summary.get("responseTicks");
    final String pair = model + ", from " + from + " to " + to;
    assertTrue((Long) response.get("count") > 0, pair);
    assertEquals(
        Map.of("min", 0L, "mean", 0.0, "max", 0L), summary.get("zeroLoadExcessTicks"), pair);
    assertEquals(response, summary.get("networkLatencyTicks"), pair);
    if (possible.size() == 1) {
      assertEquals((double) possible.iterator().next(), (Double) response.get("mean"), pair);
    }
    assertTrue(possible.contains(response.get("max")), () -> response + " of " + possible + pair);
  }

  @ParameterizedTest
  @MethodSource("fabrics")
  void shouldLoadLinksAsTheSumOverRoutesSays(FabricCases cases) {
    final long ticks = 100_000;
    final Case model = cases.small();
    final FabricSettings settings = FabricCases.read(model);
    final double load = 0.7 * Math.min(1, FabricBounds.of(settings).load());
    final FabricRoutes routes = new FabricRoutes(settings.fabric(), settings.nodes());
    final double[] carried = new double[routes.links()];
    final int nodes = settings.nodes().nodes();
    for (int pair = 0; pair < nodes * nodes; pair++) {
      if (pair / nodes != pair % nodes) {
        routes.visit(
            pair / nodes,
            pair % nodes,
            (channels, hops, probability) -> {
              for (int hop = 0; hop < hops; hop++) {
                carried[routes.link(channels[hop])] += probability;
              }
            });
      }
    }
    final RunResult result =
        model
            .set("statistics.links=link run.warmupTicks=5000 run.gridTicks=5000")
            .with("workload.load", load, "run.ticks", ticks)
            .result();
    final int ports = settings.fabric().topology().ports();
    int used = 0;
    for (List<Object> row : result.tables().get("links-by-link").rows()) {
      final int router = (int) (long) (Long) row.get(0);
      final int port = port(settings, router, (String) row.get(row.size() - 2));
      final int link = ports * router + port;
      final int packetTicks = linkClass(settings, link).packetTicks();
      final double expected =
          load / settings.spec().nodeTicks() * carried[link] / (nodes - 1) * packetTicks;
      final double deviation = Math.sqrt(packetTicks * expected / ticks);
      assertEquals(
          expected,
          (Double) row.get(row.size() - 1),
          5 * deviation + 1e-12,
          () -> row + " of " + model);
      used += carried[link] > 0 ? 1 : 0;
    }
    assertTrue(used > 0, "no link is used");
  }

  private static LinkParameters linkClass(FabricSettings settings, int link) {
    final int ports = settings.fabric().topology().ports();
    return settings.linkClass(link / ports, link % ports);
  }

  private static int port(FabricSettings settings, int router, String name) {
    int port = 0;
    while (!settings.fabric().topology().portName(router, port).equals(name)) {
      port++;
    }
    return port;
  }

  @ParameterizedTest
  @MethodSource("fabrics")
  void shouldCarryWhatTheBoundAllowsAndNoMore(FabricCases cases) {
    final Case model =
        withLargeBuffers(cases.small())
            .set("run.warmupTicks=20000 run.ticks=100000 run.gridTicks=5000");
    final FabricSettings settings = FabricCases.read(model);
    final double bound = FabricBounds.of(settings).load();
    final Map<String, Object> below = model.with("workload.load", 0.9 * bound).result().summary();
    assertEquals(false, below.get("saturated"), model::toString);
    final double expected = (Double) ((Map<?, ?>) below.get("bounds")).get("throughput") * 0.9;
    assertEquals(expected, (Double) below.get("throughput"), 0.03 * expected, model::toString);
    if (1.1 * bound <= 1) {
      final Map<String, Object> above = model.with("workload.load", 1.1 * bound).result().summary();
      assertEquals(true, above.get("saturated"), model::toString);
    }
  }

  /** Returns a case with large buffers, so that waits for credits do not limit links. */
  private static Case withLargeBuffers(Case model) {
    Case large = model;
    for (Parameter buffer : FabricCases.buffers(model.machine())) {
      large = large.with(buffer.key(), 256 * FabricCases.least(model));
    }
    return large;
  }
}
