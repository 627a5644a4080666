package io.hopwright.runner.study;

import io.hopwright.runner.results.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Judge that compares measurements of runs with published values.
 *
 * @param modified whether the study was changed on the command line
 */
public record Judge(boolean modified) {
  /**
   * Finding at one position of a check's points; the margin is negative if the check fails there.
   */
  private record Finding(
      Object position,
      double measured,
      double halfWidth,
      OptionalDouble atLeast,
      OptionalDouble atMost,
      double margin) {}

  /**
   * Judges completed runs.
   *
   * @param runs the points of each run of the check, in its order; limits that are quantities are
   *     those of the first run
   * @param shape size of the first run's machine
   */
  public Verdict judge(Check check, List<List<Measurement>> runs, List<Long> shape) {
    final Finding finding =
        positions(check.selection()).stream()
            .map(position -> find(check, runs, position))
            .min(Comparator.comparingDouble(Finding::margin))
            .orElseThrow();
    final String missing =
        missing(check, finding, runs)
            + missing(check.atLeast(), finding.atLeast())
            + missing(check.atMost(), finding.atMost());
    final boolean holds = missing.isEmpty() && finding.margin() >= 0;
    return new Verdict(
        check,
        ruling(check, holds),
        finding.measured(),
        finding.halfWidth(),
        finding.position(),
        finding.atLeast().orElse(Double.NaN),
        finding.atMost().orElse(Double.NaN),
        !check.paperShape().isEmpty() && !check.paperShape().equals(shape),
        modified,
        holds || !missing.isEmpty() || check.tried().isEmpty()
            ? missing.strip()
            : "tried: " + check.tried());
  }

  /** Returns where to look; before each place, for a rise, the one that it is compared with. */
  private static List<Object[]> positions(PointSelection selection) {
    final List<Object> all = selection.positions();
    if (all.isEmpty()) {
      return List.<Object[]>of(new Object[] {Double.NaN});
    }
    return selection.rise()
        ? IntStream.range(1, all.size())
            .mapToObj(at -> new Object[] {all.get(at - 1), all.get(at)})
            .toList()
        : all.stream().map(position -> new Object[] {position}).toList();
  }

  private static Finding find(Check check, List<List<Measurement>> runs, Object[] positions) {
    final Object position = positions[positions.length - 1];
    final OptionalDouble atLeast = limit(check, check.atLeast(), runs.get(0), position);
    final OptionalDouble atMost = limit(check, check.atMost(), runs.get(0), position);
    final double[][][] samples =
        Arrays.stream(positions).map(at -> samples(check, runs, at)).toArray(double[][][]::new);
    final double[] found = Arrays.stream(samples).mapToDouble(check.combination()::of).toArray();
    final double measured = rise(found);
    if (!Double.isFinite(measured)) {
      return new Finding(
          position, Double.NaN, Double.NaN, atLeast, atMost, Double.NEGATIVE_INFINITY);
    }
    final double margin =
        Math.min(
            atLeast.isPresent() ? measured - atLeast.getAsDouble() : Double.MAX_VALUE,
            atMost.isPresent() ? atMost.getAsDouble() - measured : Double.MAX_VALUE);
    return new Finding(
        position, measured, halfWidth(check.combination(), samples), atLeast, atMost, margin);
  }

  /** Returns how much more the second of two numbers is than the first; the only one of one. */
  private static double rise(double[] numbers) {
    return numbers.length == 1 ? numbers[0] : numbers[1] - numbers[0];
  }

  /** A limit that is a quantity is read where the check looks. */
  private static OptionalDouble limit(
      Check check, Limit limit, List<Measurement> points, Object position) {
    if (limit == null || limit.quantity() == null) {
      return limit == null ? OptionalDouble.empty() : OptionalDouble.of(limit.number());
    }
    final Samples samples =
        new Samples(check.selection(), false, point -> point.number(limit.quantity()));
    final double mean = Sample.of(samples.of(points, position)).mean();
    return Double.isFinite(mean) ? OptionalDouble.of(mean) : OptionalDouble.empty();
  }

  private static double[][] samples(Check check, List<List<Measurement>> runs, Object position) {
    if (check.combination() == Combination.SAME) {
      return new double[][] {{same(check, runs, position)}};
    }
    final Samples samples =
        new Samples(check.selection(), check.leavesOutSaturated(), check.quantity()::of);
    return runs.stream().map(points -> samples.of(points, position)).toArray(double[][]::new);
  }

  /** Seed by seed, so that what a seed does to all runs alike does not widen the interval. */
  private static double halfWidth(Combination combination, double[][][] samples) {
    final int seeds = samples[0][0].length;
    final boolean paired =
        Arrays.stream(samples).flatMap(Arrays::stream).allMatch(run -> run.length == seeds);
    if (seeds < 2 || !paired || combination == Combination.SIGMAS) {
      return Double.NaN;
    }
    return Sample.of(
            IntStream.range(0, seeds)
                .mapToDouble(seed -> rise(combination, samples, seed))
                .toArray())
        .halfWidth();
  }

  private static double rise(Combination combination, double[][][] samples, int seed) {
    return rise(
        Arrays.stream(samples)
            .map(runs -> Arrays.stream(runs).mapToDouble(run -> run[seed]).toArray())
            .mapToDouble(combination::of)
            .toArray());
  }

  private static double same(Check check, List<List<Measurement>> runs, Object position) {
    final String key = check.selection().key();
    final List<List<Object>> values = new ArrayList<>();
    for (List<Measurement> points : runs) {
      values.add(
          points.stream()
              .filter(point -> key == null || point.isAt(key, position))
              .map(point -> point.summary().value(check.quantity().path()))
              .collect(Collectors.<Object>toList()));
    }
    if (values.stream().anyMatch(found -> found.isEmpty() || found.contains(null))) {
      return Double.NaN;
    }
    return Set.copyOf(values).size() == 1 ? 1 : 0;
  }

  private static Verdict.Ruling ruling(Check check, boolean holds) {
    if (!holds) {
      return Verdict.Ruling.FAIL;
    }
    return check.projected() ? Verdict.Ruling.PROJECTED : Verdict.Ruling.PASS;
  }

  /** Returns the verdict on an incomplete run. */
  public Verdict notJudged(Check check, String note) {
    return new Verdict(
        check,
        Verdict.Ruling.NOT_JUDGED,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        check.atLeast() == null ? Double.NaN : check.atLeast().number(),
        check.atMost() == null ? Double.NaN : check.atMost().number(),
        false,
        modified,
        note);
  }

  private static String missing(Check check, Finding finding, List<List<Measurement>> runs) {
    if (Double.isFinite(finding.measured())) {
      return "";
    }
    final String where =
        check.selection().key() == null
            ? " in this run "
            : " at " + check.selection().key() + " = " + finding.position() + " in every run ";
    final boolean withheld =
        runs.stream()
            .flatMap(List::stream)
            .anyMatch(point -> point.withholds(check.quantity().path()));
    final String why =
        (check.leavesOutSaturated() ? "(saturated points are ignored by checks of order) " : "")
            + (withheld ? "(fewer than 95 % of the packets arrived; see arrivedShare) " : "");
    final String errors =
        check.combination() == Combination.SIGMAS
            ? "with a standard error, which needs two seeds with different values, "
            : "";
    return check.quantity().name() + " has no value " + errors + where.strip() + " " + why;
  }

  private static String missing(Limit limit, OptionalDouble value) {
    return limit == null || value.isPresent()
        ? ""
        : limit.quantity() + " has no value in this run ";
  }
}
