package io.hopwright.runner.study;

import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares what runs measured with what was published. */
public final class Judge {
  private final boolean modified;

  /**
   * Creates a judge.
   *
   * @param modified whether the study was changed on the command line
   */
  public Judge(boolean modified) {
    this.modified = modified;
  }

  /**
   * Judges runs that came to their end.
   *
   * @param runs what the runs of the check measured, in its order; limits that are quantities are
   *     taken from the first
   * @param shape size of the first run's machine
   */
  public Verdict judge(Check check, List<Quantities> runs, List<Long> shape) {
    final OptionalDouble measured = measured(check, runs);
    final OptionalDouble atLeast = limit(check.atLeast(), runs.get(0));
    final OptionalDouble atMost = limit(check.atMost(), runs.get(0));
    final String missing =
        missing(check.quantity(), measured)
            + missing(check.atLeast(), atLeast)
            + missing(check.atMost(), atMost);
    final boolean holds =
        missing.isEmpty()
            && (atLeast.isEmpty() || measured.getAsDouble() >= atLeast.getAsDouble())
            && (atMost.isEmpty() || measured.getAsDouble() <= atMost.getAsDouble());
    return new Verdict(
        check,
        ruling(check, holds),
        measured.orElse(Double.NaN),
        atLeast.orElse(Double.NaN),
        atMost.orElse(Double.NaN),
        !check.paperShape().isEmpty() && !check.paperShape().equals(shape),
        modified,
        missing);
  }

  private static Verdict.Ruling ruling(Check check, boolean holds) {
    if (!holds) {
      return Verdict.Ruling.FAIL;
    }
    return check.projected() ? Verdict.Ruling.PROJECTED : Verdict.Ruling.PASS;
  }

  /** Returns the verdict on a run that did not come to its end. */
  public Verdict notJudged(Check check, String note) {
    return new Verdict(
        check,
        Verdict.Ruling.NOT_JUDGED,
        Double.NaN,
        check.atLeast() == null ? Double.NaN : check.atLeast().number(),
        check.atMost() == null ? Double.NaN : check.atMost().number(),
        false,
        modified,
        note);
  }

  private static OptionalDouble measured(Check check, List<Quantities> runs) {
    if (check.combination() == Combination.SAME) {
      final Set<Object> values =
          runs.stream()
              .flatMap(run -> run.values(check.quantity()).stream())
              .collect(Collectors.toSet());
      return values.isEmpty()
          ? OptionalDouble.empty()
          : OptionalDouble.of(values.size() == 1 ? 1 : 0);
    }
    final double[] values = new double[runs.size()];
    for (int i = 0; i < values.length; i++) {
      final OptionalDouble value = runs.get(i).number(check.quantity());
      if (value.isEmpty()) {
        return value;
      }
      values[i] = value.getAsDouble();
    }
    final double combined = check.combination().of(values);
    return Double.isFinite(combined) ? OptionalDouble.of(combined) : OptionalDouble.empty();
  }

  private static OptionalDouble limit(Limit limit, Quantities quantities) {
    return limit == null ? OptionalDouble.empty() : limit.in(quantities);
  }

  private static String missing(Limit limit, OptionalDouble value) {
    return limit == null ? "" : missing(limit.quantity(), value);
  }

  private static String missing(String quantity, OptionalDouble value) {
    return value.isPresent() ? "" : quantity + " has no value in this run ";
  }
}
