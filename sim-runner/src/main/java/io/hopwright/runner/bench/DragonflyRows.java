package io.hopwright.runner.bench;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Rows of Cascade: 64-byte messages, uniform or to the group halfway round. The size is a number of
 * groups, each of them a partition; of full ones of 384 nodes, 8, or of smaller ones, 2x1x4: two
 * groups of one chassis of four blades.
 */
final class DragonflyRows implements RowMachine {
  static final String NAME = "cascade";

  /** Half a microsecond, as in its studies: a window is never longer. */
  private static final long GRID_TICKS = 21_875;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Map<String, Object> settings(RowPlan plan) {
    final String[] shape = plan.size().split("x", -1);
    final long groups = Long.parseLong(shape[0]);
    final Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("machine.groups", groups);
    if (shape.length > 1) {
      settings.put("machine.chassisPerGroup", Long.valueOf(shape[1]));
      settings.put("machine.bladesPerChassis", Long.valueOf(shape[2]));
    }
    settings.put("workload.shiftGroups", Math.max(1, groups / 2));
    settings.put("router.routing", plan.routing());
    settings.put("run.gridTicks", GRID_TICKS);
    return settings;
  }

  @Override
  public String smallSize() {
    return "2x1x4";
  }

  @Override
  public long loadingTicks() {
    return GRID_TICKS;
  }

  /** Three microseconds: twice the response time at these loads. */
  @Override
  public long steadyTicks(RowPlan plan) {
    return 6 * GRID_TICKS;
  }

  @Override
  public long heapBytesPerNode() {
    return 128L << 10;
  }

  @Override
  public int packetWords() {
    return 3;
  }
}
