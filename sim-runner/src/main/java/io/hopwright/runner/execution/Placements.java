package io.hopwright.runner.execution;

import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.models.run.Network;
import io.hopwright.runner.support.InputException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Placement of partitions on JVMs: about the same number of nodes each, and few links between JVMs.
 *
 * <p>There are two initial placements: ranges of consecutive partitions with nearly equal numbers
 * of nodes, and recursive bisection of the machine across the coordinate with the fewest cut links,
 * until there is a part for each JVM. Both are improved by moving partitions and swapping pairs of
 * them ({@link Swaps}), and the better one is used. The load limit of a JVM is the largest of the
 * ranges, at most the mean plus one partition; with equal partitions, the smallest integer number
 * of them. The result never cuts more links than the ranges do. Deterministic; 4,096 partitions
 * take less than a second.
 */
public final class Placements {
  private final PartitionGraph graph;
  private final int jvms;

  private Placements(PartitionGraph graph, int jvms) {
    this.graph = graph;
    this.jvms = jvms;
  }

  /**
   * Places the partitions of {@code network} on {@code jvms} JVMs.
   *
   * @throws InputException if there are fewer partitions than JVMs
   */
  public static PartitionPlacement of(Network<?> network, int jvms) {
    check(network.machine(), network, jvms);
    if (jvms == 1) {
      return PartitionPlacement.together(network.partitions());
    }
    final PartitionGraph graph = PartitionGraph.of(network);
    final int[] memberOf = new Placements(graph, jvms).best();
    return PartitionPlacement.of(Arrays.stream(memberOf).boxed().toList());
  }

  /**
   * Refuses more JVMs than partitions.
   *
   * @param run name of the run
   * @throws InputException if there are fewer partitions than JVMs
   */
  public static void check(String run, Network<?> network, int jvms) {
    final int partitions = network.partitions();
    if (partitions < jvms) {
      throw new InputException(
          String.format(
              "%s: the machine consists of %s%s, fewer than the %s JVMs; use fewer JVMs or"
                  + " smaller partitions (hopwright explain names the key)",
              run, partitions, partitions == 1 ? " partition" : " partitions", jvms));
    }
  }

  private int[] best() {
    final int[] ranges = new int[graph.partitions()];
    final int[] all = IntStream.range(0, ranges.length).toArray();
    final int[] ends = ends(all, jvms);
    for (int member = 1; member < jvms; member++) {
      Arrays.fill(ranges, ends[member - 1], ends[member], member);
    }
    final int[] boxes = new int[ranges.length];
    bisect(all, 0, jvms, boxes);
    final long most = most(ranges);
    Swaps.improve(graph, ranges, jvms, most);
    if (most(boxes) > most) {
      return ranges;
    }
    Swaps.improve(graph, boxes, jvms, most);
    return graph.cutLinks(boxes) < graph.cutLinks(ranges) ? boxes : ranges;
  }

  private long most(int[] memberOf) {
    final long[] nodes = new long[jvms];
    for (int partition = 0; partition < memberOf.length; partition++) {
      nodes[memberOf[partition]] += graph.nodes(partition);
    }
    return Arrays.stream(nodes).max().orElseThrow();
  }

  /** Cuts a row of partitions into ranges of at least one; returns where each of them ends. */
  private int[] ends(int[] row, int parts) {
    final int[] ends = new int[parts];
    for (int part = 0; part < parts; part++) {
      final int least = part == 0 ? 1 : ends[part - 1] + 1;
      ends[part] = end(row, part + 1, parts, least, row.length - (parts - 1 - part));
    }
    return ends;
  }

  /** Returns the end, from {@code least} to {@code most}, nearest to a share of a row's nodes. */
  private int end(int[] row, int share, int of, int least, int most) {
    final long total = Arrays.stream(row).mapToLong(graph::nodes).sum();
    long before = 0;
    int end = 0;
    while (end < row.length) {
      // What is missing until the share, with the next partition and without, times 2 of.
      final long missing = 2 * (share * total - of * before) - of * graph.nodes(row[end]);
      if (end >= most || (end >= least && missing < 0)) {
        return end;
      }
      before += graph.nodes(row[end]);
      end++;
    }
    return end;
  }

  /** Places {@code part} on the {@code count} JVMs from {@code first} on. */
  private void bisect(int[] part, int first, int count, int[] memberOf) {
    if (count == 1) {
      Arrays.stream(part).forEach(partition -> memberOf[partition] = first);
      return;
    }
    final int half = count / 2;
    int[] best = null;
    int bestEnd = 0;
    long fewest = Long.MAX_VALUE;
    for (int dimension = graph.dimensions() - 1; dimension >= 0; dimension--) {
      final int[] row = inOrder(part, dimension);
      final int end = end(row, half, count, half, row.length - (count - half));
      final long cut = cutLinks(row, end);
      if (cut < fewest) {
        fewest = cut;
        best = row;
        bestEnd = end;
      }
    }
    bisect(Arrays.copyOf(best, bestEnd), first, half, memberOf);
    bisect(Arrays.copyOfRange(best, bestEnd, best.length), first + half, count - half, memberOf);
  }

  /** Returns partitions in ascending order of a coordinate, equal ones of the others. */
  private int[] inOrder(int[] part, int dimension) {
    Comparator<Integer> order =
        Comparator.comparingInt(partition -> graph.position(partition, dimension));
    for (int i = graph.dimensions() - 1; i >= 0; i--) {
      final int other = i;
      order = order.thenComparingInt(partition -> graph.position(partition, other));
    }
    return Arrays.stream(part)
        .boxed()
        .sorted(order.thenComparing(Comparator.naturalOrder()))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Returns the links between the two parts of a row, counted on the side of the first. */
  private long cutLinks(int[] row, int end) {
    final int[] part = new int[graph.partitions()];
    for (int i = end; i < row.length; i++) {
      part[row[i]] = 1;
    }
    return Arrays.stream(row, 0, end).mapToLong(partition -> graph.links(partition, part, 1)).sum();
  }
}
