package io.hopwright.models.declare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedTest {
  private final AtomicInteger built = new AtomicInteger();
  private final Shared<List<Integer>, int[]> tables = new Shared<>(this::build);

  private int[] build(List<Integer> shape) {
    built.incrementAndGet();
    if (shape.isEmpty()) {
      throw new IllegalArgumentException("no shape");
    }
    return new int[shape.get(0)];
  }

  @Test
  void shouldBuildOnceWhileSomebodyHasIt() {
    final int[] first = tables.of(List.of(4));
    final int[] other = tables.of(List.of(5));
    System.gc();
    assertSame(first, tables.of(List.of(4)));
    assertNotSame(first, other);
    assertEquals(2, built.get());
  }

  @Test
  void shouldBuildOnceForAllThreads() {
    final List<int[]> all =
        IntStream.range(0, 1_000).parallel().mapToObj(each -> tables.of(List.of(4))).toList();
    all.forEach(each -> assertSame(all.get(0), each));
    assertEquals(1, built.get());
  }

  @Test
  void shouldKeepNothingOfWhatCannotBeBuilt() {
    assertThrows(IllegalArgumentException.class, () -> tables.of(List.of()));
    assertThrows(IllegalArgumentException.class, () -> tables.of(List.of()));
    assertEquals(2, built.get());
  }
}
