package io.hopwright.models.run;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Parameter.Word;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Load of open loops in the beginning of a run ({@code docs/models/patterns.md}, "A load that
 * changes"). The gap after a message follows it if the message is generated before a tick, and
 * {@code workload.load} from that tick on.
 *
 * @param load offered load in the beginning
 * @param untilTick the tick
 */
public record EarlierLoad(double load, long untilTick) {
  private static final double LEAST = 0x1p-40;
  private static final double MOST = 1_000_000;

  /** The load in the beginning; empty if there is no other one. */
  public static final Key<OptionalDouble> LOAD =
      Key.numberOr(
              new Word("none", "workload.load holds from the first tick on"),
              "workload.earlierLoad",
              "none",
              LEAST,
              MOST)
          .ofRun("offered load before workload.loadFromTick");

  /** Tick from which on sources follow the other load. */
  public static final Key<Long> UNTIL =
      Key.ticks("workload.loadFromTick", null, 1, RunPlan.MAX_TICKS)
          .ofRun(
              "needs workload.earlierLoad: the gap after each message that is generated from this"
                  + " tick on follows workload.load; not after the warm-up");

  /** Both keys. */
  public static final List<Key<?>> KEYS = List.of(LOAD, UNTIL);

  /** Returns the load at the start of the run; null if the load does not change. */
  public static EarlierLoad of(Settings settings) {
    final OptionalDouble load = settings.get(LOAD);
    return load.isEmpty() || settings.find(UNTIL).isEmpty()
        ? null
        : new EarlierLoad(load.getAsDouble(), settings.get(UNTIL));
  }

  /**
   * Checks the keys of a machine that declares them.
   *
   * @param openLoop whether sources are open loops with a load
   */
  public static void check(
      Settings settings, boolean openLoop, SettingsException.Collector problems) {
    final boolean until = settings.find(UNTIL).isPresent();
    problems.when(
        settings.get(LOAD).isPresent() != until,
        until ? LOAD : UNTIL,
        "is missing; set both workload.earlierLoad and workload.loadFromTick, or neither");
    problems.when(
        until && !openLoop,
        UNTIL,
        "is set, but sources have no load that could change; leave it out");
  }

  /** Checks that the load changes before anything is measured. */
  static void checkWarmup(
      Settings settings,
      boolean automatic,
      long warmupTicks,
      SettingsException.Collector problems) {
    if (!settings.declares(UNTIL.name()) || settings.find(UNTIL).isEmpty()) {
      return;
    }
    problems.when(
        automatic,
        RunPlan.WARMUP,
        "is auto, but the load changes at workload.loadFromTick; give a number of ticks");
    problems.when(
        !automatic && settings.get(UNTIL) > warmupTicks,
        UNTIL,
        ("is after the warm-up of %s ticks, so that two loads would be measured; use a longer"
                + " run.warmupTicks")
            .formatted(warmupTicks));
  }
}
