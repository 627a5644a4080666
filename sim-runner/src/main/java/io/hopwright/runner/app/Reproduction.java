package io.hopwright.runner.app;

import io.hopwright.runner.support.Internal;
import io.hopwright.runner.support.PublicApi;
import java.util.List;
import java.util.Map;

/** A published study after a reproduction: its points, and a verdict on each claim. Immutable. */
@PublicApi
public final class Reproduction {
  private final SweepResult sweep;
  private final List<ClaimVerdict> verdicts;
  private final Map<String, Object> document;
  private final List<String> modifications;

  Reproduction(
      SweepResult sweep,
      List<ClaimVerdict> verdicts,
      Map<String, Object> document,
      List<String> modifications) {
    this.sweep = sweep;
    this.verdicts = List.copyOf(verdicts);
    this.document = document;
    this.modifications = modifications;
  }

  /** Returns the points, and the directory of the study. */
  public SweepResult sweep() {
    return sweep;
  }

  /** Returns the verdicts in the order of the study. */
  public List<ClaimVerdict> verdicts() {
    return verdicts;
  }

  /** Returns whether a claim failed. */
  public boolean anyFailed() {
    return verdicts.stream().anyMatch(one -> one.ruling() == ClaimVerdict.Ruling.FAIL);
  }

  /**
   * Returns the keys that the caller has changed; with changes, verdicts do not apply to the
   * paper's claims.
   */
  public List<String> modifications() {
    return modifications;
  }

  /** Returns {@code verdicts.json}. */
  @Internal
  public Map<String, Object> document() {
    return document;
  }
}
