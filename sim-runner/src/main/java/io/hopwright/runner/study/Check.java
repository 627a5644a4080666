package io.hopwright.runner.study;

import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.config.Nearest;
import io.hopwright.runner.config.Origin;
import java.util.List;
import java.util.Set;

/**
 * A published claim about a run, or about how several compare.
 *
 * @param id names it, as in the catalogue of claims
 * @param runs names of the runs it is about
 * @param combination how their quantities become one number
 * @param quantity path of the measured quantity in a run's summary
 * @param expected what the paper says, in its words
 * @param atLeast smallest value that agrees, null for none
 * @param atMost largest value that agrees, null for none
 * @param tolerance why the interval is as wide as it is
 * @param section where the paper says so
 * @param origin where the study says so
 * @param projected whether the quantity is a projection: then no verdict says that the claim holds
 * @param paperShape size of the paper's machine; empty if the claim holds for every size
 */
public record Check(
    String id,
    List<String> runs,
    Combination combination,
    String quantity,
    String expected,
    Limit atLeast,
    Limit atMost,
    String tolerance,
    String section,
    Origin origin,
    boolean projected,
    List<Long> paperShape) {
  /** No number, but what runs may have in common. */
  private static final String DIGEST = "digest";

  private static final String SPEED = "execution.";

  /** Tells whether it is about how fast simulating is. */
  boolean isAboutSpeed() {
    return quantity.startsWith(SPEED);
  }

  /** Notes as a mistake what a run does not measure that has only {@code known} quantities. */
  public void checkQuantities(Set<String> known, Mistakes mistakes) {
    final boolean text = combination == Combination.SAME && quantity.equals(DIGEST);
    checkQuantity("quantity", text ? null : quantity, known, mistakes);
    checkQuantity("atLeast", atLeast == null ? null : atLeast.quantity(), known, mistakes);
    checkQuantity("atMost", atMost == null ? null : atMost.quantity(), known, mistakes);
  }

  private void checkQuantity(String key, String path, Set<String> known, Mistakes mistakes) {
    if (path != null && !known.contains(path)) {
      mistakes.add(
          origin,
          "checks." + id + "." + key,
          path,
          "is not measured"
              + Nearest.questionOr(path, known, "see a run's summary.json for what is"));
    }
  }
}
