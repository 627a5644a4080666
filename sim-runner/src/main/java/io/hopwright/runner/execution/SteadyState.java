package io.hopwright.runner.execution;

import io.hopwright.core.statistics.Mser5;
import io.hopwright.models.run.SharedMetrics;
import io.hopwright.models.tables.RunResult;
import io.hopwright.runner.results.JsonObject;
import java.util.Arrays;
import java.util.Map;

/**
 * Steady state found by a pilot run.
 *
 * <p>Throughput alone is not sufficient: it is steady long before response times are, and stays so
 * while queues grow without limit. Response times alone can depend on a few packets. So both must
 * be steady by {@link Mser5}, and the backlog at the sources must not grow.
 *
 * @param warmupTicks warm-up to use: the longer of the two, or the longest allowed
 * @param pilotTicks length of the pilot
 * @param gridTicks length of the intervals of the series
 * @param throughput of packets delivered per interval
 * @param response of the mean response time of each interval in ticks, 0 where nothing was
 *     delivered
 * @param deadlock whether packets waited for each other at its end
 * @param saturated whether the backlog grew over the second half of the pilot, as runs define it
 * @param backlogGrowth growth as a share of the packets offered then; null if there were none
 */
public record SteadyState(
    long warmupTicks,
    long pilotTicks,
    long gridTicks,
    Mser5 throughput,
    Mser5 response,
    boolean deadlock,
    boolean saturated,
    Double backlogGrowth) {
  /** Entry in the summary of a run. */
  public static final String ENTRY = "steadyState";

  private static final String CRITERION = "MSER-5";

  /** Least length of a pilot, in mean response times. */
  private static final double RESPONSES = 10;

  /**
   * Evaluates the series of a pilot of {@code pilotTicks}.
   *
   * @param limitTicks warm-up to use if it has not become steady
   */
  static SteadyState of(Completion pilot, long pilotTicks, long gridTicks, long limitTicks) {
    final RunResult result = pilot.result();
    final int intervals = (int) (pilotTicks / gridTicks);
    final Mser5 throughput = Mser5.of(series(result, SharedMetrics.DELIVERED, intervals));
    final Mser5 response = Mser5.of(series(result, SharedMetrics.RESPONSE, intervals));
    final SteadyState found =
        new SteadyState(
            Math.max(throughput.truncated(), response.truncated()) * gridTicks,
            pilotTicks,
            gridTicks,
            throughput,
            response,
            pilot.standstill() != null,
            Boolean.TRUE.equals(result.summary().get("saturated")),
            (Double) result.summary().get("backlogGrowth"));
    return found.reached() ? found : found.after(limitTicks);
  }

  /** Nothing is delivered in a deadlock, and 0 stands for response times that nothing has. */
  private static double[] series(RunResult result, String column, int intervals) {
    final double[] whole = Arrays.copyOf(result.column(column), intervals);
    return Arrays.stream(whole).map(value -> Double.isNaN(value) ? 0 : value).toArray();
  }

  private SteadyState after(long ticks) {
    return new SteadyState(
        ticks, pilotTicks, gridTicks, throughput, response, deadlock, saturated, backlogGrowth);
  }

  /**
   * Returns whether the pilot has become steady. It must be long in comparison with the latency of
   * packets, as nothing changes before the first of them arrives, either.
   */
  public boolean reached() {
    return throughput.reached()
        && response.reached()
        && throughput.mean() > 0
        && RESPONSES * response.mean() <= (double) pilotTicks
        && !deadlock
        && !saturated;
  }

  /** Returns the entry {@code steadyState} of a run's summary. */
  public Map<String, Object> document() {
    return new JsonObject()
        .with("criterion", CRITERION)
        .with("reached", reached())
        .with("warmupTicks", warmupTicks)
        .with("pilotTicks", pilotTicks)
        .withIf(!reached(), "reason", reason())
        .withIf(deadlock, "deadlock", true)
        .with("saturated", saturated)
        .with("backlogGrowth", backlogGrowth)
        .with("throughput", entry(throughput))
        .with("response", entry(response));
  }

  private Map<String, Object> entry(Mser5 cut) {
    return new JsonObject()
        .with("reached", cut.reached())
        .with("warmupTicks", cut.truncated() * gridTicks)
        .with("mean", cut.mean())
        .with("mser", cut.mser());
  }

  @Override
  public String toString() {
    final String pilot = " in a pilot of " + pilotTicks + " ticks (" + CRITERION + ")";
    if (reached()) {
      return "steady after " + warmupTicks + " ticks" + pilot;
    }
    return "no steady state found%s: %s; measured after the longest warm-up, %s ticks"
        .formatted(pilot, reason(), warmupTicks);
  }

  private String reason() {
    if (deadlock) {
      return "the network is in deadlock";
    }
    return saturated
        ? "saturated: the backlog at the sources grew by "
            + Math.round(100 * backlogGrowth)
            + " % of the offered traffic"
        : describe("throughput", throughput) + ", " + describe("response time", response);
  }

  private String describe(String what, Mser5 cut) {
    return what
        + (cut.reached() ? " is steady from tick " : " still changes at tick ")
        + cut.truncated() * gridTicks;
  }
}
