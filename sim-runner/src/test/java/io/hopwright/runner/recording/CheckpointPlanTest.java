package io.hopwright.runner.recording;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CheckpointPlanTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @Test
  void shouldSpendLessThanAHundredthOfTheTimeOnCheckpoints() {
    final CheckpointPlan plan = CheckpointPlan.automatic(0);
    assertFalse(plan.isDue(1L << 40, 59 * SECOND, 0));
    assertTrue(plan.isDue(1, 60 * SECOND, 0));
    assertTrue(plan.isDue(1, 60 * SECOND, SECOND / 10));
    assertFalse(plan.isDue(1, 299 * SECOND, 3 * SECOND));
    assertTrue(plan.isDue(1, 300 * SECOND, 3 * SECOND));
    assertFalse(plan.stops());
  }

  @Test
  void shouldKeepAnIntervalThatIsGiven() {
    final CheckpointPlan plan = new CheckpointPlan(0, 5 * SECOND, 0);
    assertTrue(plan.isDue(1, 5 * SECOND, 3 * SECOND));
    assertFalse(plan.isDue(1L << 40, 4 * SECOND, 0));
  }
}
