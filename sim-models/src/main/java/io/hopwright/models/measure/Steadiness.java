package io.hopwright.models.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Verdict on whether a run was steady over its measured interval: the rule of {@code
 * docs/results.md}, "Steady".
 *
 * <p>The rows of the series within the measured interval are combined into {@value #PARTS} parts of
 * equal length. Three numbers are compared over them: throughput and latency between both halves,
 * and the packets in the network between both ends. The run counts as not steady if one of them
 * changes by more than its limit and by more than chance.
 *
 * <p>Chance in a difference of halves is estimated from successive differences of parts, which a
 * trend hardly changes (J. von Neumann, Annals of Mathematical Statistics 12, 1941). Chance in the
 * packets in the network is the deviation of a Poisson number, as for {@link Measures#saturated}.
 * All numbers are sums of integers over all partitions, so no split changes them.
 *
 * @param steady whether the run was steady; null without a verdict
 * @param reason the change, or the reason why there is no verdict; empty if the run was steady
 * @param throughputChange from the first half of the interval to the second, as a share of its mean
 * @param networkGrowth growth of the deliveries due of packets in the network from start to end, as
 *     a share of the deliveries in between
 * @param latencyChange the same for the latency of delivered packets; null if latencies grow anyway
 */
public record Steadiness(
    Boolean steady,
    String reason,
    Double throughputChange,
    Double networkGrowth,
    Double latencyChange) {
  /** Number of parts of the measured interval; even. */
  private static final int PARTS = 10;

  /** Least number of deliveries; fewer show no trend. */
  private static final long LEAST_DELIVERIES = 1_000;

  /** Limits of the changes, as shares. */
  private static final double THROUGHPUT = 0.02;

  private static final double NETWORK = 0.02;
  private static final double LATENCY = 0.1;

  /** Changes of fewer standard deviations are chance: of a difference of halves, and of packets. */
  private static final double HALVES_DEVIATIONS = 6;

  private static final double PACKETS_DEVIATIONS = 4;

  /** Counts of one part. */
  private record Part(double bytes, double deliveries, double growth, double timed, double ticks) {
    static Part of(List<? extends Span> rows) {
      return new Part(
          sum(rows, row -> row.totals().get(Totals.DELIVERED_BYTES)),
          sum(rows, row -> row.totals().get(Totals.DELIVERED)),
          sum(rows, row -> row.totals().get(Totals.IN_NETWORK)),
          sum(rows, Span::responses),
          sum(rows, row -> row.totals().get(Totals.RESPONSE_TICKS)));
    }
  }

  /**
   * Change of a number over the parts.
   *
   * @param change as a share
   * @param matters whether it exceeds its limit and chance
   */
  private record Change(Double change, boolean matters) {
    static final Change NONE = new Change(null, false);
  }

  /** Returns a verdict without a judgement. */
  public static Steadiness notJudged(String reason) {
    return new Steadiness(null, reason, null, null, null);
  }

  /**
   * Judges a run.
   *
   * @param rows of the series, from tick 0 on
   * @param fromTick first tick of the measured interval
   * @param toTick tick after its last
   * @param growing whether latencies grow for other reasons than the network, such as too high a
   *     load
   */
  public static Steadiness of(
      List<? extends Span> rows, long fromTick, long toTick, boolean growing) {
    final List<? extends Span> before =
        rows.stream().filter(row -> row.toTick() <= fromTick).toList();
    final List<? extends Span> measured =
        rows.stream().filter(row -> row.fromTick() >= fromTick && row.toTick() <= toTick).toList();
    final int rowsPerPart = measured.size() / PARTS;
    if (rowsPerPart == 0) {
      return notJudged(
          "the measured interval has %s intervals of run.gridTicks, but %s are required"
              .formatted(measured.size(), PARTS));
    }
    final int first = measured.size() - PARTS * rowsPerPart;
    final double inNetwork =
        sum(before, row -> row.totals().get(Totals.IN_NETWORK))
            + sum(measured.subList(0, first), row -> row.totals().get(Totals.IN_NETWORK));
    final List<Part> parts = new ArrayList<>();
    for (int at = first; at < measured.size(); at += rowsPerPart) {
      parts.add(Part.of(measured.subList(at, at + rowsPerPart)));
    }
    final double deliveries = parts.stream().mapToDouble(Part::deliveries).sum();
    if (deliveries < LEAST_DELIVERIES) {
      return notJudged(
          String.format(
              Locale.ROOT,
              "%.0f packets were delivered in the measured interval, but %,d are required",
              deliveries,
              LEAST_DELIVERIES));
    }
    return of(parts, deliveries, inNetwork, growing);
  }

  private static Steadiness of(
      List<Part> parts, double deliveries, double inNetwork, boolean growing) {
    final Change throughput = halves(parts, Part::bytes, part -> 1, THROUGHPUT);
    final Change latency = growing ? Change.NONE : halves(parts, Part::ticks, Part::timed, LATENCY);
    final double growth = parts.stream().mapToDouble(Part::growth).sum();
    final double chance = PACKETS_DEVIATIONS * Math.sqrt(2 * inNetwork + growth);
    final Change network =
        new Change(
            growth / deliveries,
            Math.abs(growth) > NETWORK * deliveries && Math.abs(growth) > chance);
    final List<String> reasons = new ArrayList<>();
    add(reasons, throughput, "throughput rises by %s", "throughput falls by %s");
    add(
        reasons,
        network,
        "the network fills by %s of the deliveries",
        "the network empties by %s of the deliveries");
    add(reasons, latency, "latency rises by %s", "latency falls by %s");
    return new Steadiness(
        reasons.isEmpty(),
        String.join("; ", reasons),
        throughput.change,
        network.change,
        latency.change);
  }

  private static void add(List<String> reasons, Change change, String more, String less) {
    if (change.matters) {
      final String share = String.format(Locale.ROOT, "%.1f %%", 100 * Math.abs(change.change));
      reasons.add((change.change > 0 ? more : less).formatted(share));
    }
  }

  /** Returns the change of a ratio of two sums from the first half to the second. */
  private static Change halves(
      List<Part> parts, ToDoubleFunction<Part> above, ToDoubleFunction<Part> below, double share) {
    final List<Part> earlier = parts.subList(0, PARTS / 2);
    final List<Part> later = parts.subList(PARTS / 2, PARTS);
    final double mean = ratio(parts, above, below);
    if (!(mean > 0)) {
      return Change.NONE;
    }
    final double change = ratio(later, above, below) - ratio(earlier, above, below);
    double squares = 0;
    for (int i = 1; i < PARTS; i++) {
      final double step =
          ratio(parts.subList(i, i + 1), above, below)
              - ratio(parts.subList(i - 1, i), above, below);
      squares += step * step;
    }
    // Half the mean square of successive differences is the variance of a part.
    final double variance = squares / (2 * (PARTS - 1)) * 2 / (PARTS / 2.0);
    final double chance = HALVES_DEVIATIONS * Math.sqrt(variance);
    return new Change(change / mean, Math.abs(change) > share * mean && Math.abs(change) > chance);
  }

  /** Returns the ratio of two sums, 0 without the second. */
  private static double ratio(
      List<Part> parts, ToDoubleFunction<Part> above, ToDoubleFunction<Part> below) {
    final double whole = parts.stream().mapToDouble(below).sum();
    return whole > 0 ? parts.stream().mapToDouble(above).sum() / whole : 0;
  }

  private static double sum(List<? extends Span> rows, ToLongFunction<Span> of) {
    return (double) rows.stream().mapToLong(of).sum();
  }
}
