package io.hopwright.models.declare;

import java.util.List;

/** Keys that cut machines into partitions; no cut changes results. */
public final class PartitionKeys {
  private static final String NO_EFFECT = ", simulated by one actor; does not change results";

  private PartitionKeys() {}

  /** Declares the extents of a box of nodes, one in each dimension. */
  public static Key<int[]> boxes(int dimensions, List<Integer> byDefault, int max, String source) {
    return boxes("nodes of a partition in each dimension", dimensions, byDefault, max, source);
  }

  /** Declares the extents of a box; {@code meaning} names its contents and the dimensions. */
  public static Key<int[]> boxes(
      String meaning, int dimensions, List<Integer> byDefault, int max, String source) {
    return Key.shape("partition.shape", dimensions, dimensions, byDefault, max)
        .meaning(meaning + NO_EFFECT)
        .source(source);
  }

  /**
   * Declares a number of routers, or the extents of a box with at most {@code mostDimensions} axes.
   */
  public static Key<int[]> ranges(String meaning, int mostDimensions, int max, String source) {
    return Key.shape("partition.shape", 1, mostDimensions, List.of(max), max)
        .meaning(meaning + NO_EFFECT)
        .source(source);
  }

  /** Declares a number of nodes; the machine provides its default. */
  public static Key<Integer> nodes(int max, String byDefault, String source) {
    return Key.integer("partition.nodes", null, 1, max)
        .meaning("nodes of a partition" + NO_EFFECT + "; by default " + byDefault)
        .source(source);
  }

  /** Declares a number of groups. */
  public static Key<Integer> groups(int byDefault, int max, String source) {
    return Key.integer("partition.groups", byDefault, 1, max)
        .meaning("groups of a partition" + NO_EFFECT)
        .source(source);
  }
}
