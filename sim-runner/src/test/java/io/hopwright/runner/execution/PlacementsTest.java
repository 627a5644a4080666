package io.hopwright.runner.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.models.Machines;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.runner.support.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementsTest {
  private static Network<?> torus(List<Long> shape, List<Long> box) {
    return network("bluegene-l", Map.of("machine.shape", shape, "partition.shape", box));
  }

  private static Network<?> cascade(long groups, long together, long lastChassis) {
    final Map<String, Object> settings = new HashMap<>();
    settings.put("machine.groups", groups);
    settings.put("machine.chassisPerGroup", 2L);
    settings.put("machine.bladesPerChassis", 8L);
    settings.put("machine.lastGroupChassis", lastChassis);
    settings.put("partition.groups", together);
    return network("cascade", settings);
  }

  private static Network<?> network(String name, Map<String, Object> settings) {
    final Machine machine =
        Machines.all().stream().filter(m -> m.name().equals(name)).findFirst().orElseThrow();
    return machine.network(Settings.of(machine.parameters(), settings));
  }

  /** Returns the links cut, computed independently of the graph's storage. */
  private static long cut(Network<?> network, int[] memberOf) {
    long links = 0;
    for (int from = 0; from < memberOf.length; from++) {
      for (int to = 0; to < memberOf.length; to++) {
        links += memberOf[from] == memberOf[to] ? 0 : links(network, from, to);
      }
    }
    return links;
  }

  private static long links(Network<?> network, int from, int to) {
    final int at = Arrays.binarySearch(network.neighbours(from), to);
    return at < 0 ? 0 : network.links(from)[at];
  }

  private static long most(Network<?> network, int[] memberOf, int jvms) {
    return IntStream.range(0, jvms)
        .mapToLong(
            jvm ->
                IntStream.range(0, memberOf.length)
                    .filter(partition -> memberOf[partition] == jvm)
                    .mapToLong(network::nodes)
                    .sum())
        .max()
        .orElseThrow();
  }

  private static int[] members(PartitionPlacement placement) {
    return placement.toList().stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * Returns the largest number of nodes on a JVM, minimized over all cuts of the row of partitions
   * into ranges.
   */
  private static long leastOfRanges(Network<?> network, int[] memberOf, int at, int jvms) {
    if (at == memberOf.length) {
      return memberOf[at - 1] == jvms - 1 ? most(network, memberOf, jvms) : Long.MAX_VALUE;
    }
    long least = Long.MAX_VALUE;
    final int before = at == 0 ? 0 : memberOf[at - 1];
    for (int jvm = before; jvm <= (at == 0 ? 0 : Math.min(jvms - 1, before + 1)); jvm++) {
      memberOf[at] = jvm;
      least = Math.min(least, leastOfRanges(network, memberOf, at + 1, jvms));
    }
    return least;
  }

  /** Returns the fewest cut links of all placements with at most {@code most} nodes on a JVM. */
  private static long fewest(Network<?> network, int[] memberOf, int at, int jvms, long most) {
    if (at == memberOf.length) {
      final boolean allUsed = Arrays.stream(memberOf).distinct().count() == jvms;
      return allUsed && most(network, memberOf, jvms) <= most
          ? cut(network, memberOf)
          : Long.MAX_VALUE;
    }
    long fewest = Long.MAX_VALUE;
    // Numbers of JVMs are interchangeable: each partition goes to one in use, or to the next.
    final int used = Arrays.stream(memberOf, 0, at).max().orElse(-1) + 1;
    for (int jvm = 0; jvm <= Math.min(used, jvms - 1); jvm++) {
      memberOf[at] = jvm;
      fewest = Math.min(fewest, fewest(network, memberOf, at + 1, jvms, most));
    }
    return fewest;
  }

  private static int[] equalRanges(int partitions, int jvms) {
    return IntStream.range(0, partitions).map(i -> (int) ((long) i * jvms / partitions)).toArray();
  }

  @ParameterizedTest(name = "{0}x{1}x{2} boxes on {3} JVMs")
  @CsvSource({
    "4, 2, 1, 2",
    "4, 2, 1, 4",
    "3, 3, 1, 3",
    "2, 2, 2, 2",
    "2, 2, 2, 4",
    "2, 2, 2, 3",
    "9, 1, 1, 4",
    "5, 2, 1, 3",
    "5, 2, 1, 5",
    "3, 2, 1, 6"
  })
  void shouldCutAsFewLinksAsPossible(long x, long y, long z, int jvms) {
    final Network<?> network = torus(List.of(2 * x, 2 * y, 2 * z), List.of(2L, 2L, 2L));
    final int[] placed = members(Placements.of(network, jvms));
    final int partitions = network.partitions();
    final long most = most(network, placed, jvms);
    assertEquals(8L * ((partitions + jvms - 1) / jvms), most);
    assertEquals(
        fewest(network, new int[partitions], 0, jvms, most), cut(network, placed), "links");
  }

  /** Steps that never cut more links can end above the minimum, here by up to a half of it. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void shouldComeNearTheBestPlacementOfUnequalPartitions(long seed) {
    final Random random = new Random(seed);
    final Network<?> network =
        torus(
            List.of(5L + random.nextInt(4), 3L + random.nextInt(2), 1L + random.nextInt(2)),
            List.of(2L, 2L, 2L));
    final int partitions = network.partitions();
    final int jvms = 2 + random.nextInt(2);
    final int[] placed = members(Placements.of(network, jvms));
    final long most = most(network, placed, jvms);
    final long best = fewest(network, new int[partitions], 0, jvms, most);
    assertTrue(
        cut(network, placed) <= 1.5 * best,
        () -> cut(network, placed) + " links cut instead of " + best + ", seed " + seed);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void shouldNotBeWorseThanRanges(long seed) {
    final Random random = new Random(seed);
    final long box = 1L + random.nextInt(3);
    final Network<?> network =
        torus(
            List.of(box * (2 + random.nextInt(5)), box * (1 + random.nextInt(5)), 4L * box),
            List.of(box, box, box));
    for (int jvms = 2; jvms <= Math.min(network.partitions(), 24); jvms += 1 + jvms / 6) {
      final int[] ranges = equalRanges(network.partitions(), jvms);
      final int[] placed = members(Placements.of(network, jvms));
      final String name = network.shape() + " on " + jvms + ", seed " + seed;
      assertTrue(cut(network, placed) <= cut(network, ranges), name);
      assertTrue(most(network, placed, jvms) <= most(network, ranges, jvms), name);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void shouldBalanceNodesAndNotPartitions(long seed) {
    final Random random = new Random(seed);
    final Network<?> network = torus(List.of(5L + random.nextInt(8), 3L, 3L), List.of(2L, 2L, 3L));
    final int partitions = network.partitions();
    for (int jvms = 2; jvms <= Math.min(5, partitions); jvms++) {
      final long most = most(network, members(Placements.of(network, jvms)), jvms);
      final long mean = (network.nodes() + jvms - 1) / jvms;
      final long largest = IntStream.range(0, partitions).mapToLong(network::nodes).max().orElse(0);
      assertTrue(most <= mean + largest, "seed " + seed);
      assertTrue(
          most <= 1.5 * leastOfRanges(network, new int[partitions], 0, jvms), "seed " + seed);
    }
  }

  @Test
  void shouldBuildCubesOfBoxes() {
    final Network<?> network = torus(List.of(32L, 32L, 32L), List.of(4L, 4L, 4L));
    final PartitionPlacement placement = Placements.of(network, 8);
    assertEquals(Placements.of(network, 8).toList(), placement.toList(), "same every time");
    // Cubes of 16 have six faces of 256 links in each direction; slabs would have two of 1,024.
    assertEquals(8 * 6 * 256, PartitionGraph.of(network).cutLinks(placement));
  }

  @Test
  void shouldKeepTheSmallLastGroupOfADragonflyInMind() {
    final Network<?> network = cascade(7, 1, 1);
    assertEquals(64, network.nodes(0));
    assertEquals(32, network.nodes(6));
    final PartitionPlacement placement = Placements.of(network, 3);
    assertEquals(160, most(network, members(placement), 3), "two groups and a half");
  }

  @Test
  void shouldCountLinksOfAllGroupsOfAPartition() {
    final Network<?> single = cascade(6, 1, 2);
    final Network<?> pairs = cascade(6, 2, 2);
    final long expected =
        IntStream.of(0, 1)
            .mapToLong(g -> IntStream.of(4, 5).mapToLong(h -> links(single, g, h)).sum())
            .sum();
    assertEquals(3, pairs.partitions());
    assertEquals(expected, links(pairs, 0, 2));
    assertEquals(expected, links(pairs, 2, 0));
    assertEquals(128, pairs.nodes(1));
  }

  @Test
  void shouldUseEveryJvm() {
    final Network<?> network = torus(List.of(8L, 4L, 2L), List.of(1L, 1L, 1L));
    for (int jvms = 1; jvms <= network.partitions(); jvms++) {
      assertEquals(jvms, Placements.of(network, jvms).members());
    }
    final InputException refused =
        assertThrows(InputException.class, () -> Placements.of(network, 65));
    assertTrue(refused.getMessage().contains("64 partitions, fewer than the 65 JVMs"));
  }

  @Test
  void shouldPlaceTheMostPartitionsThereAre() {
    final Network<?> network = torus(List.of(64L, 32L, 32L), List.of(4L, 2L, 2L));
    final List<Integer> sizes = new ArrayList<>();
    for (int jvms : new int[] {2, 48, 1024}) {
      final PartitionPlacement placement = Placements.of(network, jvms);
      sizes.add(placement.members());
      final long most = most(network, members(placement), jvms);
      assertEquals(16L * ((4096 + jvms - 1) / jvms), most);
    }
    assertEquals(List.of(2, 48, 1024), sizes);
  }
}
