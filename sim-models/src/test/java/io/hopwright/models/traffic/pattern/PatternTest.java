package io.hopwright.models.traffic.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.random.Draws;
import io.hopwright.core.random.KeyedPermutation;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.testkit.Matrices;
import io.hopwright.models.topology.Grid;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every declared pattern against a naive oracle over all small networks. */
class PatternTest {
  private static final long SEED = 11;
  private static final NetworkTraits ALL = new NetworkTraits(List.of("x", "y", "z"), true);

  /** Groups of 1, 2, 3, … nodes, the last one shorter. */
  private record Uneven(int groups) implements NodeSpace.Groups {
    @Override
    public int groupOf(int node) {
      return IntStream.range(0, groups)
          .filter(group -> node < firstNode(group) + nodesIn(group))
          .findFirst()
          .orElseThrow();
    }

    @Override
    public int firstNode(int group) {
      return IntStream.range(0, group).map(this::nodesIn).sum();
    }

    @Override
    public int nodesIn(int group) {
      return group == groups - 1 ? 1 : group + 2;
    }
  }

  private static Grid grid(int... extents) {
    final List<String> names = List.of("x", "y", "z");
    return new Grid(
        IntStream.range(0, extents.length)
            .mapToObj(axis -> Grid.Axis.ring(names.get(axis), extents[axis]))
            .toArray(Grid.Axis[]::new));
  }

  private static Stream<NodeSpace> spaces() {
    final List<NodeSpace> spaces = new ArrayList<>();
    IntStream.rangeClosed(1, 40).forEach(nodes -> spaces.add(NodeSpace.of(nodes)));
    List.of(64, 81, 128).forEach(nodes -> spaces.add(NodeSpace.of(nodes)));
    for (int x = 1; x <= 5; x++) {
      for (int y = 1; y <= 4; y++) {
        for (int z = 1; z <= 3; z++) {
          spaces.add(NodeSpace.of(grid(x, y, z)));
        }
      }
    }
    IntStream.rangeClosed(1, 9).forEach(x -> spaces.add(NodeSpace.of(grid(x))));
    spaces.add(NodeSpace.of(grid(8, 4, 2)));
    IntStream.rangeClosed(1, 6).forEach(groups -> spaces.add(NodeSpace.of(new Uneven(groups))));
    return spaces.stream();
  }

  static Stream<Pattern> patterns() {
    return Patterns.ALL.stream();
  }

  private static NetworkTraits traits(NodeSpace space) {
    return new NetworkTraits(
        space.grid() == null ? List.of() : space.grid().coordinateNames(), space.groups() != null);
  }

  private static Settings settings(Pattern pattern, NodeSpace space, Map<String, ?> values) {
    return Settings.of(
        Stream.concat(Stream.<Key<?>>of(RunPlan.SEED), pattern.keys(traits(space)).stream())
            .<Parameter>map(Key::parameter)
            .toList(),
        values);
  }

  /** Returns settings other than the defaults, where the defaults test little. */
  private static Map<String, Object> values(Pattern pattern, NodeSpace space) {
    final int nodes = space.nodes();
    final Map<String, Object> values = new HashMap<>(Map.of("seed", SEED));
    switch (pattern.name()) {
      case "shift" -> {
        if (space.grid() == null) {
          values.put("workload.distance", nodes < 3 ? 1L : 2L);
        } else if (space.grid().axes() == 3) {
          values.putAll(Map.of("workload.shiftX", 4L, "workload.shiftY", 1L));
        }
      }
      case "group-shift" -> values.put("workload.shiftGroups", 2L);
      case "incast" -> values.put("workload.target", (long) nodes - 1);
      case "outcast" -> values.put("workload.source", (long) nodes / 2);
      case "hot-region" ->
          values.putAll(
              Map.of(
                  "workload.hotFraction",
                  0.4,
                  "workload.hotBox",
                  IntStream.range(0, space.grid().axes())
                      .mapToObj(axis -> (space.grid().extent(axis) + 1L) / 2)
                      .toList()));
      case "hot-spot" ->
          values.putAll(
              Map.of(
                  "workload.hotFraction",
                  0.6,
                  "workload.hotNodes",
                  nodes > 1 ? List.of(nodes - 1L, 0L) : List.of(0L),
                  "workload.hotWeights",
                  nodes > 1 ? List.of(3L, 5L) : List.of(1L)));
      case "rotations" -> values.put("workload.streams", 3L);
      case "matrix" -> values.put("workload.matrix", matrix(nodes));
      default -> {}
    }
    return values;
  }

  private static final Map<Integer, Object> MATRICES = new HashMap<>();

  private static int weight(int source, int destination) {
    return source % 3 == 2 ? 0 : 1 + (source + destination) % 4;
  }

  private static Object matrix(int nodes) {
    return MATRICES.computeIfAbsent(nodes, n -> Matrices.of(Math.max(2, n), PatternTest::weight));
  }

  private static boolean isPowerOfTwo(int nodes, int least) {
    return nodes >= least && IntStream.range(1, 12).anyMatch(bits -> 1 << bits == nodes);
  }

  private static boolean anyAxis(NodeSpace space, int least) {
    return IntStream.range(0, space.grid().axes())
        .anyMatch(axis -> space.grid().extent(axis) >= least);
  }

  /** Returns whether a network has everything that the page requires for a pattern. */
  private static boolean hasAllOf(Pattern pattern, NodeSpace space) {
    final int nodes = space.nodes();
    return nodes >= 2
        && switch (pattern.name()) {
          case "tornado" -> anyAxis(space, 3);
          case "transpose" -> IntStream.range(2, 20).anyMatch(q -> q * q == nodes);
          case "bit-complement" -> isPowerOfTwo(nodes, 2);
          case "bit-reverse", "shuffle" -> isPowerOfTwo(nodes, 4);
          case "group-shift" -> 2 % space.groups().groups() != 0;
          case "shift" -> Arrays.stream(steps(space)).anyMatch(step -> step != 0);
          default -> true;
        };
  }

  private static int[] steps(NodeSpace space) {
    if (space.grid() == null) {
      return new int[] {(space.nodes() < 3 ? 1 : 2) % space.nodes()};
    }
    final int[] asked = space.grid().axes() == 3 ? new int[] {4, 1, 0} : new int[] {1};
    return IntStream.range(0, asked.length)
        .map(axis -> asked[axis] % space.grid().extent(axis))
        .toArray();
  }

  /**
   * Returns the node whose coordinates are some steps further on, found by a search of all nodes.
   */
  private static int moved(NodeSpace space, int node, int... steps) {
    return IntStream.range(0, space.nodes())
        .filter(
            to ->
                IntStream.range(0, steps.length)
                    .allMatch(
                        axis ->
                            space.grid().offset(node, to, axis)
                                == steps[axis] % space.grid().extent(axis)))
        .findFirst()
        .orElseThrow();
  }

  private static String bits(int node, int nodes) {
    final String bits = Integer.toBinaryString(node | nodes);
    return bits.substring(1);
  }

  /** Returns the only destination of a node by the page, or -1 if the pattern has several. */
  private static int oracle(Pattern pattern, NodeSpace space, int node) {
    final int nodes = space.nodes();
    return switch (pattern.name()) {
      case "permutation" -> {
        final KeyedPermutation order = new KeyedPermutation(Draws.of(SEED, 15), nodes);
        final int position =
            IntStream.range(0, nodes)
                .filter(r -> order.apply(0, 0, r) == node)
                .findFirst()
                .orElseThrow();
        yield order.apply(0, 0, (position + 1) % nodes);
      }
      case "shift" ->
          space.grid() == null
              ? (node + steps(space)[0]) % nodes
              : moved(space, node, steps(space));
      case "group-shift" -> {
        final NodeSpace.Groups groups = space.groups();
        final int group = groups.groupOf(node);
        final int to = (group + 2) % groups.groups();
        yield groups.firstNode(to) + (node - groups.firstNode(group)) % groups.nodesIn(to);
      }
      case "tornado" ->
          moved(
              space,
              node,
              IntStream.range(0, space.grid().axes())
                  .map(axis -> (int) Math.ceil(space.grid().extent(axis) / 2.0) - 1)
                  .toArray());
      case "transpose" -> {
        final int side = (int) Math.sqrt(nodes);
        yield (node % side) * side + node / side;
      }
      case "bit-complement" ->
          Integer.parseInt(
              bits(node, nodes).replace('0', '2').replace('1', '0').replace('2', '1'), 2);
      case "bit-reverse" ->
          Integer.parseInt(new StringBuilder(bits(node, nodes)).reverse().toString(), 2);
      case "shuffle" ->
          Integer.parseInt(bits(node, nodes).substring(1) + bits(node, nodes).charAt(0), 2);
      case "incast" -> nodes - 1;
      case "uniform",
          "hot-spot",
          "hot-region",
          "outcast",
          "neighbours",
          "matrix",
          "all-to-all",
          "rotations" ->
          -1;
      default -> throw new AssertionError("no oracle for " + pattern.name());
    };
  }

  private static Sources read(Pattern pattern, NodeSpace space) {
    return pattern.read(settings(pattern, space, values(pattern, space)), space);
  }

  @ParameterizedTest
  @MethodSource("patterns")
  void shouldSendAsThePageSays(Pattern pattern) {
    final int[] seen = new int[2];
    spaces()
        .filter(space -> pattern.fits(traits(space)))
        .forEach(
            space -> {
              final boolean possible = hasAllOf(pattern, space);
              seen[possible ? 1 : 0]++;
              if (possible) {
                check(pattern, space, read(pattern, space));
              } else {
                final SettingsException refusal =
                    assertThrows(SettingsException.class, () -> read(pattern, space));
                assertTrue(refusal.getMessage().contains("; use "), refusal::getMessage);
              }
            });
    assertTrue(seen[0] > 0 && seen[1] > 0, () -> pattern.name() + Arrays.toString(seen));
  }

  private static void check(Pattern pattern, NodeSpace space, Sources sources) {
    final int nodes = space.nodes();
    final Map<Integer, Map<Integer, Double>> weights = new TreeMap<>();
    sources.forEachPair(
        (source, destination, weight) ->
            weights.computeIfAbsent(source, none -> new TreeMap<>()).put(destination, weight));
    int senders = 0;
    double sum = 0;
    for (int node = 0; node < nodes; node++) {
      final int one = oracle(pattern, space, node);
      if (one >= 0) {
        assertEquals(one != node, sources.sends(node), pattern.name() + " of node " + node);
      }
      assertEquals(sources.sends(node), weights.containsKey(node));
      if (!sources.sends(node)) {
        continue;
      }
      senders++;
      for (double weight : weights.get(node).values()) {
        sum += weight;
      }
      final Set<Integer> met = new TreeSet<>();
      final long messages = sources.isFinite() ? sources.messages() : 4L * nodes;
      for (long m = 0; m < messages; m++) {
        final int to = sources.destinations().destination(node, m);
        assertTrue(to >= 0 && to < nodes && to != node, () -> pattern.name() + " to " + to);
        assertTrue(one < 0 || to == one, () -> pattern.name() + " to " + to + ", not " + one);
        met.add(to);
      }
      assertTrue(weights.get(node).keySet().containsAll(met));
      if (sources.isFinite() || one >= 0) {
        assertEquals(weights.get(node).keySet(), met);
      }
    }
    assertEquals(senders, sources.senders());
    assertEquals(sources.weightPerSender() * sources.offering(), sum, 1e-9 * sum);
  }

  private static int[] fixed(String name, NodeSpace space) {
    final Sources sources = read(named(name), space);
    return IntStream.range(0, space.nodes())
        .map(node -> sources.destinations().destination(node, 0))
        .toArray();
  }

  private static Pattern named(String name) {
    return patterns().filter(pattern -> pattern.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void shouldBePermutationsAndTheirOwnInverses() {
    for (String name :
        List.of(
            "permutation",
            "transpose",
            "bit-complement",
            "bit-reverse",
            "shuffle",
            "tornado",
            "shift")) {
      spaces()
          .filter(space -> named(name).fits(traits(space)) && hasAllOf(named(name), space))
          .forEach(
              space -> {
                final int[] to = fixed(name, space);
                assertEquals(space.nodes(), IntStream.of(to).distinct().count(), name);
                if (Set.of("transpose", "bit-complement", "bit-reverse").contains(name)) {
                  IntStream.range(0, to.length)
                      .forEach(node -> assertEquals(node, to[to[node]], name));
                }
              });
    }
  }

  @Test
  void shouldMoveJustLessThanHalfWayRoundEachRing() {
    final NodeSpace ring = NodeSpace.of(grid(8));
    assertEquals(3, fixed("tornado", ring)[0]);
    final NodeSpace torus = NodeSpace.of(grid(5, 4, 2));
    final int[] to = fixed("tornado", torus);
    for (int node = 0; node < to.length; node++) {
      assertEquals(2, torus.grid().offset(node, to[node], 0));
      assertEquals(1, torus.grid().offset(node, to[node], 1));
      assertEquals(0, torus.grid().offset(node, to[node], 2));
    }
  }

  @Test
  void shouldTransposeAsTheHalvesOfItsBitsOnAPowerOfTwo() {
    final int[] to = fixed("transpose", NodeSpace.of(64));
    IntStream.range(0, 64).forEach(n -> assertEquals((n & 7) << 3 | n >> 3, to[n]));
  }

  @Test
  void shouldDrawHotNodesByWeightWithoutTheSource() {
    final NodeSpace space = NodeSpace.of(9);
    final Map<String, Object> values =
        Map.of(
            "seed",
            SEED,
            "workload.hotNodes",
            List.of(7L, 0L, 4L),
            "workload.hotWeights",
            List.of(2L, 1L, 5L),
            "workload.hotFraction",
            0.5);
    final Pattern pattern = Patterns.HOT_SPOT;
    final Sources sources = pattern.read(settings(pattern, space, values), space);
    final Draws chance = Draws.of(SEED, 11);
    final Draws draws = Draws.of(SEED, 0);
    final int messages = 40_000;
    final double[][] counts = new double[9][9];
    for (int source = 0; source < 9; source++) {
      for (int m = 0; m < messages; m++) {
        final int to = sources.destinations().destination(source, m);
        counts[source][to]++;
        if (!Draws.chance(chance.draw(source, m, 0), Draws.threshold(0.5))) {
          final int other = Draws.pick(draws.draw(source, m, 0), 8);
          assertEquals(other < source ? other : other + 1, to);
          continue;
        }
        final int[] hot = {7, 0, 4};
        final int[] weights = {2, 1, 5};
        long whole = 0;
        for (int i = 0; i < 3; i++) {
          whole += hot[i] == source ? 0 : weights[i];
        }
        final long draw = draws.draw(source, m, 0);
        long rest = ((draw >>> 32) * whole + (((draw & 0xFFFFFFFFL) * whole) >>> 32)) >>> 32;
        int expected = -1;
        for (int i = 0; i < 3 && expected < 0; i++) {
          if (hot[i] != source) {
            expected = rest < weights[i] ? hot[i] : -1;
            rest -= weights[i];
          }
        }
        assertEquals(expected, to);
      }
    }
    sources.forEachPair(
        (source, destination, share) ->
            assertEquals(
                share,
                counts[source][destination] / messages,
                5 * Math.sqrt(share / messages),
                () -> source + " to " + destination));
  }

  @Test
  void shouldHaveNeighboursOfBothDirectionsInTurn() {
    final NodeSpace space = NodeSpace.of(grid(3, 1, 2));
    final Sources sources = read(Patterns.NEIGHBOURS, space);
    for (int node = 0; node < 6; node++) {
      final int x = node % 3;
      final int z = node / 3;
      final int[] expected = {
        (x + 1) % 3 + 3 * z, (x + 2) % 3 + 3 * z, x + 3 * (1 - z), x + 3 * (1 - z)
      };
      for (int m = 0; m < 8; m++) {
        assertEquals(expected[m % 4], sources.destinations().destination(node, m));
      }
    }
  }

  @Test
  void shouldLeaveOutNodesThatHaveFailedAndThoseThatSendToThem() {
    final IntPredicate lives = node -> node != 5;
    final NodeSpace space = NodeSpace.of(grid(8), lives);
    final Sources sources = read(named("tornado"), space);
    for (int node = 0; node < 8; node++) {
      assertEquals(node != 5 && node != 2, sources.sends(node));
    }
    assertEquals(6, sources.pairs().total());
  }

  @Test
  void shouldStandOnThePageOfPatternsByNameMeaningAndKeys() throws Exception {
    final String page =
        Files.readString(Path.of("").toAbsolutePath().resolveSibling("docs/models/patterns.md"));
    final Set<String> names = new HashSet<>();
    for (Pattern pattern : Patterns.ALL) {
      assertTrue(names.add(pattern.name()), () -> pattern.name() + " twice");
      assertFalse(pattern.meaning().isBlank());
      final String row =
          page.lines()
              .filter(line -> line.startsWith("| `" + pattern.name() + "` |"))
              .collect(Collectors.joining());
      assertNotEquals("", row, pattern.name());
      for (Key<?> key : pattern.keys(ALL)) {
        assertTrue(
            row.contains("`" + key.name().replace("workload.", "") + "`"),
            () -> pattern.name() + " has " + key);
      }
      pattern
          .formerNames()
          .forEach(
              (former, now) -> {
                assertTrue(page.contains("| `" + former + "` | `" + pattern.name() + "`"), former);
                assertEquals(pattern.name(), now.get(WorkloadKeys.KIND));
              });
    }
  }
}
