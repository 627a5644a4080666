package io.hopwright.runner.study;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OscillationTest {
  @ParameterizedTest
  @CsvSource({
    "'5', 0, 0",
    "'5 5 5', 0, 0",
    "'10 9 8 7', 1, 0",
    "'10 9 8 7 8 9 10', 1, 0",
    "'10 5 10 5', 2, 1",
    "'5 10 5 10 5', 2, 2",
    "'5 10 9 10 9 10 5', 1, 1",
    "'5 7 10 7 5', 1, 1",
    "'8 8.5 8 8.5 8', 0, 0"
  })
  void shouldCountOnlyMovesByTheFactor(String values, int falls, int crests) {
    final double[] series =
        java.util.Arrays.stream(values.split(" ")).mapToDouble(Double::parseDouble).toArray();
    assertEquals(new Oscillation(falls, crests), Oscillation.of(series, 1.25));
  }
}
