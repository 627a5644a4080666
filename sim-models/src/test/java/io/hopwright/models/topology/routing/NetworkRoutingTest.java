package io.hopwright.models.topology.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.Families;
import io.hopwright.models.topology.routing.RoutingOptions.Dateline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Routing functions of networks, all routes of them, against closed forms and a naive check. */
class NetworkRoutingTest {
  private static final RoutingOptions DEFAULT = RoutingOptions.DEFAULT;

  private record Channel(int router, int port, int vc) {}

  private record Route(List<Channel> channels, double probability) {}

  /** Returns all routes between two nodes, as a simulation computes them. */
  private static List<Route> routes(NetworkRouting routing, int source, int destination) {
    final NetworkDescription network = routing.network();
    final ChoiceValues choices = new ChoiceValues();
    final List<Route> routes = new ArrayList<>();
    choices.begin();
    do {
      final List<Channel> route = new ArrayList<>();
      int router = network.routerOf(source);
      int input = network.ports(router);
      int vc = 0;
      while (router != network.routerOf(destination)) {
        final int hop = routing.route(router, input, vc, source, destination, choices);
        vc = RoutingFunction.vc(hop);
        final Channel channel = new Channel(router, RoutingFunction.port(hop), vc);
        assertTrue(vc < routing.vcs(), routing.name());
        assertFalse(route.contains(channel), routing.name() + ": twice " + channel);
        route.add(channel);
        input = network.farPort(router, channel.port);
        router = network.far(router, channel.port);
      }
      routes.add(new Route(route, choices.probability()));
    } while (choices.next());
    return routes;
  }

  /**
   * Returns whether channels wait for each other in a cycle; removes those that wait for none until
   * nothing changes.
   */
  private static boolean canDeadlock(Map<Channel, Set<Channel>> waits) {
    boolean removed = true;
    while (removed) {
      final Set<Channel> free = new HashSet<>();
      waits.forEach(
          (channel, behind) -> {
            if (behind.stream().noneMatch(waits::containsKey)) {
              free.add(channel);
            }
          });
      removed = waits.keySet().removeAll(free);
    }
    return !waits.isEmpty();
  }

  private static void assertChecked(NetworkRouting routing) {
    final int nodes = routing.network().nodes();
    final Map<Channel, Set<Channel>> waits = new HashMap<>();
    double hops = 0;
    int longest = 0;
    for (int source = 0; source < nodes; source++) {
      for (int destination = 0; destination < nodes; destination++) {
        double all = 0;
        for (Route route : routes(routing, source, destination)) {
          all += route.probability;
          hops += route.probability * route.channels.size();
          longest = Math.max(longest, route.channels.size());
          for (int i = 1; i < route.channels.size(); i++) {
            waits
                .computeIfAbsent(route.channels.get(i - 1), unseen -> new HashSet<>())
                .add(route.channels.get(i));
          }
        }
        assertEquals(1, all, 1e-9, routing.name());
      }
    }
    final RouteCheck check = RouteCheck.of(routing);
    final String what = routing.name() + " on " + routing.network().family();
    assertEquals("", check.problem(), what);
    assertEquals(canDeadlock(waits), !check.isSafe(), what + ": " + check.cycle());
    if (routing.first() == null) {
      assertEquals(hops / nodes / (nodes - 1), check.meanLinks(), 1e-9, what);
      assertEquals(longest, check.longest(), what);
    } else if (!routing.name().equals("valiant-group")) {
      assertTrue(hops / nodes / (nodes - 1) <= check.meanLinks() + 1e-9, what);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "torus extents=5",
        "torus extents=4x3",
        "torus extents=2x2x2 nodesPerRouter=2",
        "torus extents=1x4",
        "mesh extents=3x3",
        "hyperx extents=3x2 width=1x2",
        "dragonfly routersPerGroup=2 globalPerRouter=1",
        "dragonfly routersPerGroup=2 globalPerRouter=2 groups=3 wiring=palm-tree",
        "dragonfly routersPerGroup=1 globalPerRouter=3 groups=4 wiring=absolute",
        "fat-tree down=2x2x2 up=2x2",
        "fat-tree down=2x3 up=2 bundle=2",
        "fat-tree down=1x2x2 up=1x3 bundle=2x1",
        "crossbar nodes=3",
        "slim-fly q=3",
        "polarfly q=2",
        "jellyfish routers=10 degree=3",
        "twisted-torus extents=2x4",
      })
  void shouldReachAllAndShipNoCycle(String family) {
    final NetworkDescription network = Families.make(family);
    final Routings routings = new Routings(network);
    final Set<String> names = new HashSet<>(List.of("ecmp", "ecmp-layers", "valiant", "layers"));
    names.addAll(List.of("up-down", "hops"));
    names.addAll(routings.withLegs());
    for (String name : names) {
      // LoadRoutingTest covers routes by loads.
      if (!(routings.of(name).function() instanceof CandidateRouting)) {
        assertChecked(routings.of(name));
      }
      assertTrue(RouteCheck.of(routings.of(name)).isSafe());
    }
    assertChecked(routings.of("shortest"));
    if (Families.grid(family).isPresent()) {
      for (Dateline dateline : Dateline.values()) {
        for (boolean random : new boolean[] {false, true}) {
          final RoutingOptions options = DEFAULT.dateline(dateline).randomTies(random);
          for (String name : List.of("dimension-order", "o1turn", "valiant")) {
            final NetworkRouting routing = Routings.of(network, name, options);
            assertChecked(routing);
            assertTrue(dateline == Dateline.NONE || RouteCheck.of(routing).isSafe());
          }
        }
      }
    }
    for (String over : RoutingOptions.TABLES) {
      assertTrue(RouteCheck.of(Routings.of(network, "valiant", DEFAULT.over(over))).isSafe());
    }
  }

  /** The tables have random next hops for a few pairs. */
  @Test
  void shouldAgreeWithANaiveCheckOnRandomTables() {
    int deadlocks = 0;
    int problems = 0;
    for (int seed = 0; seed < 100; seed++) {
      final Random random = new Random(seed);
      final NetworkDescription network =
          Families.make("jellyfish routers=12 degree=3 seed=" + seed);
      final RoutingTable good = new Routings(network).table("up-down");
      final ListedRouting listed = new ListedRouting(network);
      for (int from = 0; from < 12; from++) {
        for (int to = 0; to < 12; to++) {
          final int port = from == to ? 0 : good.port(from, to);
          listed.set(from, to, random.nextInt(60) == 0 ? random.nextInt(3) : port, 0);
        }
      }
      final NetworkRouting routing = NetworkRouting.of(network, listed);
      final RouteCheck check = RouteCheck.of(routing);
      if (check.problem().isEmpty()) {
        assertChecked(routing);
        deadlocks += check.isSafe() ? 0 : 1;
      } else {
        problems++;
        assertTrue(check.problem().contains("never ends"), check.problem());
      }
    }
    assertTrue(deadlocks > 5 && problems > 5, deadlocks + " deadlocks, " + problems + " problems");
  }

  // ---------------------------------------------------------------- loads

  /** Returns the flows over each direction of links, if each node sends one flow. */
  private static double[] loads(NetworkRouting routing, IntUnaryOperator to) {
    final double[] loads = new double[2 * routing.network().links()];
    for (int node = 0; node < routing.network().nodes(); node++) {
      for (Route route : routes(routing, node, to.applyAsInt(node))) {
        for (Channel channel : route.channels) {
          loads[routing.network().firstEnd(channel.router) + channel.port] += route.probability;
        }
      }
    }
    return loads;
  }

  private static double most(double[] loads) {
    return Arrays.stream(loads).max().orElseThrow();
  }

  @Test
  void shouldCarryThreeFlowsOfATornadoOnEachUsedLink() {
    final NetworkDescription ring = Families.make("torus extents=8");
    final double[] loads = loads(new Routings(ring).of("dimension-order"), node -> (node + 3) % 8);
    for (int router = 0; router < 8; router++) {
      for (int port = 0; port < 2; port++) {
        final boolean up = ring.far(router, port) == (router + 1) % 8;
        assertEquals(up ? 3 : 0, loads[ring.firstEnd(router) + port], 1e-12);
      }
    }
    assertEquals(2, most(loads(new Routings(ring).of("valiant"), node -> (node + 3) % 8)), 0.25);
  }

  @Test
  void shouldCarryAGroupShiftOverOneLinkOrOverAll() {
    final String family = "dragonfly routersPerGroup=4 globalPerRouter=2 nodesPerRouter=2";
    final Routings routings = new Routings(Families.make(family));
    final IntUnaryOperator shift = node -> (node + 8) % 72;
    assertEquals(8, most(loads(routings.of("minimal"), shift)), 1e-12);
    // A group has 8 flows with two global hops each, over 8 links; one of the 9 groups is its own.
    assertTrue(most(loads(routings.of("valiant-group"), shift)) < 2.5);
    assertTrue(most(loads(routings.of("valiant"), shift)) < 3);
  }

  @Test
  void shouldCarryEveryShiftOfAFullTreeOnLinksOfTheirOwn() {
    final NetworkDescription tree = Families.make("fat-tree down=4x4x4 up=4x4");
    final NetworkRouting routing = new Routings(tree).of("d-mod-k");
    for (int by = 1; by < 64; by++) {
      final int shift = by;
      assertEquals(1, most(loads(routing, node -> (node + shift) % 64)), 1e-12);
    }
    final NetworkRouting random = new Routings(tree).of("random");
    final double[] loads = loads(random, node -> (node + 16) % 64);
    for (double load : loads) {
      assertEquals(1, load, 1e-12);
    }
  }

  /** Each value of a choice leads to its own link, and all links are used equally. */
  @Test
  void shouldChooseUniformly() {
    final NetworkDescription wide = Families.make("hyperx extents=2 width=5");
    for (Route route : routes(new Routings(wide).of("dimension-order"), 0, 1)) {
      assertEquals(0.2, route.probability, 1e-12);
    }
    final NetworkDescription groups =
        Families.make("dragonfly routersPerGroup=4 globalPerRouter=3 groups=3");
    final double[] loads = new double[2 * groups.links()];
    for (int from = 0; from < 4; from++) {
      for (int to = 4; to < 8; to++) {
        for (Route route : routes(new Routings(groups).of("minimal"), from, to)) {
          assertTrue(route.channels.size() <= 3);
          for (Channel channel : route.channels) {
            if (groups.out(channel.router, channel.port).kind().equals("global")) {
              loads[groups.firstEnd(channel.router) + channel.port] += route.probability;
            }
          }
        }
      }
    }
    assertEquals(16, Arrays.stream(loads).sum(), 1e-9);
  }

  // ---------------------------------------------------------------- limits

  @ParameterizedTest
  @ValueSource(
      strings = {
        "torus extents=12x9",
        "mesh extents=12x9",
        "hyperx extents=7x8 width=1x2",
        "dragonfly routersPerGroup=6 globalPerRouter=3",
        "fat-tree down=5x5x5 up=5x5",
      })
  void shouldCheckASmallerNetworkWhereRoutesAreTooMany(String family) {
    final Routings routings = new Routings(Families.make(family));
    for (String name : routings.withLegs()) {
      final RouteCheck check = RouteCheck.of(routings.of(name), 100);
      assertFalse(check.smaller().isEmpty(), name);
      assertTrue(check.isSafe(), name);
      assertEquals("", RouteCheck.of(routings.of(name)).smaller(), name);
    }
  }

  @Test
  void shouldNameTheCycle() {
    final NetworkDescription torus = Families.make("torus extents=5");
    final String cycle =
        RouteCheck.of(Routings.of(torus, "dimension-order", DEFAULT.dateline(Dateline.NONE)))
            .cycle();
    assertTrue(cycle.startsWith("0→1 VC 0 waits for 1→2 VC 0"), cycle);
  }

  @Test
  void shouldRefuseWhatANetworkDoesNotHave() {
    final Routings ring = new Routings(Families.make("torus extents=40"));
    for (String name : List.of("minimal", "d-mod-k", "random", "valiant-group", "hops", "none")) {
      assertThrows(DescriptionException.class, () -> ring.of(name), name);
    }
    final Routings tree = new Routings(Families.make("fat-tree down=2x2 up=2"));
    assertThrows(DescriptionException.class, () -> tree.of("dimension-order"));
  }
}
