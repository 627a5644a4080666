package io.hopwright.models.topology.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.Families;
import io.hopwright.models.topology.family.GridShape;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Properties of networks, against naive computations on small ones. */
class AnalysisTest {
  private static NetworkDescription random(long seed, boolean oneWays, int mostNodes) {
    final Random random = new Random(seed);
    final int routers = 2 + random.nextInt(9);
    final NetworkBuilder builder = new NetworkBuilder().routers(routers);
    for (int router = 1; router < routers; router++) {
      builder.link(router, random.nextInt(router), LinkClass.PLAIN);
    }
    for (int i = 0; i < random.nextInt(12); i++) {
      final int a = random.nextInt(routers);
      final int b = (a + 1 + random.nextInt(routers - 1)) % routers;
      builder.link(a, b, LinkClass.PLAIN, oneWays ? null : LinkClass.PLAIN);
    }
    for (int router = 0; router < routers; router++) {
      builder.nodes(router, mostNodes == 0 ? 0 : random.nextInt(mostNodes + 1), LinkClass.PLAIN);
    }
    return builder.build();
  }

  /** Returns all distances by the algorithm of Floyd and Warshall. */
  private static int[][] distances(NetworkDescription network) {
    final int n = network.routers();
    final int[][] d = new int[n][n];
    for (int a = 0; a < n; a++) {
      for (int b = 0; b < n; b++) {
        d[a][b] = a == b ? 0 : 1000;
      }
      for (int port = 0; port < network.ports(a); port++) {
        if (network.leads(a, port)) {
          d[a][network.far(a, port)] = 1;
        }
      }
    }
    for (int k = 0; k < n; k++) {
      for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++) {
          d[a][b] = Math.min(d[a][b], d[a][k] + d[k][b]);
        }
      }
    }
    return d;
  }

  @Test
  void shouldMeasureDistances() {
    for (long seed = 0; seed < 300; seed++) {
      final NetworkDescription network = random(seed, true, 3);
      final int[][] d = distances(network);
      int most = 0;
      long sum = 0;
      long nodeSum = 0;
      for (int a = 0; a < d.length; a++) {
        for (int b = 0; b < d.length; b++) {
          most = Math.max(most, d[a][b]);
          sum += d[a][b];
          nodeSum += (long) d[a][b] * network.nodesAt(a) * network.nodesAt(b);
        }
      }
      final Distances measured = Distances.of(network);
      assertEquals(most, measured.diameter());
      assertEquals(sum / (double) (d.length * (d.length - 1)), measured.mean(), 1e-12);
      if (network.nodes() > 1) {
        assertEquals(
            nodeSum / ((double) network.nodes() * (network.nodes() - 1)),
            measured.nodeMean(),
            1e-12);
      }
    }
  }

  /** Returns the length of the shortest cycle: a link, and the shortest path around it. */
  private static int girth(NetworkDescription network) {
    int best = Integer.MAX_VALUE;
    for (int without = 0; without < network.links(); without++) {
      final NetworkBuilder rest = new NetworkBuilder().routers(network.routers());
      for (int link = 0; link < network.links(); link++) {
        if (link != without) {
          rest.link(network.from(link), network.to(link), LinkClass.PLAIN);
        }
      }
      best =
          Math.min(best, 1 + distances(rest.build())[network.from(without)][network.to(without)]);
    }
    return best > 1000 ? Girth.ACYCLIC : best;
  }

  @Test
  void shouldFindTheShortestCycle() {
    for (long seed = 0; seed < 300; seed++) {
      final NetworkDescription network = random(seed, false, 0);
      assertEquals(girth(network), Girth.of(network), "seed " + seed);
    }
    assertEquals(7, Girth.of(Families.make("torus extents=7")));
    assertEquals(2, Girth.of(Families.make("torus extents=2")));
    assertEquals(Girth.ACYCLIC, Girth.of(Families.make("mesh extents=9")));
  }

  /** Returns the smallest cut over all divisions, for routers of one node each. */
  private static long bisection(NetworkDescription network) {
    final int n = network.routers();
    long best = Long.MAX_VALUE;
    for (int set = 0; set < 1 << n; set++) {
      if (Integer.bitCount(set) == n / 2) {
        int cut = 0;
        for (int link = 0; link < network.links(); link++) {
          cut += (set >>> network.from(link) & 1) == (set >>> network.to(link) & 1) ? 0 : 1;
        }
        best = Math.min(best, cut);
      }
    }
    return best;
  }

  @Test
  void shouldFindTheLeastCutOfSmallNetworks() {
    int exact = 0;
    for (long seed = 0; seed < 200; seed++) {
      final NetworkDescription network = random(seed, false, 0);
      final Bisection found = Bisection.of(network, NetworkDescription.NONE);
      assertEquals(bisection(network), found.links(), "seed " + seed);
      exact += found.exact() ? 1 : 0;
    }
    assertTrue(exact > 20, exact + " of 200 are known to be least");
  }

  @ParameterizedTest
  @CsvSource({
    "torus extents=4x4, 8",
    "torus extents=2x2, 4",
    "torus extents=4x2x1, 4",
    "mesh extents=4x3, 3",
    "mesh extents=2x3, 3",
    "hyperx extents=4x3, 12",
    "hyperx extents=4x4 width=3x1, 16"
  })
  void shouldKnowBisectionsByFormula(String family, long links) {
    final NetworkDescription network = Families.make(family);
    final long formula = Families.grid(family).map(GridShape::bisection).orElseThrow();
    if (formula != NetworkDescription.NONE) {
      assertEquals(links, formula);
    }
    assertEquals(links, bisection(network));
    assertEquals(links, Bisection.of(network, NetworkDescription.NONE).links());
  }

  @Test
  void shouldWeighRoutersByNodes() {
    final NetworkDescription tree = Families.make("fat-tree down=36x3 up=12");
    final Bisection bisection = Bisection.of(tree, NetworkDescription.NONE);
    assertEquals(12, bisection.links());
    assertTrue(bisection.exact());
  }

  @Test
  void shouldNameTwoPartsThatAreNotConnected() {
    final NetworkBuilder builder = new NetworkBuilder().routers(4);
    builder.link(0, 1, LinkClass.PLAIN);
    builder.link(2, 3, LinkClass.PLAIN);
    final NetworkDescription apart = builder.build();
    assertEquals(
        "no: router 0 reaches 2 of 4 routers, but not router 2", Connection.of(apart).text(apart));
    builder.link(0, 2, LinkClass.PLAIN, null);
    final NetworkDescription oneWay = builder.build();
    assertFalse(Connection.of(oneWay).connected());
    assertEquals(
        "no: router 2 reaches 2 of 4 routers, but not router 0",
        Connection.of(oneWay).text(oneWay));
    builder.link(3, 0, LinkClass.PLAIN, null);
    assertTrue(Connection.of(builder.build()).connected());
  }
}
