package io.hopwright.models.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class IntervalTest {
  @Test
  void shouldMeasureFromItsFirstTickToTheOneBeforeItsEnd() {
    for (long from = 0; from < 5; from++) {
      for (long to = from; to < 8; to++) {
        final Interval interval = new Interval(from, to, 100);
        assertFalse(interval.open());
        for (long tick = 0; tick < 10; tick++) {
          assertEquals(from <= tick && tick < to, interval.measures(tick));
        }
      }
    }
  }

  @Test
  void shouldLastUntilTheRunEndsIfOpen() {
    final Interval interval = new Interval(3, Long.MAX_VALUE, 100);
    assertTrue(interval.open());
    assertFalse(interval.measures(2));
    assertTrue(interval.measures(3));
    assertTrue(interval.measures(Long.MAX_VALUE - 1));
  }
}
