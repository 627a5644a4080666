package io.hopwright.runner.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.runner.config.Origin;
import io.hopwright.runner.results.StoredDocument;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
        new CheckedNumber(quantity, null),
        PointSelection.NONE,
        "half",
        atLeast,
        atMost,
        "reason",
        "longer runs",
        "section 1",
        Origin.SET,
        false,
        projected,
        shape,
        Map.of());
  }

  /** Runs of one point each. */
  private static List<List<Measurement>> points(List<Map<String, Object>> summaries) {
    return summaries.stream()
        .map(summary -> List.of(new Measurement(Map.of(), document(summary), name -> null)))
        .toList();
  }

  private static Verdict judge(Check check) {
    return new Judge(false).judge(check, points(List.of(SUMMARY)), SMALL);
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
  void shouldSayWhatWasTriedWhereAClaimFails() {
    final Verdict fails = judge(check("load", limit(0.6), null, PAPERS));
    assertEquals("tried: longer runs", fails.note());
    assertEquals("reason; tried: longer runs", fails.remark());
    assertEquals("reason", judge(check("load", limit(0.4), null, PAPERS)).remark());
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
        new Judge(true)
            .judge(check("load", limit(0), null, SMALL), points(List.of(SUMMARY)), SMALL);
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
    final Map<String, Object> one = Map.of("digest", "a1");
    final Map<String, Object> other = Map.of("digest", "b2");
    final Judge judge = new Judge(false);
    assertEquals(
        Verdict.Ruling.PASS, judge.judge(same, points(List.of(one, one, one)), SMALL).ruling());
    assertEquals(
        Verdict.Ruling.FAIL, judge.judge(same, points(List.of(one, one, other)), SMALL).ruling());
    assertEquals(
        Verdict.Ruling.FAIL,
        judge.judge(same, points(List.of(Map.of(), Map.of())), SMALL).ruling());
  }

  /** The position of a point along a key that takes lists is the only element of its list. */
  @Test
  void shouldTakeTheOnlyValueOfAKeyForItsPosition() {
    final Map<String, Object> values =
        Map.of("one", List.of(64), "two", List.of(64, 128), "key", 3);
    final Measurement point = new Measurement(values, document(SUMMARY), name -> null);
    assertEquals(64, point.number("one"));
    assertTrue(Double.isNaN(point.number("two")));
    assertEquals(3, point.number("key"));
  }

  private static StoredDocument document(Map<String, Object> summary) {
    return new StoredDocument(Path.of("summary.json"), summary);
  }

  /** Returns a point of a curve: its load, seed and results. */
  private static Measurement point(
      double load, long seed, double utilization, double mean, boolean saturated) {
    return new Measurement(
        Map.of("workload.load", load, "seed", seed),
        document(Map.of("load", utilization, "mean", mean, "saturated", saturated)),
        name -> null);
  }

  /** Returns a point; its latencies are withheld if the share of arrived packets is small. */
  private static Measurement arrived(double load, double share) {
    final Map<String, Object> response = new LinkedHashMap<>();
    response.put("count", 100L);
    response.put("mean", share < 0.95 ? null : (Double) (100 * load));
    return new Measurement(
        Map.of("workload.load", load),
        document(Map.of("load", load, "arrivedShare", share, "responseTicks", response)),
        name -> null);
  }

  /** A latency of too few packets is no measurement, and the verdict says so. */
  @Test
  void shouldSayThatALatencyIsWithheld() {
    final Check check = check("responseTicks.mean", null, limit(1_000), PAPERS);
    final Verdict few = new Judge(false).judge(check, List.of(List.of(arrived(0.5, 0.9))), SMALL);
    assertEquals(Verdict.Ruling.FAIL, few.ruling());
    assertTrue(few.note().contains("fewer than 95 % of the packets arrived"), few.note());
    final Verdict most = new Judge(false).judge(check, List.of(List.of(arrived(0.5, 1))), SMALL);
    assertEquals(Verdict.Ruling.PASS, most.ruling());
    assertEquals(50, most.measured());
  }

  /** Interpolation skips a point without a latency between two points with one. */
  @Test
  void shouldInterpolateOverPointsWithoutALatency() {
    final PointSelection at = new PointSelection("load", List.of(0.5), false, null);
    final List<Measurement> curve =
        List.of(arrived(0.2, 1), arrived(0.4, 0.5), arrived(0.8, 0.99), arrived(0.9, 0.1));
    final double[] found =
        new Samples(at, false, point -> point.number("responseTicks.mean")).of(curve, 0.5);
    assertEquals(1, found.length);
    assertEquals(50, found[0], 1e-9);
  }

  private static Check curves(Combination combination, PointSelection selection, double atLeast) {
    return new Check(
        "C",
        List.of("first", "second"),
        combination,
        new CheckedNumber("mean", null),
        selection,
        "less",
        limit(atLeast),
        null,
        "reason",
        "longer runs",
        "section 1",
        Origin.SET,
        false,
        false,
        List.of(),
        Map.of());
  }

  private static final List<Measurement> STEEP =
      List.of(
          point(0.2, 1, 0.21, 20, false),
          point(0.4, 1, 0.41, 60, false),
          point(0.6, 1, 0.45, 900, true),
          point(0.2, 2, 0.19, 22, false),
          point(0.4, 2, 0.39, 62, false));

  private static final List<Measurement> FLAT =
      List.of(
          point(0.4, 1, 0.42, 30, false),
          point(0.2, 1, 0.20, 10, false),
          point(0.2, 2, 0.20, 10, false),
          point(0.4, 2, 0.40, 30, false));

  @Test
  void shouldLookBetweenThePointsOfACurve() {
    final PointSelection at = new PointSelection("load", List.of(0.3), false, null);
    final Verdict verdict =
        new Judge(false).judge(curves(Combination.DIFFERENCE, at, 0), List.of(STEEP, FLAT), SMALL);
    // 38 and 44 are compared with 10 + 20/2.2 and 20.
    assertEquals(41 - (10 + 10 / 1.1 + 20) / 2, verdict.measured(), 1e-9);
    assertEquals(0.3, verdict.position());
    // 38 - 19.09 and 44 - 20, so 21.45 ± 12.7 · 2.55 (Student's t of one degree of freedom).
    assertEquals(12.7062 * (24 - 38 + 210 / 11.0) / 2, verdict.halfWidth(), 1e-3);
    assertEquals(Verdict.Ruling.PASS, verdict.ruling());
  }

  @Test
  void shouldTakeTheWorstOfSeveralPositions() {
    final PointSelection at = new PointSelection("workload.load", List.of(0.2, 0.4), false, null);
    final Verdict verdict =
        new Judge(false).judge(curves(Combination.DIFFERENCE, at, 20), List.of(STEEP, FLAT), SMALL);
    assertEquals(11, verdict.measured());
    assertEquals(0.2, verdict.position());
    assertEquals(Verdict.Ruling.FAIL, verdict.ruling());
  }

  @Test
  void shouldJudgeHowMuchMoreThereIsFromPositionToPosition() {
    final PointSelection at = new PointSelection("workload.load", List.of(0.2, 0.4), true, null);
    final Verdict verdict =
        new Judge(false)
            .judge(curves(Combination.DIFFERENCE, at, 20.5), List.of(STEEP, FLAT), SMALL);
    // 11 and 31; for each seed alone 10 and 30, and 12 and 32.
    assertEquals(20, verdict.measured(), 1e-12);
    assertEquals(0, verdict.halfWidth(), 1e-12);
    assertEquals(0.4, verdict.position());
    assertEquals(Verdict.Ruling.FAIL, verdict.ruling());
  }

  @Test
  void shouldFailWhereARunDoesNotGet() {
    final PointSelection at = new PointSelection("load", List.of(0.3, 0.44), false, null);
    final Verdict verdict =
        new Judge(false).judge(curves(Combination.DIFFERENCE, at, 0), List.of(STEEP, FLAT), SMALL);
    assertEquals(Verdict.Ruling.FAIL, verdict.ruling());
    assertTrue(verdict.note().contains("mean has no value at load = 0.44"), verdict.note());
  }

  @Test
  void shouldLookAtAMixtureOfSizes() {
    final List<Measurement> points =
        Stream.of(List.of(8L), List.of(8L, 1024L), List.of(1024L, 8L))
            .map(
                sizes ->
                    new Measurement(
                        Map.of("sizes", sizes),
                        document(Map.of("mean", 10.0 * sizes.size() + sizes.get(0))),
                        name -> null))
            .toList();
    for (Combination combination : List.of(Combination.ONLY, Combination.SAME)) {
      final Object mixture = List.of(8.0, 1024.0);
      final PointSelection at = new PointSelection("sizes", List.of(mixture), false, null);
      final Verdict verdict =
          new Judge(false).judge(curves(combination, at, 1), List.of(points), SMALL);
      assertEquals(combination == Combination.ONLY ? 28 : 1, verdict.measured());
      assertEquals(mixture, verdict.position());
      final PointSelection one = new PointSelection("sizes", List.of(8.0), false, null);
      final Verdict alone =
          new Judge(false).judge(curves(Combination.ONLY, one, 1), List.of(points), SMALL);
      assertEquals(18, alone.measured());
    }
  }

  @Test
  void shouldMeasureInStandardErrors() {
    final PointSelection at = new PointSelection("workload.load", List.of(0.2), false, null);
    final Verdict verdict =
        new Judge(false).judge(curves(Combination.SIGMAS, at, 3), List.of(STEEP, FLAT), SMALL);
    // 21 ± 1 is compared with 10 ± 0.
    assertEquals(11, verdict.measured(), 1e-12);
  }

  @Test
  void shouldSayThatStandardErrorsNeedTwoSeeds() {
    final PointSelection at = new PointSelection("workload.load", List.of(0.2), false, null);
    final List<Measurement> one = List.of(point(0.2, 1, 0.2, 20, false));
    final Verdict verdict =
        new Judge(false).judge(curves(Combination.SIGMAS, at, 3), List.of(one, one), SMALL);
    assertEquals(Verdict.Ruling.FAIL, verdict.ruling());
    assertTrue(verdict.note().contains("needs two seeds"), verdict.note());
  }

  @Test
  void shouldLeaveSaturatedPointsOutOfAnOrder() {
    final List<Measurement> more =
        List.of(
            point(0.2, 1, 0.2, 30, false),
            point(0.2, 2, 0.2, 32, false),
            point(0.6, 1, 0.6, 990, true),
            point(0.6, 2, 0.6, 980, true));
    final List<Measurement> less =
        List.of(
            point(0.2, 1, 0.2, 20, false),
            point(0.2, 2, 0.2, 21, false),
            point(0.6, 1, 0.5, 100, true),
            point(0.6, 2, 0.5, 110, true));
    for (boolean rise : List.of(true, false)) {
      final PointSelection at = new PointSelection("workload.load", List.of(0.2, 0.6), rise, null);
      final Verdict verdict =
          new Judge(false)
              .judge(
                  curves(rise ? Combination.DIFFERENCE : Combination.SIGMAS, at, 0),
                  List.of(more, less),
                  SMALL);
      assertEquals(Verdict.Ruling.FAIL, verdict.ruling());
      assertTrue(verdict.note().contains("saturated points are ignored"), verdict.note());
    }
    final PointSelection at = new PointSelection("workload.load", List.of(0.6), false, null);
    assertEquals(
        Verdict.Ruling.PASS,
        new Judge(false)
            .judge(curves(Combination.DIFFERENCE, at, 0), List.of(more, less), SMALL)
            .ruling());
  }

  @Test
  void shouldCompareForBeingTheSameWhereItLooks() {
    for (double load : List.of(0.2, 0.4, 0.5)) {
      final PointSelection at = new PointSelection("workload.load", List.of(load), false, null);
      final List<Measurement> other =
          List.of(
              point(0.2, 1, 0, 20, false), point(0.2, 2, 0, 22, false), point(0.4, 1, 0, 1, false));
      final Verdict verdict =
          new Judge(false).judge(curves(Combination.SAME, at, 1), List.of(STEEP, other), SMALL);
      assertEquals(
          load == 0.2 ? Verdict.Ruling.PASS : Verdict.Ruling.FAIL, verdict.ruling(), "" + load);
      assertEquals(load == 0.5, verdict.note().contains("has no value"), verdict.note());
    }
  }

  @Test
  void shouldReadALimitWhereItLooks() {
    final PointSelection at = new PointSelection("workload.load", List.of(0.4), false, null);
    final Check check =
        new Check(
            "C",
            List.of("first"),
            Combination.ONLY,
            new CheckedNumber("mean", null),
            at,
            "more than it is loaded",
            new Limit(Double.NaN, "load"),
            null,
            "reason",
            "longer runs",
            "section 1",
            Origin.SET,
            false,
            false,
            List.of(),
            Map.of());
    final Verdict verdict = new Judge(false).judge(check, List.of(STEEP), SMALL);
    assertEquals((0.41 + 0.39) / 2, verdict.atLeast(), 1e-12);
    assertEquals(61, verdict.measured(), 1e-12);
  }

  @Test
  void shouldTakeTheLargestOfAllPoints() {
    final PointSelection over =
        new PointSelection(null, List.of(), false, PointSelection.Over.LARGEST);
    final Verdict verdict =
        new Judge(false)
            .judge(curves(Combination.DIFFERENCE, over, 0), List.of(STEEP, FLAT), SMALL);
    assertEquals((900 + 62) / 2.0 - 30, verdict.measured());
  }
}
