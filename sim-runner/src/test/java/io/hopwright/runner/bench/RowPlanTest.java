package io.hopwright.runner.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RowPlanTest {
  private static List<Long> box(String shape, int threads) {
    final RowPlan plan = RowPlan.torus(shape, 0.5, threads, 1, 1);
    return ((List<?>) plan.rows().settings(plan).get("partition.shape"))
        .stream().map(Long.class::cast).toList();
  }

  @Test
  void shouldCutTheMachineIntoAPartitionForEachThread() {
    assertEquals(List.of(8L, 8L, 8L), box("8x8x8", 1));
    assertEquals(List.of(8L, 8L, 4L), box("8x8x8", 2));
    assertEquals(List.of(8L, 4L, 4L), box("8x8x8", 4));
    assertEquals(List.of(8L, 8L, 8L), box("16x16x16", 8));
    assertEquals(List.of(1L, 1L, 1L), box("2x2x2", 64));
  }

  @Test
  void shouldSurviveTheCommandLine() {
    for (RowPlan plan :
        List.of(
            RowPlan.torus("4x8x2", 0.9, 3, 2, 5),
            RowPlan.dragonfly(2, "uniform", "minimal", 0.8, 1, 1, 2),
            RowPlan.dragonfly(8, "group-shift", "adaptive", RowPlan.SATURATED, 2, 1, 5))) {
      assertEquals(plan, RowPlan.of(plan.arguments()));
    }
  }

  @Test
  void shouldKnowTheNetworksOfAllMachines() {
    assertEquals(64, RowNetwork.of(RowPlan.torus("4x8x2", 0.9, 1, 1, 1)).nodes());
    final RowPlan saturated =
        RowPlan.dragonfly(8, "group-shift", "adaptive", RowPlan.SATURATED, 2, 1, 5);
    assertEquals(3_072, RowNetwork.of(saturated).nodes());
    assertEquals(8, RowNetwork.of(saturated).partitions());
    assertEquals(32, RowNetwork.of(saturated.small()).nodes());
    assertEquals(
        "cascade 8, group-shift, adaptive, load saturated, on 2 threads", saturated.toString());
  }

  @Test
  void shouldMeasureARow() {
    final RowPlan plan = RowPlan.dragonfly(1, "uniform", "minimal", 0.1, 1, 1, 1);
    final Map<String, Object> row = RowProcess.measure(plan);
    assertEquals("cascade", row.get("machine"));
    assertEquals("1x6x16", row.get("shape"));
    assertEquals(384L, row.get("nodes"));
    assertEquals("uniform", row.get("traffic"));
    assertEquals("minimal", row.get("routing"));
    assertEquals(0.1, row.get("load"));
    assertEquals(1, row.get("repetitions"));
    assertTrue((Double) row.get("packetHopsPerCpuSecond") > 0);
    assertTrue((Double) row.get("bytesPerNode") > (Double) row.get("bytesPerNodeAtRest"));
  }

  @Test
  void shouldGiveTheChildItsOwnHeap() {
    final List<String> command = RowLauncher.command(RowPlan.torus("8x8x8", 0.9, 1, 1, 5));
    assertEquals(1, command.stream().filter(word -> word.startsWith("-Xmx")).count());
    assertTrue(command.contains(RowProcess.class.getName()));
    assertTrue(command.contains(System.getProperty("java.class.path")));
  }

  private static SegmentClock.Segment segment(long packetHops) {
    return new SegmentClock.Segment(packetHops, 0, 1, 1, 1, List.of(1.0), 0);
  }

  @Test
  void shouldReportMediansAndSpread() {
    final List<SegmentClock.Segment> segments = List.of(segment(300), segment(100), segment(200));
    assertEquals(200, RowResult.median(segments, segment -> segment.packetHops()));
    assertEquals(1, RowResult.spread(segments, segment -> segment.packetHops()));
    assertEquals(200, RowResult.median(segments.subList(0, 2), segment -> segment.packetHops()));
  }
}
