package io.hopwright.models.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.run.Network;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.routing.RoutingFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds of tori, exact and from a sample, against closed forms. */
class FabricBoundsTest {
  /** A torus of three equal axes with routes in the order of dimensions. */
  private static final class Torus extends FabricMachine {
    private final int extent;

    Torus(int extent) {
      super(FabricSpec.of("torus", "a torus", "ASSUMED").axes("x", "y", "z"));
      this.extent = extent;
    }

    @Override
    protected Fabric fabric(Settings settings) {
      final Grid torus =
          new Grid(
              Grid.Axis.ring("x", extent),
              Grid.Axis.ring("y", extent),
              Grid.Axis.ring("z", extent));
      return Fabric.of(torus)
          .vcs(2)
          .routing(
              (router, input, vc, source, destination, choices) -> {
                int axis = 0;
                while (torus.offset(router, destination, axis) == 0) {
                  axis++;
                }
                final boolean plus = 2 * torus.offset(router, destination, axis) <= extent;
                return RoutingFunction.hop(2 * axis + (plus ? 0 : 1), 0);
              });
    }
  }

  /** A ring of five routers with three nodes each. */
  private static final class Ring extends FabricMachine {
    private final RoutingFunction.Alike alike;

    Ring(RoutingFunction.Alike alike) {
      super(FabricSpec.of("ring", "a ring", "ASSUMED"));
      this.alike = alike;
    }

    @Override
    protected Fabric fabric(Settings settings) {
      final Grid ring = new Grid(Grid.Axis.ring("x", 5));
      return Fabric.of(ring)
          .vcs(2)
          .nodes(router -> 3)
          .routing(
              new RoutingFunction() {
                @Override
                public int route(
                    int router, int input, int vc, int source, int destination, Choices choices) {
                  final int offset = ring.offset(router, destination / 3, 0);
                  return RoutingFunction.hop(offset <= 2 ? 0 : 1, choices.pick(0, 2));
                }

                @Override
                public Alike alike() {
                  return alike;
                }
              });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "permutation", "incast"})
  void shouldBeTheSameWithNodesOfOneRouterSummedAsOne(String pattern) {
    final List<Map<?, ?>> found = new ArrayList<>();
    for (RoutingFunction.Alike alike : RoutingFunction.Alike.values()) {
      found.add(bounds(Case.of(new Ring(alike)).with("workload.kind", pattern).network()));
    }
    found
        .get(0)
        .forEach(
            (name, each) -> {
              for (Map<?, ?> other : found) {
                assertEquals((Double) each, (Double) other.get(name), 1e-12, name.toString());
              }
            });
  }

  /**
   * Returns the load of a link: each ring of k nodes, k odd, carries (k² − 1)/8 pairs of
   * coordinates over it.
   */
  private static double load(int extent, int nodes) {
    final double pairs = (extent * extent - 1) / 8.0 * nodes / extent;
    return (nodes - 1) / pairs;
  }

  private static Map<?, ?> bounds(Network<?> network) {
    return (Map<?, ?>) network.unmeasured().summary().get("bounds");
  }

  private static void assertExact(int extent, int nodes) {
    final Network<?> network = Case.of(new Torus(extent)).network();
    assertEquals(Math.min(1, load(extent, nodes)), (Double) bounds(network).get("load"), 1e-12);
    assertEquals(load(extent, nodes), (Double) bounds(network).get("linkThroughput"), 1e-9);
    assertEquals(List.of(), network.remarks());
  }

  @Test
  void shouldBeExact() {
    assertExact(9, 729);
  }

  @Test
  @Tag("slow")
  void shouldBeExactForAFewThousandNodes() {
    assertExact(15, 3_375);
  }

  @Tag("slow")
  @Test
  void shouldSaySoIfTheyAreOfASample() {
    final Network<?> network = Case.of(new Torus(17)).network();
    final double links = (Double) bounds(network).get("linkThroughput");
    assertEquals(load(17, 4_913), links, 0.02 * links);
    assertEquals(12.708, (Double) bounds(network).get("meanHops"), 0.01);
    assertTrue(network.remarks().get(0).contains("a sample of"), network.remarks()::toString);
  }

  /** In large networks the sample has fewer packets, as following a hop takes longer. */
  @Tag("slow")
  @Test
  void shouldFollowFewerPacketsInALargeNetwork() {
    final FabricBounds bounds = ((FabricNetwork) Case.of(new Torus(64)).network()).bounds();
    assertEquals(1 << 25, bounds.hops() * bounds.sampled(), 100);
    assertEquals(48, bounds.hops(), 0.1);
  }

  @Test
  void shouldBeComputedOnceForAllLoads() {
    final Case torus = Case.of(new Torus(5));
    final FabricNetwork light = (FabricNetwork) torus.set("workload.load=0.1").network();
    final FabricNetwork heavy = (FabricNetwork) torus.set("workload.load=0.9").network();
    final FabricNetwork other = (FabricNetwork) torus.set("workload.kind=tornado").network();
    assertSame(light.bounds(), heavy.bounds());
    assertNotSame(light.bounds(), other.bounds());
  }
}
