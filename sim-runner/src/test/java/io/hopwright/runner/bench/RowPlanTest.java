package io.hopwright.runner.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class RowPlanTest {
  private static List<Long> box(String shape, int threads) {
    return RowPlan.checked(shape, 0.5, threads, 1).partitionShape();
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
    final RowPlan plan = RowPlan.checked("4x8x2", 0.9, 3, 5);
    assertEquals(plan, RowPlan.of(plan.arguments()));
  }

  @Test
  void shouldGiveTheChildItsOwnHeap() {
    final List<String> command = RowLauncher.command(RowPlan.checked("8x8x8", 0.9, 1, 5));
    assertEquals(1, command.stream().filter(word -> word.startsWith("-Xmx")).count());
    assertTrue(command.contains(RowProcess.class.getName()));
    assertTrue(command.contains(System.getProperty("java.class.path")));
  }

  @Test
  void shouldReportMediansAndSpread() {
    final List<SegmentClock.Segment> segments =
        List.of(
            new SegmentClock.Segment(300, 0, 1, 1),
            new SegmentClock.Segment(100, 0, 1, 1),
            new SegmentClock.Segment(200, 0, 1, 1));
    assertEquals(200, RowResult.median(segments, segment -> segment.packetHops()));
    assertEquals(1, RowResult.spread(segments, segment -> segment.packetHops()));
    assertEquals(200, RowResult.median(segments.subList(0, 2), segment -> segment.packetHops()));
  }
}
