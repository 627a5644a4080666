package io.hopwright.models.switching.torusrouter.arbitration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.random.Draws;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongestQueueArbiterTest {
  private static final Draws CYCLES = Draws.of(1, 6);
  private static final Draws PICKS = Draws.of(1, 7);

  private static LongestQueueArbiter arbiter(double fraction) {
    return new LongestQueueArbiter(CYCLES, PICKS, Draws.threshold(fraction));
  }

  /** Returns the winner by the text of the rule: keep the fullest, then draw in ascending order. */
  private static int naive(
      double fraction, int[] ranges, long requests, int component, long tick, int index) {
    final long draw = CYCLES.draw(component, tick, index);
    final boolean longest = (draw >>> 32) < Math.round(fraction * 0x1p32);
    int fullest = 0;
    for (int input = 0; input < 64; input++) {
      if ((requests >>> input & 1) != 0) {
        fullest = Math.max(fullest, ranges[input]);
      }
    }
    int left = 0;
    final int[] members = new int[64];
    for (int input = 0; input < 64; input++) {
      if ((requests >>> input & 1) != 0 && (!longest || ranges[input] == fullest)) {
        members[left++] = input;
      }
    }
    return members[Draws.pick(PICKS.draw(component, tick, index), left)];
  }

  @ParameterizedTest(name = "fraction {0}")
  @ValueSource(doubles = {0, 0.25, 0.75, 1})
  void shouldPickByTheWordsOfTheRule(double fraction) {
    final Random random = new Random(1);
    final LongestQueueArbiter arbiter = arbiter(fraction);
    for (int i = 0; i < 20_000; i++) {
      final int[] ranges = random.ints(64, 0, 4).toArray();
      long requests = random.nextLong();
      requests &= random.nextLong();
      requests |= 1L << random.nextInt(32) | 1L << (32 + random.nextInt(32));
      final int node = random.nextInt(8);
      final int component = random.nextInt(65_536);
      final long tick = random.nextLong(1L << 35);
      final int index = random.nextInt(6);
      final ContenderQueues queues =
          (local, input, at) -> {
            assertEquals(node, local);
            assertEquals(tick, at);
            return ranges[input];
          };
      assertEquals(
          naive(fraction, ranges, requests, component, tick, index),
          arbiter.pick(queues, node, component, requests, tick, index),
          "case " + i);
    }
  }

  @Test
  void shouldBreakTiesUniformly() {
    final int[] ranges = {3, 3, 1, 3, 0, 3};
    final int[] wins = new int[6];
    final int ticks = 40_000;
    for (long tick = 0; tick < ticks; tick++) {
      wins[arbiter(1).pick((node, input, at) -> ranges[input], 0, 5, 0b111111, tick, 2)]++;
    }
    for (int input = 0; input < 6; input++) {
      // Deviation: 87.
      assertEquals(ranges[input] == 3 ? ticks / 4 : 0, wins[input], ranges[input] == 3 ? 450 : 0);
    }
  }

  @Test
  void shouldServeTheLongestQueueInItsFractionOfCycles() {
    int longest = 0;
    final int ticks = 40_000;
    for (long tick = 0; tick < ticks; tick++) {
      longest += arbiter(0.75).pick((node, input, at) -> input, 0, 5, 0b11, tick, 0);
    }
    // Expected: 0.75 of the cycles and half of the others; standard deviation: 66.
    assertEquals(ticks * 0.875, longest, 350);
  }

  @Test
  void shouldAskForNoFullnessInTheBasePolicy() {
    final ContenderQueues nobody =
        (node, input, tick) -> {
          throw new AssertionError("fullness cannot matter");
        };
    final int winner = arbiter(0).pick(nobody, 0, 1, 0b1010, 77, 0);
    assertTrue(winner == 1 || winner == 3);
  }
}
