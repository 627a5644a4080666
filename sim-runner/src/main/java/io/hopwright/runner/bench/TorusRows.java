package io.hopwright.runner.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rows of BlueGene/L: uniform random traffic of 256-byte packets. The size is a shape, 8x8x8. */
final class TorusRows implements RowMachine {
  static final String NAME = "bluegene-l";

  private static final long LARGEST_BOX = 8;
  private static final double LIGHT = 0.5;

  /** Long, so that the series of a long run does not count as memory of its few nodes. */
  private static final long GRID_TICKS = 20_000;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Map<String, Object> settings(RowPlan plan) {
    final List<Long> shape = shape(plan.size());
    final Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("machine.shape", shape);
    settings.put("partition.shape", partitionShape(shape, plan.processors()));
    settings.put("workload.packetBytes", List.of(256L));
    settings.put("run.gridTicks", GRID_TICKS);
    return settings;
  }

  private static List<Long> shape(String size) {
    final List<Long> shape = new ArrayList<>();
    for (String extent : size.split("x", -1)) {
      shape.add(Long.valueOf(extent));
    }
    return shape;
  }

  /** Boxes of at most 8x8x8 nodes, halved until there is one for each thread. */
  static List<Long> partitionShape(List<Long> shape, int threads) {
    final List<Long> box =
        new ArrayList<>(shape.stream().map(extent -> Math.min(extent, LARGEST_BOX)).toList());
    while (boxes(shape, box) < threads && longest(box) > 1) {
      final int dimension = box.lastIndexOf(longest(box));
      box.set(dimension, (box.get(dimension) + 1) / 2);
    }
    return List.copyOf(box);
  }

  private static long boxes(List<Long> shape, List<Long> box) {
    long boxes = 1;
    for (int i = 0; i < box.size(); i++) {
      boxes *= (shape.get(i) + box.get(i) - 1) / box.get(i);
    }
    return boxes;
  }

  private static long longest(List<Long> box) {
    return box.stream().mapToLong(Long::longValue).max().orElse(0);
  }

  @Override
  public String smallSize() {
    return "4x4x4";
  }

  @Override
  public long loadingTicks() {
    return 2_000;
  }

  /** Longer near saturation. */
  @Override
  public long steadyTicks(RowPlan plan) {
    return plan.load() <= LIGHT ? 20_000 : 40_000;
  }

  @Override
  public long heapBytesPerNode() {
    return 16L << 10;
  }

  @Override
  public int packetWords() {
    return 2;
  }
}
