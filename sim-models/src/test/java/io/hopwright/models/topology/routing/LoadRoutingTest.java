package io.hopwright.models.topology.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.Families;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Routing functions that read loads, against a naive walk over all candidates. */
class LoadRoutingTest {
  private static final int MANY = 1024;

  private record Channel(int router, int port, int vc) {}

  private record Hop(int port, int vc, boolean last) {}

  private static NetworkRouting routing(String family, String name) {
    return new Routings(Families.make(family)).of(name);
  }

  /** Returns all possible grants of a packet, over all loads and choices. */
  private static Set<Hop> hops(
      NetworkRouting routing, int router, int input, int vc, int source, int destination) {
    final CandidateRouting function = (CandidateRouting) routing.function();
    final int[] list = new int[MANY];
    final Set<Hop> hops = new HashSet<>();
    final ChoiceValues choices = new ChoiceValues();
    choices.begin();
    do {
      final int count =
          function.candidates(
              router, input, vc, source, destination, choices, new Loads(port -> 0, 0), list);
      for (int i = 0; i < count; i++) {
        for (int on = 0; on < Integer.SIZE; on++) {
          if ((Candidate.vcs(list[i]) >>> on & 1) != 0) {
            hops.add(new Hop(Candidate.port(list[i]), on, i == count - 1));
          }
        }
      }
    } while (choices.next());
    return hops;
  }

  /** Follows all candidates to a destination; returns the number of links of the longest route. */
  private static int follow(
      NetworkRouting routing,
      int router,
      int input,
      int vc,
      int source,
      int destination,
      Set<Channel> before,
      Map<Channel, Set<Channel>> waits) {
    final NetworkDescription network = routing.network();
    if (router == network.routerOf(destination)) {
      return 0;
    }
    int longest = 0;
    final Set<Hop> hops = hops(routing, router, input, vc, source, destination);
    assertTrue(!hops.isEmpty(), "no candidate");
    for (Hop hop : hops) {
      final Channel next = new Channel(router, hop.port, hop.vc);
      assertTrue(hop.vc < routing.vcs(), "VC " + hop.vc);
      assertTrue(before.add(next), "twice " + next);
      final int far = network.far(router, hop.port);
      final int farPort = network.farPort(router, hop.port);
      if (input < network.ports(router) && hop.last) {
        final int behind = network.far(router, input);
        waits
            .computeIfAbsent(
                new Channel(behind, network.farPort(router, input), vc), unseen -> new HashSet<>())
            .add(next);
      }
      longest =
          Math.max(
              longest,
              1 + follow(routing, far, farPort, hop.vc, source, destination, before, waits));
      before.remove(next);
    }
    return longest;
  }

  private static boolean hasCycle(Map<Channel, Set<Channel>> waits) {
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "torus extents=5",
        "torus extents=3x3",
        "torus extents=2x2",
        "torus extents=1x4 nodesPerRouter=2",
        "mesh extents=3x2x2",
        "hyperx extents=3x2 width=1x2",
        "fat-tree down=2x2x2 up=2x2",
        "fat-tree down=2x3 up=2 bundle=2",
        "dragonfly routersPerGroup=2 globalPerRouter=1",
        "slim-fly q=3",
      })
  void shouldReachAllByAnyCandidateWithEscapesFreeOfCycles(String family) {
    final NetworkRouting routing = routing(family, "adaptive");
    final NetworkDescription network = routing.network();
    final Map<Channel, Set<Channel>> waits = new HashMap<>();
    int longest = 0;
    for (int source = 0; source < network.nodes(); source++) {
      for (int to = 0; to < network.nodes(); to++) {
        final int from = network.routerOf(source);
        longest =
            Math.max(
                longest,
                follow(routing, from, network.ports(from), 0, source, to, new HashSet<>(), waits));
      }
    }
    assertTrue(!hasCycle(waits));
    final RouteCheck check = RouteCheck.of(routing);
    assertTrue(check.isSafe(), check::toString);
    assertEquals(longest, check.longest());
  }

  @ParameterizedTest
  @CsvSource({
    "torus extents=9x8,3",
    "mesh extents=8x8,2",
    "hyperx extents=4x4x3,2",
    "fat-tree down=4x4x4 up=4x4,1",
    "slim-fly q=5,2",
  })
  void shouldNeedAsManyVcsAsThePageSays(String family, int vcs) {
    final NetworkRouting routing = routing(family, "adaptive");
    assertEquals(vcs, routing.vcs());
    assertTrue(RouteCheck.of(routing).isSafe());
    assertTrue(RouteCheck.of(routing(family, "ugal-l")).isSafe());
  }

  /** Each adaptive route is a shortest one, and the direct route of UGAL is that of the bounds. */
  @ParameterizedTest
  @CsvSource({
    "torus extents=6x5,dimension-order",
    "hyperx extents=4x3x2,dimension-order",
    "fat-tree down=3x3x3 up=2x3,random",
    "jellyfish routers=12 degree=4,ecmp",
  })
  void shouldTakeShortestRoutes(String family, String shortest) {
    final double mean = RouteCheck.of(routing(family, shortest)).meanLinks();
    assertEquals(mean, RouteCheck.of(routing(family, "adaptive")).meanLinks(), 1e-9);
  }

  // ---------------------------------------------------------------- loads

  private record Loads(IntUnaryOperator load, int waiting) implements CandidateRouting.Loads {
    @Override
    public int of(int port) {
      return load.applyAsInt(port);
    }

    @Override
    public int waiting(int port, int vc) {
      return waiting;
    }
  }

  private static List<Integer> ports(
      NetworkRouting routing, int source, int destination, int tie, IntUnaryOperator load) {
    return ports(routing, source, destination, tie, load, 0);
  }

  private static List<Integer> ports(
      NetworkRouting routing,
      int source,
      int destination,
      int tie,
      IntUnaryOperator load,
      int waiting) {
    final int router = routing.network().routerOf(source);
    final int[] list = new int[MANY];
    final int count =
        ((CandidateRouting) routing.function())
            .candidates(
                router,
                routing.network().ports(router),
                0,
                source,
                destination,
                (index, bound) -> tie % bound,
                new Loads(load, waiting),
                list);
    return Arrays.stream(list, 0, count).map(Candidate::port).boxed().toList();
  }

  @Test
  void shouldPutTheLeastLoadFirstAndTurnThoseThatAreEqual() {
    final NetworkRouting cube = routing("mesh extents=2x2x2", "adaptive");
    final NetworkDescription network = cube.network();
    final List<Integer> byAxis =
        List.of(network.portTo(0, 1), network.portTo(0, 2), network.portTo(0, 4));
    for (int tie = 0; tie < 3; tie++) {
      final List<Integer> equal = ports(cube, 0, 7, tie, port -> 8);
      for (int i = 0; i < 3; i++) {
        assertEquals(byAxis.get((i + tie) % 3), equal.get(i));
      }
      final List<Integer> loaded =
          ports(cube, 0, 7, tie, port -> port == byAxis.get(0) ? 9 : port == byAxis.get(2) ? 1 : 5);
      assertEquals(List.of(byAxis.get(2), byAxis.get(1), byAxis.get(0), byAxis.get(0)), loaded);
    }
  }

  /** Routes from node 0 to group 1 take the own link of its router, or a link by another group. */
  @Test
  void shouldLeaveTheDirectRouteWhereItsQueueIsLonger() {
    final NetworkDescription network =
        Families.make("dragonfly routersPerGroup=4 globalPerRouter=2 nodesPerRouter=2");
    final RoutingOptions options = RoutingOptions.DEFAULT.ugal(new RoutingOptions.Ugal(10, 3));
    final NetworkRouting ugal = Routings.of(network, "ugal-l", options);
    final NetworkRouting indirect = new Routings(network).of("valiant-group");
    final NetworkRouting direct = new Routings(network).of("minimal");
    assertEquals(5, ugal.vcs());
    int differing = 0;
    for (int destination = 2; destination < network.nodes(); destination++) {
      for (int group = 0; group < 9; group++) {
        final int tie = group;
        final int waypoint = elsewhere(tie, destination / 8);
        final RoutingFunction.Choices choices =
            (index, bound) -> index == 0 ? waypoint : tie % bound;
        final int router = network.routerOf(0);
        final int input = network.ports(router);
        final int there =
            RoutingFunction.port(direct.route(router, input, 0, 0, destination, choices));
        final int round =
            RoutingFunction.port(indirect.route(router, input, 0, 0, destination, choices));
        assertEquals(List.of(there), ports(ugal, 0, destination, tie, port -> 0));
        if (there != round) {
          differing++;
          final int most = 10 + 5 * links(indirect, 0, destination, choices);
          final int hops = links(direct, 0, destination, choices);
          for (int load : new int[] {most / hops, most / hops + 1}) {
            final int taken = load == most / hops ? there : round;
            assertEquals(
                List.of(taken), ports(ugal, 0, destination, tie, port -> port == there ? load : 5));
          }
          for (int waiting = 2; waiting <= 3; waiting++) {
            final int taken = waiting < 3 ? there : round;
            assertEquals(List.of(taken), ports(ugal, 0, destination, tie, port -> 1, waiting));
          }
        }
      }
    }
    assertTrue(differing > 100);
  }

  /** Returns a group of nine that is neither group 0 nor that of the destination. */
  private static int elsewhere(int tie, int group) {
    final List<Integer> others = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8));
    others.remove((Integer) group);
    return others.get(tie % others.size());
  }

  private static int links(
      NetworkRouting routing, int source, int destination, RoutingFunction.Choices choices) {
    final NetworkDescription network = routing.network();
    int router = network.routerOf(source);
    int input = network.ports(router);
    int vc = 0;
    int links = 0;
    while (router != network.routerOf(destination)) {
      final int hop = routing.route(router, input, vc, source, destination, choices);
      vc = RoutingFunction.vc(hop);
      input = network.farPort(router, RoutingFunction.port(hop));
      router = network.far(router, RoutingFunction.port(hop));
      links++;
    }
    return links;
  }

  // ---------------------------------------------------------------- planted errors

  /** Adaptive leg that modifies the candidates of another one. */
  private abstract static class Planted implements Leg.Adaptive {
    final Leg.Adaptive good;
    final NetworkDescription network;
    final boolean escape;

    Planted(NetworkRouting routing, boolean escape) {
      good = (Leg.Adaptive) routing.last();
      network = routing.network();
      this.escape = escape;
    }

    @Override
    public Leg single() {
      return good;
    }

    @Override
    public boolean hasEscape() {
      return escape;
    }

    @Override
    public int candidates(
        int router, int input, int vc, int target, RoutingFunction.Choices choices, int[] list) {
      final int count = good.candidates(router, input, vc, target, choices, list);
      return change(router, input, vc, target, list, count);
    }

    abstract int change(int router, int input, int vc, int target, int[] list, int count);

    RouteCheck check() {
      return RouteCheck.of(NetworkRouting.direct("bad", network, this, java.util.Optional::empty));
    }
  }

  @FunctionalInterface
  private interface Change {
    int change(int router, int input, int vc, int target, int[] list, int count);
  }

  private static RouteCheck planted(String family, boolean escape, Change change) {
    return new Planted(routing(family, "adaptive"), escape) {
      @Override
      int change(int router, int input, int vc, int target, int[] list, int count) {
        return change.change(router, input, vc, target, list, count);
      }
    }.check();
  }

  private static int onVcs(int set, int[] list, int count) {
    for (int i = 0; i < count; i++) {
      list[i] = Candidate.of(Candidate.port(list[i]), set);
    }
    return count;
  }

  @Test
  void shouldFindEveryPlantedFunctionThatCanDeadlockOrDoesNotArrive() {
    final List<RouteCheck> deadlocks = new ArrayList<>();
    final List<RouteCheck> lost = new ArrayList<>();
    for (String family : List.of("torus extents=4x4", "torus extents=5", "torus extents=4x2x5")) {
      // Escape routes without a dateline, on VC 0 and on VC 1; all candidates on one VC.
      for (int vc = 0; vc < 2; vc++) {
        final int set = 1 << vc;
        deadlocks.add(
            planted(
                family,
                true,
                (router, input, from, target, list, count) -> {
                  list[count - 1] = Candidate.of(Candidate.port(list[count - 1]), set);
                  return count;
                }));
      }
      deadlocks.add(
          planted(
              family, true, (router, input, from, target, list, count) -> onVcs(1, list, count)));
      // Without escape routes, adaptive channels wait for each other.
      deadlocks.add(
          planted(family, false, (router, input, from, target, list, count) -> count - 1));
      // A packet on an adaptive VC can no longer use the escape.
      deadlocks.add(
          planted(
              family,
              true,
              (router, input, from, target, list, count) ->
                  input != Leg.BEGINS && from == 2 ? count - 1 : count));
      // One router has no candidate for one target; another one sends packets back.
      lost.add(
          planted(
              family,
              true,
              (router, input, from, target, list, count) ->
                  router == 1 && target == 2 ? 0 : count));
      lost.add(
          planted(
              family,
              true,
              (router, input, from, target, list, count) -> {
                if (router == 1 && target == 2 && input != Leg.BEGINS) {
                  list[0] = Candidate.of(input, 4);
                }
                return count;
              }));
    }
    for (String family : List.of("mesh extents=3x3", "hyperx extents=3x3")) {
      deadlocks.add(
          planted(
              family, false, (router, input, from, target, list, count) -> onVcs(1, list, count)));
    }
    for (RouteCheck check : deadlocks) {
      assertEquals("", check.problem());
      assertTrue(check.cycle().contains("waits for"), check::toString);
    }
    for (RouteCheck check : lost) {
      assertTrue(!check.problem().isEmpty(), check::toString);
    }
    assertEquals(23, deadlocks.size() + lost.size());
  }
}
