package io.hopwright.runner.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.api.Test;

class CopyFailuresTest {
  private static final String REFUSED = " at member 1: another worker keeps copies named a";

  private final CopyFailures failures = new CopyFailures();

  @Test
  void shouldReportAFailureOnceUntilItsReasonChanges() {
    final String full = " at member 1: /copies/a.checkpoints/.%s: No space left on device";
    assertEquals(List.of(REFUSED), failures.news(5_000, List.of(REFUSED)));
    assertEquals(List.of(), failures.news(10_000, List.of(REFUSED)));
    final String first = full.formatted(15_000);
    assertEquals(List.of(first), failures.news(15_000, List.of(first)));
    assertEquals(List.of(), failures.news(20_000, List.of(full.formatted(20_000))));
    assertEquals(List.of(REFUSED), failures.news(25_000, List.of(REFUSED)));
  }

  @Test
  void shouldReportAFailureAgainAfterACompleteCopy() {
    failures.news(5_000, List.of(REFUSED));
    assertEquals(List.of(), failures.news(10_000, List.of()));
    assertEquals(List.of(REFUSED), failures.news(15_000, List.of(REFUSED)));
  }

  @Test
  void shouldReportEachMember() {
    final String other = REFUSED.replace("member 1", "member 2");
    failures.news(5_000, List.of(REFUSED));
    assertEquals(List.of(other), failures.news(10_000, List.of(REFUSED, other)));
  }

  @Test
  void shouldCountFailedCopiesInTheManifest() {
    final CheckpointCosts costs = new CheckpointCosts();
    costs.copiedElsewhere(1, 0, 1);
    assertFalse(costs.document().containsKey("failedCopies"));
    costs.copiedElsewhere(1, 2, 1);
    costs.copiedElsewhere(0, 3, 1);
    assertEquals(2L, costs.document().get("copies"));
    assertEquals(5L, costs.document().get("failedCopies"));
  }
}
