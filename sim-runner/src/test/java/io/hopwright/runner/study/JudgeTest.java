package io.hopwright.runner.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.runner.config.Origin;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgeTest {
  private static final List<Long> SMALL = List.of(2L, 2L, 2L);
  private static final List<Long> PAPERS = List.of(8L, 8L, 8L);
  private static final Map<String, Object> SUMMARY =
      Map.of("load", 0.5, "nodes", 8L, "bounds", Map.of("load", 0.6), "undefined", Double.NaN);

  private static Limit limit(double number) {
    return Double.isNaN(number) ? null : new Limit(number, null);
  }

  private static Check check(String quantity, Limit atLeast, Limit atMost, List<Long> shape) {
    return check(Combination.ONLY, quantity, atLeast, atMost, false, shape);
  }

  private static Check check(
      Combination combination,
      String quantity,
      Limit atLeast,
      Limit atMost,
      boolean projected,
      List<Long> shape) {
    return new Check(
        "C",
        List.of("run"),
        combination,
        quantity,
        "half",
        atLeast,
        atMost,
        "reason",
        "section 1",
        Origin.SET,
        projected,
        shape);
  }

  private static Quantities run(Map<String, Object> point) {
    return new Quantities(List.of(point));
  }

  private static Verdict judge(Check check) {
    return new Judge(false).judge(check, List.of(run(SUMMARY)), SMALL);
  }

  @ParameterizedTest
  @CsvSource({
    "0.4, 0.6, PASS",
    "0.5, 0.5, PASS",
    "0.51, 0.6, FAIL",
    "0.4, 0.49, FAIL",
    "0.4, NaN, PASS",
    "0.6, NaN, FAIL",
    "NaN, 0.5, PASS",
    "NaN, 0.4, FAIL"
  })
  void shouldCompareWithBothLimits(double atLeast, double atMost, Verdict.Ruling expected) {
    assertEquals(expected, judge(check("load", limit(atLeast), limit(atMost), PAPERS)).ruling());
  }

  @Test
  void shouldTakeALimitFromTheRunItself() {
    final Verdict verdict = judge(check("load", null, new Limit(Double.NaN, "bounds.load"), SMALL));
    assertEquals(Verdict.Ruling.PASS, verdict.ruling());
    assertEquals(0.6, verdict.atMost());
  }

  @Test
  void shouldFailWhatWasNotMeasured() {
    for (String quantity : List.of("lod", "undefined", "bounds")) {
      final Verdict verdict = judge(check(quantity, limit(0), null, PAPERS));
      assertEquals(Verdict.Ruling.FAIL, verdict.ruling(), quantity);
      assertTrue(verdict.note().contains(quantity + " has no value"), verdict.note());
    }
    assertEquals(
        Verdict.Ruling.FAIL,
        judge(check("load", null, new Limit(Double.NaN, "bounds.none"), PAPERS)).ruling());
  }

  @Test
  void shouldNotCountAnotherSizeForThePaper() {
    final Verdict scaled = judge(check("load", limit(0), null, PAPERS));
    assertTrue(scaled.scaled());
    assertFalse(scaled.countsForThePaper());
    assertTrue(judge(check("load", limit(0), null, SMALL)).countsForThePaper());
    assertTrue(judge(check("load", limit(0), null, List.of())).countsForThePaper());
  }

  @Test
  void shouldNotCountAModifiedStudyForThePaper() {
    final Verdict verdict =
        new Judge(true).judge(check("load", limit(0), null, SMALL), List.of(run(SUMMARY)), SMALL);
    assertEquals(Verdict.Ruling.PASS, verdict.ruling());
    assertTrue(verdict.modified());
    assertFalse(verdict.countsForThePaper());
  }

  @Test
  void shouldNotJudgeARunThatDidNotEnd() {
    final Verdict verdict = new Judge(false).notJudged(check("load", limit(0), null, SMALL), "x");
    assertEquals(Verdict.Ruling.NOT_JUDGED, verdict.ruling());
    assertFalse(verdict.countsForThePaper());
  }

  @Test
  void shouldNeverPassAProjectedClaim() {
    final Verdict holds = judge(check(Combination.ONLY, "load", limit(0.4), null, true, SMALL));
    assertEquals(Verdict.Ruling.PROJECTED, holds.ruling());
    assertFalse(holds.countsForThePaper());
    final Verdict fails = judge(check(Combination.ONLY, "load", limit(0.6), null, true, SMALL));
    assertEquals(Verdict.Ruling.FAIL, fails.ruling());
    assertFalse(fails.countsForThePaper());
  }

  @Test
  void shouldCompareTextsForBeingTheSame() {
    final Check same = check(Combination.SAME, "digest", limit(1), limit(1), false, SMALL);
    final Quantities one = run(Map.of("digest", "a1"));
    final Quantities other = run(Map.of("digest", "b2"));
    final Judge judge = new Judge(false);
    assertEquals(Verdict.Ruling.PASS, judge.judge(same, List.of(one, one, one), SMALL).ruling());
    assertEquals(Verdict.Ruling.FAIL, judge.judge(same, List.of(one, one, other), SMALL).ruling());
    assertEquals(
        Verdict.Ruling.FAIL,
        judge.judge(same, List.of(run(Map.of()), run(Map.of())), SMALL).ruling());
  }

  @Test
  void shouldJudgeTheMeanOfPointsThatDifferInTheirSeed() {
    final Quantities run =
        new Quantities(List.of(Map.of("load", 0.25, "most", 1L), Map.of("load", 0.75, "most", 2L)));
    final Check check =
        check("load", limit(0.5), new Limit(Double.NaN, "most"), List.of(2L, 2L, 2L));
    final Verdict verdict = new Judge(false).judge(check, List.of(run), SMALL);
    assertEquals(Verdict.Ruling.PASS, verdict.ruling());
    assertEquals(0.5, verdict.measured());
    assertEquals(1.5, verdict.atMost());
  }

  @Test
  void shouldNotTakeAMeanOfWhatOnlySomePointsMeasured() {
    final Quantities run =
        new Quantities(List.of(Map.of("load", 0.25), Map.of("load", Double.NaN)));
    final Verdict verdict =
        new Judge(false).judge(check("load", limit(0), null, SMALL), List.of(run), SMALL);
    assertEquals(Verdict.Ruling.FAIL, verdict.ruling());
    assertTrue(verdict.note().contains("load has no value"), verdict.note());
  }
}
