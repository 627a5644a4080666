package io.hopwright.models.run;

import io.hopwright.core.window.Progress;
import io.hopwright.core.window.StopRule;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.measure.Interval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Warm-up, measured interval and end of a run.
 *
 * <p>The measured interval is {@code [warmupTicks, warmupTicks + ticks)}; with an {@code end} other
 * than ticks it lasts until the run ends. Packets generated in it are tracked until they are
 * delivered.
 *
 * @param seed seed of all random numbers
 * @param warmupTicks ticks before the measured interval
 * @param ticks length of the measured interval
 * @param end condition that ends the run
 * @param packets for {@link End#PACKETS}: number of deliveries that end it
 * @param followTicks for {@link End#TICKS}: largest number of ticks to wait for packets generated
 *     in the measured interval
 * @param gridTicks distance of samples and of the ticks at which the run can end
 * @param windowTicks length of a window, 0 for the lookahead
 */
public record RunPlan(
    long seed,
    long warmupTicks,
    long ticks,
    End end,
    long packets,
    long followTicks,
    long gridTicks,
    long windowTicks)
    implements StopRule {

  /** Conditions that end a run. */
  public enum End {
    @Meaning("the end of the measured interval; its packets are followed until delivered")
    TICKS,
    @Meaning("run.packets deliveries")
    PACKETS,
    @Meaning("the last delivery, once all sources have sent their last packet")
    DRAINED,
    @Meaning("the end of all jobs except background ones")
    JOBS
  }

  /** Ticks are below, so that doubles hold them. */
  public static final long MAX_TICKS = 1L << 53;

  /** Intervals of the grid in the longest warm-up: default, and least value. */
  private static final long INTERVALS = 200;

  private static final long MIN_INTERVALS = 25;

  /** Key of all random numbers. */
  public static final Key<Long> SEED =
      Key.longInteger("seed", 1L, Long.MIN_VALUE, Long.MAX_VALUE)
          .ofRun("seed of all random numbers");

  /** Value of {@link #WARMUP} with which the run finds the warm-up itself. */
  public static final Parameter.Word AUTO =
      new Parameter.Word(
          "auto",
          "the time that a pilot run needs to become steady, by MSER-5; for sources"
              + " that never end");

  private static final long WARMUP_TICKS = 20_000;

  /** Length of the warm-up; empty if the run finds out itself. */
  public static final Key<OptionalLong> WARMUP = warmup(WARMUP_TICKS, "");

  /** The longest warm-up that may be found. */
  public static final Key<Long> MAX_WARMUP =
      Key.ticks("run.maxWarmupTicks", null, 1, MAX_TICKS)
          .ofRun(
              ("for run.warmupTicks = auto: longest warm-up, after which the run is"
                      + " measured, steady or not. The longest pilot is twice as long. %s times"
                      + " run.gridTicks if not set, and at least %s times")
                  .formatted(INTERVALS, MIN_INTERVALS));

  /** Length of the measured interval. */
  public static final Key<Long> TICKS =
      Key.ticks("run.ticks", 50_000L, 1, MAX_TICKS).ofRun("length of the measured interval");

  /** Condition that ends the run. */
  public static final Key<End> END = end(End.TICKS, "", End.values());

  /** Deliveries that end the run. */
  public static final Key<Long> PACKETS =
      Key.longInteger("run.packets", null, 1, Long.MAX_VALUE)
          .ofRun("for run.end = packets: deliveries after which the run ends");

  /** Time for which packets are followed. */
  public static final Key<Long> FOLLOW =
      Key.ticks("run.followTicks", 1_000_000L, 0, MAX_TICKS)
          .ofRun(
              "for run.end = ticks: longest time to follow the packets generated in the"
                  + " measured interval");

  /** Interval of the series. */
  public static final Key<Long> GRID =
      Key.ticks("run.gridTicks", 1_000L, 1, MAX_TICKS)
          .ofRun("interval of the series, of samples and of stop conditions");

  /** Length of a window. */
  public static final Key<Long> WINDOW =
      Key.ticks("run.windowTicks", null, 1, MAX_TICKS)
          .ofRun("length of a window between two barriers; the machine's lookahead if not set");

  /** Keys that are read with one end only. */
  static final List<KeyScope> SCOPES =
      List.of(
          new KeyScope(
              END.name(),
              settings -> end(settings) == End.PACKETS,
              END + " = packets",
              List.of(PACKETS.name())),
          new KeyScope(
              END.name(),
              settings -> end(settings) == End.TICKS,
              END + " = ticks",
              List.of(FOLLOW.name())));

  /** The run as a part of machines that have no jobs. */
  public static final Component COMPONENT =
      component(WARMUP, end(End.TICKS, "", End.TICKS, End.PACKETS, End.DRAINED));

  /**
   * The run as a part of machines that have jobs as one workload of several: by default these end
   * the run, and are measured from the beginning.
   */
  public static final Component WITH_JOBS = withJobs(WARMUP_TICKS);

  /** The run as a part of machines that have nothing but jobs. */
  public static final Component OF_JOBS =
      component(warmup(0L, ""), end(End.JOBS, "", End.JOBS, End.TICKS));

  /** Returns {@link #WITH_JOBS} for a machine whose other workloads have their own warm-up. */
  public static Component withJobs(long warmupTicks) {
    return component(
        warmup(null, "; if not set, " + warmupTicks + ", and 0 with jobs"),
        end(null, "; if not set, ticks, and jobs with jobs", End.values()));
  }

  private static Key<OptionalLong> warmup(Long byDefault, String note) {
    return Key.ticksOr(AUTO, "run.warmupTicks", byDefault, 0, MAX_TICKS)
        .meaning("ticks simulated before the measured interval" + note)
        .source(Key.OF_RUN + "; White 1997, Franklin and White 2008");
  }

  private static Key<End> end(End byDefault, String note, End... ends) {
    return Key.choice("run.end", byDefault, Choice.of(ends)).ofRun("end of the run" + note);
  }

  private static Component component(Key<OptionalLong> warmup, Key<End> end) {
    return Component.of("run", SEED, warmup, MAX_WARMUP, TICKS, end, PACKETS, FOLLOW, GRID, WINDOW);
  }

  /** Returns the condition that ends a run. */
  public static End end(Settings settings) {
    return settings.find(END).orElseGet(() -> WorkloadKeys.jobs(settings) ? End.JOBS : End.TICKS);
  }

  /** Returns the common warm-up, for machines without their own; empty if the run determines it. */
  public static OptionalLong warmup(Settings settings) {
    return warmup(settings, WARMUP_TICKS);
  }

  private static OptionalLong warmup(Settings settings, long withoutJobs) {
    return settings
        .find(WARMUP)
        .orElseGet(() -> OptionalLong.of(WorkloadKeys.jobs(settings) ? 0 : withoutJobs));
  }

  /**
   * Reads the plan of a machine whose lookahead is {@code lookaheadTicks}.
   *
   * @throws SettingsException naming all inconsistent settings
   */
  public static RunPlan of(Settings settings, long lookaheadTicks) {
    return of(settings, lookaheadTicks, WARMUP_TICKS);
  }

  /**
   * Reads the plan of a machine whose run is {@link #withJobs}.
   *
   * @throws SettingsException naming all inconsistent settings
   */
  public static RunPlan of(Settings settings, long lookaheadTicks, long warmupTicks) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final End end = end(settings);
    final Optional<Long> packets = settings.find(PACKETS);
    final long grid = settings.get(GRID);
    final long window = settings.find(WINDOW).orElse(lookaheadTicks);
    final OptionalLong warmup = warmup(settings, warmupTicks);
    final long longest = settings.find(MAX_WARMUP).orElse(Math.min(MAX_TICKS, INTERVALS * grid));
    problems.when(
        window > lookaheadTicks,
        WINDOW,
        ("is above the lookahead of %s ticks, the smallest delay from a decision to its first"
                + " effect in another partition; use at most %s")
            .formatted(lookaheadTicks, lookaheadTicks));
    problems.when(
        end == End.PACKETS && packets.isEmpty(),
        PACKETS,
        "is missing, but run.end = packets; give the number of deliveries after which"
            + " the run ends");
    problems.when(
        warmup.isEmpty() && longest / MIN_INTERVALS < grid,
        MAX_WARMUP,
        ("is below %s intervals of run.gridTicks = %s ticks, too few for MSER-5; use at"
                + " least %s, or a smaller run.gridTicks")
            .formatted(MIN_INTERVALS, grid, MIN_INTERVALS * grid));
    final RunPlan plan =
        new RunPlan(
            settings.get(SEED),
            warmup.orElse(longest),
            settings.get(TICKS),
            end,
            packets.orElse(0L),
            settings.get(FOLLOW),
            grid,
            window);
    EarlierLoad.checkWarmup(settings, warmup.isEmpty(), plan.warmupTicks, problems);
    problems.when(
        plan.warmupTicks + plan.ticks + plan.followTicks >= MAX_TICKS,
        TICKS,
        ("and run.warmupTicks and run.followTicks add up to %s ticks, above the limit of"
                + " %s of the clock; use shorter times")
            .formatted(plan.warmupTicks + plan.ticks + plan.followTicks, MAX_TICKS - 1));
    problems.when(
        warmup.isEmpty() && longest / (Interval.MOST_ROWS / 2) >= grid,
        MAX_WARMUP,
        ("is %s ticks, too many intervals of run.gridTicks = %s for a pilot, whose series has %s"
                + " rows; use a larger run.gridTicks, or a shorter warm-up")
            .formatted(longest, grid, Interval.MOST_ROWS));
    problems.throwIfAny();
    return plan;
  }

  /** Returns the measured interval and its series. */
  public Interval interval() {
    return new Interval(warmupTicks, measuredTo(), gridTicks);
  }

  /**
   * Returns the tick from which open loops send nothing, {@code Long.MAX_VALUE} if they continue.
   * Only a run that will be drained has such a tick.
   */
  public long sendingTo() {
    return end == End.DRAINED ? warmupTicks + ticks : Long.MAX_VALUE;
  }

  /**
   * Returns the expected number of ticks of open-loop traffic. If the machine is saturated, some of
   * the followed packets arrive very late.
   *
   * @param packetsPerTick packets that the machine delivers per tick
   * @param overload offered load relative to the capacity; less than 1 counts as 1
   */
  public double expectedTicks(double packetsPerTick, double overload) {
    final double finished = (double) (warmupTicks + ticks) * Math.max(1, overload);
    return switch (end) {
      case TICKS -> (double) (overload > 1 ? lastTick() : earliestTick());
      case PACKETS -> packets / packetsPerTick;
      case DRAINED, JOBS -> finished;
    };
  }

  /** Returns the first tick after the measured interval, {@code Long.MAX_VALUE} if open. */
  public long measuredTo() {
    return end == End.TICKS ? warmupTicks + ticks : Long.MAX_VALUE;
  }

  /** Returns the last tick of the stop grid up to {@link #measuredTo()}. */
  public long lastMeasuredGridTick() {
    return interval().open() ? Long.MAX_VALUE : measuredTo() / gridTicks * gridTicks;
  }

  /** Returns the first tick of the measured interval, as far as a run was simulated. */
  public long measuredFrom(long stopTick) {
    return Math.min(warmupTicks, stopTick);
  }

  /**
   * Returns the first tick after the measured interval, as far as a run was simulated.
   *
   * @param lastDelivery tick of the last delivery, −1 if there was none
   */
  public long measuredTo(long stopTick, long lastDelivery) {
    return end == End.DRAINED || end == End.JOBS
        ? Math.max(lastDelivery + 1, measuredFrom(stopTick))
        : Math.min(measuredTo(), stopTick);
  }

  /** Returns whether {@code tick} lies in the measured interval. */
  public boolean measures(long tick) {
    return tick >= warmupTicks && tick < measuredTo();
  }

  @Override
  public long lastTick() {
    return end == End.TICKS ? warmupTicks + ticks + followTicks : Long.MAX_VALUE;
  }

  @Override
  public long earliestTick() {
    return end == End.TICKS ? warmupTicks + ticks : 0;
  }

  @Override
  public boolean reached(Progress total) {
    return switch (end) {
      case TICKS -> total.partitionsUncounted == 0 && total.packetsAwaited == 0;
      case PACKETS -> total.packetsDelivered >= packets;
      case DRAINED -> total.packetsOutstanding == 0;
      case JOBS -> total.ranksRunning == 0;
    };
  }
}
