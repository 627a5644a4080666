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
        final boolean single = random.nextBoolean();
        for (int i = single ? 1 : 3; i > 0; i--) {
          words.add(random.nextLong());
        }
        final int size = words.size();
        if (single) {
          batch.add(tick, words.get(size - 1));
        } else {
          batch.add(tick, words.get(size - 3), words.get(size - 2), words.get(size - 1));
        }
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

  @ParameterizedTest(name = "{0} words before")
  @ValueSource(ints = {61, 62, 63, 64, 127, 128})
  void shouldGrowAtAnySize(int before) {
    final EventBatch batch = new EventBatch();
    batch.open(0);
    for (int i = 0; i < before; i++) {
      batch.add(5, i);
    }
    batch.add(4, -1, -2, -3);
    assertEquals(before + 3, batch.size());
    assertEquals(before - 1, batch.word(before - 1));
    assertEquals(-1, batch.word(before));
    assertEquals(-3, batch.word(before + 2));
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
