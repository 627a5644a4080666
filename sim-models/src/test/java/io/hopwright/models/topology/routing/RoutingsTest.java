package io.hopwright.models.topology.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.Families;
import io.hopwright.models.topology.files.NextHopReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Routing tables and the check of their channel dependencies. */
class RoutingsTest {
  @TempDir private Path directory;

  private static final RoutingOptions ONE_VC =
      RoutingOptions.DEFAULT.dateline(RoutingOptions.Dateline.NONE);

  static Stream<String> families() {
    return Stream.of(
        "torus extents=8",
        "torus extents=5x4x2 nodesPerRouter=2",
        "mesh extents=4x3",
        "hyperx extents=3x3 width=2x1",
        "dragonfly routersPerGroup=4 globalPerRouter=2 wiring=palm-tree",
        "fat-tree down=3x3x4 up=2x3 bundle=1x2",
        "slim-fly q=5",
        "polarfly q=4",
        "jellyfish routers=40 degree=4",
        "twisted-torus extents=3x6");
  }

  private static List<RoutingTable> all(NetworkDescription network) {
    final Routings routings = new Routings(network);
    return Stream.of("shortest", "hops", "layers", "up-down").map(routings::table).toList();
  }

  /** Channel in the naive check. */
  private record Hop(int router, int port, int vc) {}

  /**
   * Returns whether channels wait in a cycle: follows all routes with maps and sets, and removes
   * channels that wait for nothing.
   */
  private static boolean canDeadlock(NetworkDescription network, RoutingTable table) {
    final Map<Hop, Set<Hop>> waits = new HashMap<>();
    for (int from = 0; from < network.routers(); from++) {
      for (int to = 0; to < network.routers(); to++) {
        final boolean ends =
            network.nodes() == 0 || (network.nodesAt(from) > 0 && network.nodesAt(to) > 0);
        Hop held = null;
        int at = from;
        for (int hop = 0; ends && at != to; hop++) {
          final int port = table.port(at, to);
          final Hop next = new Hop(at, port, table.vc(from, to, at, hop));
          assertTrue(next.vc >= 0 && next.vc < table.vcs(), next + " of " + table.name());
          assertTrue(network.leads(at, port));
          waits.computeIfAbsent(next, unseen -> new HashSet<>());
          if (held != null) {
            waits.get(held).add(next);
          }
          held = next;
          at = network.far(at, port);
          assertTrue(hop < network.routers(), "a loop of " + table.name());
        }
      }
    }
    boolean removed = true;
    while (removed) {
      final Set<Hop> free = new HashSet<>();
      waits.forEach(
          (hop, behind) -> {
            if (behind.isEmpty()) {
              free.add(hop);
            }
          });
      waits.keySet().removeAll(free);
      waits.values().forEach(behind -> behind.removeAll(free));
      removed = !free.isEmpty();
    }
    return !waits.isEmpty();
  }

  private static void assertIsCycle(NetworkDescription network, List<ChannelGraph.Channel> cycle) {
    for (int i = 0; i < cycle.size(); i++) {
      final ChannelGraph.Channel channel = cycle.get(i);
      assertEquals(
          cycle.get((i + 1) % cycle.size()).router(),
          network.far(channel.router(), channel.port()));
    }
  }

  @ParameterizedTest
  @MethodSource("families")
  void shouldReachAllAndAgreeWithANaiveCheck(String family) {
    final NetworkDescription network = Families.make(family);
    for (RoutingTable table : all(network)) {
      final RouteCheck check = RouteCheck.of(network, table);
      assertEquals("", check.problem());
      assertEquals(canDeadlock(network, table), !check.isSafe(), table.name());
      assertIsCycle(network, check.channels());
      if (!table.name().equals("shortest")) {
        assertTrue(check.isSafe(), table.name() + ": " + check.cycle());
      }
    }
  }

  /** Returns whether one channel of a layer depends on another, by a naive search. */
  private static boolean leadsTo(Map<Integer, Set<Integer>> layer, int from, int to) {
    final Set<Integer> seen = new HashSet<>(Set.of(from));
    final List<Integer> found = new ArrayList<>(seen);
    for (int i = 0; i < found.size(); i++) {
      for (int next : layer.getOrDefault(found.get(i), Set.of())) {
        if (seen.add(next)) {
          found.add(next);
        }
      }
    }
    return seen.contains(to);
  }

  private static List<Integer> channels(
      NetworkDescription network, RoutingTable table, int from, int to) {
    final List<Integer> channels = new ArrayList<>();
    for (int at = from; at != to; at = network.far(at, table.port(at, to))) {
      channels.add(network.firstEnd(at) + table.port(at, to));
    }
    return channels;
  }

  /** Returns whether a layer can accept a route: no channel of it leads to an earlier one. */
  private static boolean takes(Map<Integer, Set<Integer>> layer, List<Integer> route) {
    for (int later = 1; later < route.size(); later++) {
      for (int earlier = 0; earlier < later; earlier++) {
        if (leadsTo(layer, route.get(later), route.get(earlier))) {
          return false;
        }
      }
    }
    return true;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jellyfish routers=60 degree=5 nodesPerRouter=1",
        "dragonfly routersPerGroup=4 globalPerRouter=2 nodesPerRouter=1",
        "torus extents=5x4x3"
      })
  void shouldPutEachPairIntoTheLowestLayerWithoutACycle(String family) {
    final NetworkDescription network = Families.make(family);
    final RoutingTable table = new Routings(network).table("layers");
    final List<Map<Integer, Set<Integer>>> layers = new ArrayList<>();
    for (int to = 0; to < network.routers(); to++) {
      for (int from = 0; from < network.routers(); from++) {
        final List<Integer> route = channels(network, table, from, to);
        int lowest = 0;
        while (lowest < layers.size() && !takes(layers.get(lowest), route)) {
          lowest++;
        }
        if (from != to) {
          if (lowest == layers.size()) {
            layers.add(new HashMap<>());
          }
          for (int i = 1; i < route.size(); i++) {
            layers
                .get(lowest)
                .computeIfAbsent(route.get(i - 1), unseen -> new HashSet<>())
                .add(route.get(i));
          }
          assertEquals(lowest, table.vc(from, to, from, 0), from + " to " + to);
        }
      }
    }
    assertEquals(layers.size(), table.vcs());
  }

  /**
   * The network has as many routers and links as the dragonfly of 9,000 nodes of CODES; the layers
   * are found within seconds.
   */
  @Test
  @Tag("slow")
  void shouldFindTheLayersOfALargeDragonfly() {
    final NetworkDescription network =
        Families.make("dragonfly routersPerGroup=48 globalPerRouter=6 groups=50 nodesPerRouter=4");
    final RoutingTable table = new Routings(network).table("layers");
    assertEquals(3, table.vcs());
    assertTrue(RouteCheck.of(network, table).isSafe());
  }

  @Test
  void shouldTakeShortestPaths() {
    for (String family : families().toList()) {
      final NetworkDescription network = Families.make(family);
      final double mean = io.hopwright.models.topology.analysis.Distances.of(network).nodeMean();
      final Routings routings = new Routings(network);
      for (String name : List.of("shortest", "ecmp")) {
        assertEquals(mean, RouteCheck.of(routings.of(name)).meanLinks(), 1e-9);
      }
      if (Families.grid(family).isPresent()) {
        assertEquals(mean, RouteCheck.of(routings.of("dimension-order")).meanLinks(), 1e-9);
      }
    }
  }

  @Test
  void shouldRefuseOneVcOnATorusAndAllowTwo() {
    final NetworkDescription network = Families.make("torus extents=8x8");
    final RouteCheck one = RouteCheck.of(Routings.of(network, "dimension-order", ONE_VC));
    assertFalse(one.isSafe());
    assertTrue(one.cycle().startsWith("0→1 VC 0 waits for 1→2 VC 0 waits for "), one.cycle());
    assertTrue(one.cycle().endsWith("7→0 VC 0 waits for 0→1 VC 0"), one.cycle());
    assertTrue(RouteCheck.of(new Routings(network).of("dimension-order")).isSafe());
    final NetworkDescription mesh = Families.make("mesh extents=8x8");
    assertTrue(RouteCheck.of(new Routings(mesh).of("dimension-order")).isSafe());
  }

  /**
   * Each link of an axis carries k/8 of what all nodes send; for an axis of 2, both links together
   * do.
   */
  @Test
  void shouldLoadLinksOfAToriEvenly() {
    for (String extents : List.of("8", "8x8", "4x6", "2x2", "2x4")) {
      final NetworkDescription network = Families.make("torus extents=" + extents);
      final RouteCheck check = RouteCheck.of(new Routings(network).of("dimension-order"));
      for (int router = 0; router < network.routers(); router++) {
        for (int port = 0; port < network.ports(router); port++) {
          final String[] parts = extents.split("x", -1);
          final int axis = "xyz".indexOf(network.out(router, port).kind());
          final int k = Integer.parseInt(parts[axis]);
          final double load = check.load().get(network.firstEnd(router) + port);
          assertEquals(network.routers() * k / 8.0, load, 1e-9, extents);
        }
      }
    }
  }

  private static NetworkDescription randomNetwork(Random random) {
    final int routers = 6 + random.nextInt(12);
    final NetworkBuilder builder = new NetworkBuilder().routers(routers);
    for (int router = 1; router < routers; router++) {
      builder.link(router, random.nextInt(router), LinkClass.PLAIN);
    }
    for (int i = 0; i < 2 * routers; i++) {
      final int a = random.nextInt(routers);
      builder.link(a, (a + 1 + random.nextInt(routers - 1)) % routers, LinkClass.PLAIN);
    }
    return builder.build();
  }

  /** Returns a closed walk in which no link occurs twice. */
  private static List<ChannelGraph.Channel> closedWalk(NetworkDescription network, Random random) {
    while (true) {
      final List<ChannelGraph.Channel> walk = new ArrayList<>();
      final Set<Integer> ends = new HashSet<>();
      final int start = random.nextInt(network.routers());
      int at = start;
      while (walk.size() < 12 && (walk.isEmpty() || at != start)) {
        final int port = random.nextInt(network.ports(at));
        if (!ends.add(network.firstEnd(at) + port)) {
          break;
        }
        walk.add(new ChannelGraph.Channel(at, port, random.nextInt(2)));
        at = network.far(at, port);
      }
      if (at == start && walk.size() > 2) {
        return walk;
      }
    }
  }

  /**
   * The dependencies follow a random order of channels, so they have no cycle; then a cycle is
   * added.
   */
  @Test
  void shouldFindAllOfTwentyPlantedCycles() {
    for (int seed = 0; seed < 20; seed++) {
      final Random random = new Random(seed);
      final NetworkDescription network = randomNetwork(random);
      final ChannelGraph graph = new ChannelGraph(network, 2);
      final int[] place = new int[2 * 2 * network.links()];
      for (int i = 0; i < place.length; i++) {
        final int other = random.nextInt(i + 1);
        place[i] = place[other];
        place[other] = i;
      }
      for (int router = 0; router < network.routers(); router++) {
        for (int port = 0; port < network.ports(router); port++) {
          final int far = network.far(router, port);
          for (int next = 0; next < network.ports(far); next++) {
            for (int vcs = 0; vcs < 4; vcs++) {
              final int held = graph.channel(router, port, vcs / 2);
              final int wanted = graph.channel(far, next, vcs % 2);
              if (place[held] < place[wanted] && random.nextInt(3) > 0) {
                graph.add(held, wanted);
              }
            }
          }
        }
      }
      assertEquals(List.of(), graph.cycle(), "seed " + seed);
      final List<ChannelGraph.Channel> planted = closedWalk(network, random);
      for (int i = 0; i < planted.size(); i++) {
        graph.add(planted.get(i), planted.get((i + 1) % planted.size()));
      }
      final List<ChannelGraph.Channel> found = graph.cycle();
      assertFalse(found.isEmpty(), "seed " + seed);
      assertIsCycle(network, found);
      for (int i = 0; i < found.size(); i++) {
        final ChannelGraph.Channel to = found.get((i + 1) % found.size());
        assertTrue(
            graph.has(
                graph.channel(found.get(i).router(), found.get(i).port(), found.get(i).vc()),
                graph.channel(to.router(), to.port(), to.vc())),
            "seed " + seed);
      }
    }
  }

  private RouteCheck tableCheck(String family, String text) throws IOException {
    final NetworkDescription network = Families.make(family);
    final Path file = Files.writeString(directory.resolve("t.csv"), text);
    return RouteCheck.of(network, NextHopReader.read(file, network));
  }

  @Test
  void shouldCheckTablesOfFiles() throws IOException {
    final StringBuilder around = new StringBuilder("router,destination,next\n");
    for (int from = 0; from < 4; from++) {
      for (int to = 0; to < 4; to++) {
        if (from != to) {
          around
              .append(from)
              .append(',')
              .append(to)
              .append(',')
              .append((from + 1) % 4)
              .append('\n');
        }
      }
    }
    assertEquals(
        "0→1 VC 0 waits for 1→2 VC 0 waits for 2→3 VC 0 waits for 3→0 VC 0 waits for 0→1 VC 0",
        tableCheck("torus extents=4", around.toString()).cycle());
    assertEquals(
        "router 2 has no route to 0",
        tableCheck("torus extents=4", "router,destination,port\n1,0,0\n").problem());
    final String loop = "router,destination,next\n1,0,0\n2,0,1\n0,1,1\n2,1,1\n0,2,1\n1,2,0\n";
    assertEquals(
        "the route from 0 to 2 never ends: it visits 0 again and again",
        tableCheck("mesh extents=3", loop).problem());
  }
}
