package io.hopwright.models.run;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.measure.Interval;
import java.util.List;
import java.util.Locale;

/**
 * Change of the measured interval or of the end of a run, at a tick of the run. It must not affect
 * earlier ticks. Then the result equals that of a run that had the new plan from its first tick on.
 *
 * @param before plan of what has been simulated
 * @param after plan of the rest
 * @param tick up to which everything has been simulated
 */
public record LaterEnd(RunPlan before, RunPlan after, long tick) {
  /** Keys of the end of a run. */
  public static final List<Key<?>> KEYS = List.of(RunPlan.TICKS, RunPlan.FOLLOW, RunPlan.PACKETS);

  /**
   * Checks that the change has no effect before the tick.
   *
   * @throws SettingsException that names each key with an earlier effect
   */
  public void check() {
    final SettingsException.Collector problems = new SettingsException.Collector();
    checkWarmup(problems);
    checkTicks(problems);
    problems.when(
        after.lastTick() < tick,
        RunPlan.FOLLOW,
        "ends the run at tick %s, before the checkpoint of tick %s; use at least %s"
            .formatted(after.lastTick(), tick, tick - after.earliestTick()));
    problems.when(
        after.packets() < before.packets(),
        RunPlan.PACKETS,
        "was %s when the checkpoint was taken; use at least that".formatted(before.packets()));
    problems.throwIfAny();
  }

  private void checkWarmup(SettingsException.Collector problems) {
    final long first = Math.min(before.warmupTicks(), after.warmupTicks());
    problems.when(
        before.warmupTicks() != after.warmupTicks() && tick > first,
        RunPlan.WARMUP,
        ("was %s and cannot change at the checkpoint of tick %s: one of the two"
                + " measured intervals begins earlier, at tick %s. Use a checkpoint of the"
                + " warm-up, and a warm-up that ends after it")
            .formatted(before.warmupTicks(), tick, first));
  }

  private void checkTicks(SettingsException.Collector problems) {
    final boolean open = before.interval().open();
    if (open || before.measuredTo() == after.measuredTo()) {
      problems.when(
          open && before.sendingTo() != after.sendingTo(),
          RunPlan.TICKS,
          "cannot change with run.end = drained: some sources may have stopped at the"
              + " former end; begin a new run");
      problems.when(
          before.end() != RunPlan.End.DRAINED && open && before.ticks() != after.ticks(),
          RunPlan.TICKS,
          "cannot change, because it does not end a run with run.end = %s; leave it at %s"
              .formatted(before.end().name().toLowerCase(Locale.ROOT), before.ticks()));
      return;
    }
    final long first = Math.min(before.measuredTo(), after.measuredTo());
    problems.when(
        tick > first,
        RunPlan.TICKS,
        ("was %s and cannot change at the checkpoint of tick %s: one of the two"
                + " measured intervals ends earlier, at tick %s. Use an older checkpoint")
            .formatted(before.ticks(), tick, first));
    if (tick <= first) {
      checkMiddle(problems);
    }
  }

  /** Counts of the middle of the interval are known where it has passed, if a row ends there. */
  private void checkMiddle(SettingsException.Collector problems) {
    final Interval interval = after.interval();
    final long row = interval.rowTicks(tick + 1);
    final long middle = interval.midTick();
    final long ticks = Math.floorDiv(middle, row) * row * 2 + 2 * row - 2 * after.warmupTicks();
    problems.when(
        middle < tick && middle % row != 0,
        RunPlan.TICKS,
        ("puts the middle of the measured interval at tick %s, before the checkpoint of tick %s"
                + " and within an interval of the series, which has %s ticks. Use %s")
            .formatted(middle, tick, row, ticks));
  }
}
