package io.hopwright.models.topology.analysis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.Families;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrownCutTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "torus extents=6x5x4 nodesPerRouter=2",
        "mesh extents=1x30",
        "dragonfly routersPerGroup=4 globalPerRouter=2 nodesPerRouter=2",
        "fat-tree down=4x4x8 up=4x4",
        "hyperx extents=5x6",
        "slim-fly q=5 nodesPerRouter=3",
        "jellyfish routers=60 degree=5 seed=3"
      })
  void shouldCutEvenlyAndCutFewerLinksThanChance(String family) {
    final NetworkDescription network = Families.make(family);
    for (int count : new int[] {1, 2, 3, 7, network.routers()}) {
      final int[] parts = GrownCut.of(network, count);
      final long[] weights = new long[count];
      for (int router = 0; router < parts.length; router++) {
        weights[parts[router]] += 1 + network.nodesAt(router);
      }
      final double mean = Arrays.stream(weights).average().orElseThrow();
      final double heaviest =
          1 + IntStream.range(0, parts.length).map(network::nodesAt).max().orElseThrow();
      for (long weight : weights) {
        assertTrue(weight > 0, family);
        assertTrue(count > 7 || Math.abs(weight - mean) <= 2 * heaviest + 0.03 * mean, family);
      }
      final double byChance = network.links() * (1 - 1.0 / count);
      assertTrue(count > 7 || cut(network, parts) <= byChance, family + " in " + count);
      assertArrayEquals(parts, GrownCut.of(network, count));
    }
  }

  @Test
  void shouldCutALineWhereOneLinkIs() {
    final NetworkDescription line = Families.make("mesh extents=100");
    assertEquals(3, cut(line, GrownCut.of(line, 4)));
  }

  @Test
  void shouldCutATorusNearlyAsBoxesDo() {
    final NetworkDescription torus = Families.make("torus extents=16x16");
    assertTrue(cut(torus, GrownCut.of(torus, 4)) <= 2 * 64);
  }

  @Test
  void shouldRefuseMorePartsThanRouters() {
    final NetworkDescription line = Families.make("mesh extents=3");
    assertThrows(IllegalArgumentException.class, () -> GrownCut.of(line, 4));
    assertThrows(IllegalArgumentException.class, () -> GrownCut.of(line, 0));
  }

  private static int cut(NetworkDescription network, int... parts) {
    return (int)
        IntStream.range(0, network.links())
            .filter(link -> parts[network.from(link)] != parts[network.to(link)])
            .count();
  }
}
