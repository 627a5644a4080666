package io.hopwright.runner.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Lines about the progress of a walk through a program. */
class WalkProgressTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void shouldTellTheShareAndTheTimeLeftWhereTheShareIsKnown() {
    assertEquals(
        "a.et: 25 %, ETA 0:30, 1 of 4 ranks done, 700 operations read",
        WalkProgress.line("a.et", 0.25, 10 * SECOND, 1, 4, 700));
    assertEquals(
        "a.prog: 1 ranks done, 700 operations read",
        WalkProgress.line("a.prog", 0, 10 * SECOND, 1, 0, 700));
  }
}
