package io.hopwright.runner.study;

import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.config.Nearest;
import io.hopwright.runner.config.Origin;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Published claim about a run, or about a comparison of several.
 *
 * @param id name, as in the catalogue of claims
 * @param runs names of its runs
 * @param combination rule that combines their quantities into one number
 * @param quantity number of a run
 * @param selection position on a run that has several points
 * @param expected claim in the words of the paper
 * @param atLeast smallest value that agrees, null for none
 * @param atMost largest value that agrees, null for none
 * @param tolerance reason for the width of the interval
 * @param tried attempts to explain a failure, empty if there are none
 * @param section section of the paper
 * @param origin place in the study
 * @param saturated whether saturated points take part in a claim about an order
 * @param projected whether the quantity is a projection; then no verdict confirms the claim
 * @param paperShape size of the paper's machine; empty if the claim holds for every size
 * @param claim complete claim as the study writes it, by key
 */
public record Check(
    String id,
    List<String> runs,
    Combination combination,
    CheckedNumber quantity,
    PointSelection selection,
    String expected,
    Limit atLeast,
    Limit atMost,
    String tolerance,
    String tried,
    String section,
    Origin origin,
    boolean saturated,
    boolean projected,
    List<Long> paperShape,
    Map<String, Object> claim) {
  /** No number, but what runs may have in common. */
  private static final String DIGEST = "digest";

  private static final String SPEED = "execution.";

  /** Returns whether points that are saturated take no part: in an order, unless it says so. */
  boolean leavesOutSaturated() {
    return !saturated && (combination.isOrder() || selection.rise());
  }

  /** Returns whether it is about how fast simulating is. */
  boolean isAboutSpeed() {
    return quantity.path() != null && quantity.path().startsWith(SPEED);
  }

  /**
   * Adds an error if the check does not select points of a run unambiguously.
   *
   * @param run one of its runs
   * @param varied the keys in which the run's points differ, without the seed
   * @param quantities of its summary
   * @param former present names of keys by their names in earlier versions
   */
  public void checkPoints(
      String run,
      Set<String> varied,
      Set<String> quantities,
      Map<String, String> former,
      Mistakes mistakes) {
    if (selection.key() != null
        && !varied.contains(selection.key())
        && !quantities.contains(selection.key())) {
      mistakes.add(
          origin,
          "checks." + id + ".at",
          selection.key(),
          former.containsKey(selection.key())
              ? "is called " + former.get(selection.key()) + " now; write that"
              : "neither a key in which the points of run "
                  + run
                  + " differ, nor a quantity that it measures");
    }
    if (!varied.isEmpty() && selection.equals(PointSelection.NONE)) {
      mistakes.add(
          origin,
          "checks." + id + "." + (runs.size() > 1 ? "runs" : "run"),
          run,
          String.format(
              "its points differ in %s; select one, as in at { %s = 0.5 }, or set over ="
                  + " largest or smallest",
              String.join(", ", varied), varied.iterator().next()));
    }
  }

  /**
   * Adds an error for each number that a run does not measure.
   *
   * @param quantities of its summary
   * @param columns of its series
   */
  public void checkMeasured(Set<String> quantities, Set<String> columns, Mistakes mistakes) {
    final boolean text = combination == Combination.SAME && DIGEST.equals(quantity.path());
    check("quantity", text ? null : quantity.path(), quantities, mistakes);
    check("atLeast", atLeast == null ? null : atLeast.quantity(), quantities, mistakes);
    check("atMost", atMost == null ? null : atMost.quantity(), quantities, mistakes);
    if (quantity.series() != null) {
      check("series.column", quantity.series().column(), columns, mistakes);
      check("series.with", quantity.series().with(), columns, mistakes);
    }
  }

  private void check(String key, String name, Set<String> known, Mistakes mistakes) {
    if (name != null && !known.contains(name)) {
      mistakes.add(
          origin,
          "checks." + id + "." + key,
          name,
          "is not measured"
              + Nearest.questionOr(
                  name, known, "summary.json and series.csv of a run list what is"));
    }
  }
}
