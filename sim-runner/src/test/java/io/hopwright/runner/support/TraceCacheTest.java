package io.hopwright.runner.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Messages about conversions of traces. */
class TraceCacheTest {
  @Test
  void shouldTellTheShareThatIsDoneAndTheTimeLeft() {
    assertEquals(
        "converting a.et: 25 %, 30 s left", TraceCache.progress("a.et", 4, 16, 10_000_000_000L));
  }
}
