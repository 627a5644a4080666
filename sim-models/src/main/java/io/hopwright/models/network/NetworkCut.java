package io.hopwright.models.network;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.PartitionKeys;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.topology.analysis.GrownCut;
import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.DragonflyShape;
import io.hopwright.models.topology.family.Families;
import io.hopwright.models.topology.family.FatTreeShape;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Keys that cut a network into partitions, and the cut itself. */
final class NetworkCut {
  private static final String SOURCE = "ASSUMED, network.md";
  private static final int MOST = NetworkDescription.MOST_ROUTERS;
  private static final int MOST_AXES = 6;

  static final Key<int[]> SHAPE =
      PartitionKeys.ranges(
          "routers of a partition: along each axis of a torus, mesh or HyperX, or one number"
              + " of routers with consecutive numbers",
          MOST_AXES,
          MOST,
          SOURCE);

  private static final Key<Integer> GROUPS =
      Key.integer("partition.groups", null, 1, MOST)
          .meaning(
              "number of groups of a dragonfly in a partition, or of subtrees below the"
                  + " highest level of a fat tree; does not change results")
          .source(SOURCE);

  private static final Key<Integer> COUNT =
      Key.integer("partition.count", null, 1, MOST)
          .meaning(
              "number of partitions, which are chosen so that few links are between them;"
                  + " works for any network; does not change results")
          .source(SOURCE);

  private static final Key<Boolean> HINTS =
      Key.flag("partition.fromFile", false)
          .meaning("whether to use the partitions that the file states; does not change results")
          .source(SOURCE);

  /** Keys beside {@link #SHAPE}. */
  static final List<Key<?>> OTHERS = List.of(GROUPS, COUNT, HINTS);

  private final NetworkDescription network;

  private NetworkCut(NetworkDescription network) {
    this.network = network;
  }

  /**
   * Returns the partitions that a key other than {@link #SHAPE} asks for; empty without one, and
   * for a network of one router, which is one partition.
   *
   * @throws SettingsException if several keys are set, or one does not fit the network
   */
  static Optional<PartitionMap> of(
      Settings settings, NetworkDescription network, Topology topology) {
    final List<Key<?>> set =
        Stream.<Key<?>>of(SHAPE, GROUPS, COUNT, HINTS).filter(key -> isSet(settings, key)).toList();
    if (set.size() > 1) {
      throw new SettingsException(
          set.get(1).name(),
          "and %s are both set; leave one of them out".formatted(set.get(0).name()));
    }
    if (set.isEmpty() || set.contains(SHAPE) || network.routers() == 1) {
      return Optional.empty();
    }
    final NetworkCut cut = new NetworkCut(network);
    final int[] partitions =
        set.contains(HINTS)
            ? cut.stated()
            : set.contains(COUNT)
                ? cut.grown(settings.get(COUNT))
                : cut.together(settings.get(GROUPS));
    return Optional.of(PartitionMap.assigned(topology, partitions));
  }

  private static boolean isSet(Settings settings, Key<?> key) {
    if (key.equals(SHAPE)) {
      return !Arrays.equals(settings.get(SHAPE), new int[] {MOST});
    }
    return key.equals(HINTS) ? settings.get(HINTS) : settings.find(key).isPresent();
  }

  private int[] grown(int count) {
    if (count > network.routers()) {
      throw new SettingsException(
          COUNT.name(),
          "is %s, but the network has %s routers; use at most that many"
              .formatted(count, network.routers()));
    }
    return GrownCut.of(network, count);
  }

  private int[] stated() {
    final TreeSet<Integer> numbers =
        IntStream.range(0, network.routers())
            .mapToObj(network::partition)
            .collect(Collectors.toCollection(TreeSet::new));
    if (numbers.contains(NetworkDescription.NONE)) {
      final int first =
          IntStream.range(0, network.routers())
              .filter(router -> network.partition(router) == NetworkDescription.NONE)
              .findFirst()
              .orElseThrow();
      throw new SettingsException(
          HINTS.name(),
          "is true, but the file states no partition of router %s; add partition=N to its line"
              .formatted(network.name(first)));
    }
    final int[] sorted = numbers.stream().mapToInt(Integer::intValue).toArray();
    return IntStream.range(0, network.routers())
        .map(router -> Arrays.binarySearch(sorted, network.partition(router)))
        .toArray();
  }

  private int[] together(int groups) {
    final Optional<DragonflyShape> dragonfly = Families.dragonfly(network.family());
    if (dragonfly.isPresent()) {
      return IntStream.range(0, network.routers())
          .map(router -> dragonfly.get().group(router) / groups)
          .toArray();
    }
    return Families.fatTree(network.family())
        .map(tree -> subtrees(tree, groups))
        .orElseThrow(
            () ->
                new SettingsException(
                    GROUPS.name(),
                    "needs a dragonfly or a fat tree; use " + COUNT.name() + " for any network"));
  }

  /** Returns the cut of a fat tree; the routers of its highest level are dealt out evenly. */
  private int[] subtrees(FatTreeShape tree, int groups) {
    final int highest = tree.levels() - 1;
    final int subtrees = highest == 0 ? 1 : tree.down().get(highest);
    final int partitions = (subtrees - 1) / groups + 1;
    final int[] of = new int[network.routers()];
    int first = 0;
    for (int level = 0; level <= highest; level++) {
      final int copies = tree.copies(level);
      final int positions = tree.leaves(highest) / tree.leaves(level);
      final int routers = positions * copies;
      for (int at = 0; at < routers; at++) {
        of[first + at] =
            level == highest
                ? (int) ((long) at * partitions / routers)
                : at / copies / (positions / subtrees) / groups;
      }
      first += routers;
    }
    return renumbered(of);
  }

  /** Numbers partitions anew, without those that have no router. */
  private static int[] renumbered(int... of) {
    final int[] numbers = IntStream.of(of).sorted().distinct().toArray();
    return IntStream.of(of).map(number -> Arrays.binarySearch(numbers, number)).toArray();
  }
}
