package io.hopwright.runner.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.runner.report.Chart.Scale;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ValuesTest {
  @Test
  void shouldReadAListOfOneAsItsMember() {
    assertEquals(64, Values.number("[64 B]"));
    assertEquals("B", Values.unit("[64 B]"));
    assertEquals("64 B", Values.single("[64 B]"));
    assertEquals("x+", Values.single("[x+]"));
    assertEquals("64 B", Values.single("64 B"));
    assertEquals("[8, 8, 8]", Values.single("[8, 8, 8]"));
    assertEquals(Double.NaN, Values.number("[64 B, 128 B]"));
    assertEquals("", Values.unit("[64 B, 128 B]"));
    assertEquals("", Values.unit("[]"));
  }

  @Test
  void shouldSpreadWhatLiesMoreThanTwoDecadesApart() {
    assertEquals(Scale.LOG2, Values.scale(DoubleStream.of(4096, 8, 64)));
    assertEquals(Scale.LOG2, Values.scale(DoubleStream.of(1, 128)));
    assertEquals(Scale.LOG, Values.scale(DoubleStream.of(8, 24, 4096)));
    assertEquals(Scale.LOG, Values.scale(DoubleStream.of(0.001, 0.5)));
    assertEquals(Scale.LINEAR, Values.scale(DoubleStream.of(1, 64)));
    assertEquals(Scale.LINEAR, Values.scale(DoubleStream.of(1, 100)));
    assertEquals(Scale.LINEAR, Values.scale(DoubleStream.of(0, 1, 4096)));
    assertEquals(Scale.LINEAR, Values.scale(DoubleStream.of(8)));
  }
}
