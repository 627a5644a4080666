package io.hopwright.models.router;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrossingWordTest {
  @ParameterizedTest(name = "event {0}")
  @ValueSource(ints = {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x5A5A5A5A})
  void shouldReadBackWhatWasPacked(int event) {
    for (long delay : new long[] {0, 1, 18, 300, (1L << 24) - 1, Integer.MAX_VALUE}) {
      final long word = CrossingWord.of(event, delay);
      assertEquals(event, CrossingWord.event(word));
      assertEquals(delay, CrossingWord.delay(word), "delay " + delay);
    }
  }
}
