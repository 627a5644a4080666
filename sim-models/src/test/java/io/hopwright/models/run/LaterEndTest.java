package io.hopwright.models.run;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.run.RunPlan.End;
import org.junit.jupiter.api.Test;

class LaterEndTest {
  private static final long GRID = 1_000;

  private static RunPlan plan(End end, long warmup, long ticks, long follow) {
    return new RunPlan(1, warmup, ticks, end, 500, follow, GRID, 0);
  }

  private static RunPlan plan(long warmup, long ticks) {
    return plan(End.TICKS, warmup, ticks, 100_000);
  }

  private static void allowed(RunPlan before, RunPlan after, long tick) {
    assertDoesNotThrow(() -> new LaterEnd(before, after, tick).check());
  }

  private static void refused(String key, String reason, RunPlan before, RunPlan after, long tick) {
    final SettingsException e =
        assertThrows(SettingsException.class, () -> new LaterEnd(before, after, tick).check());
    assertEquals(1, e.problems().size(), e::getMessage);
    assertEquals(key, e.problems().get(0).key());
    assertTrue(e.getMessage().contains(reason), e::getMessage);
  }

  @Test
  void shouldAllowAnEndAfterTheCheckpoint() {
    allowed(plan(20_000, 50_000), plan(20_000, 100_000), 70_000);
    allowed(plan(20_000, 50_000), plan(20_000, 30_000), 40_000);
    allowed(plan(20_000, 50_000), plan(20_000, 90_001), 30_000);
  }

  @Test
  void shouldRefuseACheckpointAfterTheMeasuredInterval() {
    refused("run.ticks", "Use an older", plan(20_000, 50_000), plan(20_000, 90_000), 71_000);
    refused("run.ticks", "Use an older", plan(20_000, 50_000), plan(20_000, 40_000), 61_000);
  }

  @Test
  void shouldRefuseAPassedMiddleWithinARow() {
    final RunPlan before = plan(20_000, 50_000);
    refused("run.ticks", "Use 62000", before, plan(20_000, 61_000), 70_000);
    allowed(before, plan(20_000, 62_000), 70_000);
  }

  @Test
  void shouldAllowAnotherWarmupWhileNothingIsMeasured() {
    allowed(plan(20_000, 50_000), plan(30_000, 10_000), 20_000);
    refused(
        "run.warmupTicks",
        "intervals begins earlier",
        plan(20_000, 50_000),
        plan(30_000, 40_000),
        21_000);
    refused(
        "run.warmupTicks",
        "intervals begins earlier",
        plan(20_000, 50_000),
        plan(9_000, 61_000),
        10_000);
  }

  @Test
  void shouldKeepWhenSourcesStop() {
    refused(
        "run.ticks",
        "sources may have stopped",
        plan(End.DRAINED, 0, 9_000, 0),
        plan(End.DRAINED, 0, 10_000, 0),
        1_000);
  }

  @Test
  void shouldRefuseTicksThatEndNothing() {
    refused("run.ticks", "does not end", plan(End.JOBS, 0, 9, 0), plan(End.JOBS, 0, 10, 0), 1_000);
  }

  @Test
  void shouldRefuseToFollowNoLongerThanAlready() {
    refused(
        "run.followTicks",
        "use at least 5000",
        plan(End.TICKS, 0, 9_000, 50_000),
        plan(End.TICKS, 0, 9_000, 4_000),
        14_000);
  }
}
