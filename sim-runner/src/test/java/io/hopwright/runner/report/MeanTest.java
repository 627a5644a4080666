package io.hopwright.runner.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class MeanTest {
  @Test
  void shouldHaveTheIntervalOfStudent() {
    // 10, 12, 14: standard error 2 / sqrt(3); t of two degrees of freedom is 4.302653.
    final Mean mean = Mean.of(List.of(10.0, 12.0, 14.0));
    assertEquals(12, mean.value());
    assertEquals(4.302653 * 2 / Math.sqrt(3), mean.margin(), 1e-6);
    assertEquals(3, mean.count());
  }

  @Test
  void shouldTendToTheNormalDistribution() {
    final List<Double> many =
        DoubleStream.iterate(0, value -> 1 - value).limit(1000).boxed().toList();
    assertEquals(1.962 * Math.sqrt(0.25 / 999), Mean.of(many).margin(), 1e-4);
  }

  @Test
  void shouldLeaveOutWhatWasNotMeasured() {
    assertEquals(2, Mean.of(List.of(1.0, Double.NaN, 3.0)).value());
    assertTrue(Double.isNaN(Mean.of(List.of(1.0)).margin()));
    assertEquals(0, Mean.of(List.of(Double.NaN)).count());
  }
}
