package io.hopwright.models.topology.family;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.analysis.Connection;
import io.hopwright.models.topology.analysis.Distances;
import io.hopwright.models.topology.analysis.Girth;
import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.NetworkDescription;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks by the name of their family. */
class FamiliesTest {
  private static void assertRegular(int degree, NetworkDescription network) {
    for (int router = 0; router < network.routers(); router++) {
      assertEquals(degree, network.ports(router), "router " + router);
    }
  }

  private static int distance(NetworkDescription network, int from, int to) {
    final Map<Integer, Integer> distances = new HashMap<>(Map.of(from, 0));
    Set<Integer> frontier = Set.of(from);
    for (int hops = 1; !distances.containsKey(to); hops++) {
      final Set<Integer> next = new HashSet<>();
      for (int router : frontier) {
        for (int port = 0; port < network.ports(router); port++) {
          if (distances.putIfAbsent(network.far(router, port), hops) == null) {
            next.add(network.far(router, port));
          }
        }
      }
      frontier = next;
    }
    return distances.get(to);
  }

  @ParameterizedTest
  @ValueSource(strings = {"4x3x2", "2x2", "1x5", "7", "6x1x4"})
  void shouldLinkToriAndMeshesAsGridsDo(String extents) {
    final String[] parts = extents.split("x", -1);
    for (boolean ring : new boolean[] {true, false}) {
      final Grid.Axis[] axes = new Grid.Axis[parts.length];
      for (int axis = 0; axis < parts.length; axis++) {
        axes[axis] = new Grid.Axis("a" + axis, Integer.parseInt(parts[axis]), ring);
      }
      final Grid grid = new Grid(axes);
      final NetworkDescription network =
          Families.make((ring ? "torus" : "mesh") + " extents=" + extents);
      assertEquals(grid.routers(), network.routers());
      assertEquals(grid.links() / 2, network.links());
      assertEquals(grid.diameter(), Distances.of(network).diameter());
      for (int router = 0; router < grid.routers(); router++) {
        int links = 0;
        for (int port = 0; port < grid.ports(); port++) {
          final int far = grid.neighbour(router, port);
          links += far < 0 ? 0 : 1;
          assertTrue(far < 0 || network.portTo(router, far) >= 0);
        }
        assertEquals(links, network.ports(router));
      }
    }
  }

  /** A distance is that to the nearest of all lattice points that represent the router. */
  @Test
  void shouldTwistATorus() {
    final NetworkDescription network = Families.make("twisted-torus extents=4x4x8");
    assertRegular(6, network);
    long sum = 0;
    int most = 0;
    for (int router = 0; router < network.routers(); router++) {
      final int[] at = {router % 4, router / 4 % 4, router / 16};
      int least = Integer.MAX_VALUE;
      for (int i = -3; i <= 3; i++) {
        for (int j = -3; j <= 3; j++) {
          for (int k = -4; k <= 4; k++) {
            // One turn around x or y shifts z by 4, one around z by 8.
            final int z = at[2] + 4 * i + 4 * j + 8 * k;
            least =
                Math.min(least, Math.abs(at[0] + 4 * i) + Math.abs(at[1] + 4 * j) + Math.abs(z));
          }
        }
      }
      assertEquals(least, distance(network, 0, router), "router " + router);
      sum += least;
      most = Math.max(most, least);
    }
    final Distances distances = Distances.of(network);
    assertEquals(most, distances.diameter());
    assertEquals(sum / 127.0, distances.mean(), 1e-12);
  }

  @ParameterizedTest
  @CsvSource({"3,5", "4,6", "5,7", "7,11", "8,12", "9,13", "11,17", "13,19", "16,24", "17,25"})
  void shouldMakeSlimFlies(int q, int degree) {
    final NetworkDescription network = Families.make("slim-fly q=" + q);
    assertEquals(2 * q * q, network.routers());
    assertRegular(degree, network);
    assertEquals(2, Distances.of(network).diameter());
  }

  /**
   * This is the only graph of degree 7, diameter 2 and 50 routers: it has girth 5 and no parallel
   * paths.
   */
  @Test
  void shouldMakeTheGraphOfHoffmanAndSingleton() {
    final NetworkDescription network = Families.make("slim-fly q=5");
    assertEquals(50, network.routers());
    assertEquals(175, network.links());
    assertEquals(5, Girth.of(network));
    assertEquals((7 + 42 * 2) / 49.0, Distances.of(network).mean(), 1e-12);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 7, 8, 9, 11, 13})
  void shouldMakePolarFlies(int q) {
    final NetworkDescription network = Families.make("polarfly q=" + q);
    assertEquals(q * q + q + 1, network.routers());
    assertEquals(2, Distances.of(network).diameter());
    int quadrics = 0;
    for (int router = 0; router < network.routers(); router++) {
      quadrics += network.ports(router) == q ? 1 : 0;
      assertTrue(network.ports(router) == q || network.ports(router) == q + 1);
    }
    assertEquals(q + 1, quadrics);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 7, 8, 9, 16, 25, 27, 32, 49, 64, 81, 121, 125, 127})
  void shouldCalculateInFields(int q) {
    final FiniteField field = new FiniteField("f", q);
    for (int a = 0; a < q; a++) {
      final Set<Integer> products = new HashSet<>();
      for (int b = 0; b < q; b++) {
        products.add(field.multiply(a, b));
        assertEquals(a, field.subtract(field.add(a, b), b));
        final int c = (a * 7 + b) % q;
        assertEquals(
            field.multiply(a, field.add(b, c)),
            field.add(field.multiply(a, b), field.multiply(a, c)));
        assertEquals(
            field.multiply(a, field.multiply(b, c)), field.multiply(field.multiply(a, b), c));
      }
      assertEquals(a == 0 ? 1 : q, products.size());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"consecutive", "palm-tree", "absolute"})
  void shouldJoinAllPairsOfGroups(String wiring) {
    for (int groups = 2; groups <= 9; groups++) {
      final NetworkDescription network =
          Families.make(
              "dragonfly routersPerGroup=4 globalPerRouter=2 groups="
                  + groups
                  + " wiring="
                  + wiring);
      final int perPair = 8 / (groups - 1);
      final int[][] links = new int[groups][groups];
      for (int link = 0; link < network.links(); link++) {
        links[network.from(link) / 4][network.to(link) / 4]++;
      }
      for (int g = 0; g < groups; g++) {
        for (int h = g + 1; h < groups; h++) {
          assertEquals(perPair, links[g][h] + links[h][g]);
        }
        assertEquals(6, links[g][g]);
      }
      assertTrue(Distances.of(network).diameter() <= 3);
    }
  }

  /** The first router of group 0 has links to the groups that each wiring defines. */
  @Test
  void shouldWireGroupsAsThePageSays() {
    final Map<String, Set<Integer>> expected =
        Map.of("consecutive", Set.of(1, 2), "palm-tree", Set.of(8, 7), "absolute", Set.of(1, 2));
    expected.forEach(
        (wiring, groups) -> {
          final NetworkDescription network =
              Families.make("dragonfly routersPerGroup=4 globalPerRouter=2 wiring=" + wiring);
          final Set<Integer> found = new HashSet<>();
          for (int port = 0; port < network.ports(0); port++) {
            found.add(network.far(0, port) / 4);
          }
          found.remove(0);
          assertEquals(groups, found);
        });
  }

  @Test
  void shouldMakeFatTrees() {
    final NetworkDescription network = Families.make("fat-tree down=4x3x5 up=2x6 bundle=1x2");
    assertEquals(15 + 10 + 12, network.routers());
    assertEquals(60, network.nodes());
    assertEquals(15 * 2 + 10 * 6 * 2, network.links());
    assertEquals(4, Distances.of(network).nodeDiameter());
    assertTrue(Connection.of(network).connected());
    for (int leaf = 0; leaf < 15; leaf++) {
      assertEquals(2, network.ports(leaf));
    }
    for (int top = 25; top < 37; top++) {
      assertEquals(5 * 2, network.ports(top));
    }
  }

  @Test
  void shouldMakeHyperXs() {
    final NetworkDescription network = Families.make("hyperx extents=3x4x2 width=2x1x1");
    assertRegular(2 * 2 + 3 + 1, network);
    assertEquals(3, Distances.of(network).diameter());
    assertEquals(28, Families.make("hyperx extents=8").links());
  }

  @Test
  void shouldDrawRegularGraphs() {
    for (int seed = 0; seed < 20; seed++) {
      for (String sizes :
          new String[] {"routers=6 degree=5", "routers=9 degree=4", "routers=50 degree=3"}) {
        final String text = "jellyfish " + sizes + " seed=" + seed;
        final NetworkDescription network = Families.make(text);
        assertRegular(Integer.parseInt(text.replaceAll(".*degree=(\\d+).*", "$1")), network);
        assertTrue(Connection.of(network).connected());
        assertTrue(Girth.of(network) > 2, "parallel links");
        assertEquals(network, Families.make(text));
      }
    }
    assertNotEquals(
        Families.make("jellyfish routers=50 degree=3 seed=1"),
        Families.make("jellyfish routers=50 degree=3 seed=2"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "moebius | there is no family moebius; use one of",
        "torus | torus: extents is missing; add",
        "torus extents=4x | extents is 4x; use integers with an x between them, as in 4x4",
        "torus extents=4,4 | extents is 4,4; use integers with an x between them, as in 4x4",
        "torus extents=4x0 | extents is 0; use an integer from 1",
        "torus extents=4%4 | extents is 4%4; use integers",
        "torus extents=1x2x3x4x5x6x7 | extents has 7 numbers; use 1 to 6",
        "torus extents=4096x4096 | make 16777216 routers; use at most 1048576",
        "torus extents=4 size=3 | torus: size is not a parameter of it; use extents, nodesPerRouter",
        "torus extents=4 extents=3 | extents is given twice",
        "hyperx extents=2000 | links at a router; use at most 1024",
        "slim-fly q=6 | use a prime power 4w",
        "slim-fly q=15 | not a prime power; the next smaller one is 13",
        "dragonfly routersPerGroup=2 globalPerRouter=1 groups=4 | use at most 3",
        "jellyfish routers=5 degree=3 | cannot have 3 links each",
        "fat-tree down=2000000x2000 up=4 | down is 2000000; use",
        "fat-tree down=1000x1000x1000x1000 up=900x900x900 | routers; use at most"
      })
  void shouldRefuseParameters(String text, String part) {
    final DescriptionException e =
        assertThrows(DescriptionException.class, () -> Families.make(text));
    assertTrue(e.getMessage().contains(part), e.getMessage());
  }

  @Test
  void shouldBuildNothingOfAnotherSize() {
    assertNull(Families.make("torus extents=1024x1024", 4));
    assertEquals(1 << 16, Families.make("torus extents=64x64x16").routers());
  }
}
