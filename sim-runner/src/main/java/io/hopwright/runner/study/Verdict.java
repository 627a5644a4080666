package io.hopwright.runner.study;

import io.hopwright.runner.results.JsonObject;
import java.util.Locale;
import java.util.Map;

/**
 * Verdict on a {@link Check}.
 *
 * @param check the claim
 * @param ruling whether it holds
 * @param measured value of the run, NaN if there is none
 * @param halfWidth half the width of its 95 % confidence interval over the seeds of the runs, NaN
 *     for a single seed
 * @param position position of the value on the runs, a {@code Double} or a list, NaN if they have
 *     one point each
 * @param atLeast smallest value that agrees, NaN for none
 * @param atMost largest value that agrees, NaN for none
 * @param scaled whether the run's machine is of another size than the paper's
 * @param modified whether the study was changed on the command line
 * @param note reason why it could not be judged, or attempts to explain a failure; otherwise empty
 */
public record Verdict(
    Check check,
    Ruling ruling,
    double measured,
    double halfWidth,
    Object position,
    double atLeast,
    double atMost,
    boolean scaled,
    boolean modified,
    String note) {
  /** Entry of {@link #document} with the claim as the study wrote it. */
  static final String CLAIM = "claim";

  /** Rulings on a claim. */
  public enum Ruling {
    /** The measured value lies in the interval. */
    PASS,
    /** A projected value lies in the interval. */
    PROJECTED,
    /** It does not, or was not measured. */
    FAIL,
    /** The run did not come to its end. */
    NOT_JUDGED
  }

  /** Returns whether the verdict applies to the paper's own claim. */
  public boolean countsForThePaper() {
    return (ruling == Ruling.PASS || ruling == Ruling.FAIL)
        && !check.projected()
        && !scaled
        && !modified;
  }

  /**
   * Returns its entries in {@code verdicts.json}; with the claim they are enough to judge it again.
   */
  public Map<String, Object> document() {
    return new JsonObject()
        .with("id", check.id())
        .with("verdict", ruling.name().toLowerCase(Locale.ROOT).replace('_', ' '))
        .with("runs", check.runs())
        .with("combine", check.combination().word())
        .with("quantity", check.quantity().name())
        .with("expected", check.expected())
        .with("at", check.selection().key())
        .with("position", position)
        .with("measured", measured)
        .with("halfWidth95", halfWidth)
        .with("atLeast", atLeast)
        .with("atMost", atMost)
        .with("tolerance", check.tolerance())
        .with("section", check.section())
        .with("scaled", scaled)
        .with("modified", modified)
        .with("countsForThePaper", countsForThePaper())
        .with("note", note)
        .with(CLAIM, check.claim());
  }

  /** Returns remarks on the verdict: the reason for the width of the interval, and the note. */
  public String remark() {
    return check.tolerance() + (note.isEmpty() ? "" : "; " + note);
  }
}
