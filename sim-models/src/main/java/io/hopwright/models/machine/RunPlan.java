package io.hopwright.models.machine;

import io.hopwright.core.window.Progress;
import io.hopwright.core.window.StopRule;
import java.util.List;

/**
 * Warm-up, measured interval and end of a run.
 *
 * <p>Measured is {@code [warmupTicks, warmupTicks + ticks)}; with {@code end} packets or drained
 * the interval lasts until the run ends. Packets born in it are followed until they are delivered.
 *
 * @param seed of all random numbers
 * @param warmupTicks ticks before the measured interval
 * @param ticks length of the measured interval
 * @param end what ends the run
 * @param packets for {@link End#PACKETS}: number of deliveries that end it
 * @param followTicks for {@link End#TICKS}: how long to wait at most for packets born in the
 *     measured interval
 * @param gridTicks distance of samples and of the ticks at which the run may end
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

  /** What ends a run. */
  public enum End {
    /** The measured interval is over and its packets are delivered. */
    TICKS,
    /** Enough packets are delivered. */
    PACKETS,
    /** All sources are exhausted and all packets delivered. */
    DRAINED
  }

  /** The key of the warm-up. */
  public static final String WARMUP = "run.warmupTicks";

  /** In place of the warm-up: the run finds out itself. */
  public static final String AUTO = "auto";

  /** The key of the longest warm-up that may be found. */
  public static final String MAX_WARMUP = "run.maxWarmupTicks";

  private static final long MAX_TICKS = 1L << 35;

  /** Of the longest warm-up, in intervals of the grid: by default, and at least. */
  private static final long INTERVALS = 200;

  private static final long MIN_INTERVALS = 25;
  private static final String OURS = "a property of the run, not of the machine";

  /** The keys that describe a run, the same for all machines. */
  public static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.integer(
              "seed", 1L, Long.MIN_VALUE, Long.MAX_VALUE, "seed of all random numbers", OURS),
          Parameter.ticksOr(
              new Parameter.Word(
                  AUTO,
                  "as many as a pilot run takes to become steady by MSER-5; for open loops with a"
                      + " number as load"),
              WARMUP,
              20_000L,
              0,
              MAX_TICKS,
              "ticks simulated before the measured interval",
              OURS + "; White 1997, Franklin and White 2008"),
          Parameter.ticks(
              MAX_WARMUP,
              null,
              1,
              MAX_TICKS,
              "for run.warmupTicks = auto: longest warm-up, after which the run is measured steady or"
                  + " not; the longest pilot takes twice as long. "
                  + INTERVALS
                  + " times run.gridTicks if not set, and at least "
                  + MIN_INTERVALS
                  + " times",
              OURS),
          Parameter.ticks(
              "run.ticks", 50_000L, 1, MAX_TICKS, "length of the measured interval", OURS),
          Parameter.word(
              "run.end",
              "ticks",
              List.of(
                  new Parameter.Word(
                      "ticks",
                      "the measured interval is over; its packets are followed until delivered"),
                  new Parameter.Word("packets", "run.packets deliveries"),
                  new Parameter.Word("drained", "the last delivery of exhausted sources")),
              "what ends the run",
              OURS),
          Parameter.integer(
              "run.packets",
              null,
              1,
              Long.MAX_VALUE,
              "for run.end = packets: deliveries after which the run ends",
              OURS),
          Parameter.ticks(
              "run.followTicks",
              1_000_000L,
              0,
              MAX_TICKS,
              "for run.end = ticks: how long at most to follow the packets born in the measured"
                  + " interval",
              OURS),
          Parameter.ticks(
              "run.gridTicks",
              1_000L,
              1,
              MAX_TICKS,
              "interval of the series, of samples and of stop conditions",
              OURS),
          Parameter.ticks(
              "run.windowTicks",
              null,
              1,
              MAX_TICKS,
              "length of a window between two barriers; the machine's lookahead if not set",
              OURS));

  /** Reads the plan of a machine whose lookahead is {@code lookaheadTicks}. */
  public static RunPlan of(Settings settings, long lookaheadTicks) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final End end = End.valueOf(settings.word("run.end").toUpperCase(java.util.Locale.ROOT));
    final long window = settings.integer("run.windowTicks", lookaheadTicks);
    problems.when(
        window > lookaheadTicks,
        "run.windowTicks",
        "is above the lookahead of "
            + lookaheadTicks
            + " ticks, the smallest delay from a decision to its first effect in another partition;"
            + " use at most "
            + lookaheadTicks);
    problems.when(
        end == End.PACKETS && !settings.has("run.packets"),
        "run.packets",
        "is missing, but run.end = packets; say after how many deliveries the run ends");
    problems.during(() -> warmup(settings));
    problems.throwIfAny();
    return new RunPlan(
        settings.integer("seed"),
        warmup(settings),
        settings.integer("run.ticks"),
        end,
        settings.integer("run.packets", 0),
        settings.integer("run.followTicks"),
        settings.integer("run.gridTicks"),
        window);
  }

  /** Returns the warm-up, the longest one allowed if a pilot is to find it. */
  private static long warmup(Settings settings) {
    if (!settings.isWord(WARMUP)) {
      return settings.integer(WARMUP);
    }
    final long grid = settings.integer("run.gridTicks");
    final long most = settings.integer(MAX_WARMUP, Math.min(MAX_TICKS, INTERVALS * grid));
    if (most / MIN_INTERVALS < grid) {
      throw new SettingsException(
          List.of(
              new SettingsException.Problem(
                  MAX_WARMUP,
                  "is below "
                      + MIN_INTERVALS
                      + " intervals of run.gridTicks = "
                      + grid
                      + " ticks, too few for MSER-5 to tell; use at least "
                      + MIN_INTERVALS * grid
                      + ", or a smaller run.gridTicks")));
    }
    return most;
  }

  /**
   * Notes a mistake if a pilot is to find the warm-up of what never becomes steady.
   *
   * @param openLoop whether sources send at a given rate, whatever becomes of it
   */
  public static void checkSteady(
      Settings settings, boolean openLoop, SettingsException.Collector problems) {
    problems.when(
        settings.isWord(WARMUP) && !openLoop,
        WARMUP,
        "is auto, but a steady state is sought for open loops with a number as workload.load only,"
            + " and this is workload.kind = "
            + settings.word("workload.kind")
            + " with workload.load = "
            + settings.value("workload.load")
            + "; write a number of ticks");
  }

  /** Returns the first tick after the measured interval, {@code Long.MAX_VALUE} if open. */
  public long measuredTo() {
    return end == End.TICKS ? warmupTicks + ticks : Long.MAX_VALUE;
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
    return end == End.DRAINED
        ? Math.max(lastDelivery + 1, measuredFrom(stopTick))
        : Math.min(measuredTo(), stopTick);
  }

  /** Tells whether {@code tick} lies in the measured interval. */
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
      case TICKS -> total.packetsAwaited == 0;
      case PACKETS -> total.packetsDelivered >= packets;
      case DRAINED -> total.packetsOutstanding == 0;
    };
  }
}
