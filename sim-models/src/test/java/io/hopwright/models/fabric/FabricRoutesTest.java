package io.hopwright.models.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.PortNodes;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.routing.RoutingFunction;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Routes of small fabrics, derived by hand. */
class FabricRoutesTest {
  private static final Grid RING = new Grid(Grid.Axis.ring("x", 10));

  private static FabricRoutes routes(RoutingFunction function) {
    return routes(Fabric.of(RING).vcs(2).routing(function));
  }

  private static FabricRoutes routes(Fabric fabric) {
    final CrossbarDesign design =
        FabricSettings.design(
            FabricSpec.of("test", "a test", "ASSUMED"),
            fabric,
            List.of(new LinkParameters("link", 1, 1, 1, 1)),
            false);
    return new FabricRoutes(fabric, PortNodes.ofMachine(design, fabric.topology().routers()));
  }

  private static int shorter(int from, int to) {
    return 2 * Math.floorMod(to - from, 10) <= 10 ? 0 : 1;
  }

  @Test
  void shouldFindTheCycleOfARingOnOneChannel() {
    final FabricRoutes routes =
        routes(
            (router, input, vc, source, destination, choices) ->
                RoutingFunction.hop(shorter(source, destination), 0));
    assertEquals(10, RouteDependencies.cycle(Fabric.of(RING).vcs(2), routes, 10).size());
  }

  @Test
  void shouldFindNoneWhereADatelineChangesTheChannel() {
    final FabricRoutes routes =
        routes(
            (router, input, vc, source, destination, choices) -> {
              final int port = shorter(source, destination);
              final boolean crosses = router == (port == 0 ? 9 : 0);
              return RoutingFunction.hop(port, crosses ? 1 : vc);
            });
    assertTrue(RouteDependencies.cycle(Fabric.of(RING).vcs(2), routes, 10).isEmpty());
  }

  @Test
  void shouldVisitTheRoutesOfAllChoicesWithTheirProbabilities() {
    final FabricRoutes routes =
        routes(
            (router, input, vc, source, destination, choices) ->
                RoutingFunction.hop(
                    choices.pick(7, 3) == 0 ? 0 : choices.pick(0, 2) == 0 ? 1 : 0,
                    choices.pick(3, 2)));
    final Map<Integer, Double> byHops = new TreeMap<>();
    final double[] all = new double[1];
    routes.visit(
        0,
        3,
        (channels, hops, probability) -> {
          byHops.merge(hops, probability, Double::sum);
          all[0]++;
        });
    assertEquals(10, all[0]);
    assertEquals(2 / 3.0, byHops.get(3), 1e-12);
    assertEquals(1 / 3.0, byHops.get(7), 1e-12);
  }

  @Test
  void shouldRefuseAPortWithoutALinkAndARouteWithoutAnEnd() {
    final Fabric line =
        Fabric.of(new Grid(Grid.Axis.line("x", 3)))
            .routing(
                (router, input, vc, source, destination, choices) -> RoutingFunction.hop(0, 0));
    final FabricRoutes off = routes(line);
    assertThrows(IllegalStateException.class, () -> off.visit(2, 0, (route, hops, share) -> {}));
    final FabricRoutes around =
        routes(
            (router, input, vc, source, destination, choices) ->
                RoutingFunction.hop(router % 2, 0));
    assertThrows(IllegalStateException.class, () -> around.visit(0, 5, (route, hops, share) -> {}));
  }
}
