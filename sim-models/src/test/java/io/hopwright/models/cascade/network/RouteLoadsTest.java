package io.hopwright.models.cascade.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.CascadeBench;
import io.hopwright.models.cascade.CascadeLinkTheory;
import io.hopwright.models.cascade.CascadeSettings;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.testkit.Matrices;
import io.hopwright.models.topology.Dragonfly;
import io.hopwright.models.traffic.TrafficMatrix;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loads of links by pairs that send to each other, against sums over all routes and runs. */
class RouteLoadsTest {
  /**
   * Bytes on the wire of requests of 64 B and of responses, and the bytes that links carry per
   * nanosecond.
   */
  private static final RouteLoads.Times TIMES = new RouteLoads.Times(90, 10, 5.25, 4.6875);

  private static CascadeBench machine(String kind) {
    return CascadeBench.machine(4, 2, 4)
        .with("machine.cablesPerPair", 2L)
        .with("workload.kind", kind)
        .with("run.gridTicks", 100_000L)
        .routing("minimal");
  }

  @ParameterizedTest
  @CsvSource({"4, 7, 3, 2, 8, 6, 5", "5, 5, 2, 1, 4, 0, 3", "1, 1, 4, 4, 6, 0, 2"})
  void shouldBeSumsOverAllRoutes(
      int groups, int planned, int chassis, int last, int blades, int cables, int io) {
    final Dragonfly dragonfly =
        new Dragonfly(new Dragonfly.Plan(groups, planned, chassis, last, blades, cables, io));
    final Random random = new Random(5);
    final double[][] there = new double[dragonfly.aries()][dragonfly.aries()];
    final TrafficMatrix matrix =
        TrafficMatrix.of(
            dragonfly.nodes(),
            node -> random.nextInt(4) > 0,
            (node, message) -> {
              final int to = (node + 1 + random.nextInt(dragonfly.nodes() - 1)) % dragonfly.nodes();
              there[dragonfly.ariesOf(node)][dragonfly.ariesOf(to)]++;
              return to;
            });
    final CascadeLinkTheory requests = CascadeLinkTheory.minimal(dragonfly, there);
    final CascadeLinkTheory responses =
        CascadeLinkTheory.minimal(dragonfly, CascadeLinkTheory.back(there));
    double most = 0;
    double links = 0;
    for (int aries = 0; aries < dragonfly.aries(); aries++) {
      for (int port = 0; port < Dragonfly.TILES; port++) {
        final double bytes =
            90 * requests.packets(aries, port) + 10 * responses.packets(aries, port);
        most = Math.max(most, bytes / (port < Dragonfly.BLUE ? 5.25 : 4.6875));
        links += requests.packets(aries, port) + responses.packets(aries, port);
      }
    }
    final RouteLoads loads = new RouteLoads(dragonfly, false, matrix, TIMES);
    assertEquals(most, loads.busiest(), 1e-9 * most);
    assertEquals(links / (2 * matrix.total()), loads.meanLinks(), 1e-9);
  }

  /**
   * The offered load, in units of the theoretical bound, equals the utilization of the busiest
   * link.
   */
  @ParameterizedTest
  @CsvSource({
    "permutation, any, 0.1", "permutation, near, 0.1",
    "group-shift, any, 0.1", "group-shift, near, 0.1"
  })
  void shouldSayHowBusyTheBusiestLinkIs(String kind, String gateways, double load) {
    final CascadeBench bench =
        machine(kind)
            .with("router.gateways", gateways)
            .with("workload.load", load)
            .ticks(200_000, 2_000_000);
    final double expected = bench.network().forecast().overload();
    assertTrue(expected < 1, "busy " + expected);
    final CascadeBench.Outcome outcome = bench.run();
    double most = 0;
    for (int aries = 0; aries < bench.topology().aries(); aries++) {
      for (int port = 0; port < Dragonfly.TILES; port++) {
        most = Math.max(most, outcome.busyTicks(aries, port) / 2e6);
      }
    }
    assertEquals(expected, most, 0.06 * expected);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"minimal, 0.85, false", "minimal, 1.5, true", "adaptive, 1.1, true"})
  void shouldSayFromWhenAPermutationSaturates(String mode, double share, boolean saturated) {
    final CascadeBench one = machine("permutation").routing(mode).with("workload.load", 1.0);
    final double load = share / one.network().forecast().overload();
    final CascadeBench bench = one.with("workload.load", load).ticks(500_000, 2_000_000);
    assertEquals(saturated, bench.summary().get("saturated"));
  }

  /** Uniform traffic would have a higher bound: this permutation uses few links. */
  @Test
  void shouldNotTakeAPermutationForUniform() {
    final CascadeBench bench = machine("permutation").with("workload.load", 0.3);
    final double uniform = bench.bounds().uniformMinimal().least();
    assertTrue(bench.network().forecast().overload() > 1.5 * 0.3 * 7.5 / uniform);
  }

  /** Requests that do not fit on the direct bundle of a shift take two other bundles. */
  @Test
  void shouldKnowWhatMixturesOfRoutesAllow() {
    final CascadeBench bench = machine("group-shift");
    final TrafficMatrix shift = CascadeSettings.of(bench.settings()).workload().pairs();
    final double ofGroup = 32;
    final double bundle = 2 * 4 * 4.6875;
    assertEquals(ofGroup * (2 * 90 + 10) / (4 * bundle), bench.bounds().blueLinks(shift), 1e-9);
  }

  /** One node of a group sends to one of another group, over all links out of its group at once. */
  @Test
  void shouldKnowWhatLeavesAndEntersAGroup() {
    final CascadeBench bench = machine("matrix").with("workload.load", 0.1);
    bench.with("workload.matrix", Matrices.of("3,40,1\n"));
    final TrafficMatrix pair = CascadeSettings.of(bench.settings()).workload().pairs();
    assertEquals(90 / (3 * 2 * 4 * 4.6875), bench.bounds().blueLinks(pair), 1e-9);
  }

  /**
   * Between two groups, one of the links carries at least the mean of all, whatever route is drawn.
   */
  @Test
  void shouldAllowNoDrawnRoutesMoreThanWhatTheLinksBetweenTwoGroupsCarry() {
    final CascadeBench bench = machine("matrix").with("workload.load", 0.1);
    bench.with("workload.matrix", Matrices.of("3,40,1\n"));
    final TrafficMatrix pair = CascadeSettings.of(bench.settings()).workload().pairs();
    final RouteLoads loads = bench.bounds().minimalLoads(pair, false);
    assertEquals(90 / (2 * 4 * 4.6875), loads.busiestBundle(), 1e-9);
    final double drawnOnce = bench.routing("deterministic").network().forecast().overload();
    assertTrue(drawnOnce < bench.routing("minimal").network().forecast().overload());
  }

  /** Messages with their own routing modes are not routed like the others. */
  @ParameterizedTest
  @CsvSource({"uniform, valiant", "uniform, adaptive", "permutation, valiant"})
  void shouldGoByTheModesOfMessages(String kind, String mode) {
    final CascadeBench all = machine(kind).with("workload.load", 0.2).routing(mode);
    final Forecast expected = all.network().forecast();
    final CascadeBench each = all.routing("minimal").with("workload.routing", List.of(mode));
    assertEquals(expected, each.network().forecast());
  }
}
