package io.hopwright.core.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventBatchTest {
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void shouldHoldWhatWasAdded(long seed) {
    final Random random = new Random(seed);
    final EventBatch batch = new EventBatch();
    for (long window = 0; window < 50; window++) {
      batch.open(window);
      final List<Long> words = new ArrayList<>();
      long first = Long.MAX_VALUE;
      for (int more = random.nextInt(300); more > 0; more--) {
        final long tick = random.nextLong(1L << 40);
        final int length = new int[] {1, 3, 4}[random.nextInt(3)];
        for (int i = 0; i < length; i++) {
          words.add(random.nextLong());
        }
        add(batch, tick, words.subList(words.size() - length, words.size()));
        first = Math.min(first, tick);
      }
      assertEquals(window, batch.window());
      assertEquals(first, batch.firstEffectTick(), "seed " + seed + ", window " + window);
      assertEquals(words.size(), batch.size());
      for (int i = 0; i < words.size(); i++) {
        assertEquals(words.get(i), batch.word(i), "seed " + seed + ", word " + i);
      }
    }
  }

  private static void add(EventBatch batch, long tick, List<Long> event) {
    switch (event.size()) {
      case 1 -> batch.add(tick, event.get(0));
      case 3 -> batch.add(tick, event.get(0), event.get(1), event.get(2));
      default -> batch.add(tick, event.get(0), event.get(1), event.get(2), event.get(3));
    }
  }

  @ParameterizedTest(name = "{0} words before")
  @ValueSource(ints = {60, 61, 62, 63, 64, 125, 127, 128})
  void shouldGrowAtAnySize(int before) {
    for (List<Long> event : List.of(List.of(-1L, -2L, -3L), List.of(-1L, -2L, -3L, -4L))) {
      final EventBatch batch = new EventBatch();
      batch.open(0);
      for (int i = 0; i < before; i++) {
        batch.add(5, i);
      }
      add(batch, 4, event);
      assertEquals(4, batch.firstEffectTick());
      assertEquals(before + event.size(), batch.size());
      assertEquals(before - 1, batch.word(before - 1));
      for (int i = 0; i < event.size(); i++) {
        assertEquals(event.get(i), batch.word(before + i));
      }
    }
  }

  @Test
  void shouldForgetTheWindowBefore() {
    final EventBatch batch = new EventBatch();
    assertEquals(-1, batch.window());
    batch.open(3);
    batch.add(7, 1);
    batch.open(5);
    assertEquals(0, batch.size());
    assertEquals(5, batch.window());
    assertEquals(Long.MAX_VALUE, batch.firstEffectTick());
    assertThrows(AssertionError.class, () -> batch.word(0));
  }
}
