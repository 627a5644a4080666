package io.hopwright.runner.app;

import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.study.Scale;
import io.hopwright.runner.study.Verdict;
import io.hopwright.runner.support.Internal;
import io.hopwright.runner.support.PublicApi;
import java.util.List;
import java.util.Map;

/** Verdict on a published claim by the runs of a study. Immutable. */
@PublicApi
public final class ClaimVerdict {
  private final String part;
  private final Verdict verdict;

  /** Ruling on a claim. */
  @PublicApi
  public enum Ruling {
    /** The measured value is in the interval. */
    PASS,
    /** A value that was projected to more processors is in the interval. */
    PROJECTED,
    /** The measured value is outside of the interval, or was not measured. */
    FAIL,
    /** A run did not complete. */
    NOT_JUDGED
  }

  private ClaimVerdict(String part, Verdict verdict) {
    this.part = part;
    this.verdict = verdict;
  }

  static List<ClaimVerdict> of(String part, List<Verdict> verdicts) {
    return verdicts.stream().map(verdict -> new ClaimVerdict(part, verdict)).toList();
  }

  /**
   * Returns {@code verdicts.json}.
   *
   * @param study study of the claims
   * @param modifications keys that the caller has changed
   */
  static Map<String, Object> document(
      String study, Scale scale, List<String> modifications, List<ClaimVerdict> verdicts) {
    return new JsonObject()
        .with("study", study)
        .with("scale", scale.toString())
        .with("modifications", modifications)
        .with("passed", count(verdicts, Ruling.PASS))
        .with("projected", count(verdicts, Ruling.PROJECTED))
        .with("failed", count(verdicts, Ruling.FAIL))
        .with("notJudged", count(verdicts, Ruling.NOT_JUDGED))
        .with("verdicts", verdicts.stream().map(ClaimVerdict::entry).toList());
  }

  private static long count(List<ClaimVerdict> verdicts, Ruling ruling) {
    return verdicts.stream().filter(one -> one.ruling() == ruling).count();
  }

  private Map<String, Object> entry() {
    final Map<String, Object> entry = new JsonObject().withIf(!part.isEmpty(), "study", part);
    entry.putAll(verdict.document());
    return entry;
  }

  /** Returns the part of the study with the claim; empty if the study has no parts. */
  public String part() {
    return part;
  }

  /** Returns the name of the claim. */
  public String claim() {
    return verdict.check().id();
  }

  /** Returns the claim in the words of the paper. */
  public String expected() {
    return verdict.check().expected();
  }

  /** Returns the place of the claim in the paper. */
  public String section() {
    return verdict.check().section();
  }

  /** Returns whether the claim holds. */
  public Ruling ruling() {
    return switch (verdict.ruling()) {
      case PASS -> Ruling.PASS;
      case PROJECTED -> Ruling.PROJECTED;
      case FAIL -> Ruling.FAIL;
      case NOT_JUDGED -> Ruling.NOT_JUDGED;
    };
  }

  /** Returns the measured value; NaN if there is none. */
  public double measured() {
    return verdict.measured();
  }

  /** Returns half the width of its 95 % confidence interval over seeds; NaN for a single seed. */
  public double halfWidth() {
    return verdict.halfWidth();
  }

  /** Returns the smallest value that agrees; NaN if there is no such limit. */
  public double atLeast() {
    return verdict.atLeast();
  }

  /** Returns the largest value that agrees; NaN if there is no such limit. */
  public double atMost() {
    return verdict.atMost();
  }

  /** Returns the reason for the width of the interval, and further remarks on the claim. */
  public String remark() {
    return verdict.remark();
  }

  /** Returns whether the machine was of another size than the paper's. */
  public boolean scaled() {
    return verdict.scaled();
  }

  /** Returns whether the verdict says anything about the paper's own claim. */
  public boolean countsForThePaper() {
    return verdict.countsForThePaper();
  }

  /** Returns the full verdict. */
  @Internal
  public Verdict verdict() {
    return verdict;
  }
}
