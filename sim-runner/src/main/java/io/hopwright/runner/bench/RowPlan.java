package io.hopwright.runner.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What one row of the benchmark simulates: uniform random traffic of 256-byte packets on a
 * BlueGene/L torus.
 *
 * @param shape extents of the torus
 * @param load target link utilization
 * @param threads 1 for the sequential executor, more for actors
 * @param repetitions number of measured segments
 */
public record RowPlan(List<Long> shape, double load, int threads, int repetitions) {
  private static final long LARGEST_BOX = 8;
  private static final double LIGHT = 0.5;
  private static final long MIB = 1L << 20;
  private static final long HEAP_BASE_MIB = 256;
  private static final long HEAP_BYTES_PER_NODE = 16L << 10;

  /**
   * Returns the plan of a row.
   *
   * @throws io.hopwright.models.machine.SettingsException if there is no such machine
   */
  public static RowPlan checked(String shape, double load, int threads, int repetitions) {
    final RowPlan plan =
        of(
            List.of(
                shape,
                Double.toString(load),
                Integer.toString(threads),
                Integer.toString(repetitions)));
    RowNetwork.of(plan);
    return plan;
  }

  /** Returns the plan that {@link #arguments} stand for. */
  static RowPlan of(List<String> arguments) {
    final List<Long> shape = new ArrayList<>();
    for (String extent : arguments.get(0).split("x", -1)) {
      shape.add(Long.valueOf(extent));
    }
    return new RowPlan(
        List.copyOf(shape),
        Double.parseDouble(arguments.get(1)),
        Integer.parseInt(arguments.get(2)),
        Integer.parseInt(arguments.get(3)));
  }

  List<String> arguments() {
    return List.of(
        shapeText(),
        Double.toString(load),
        Integer.toString(threads),
        Integer.toString(repetitions));
  }

  String shapeText() {
    return shape.stream().map(String::valueOf).collect(Collectors.joining("x"));
  }

  long nodes() {
    return shape.stream().reduce(1L, Math::multiplyExact);
  }

  /** Boxes of at most 8x8x8 nodes, halved until there is one for each thread. */
  List<Long> partitionShape() {
    final List<Long> box =
        new ArrayList<>(shape.stream().map(extent -> Math.min(extent, LARGEST_BOX)).toList());
    while (boxes(box) < threads && longest(box) > 1) {
      final int dimension = box.lastIndexOf(longest(box));
      box.set(dimension, (box.get(dimension) + 1) / 2);
    }
    return List.copyOf(box);
  }

  private long boxes(List<Long> box) {
    long boxes = 1;
    for (int i = 0; i < box.size(); i++) {
      boxes *= (shape.get(i) + box.get(i) - 1) / box.get(i);
    }
    return boxes;
  }

  private static long longest(List<Long> box) {
    return box.stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /** Ticks until the queues are as long as they will be; longer near saturation. */
  long steadyTicks() {
    return load <= LIGHT ? 20_000 : 40_000;
  }

  /** Heap in MiB that leaves the collector nothing to do. */
  long heapMib() {
    return HEAP_BASE_MIB + nodes() * HEAP_BYTES_PER_NODE / MIB;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s at load %s on %d thread%s",
        shapeText(),
        load,
        threads,
        threads == 1 ? "" : "s");
  }
}
