package io.hopwright.models.router;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkWordTest {
  private static final int[] TARGETS = {
    0, 1, EventWord.MAX_NODES - 1, LinkWord.REMOTE, LinkWord.REMOTE + EventWord.MAX_NODES - 1
  };

  @ParameterizedTest(name = "ring of {0}")
  @ValueSource(ints = {8, 16, 64, 256, LinkWord.MAX_RING})
  void shouldTurnTheRingOfTokenAcks(int ring) {
    for (int target : TARGETS) {
      long word = target;
      int head = 0;
      int count = 0;
      for (int step = 0; step < 3 * ring; step++) {
        final int add = Math.min(ring - 1 - count, 1 + step % 3);
        word += add * LinkWord.ONE_ACK;
        count += add;
        final int remove = Math.min(count, 1 + step % 2);
        for (int i = 0; i < remove; i++) {
          word = LinkWord.withoutOldest(word, ring - 1);
        }
        head = (head + remove) % ring;
        count -= remove;
        assertEquals(target, LinkWord.target(word), "step " + step);
        assertEquals(head, LinkWord.head(word), "step " + step);
        assertEquals(count, LinkWord.count(word), "step " + step);
      }
    }
  }

  @Test
  void shouldKeepTheChargeThatLeavesEachVc() {
    for (int target : TARGETS) {
      for (int vc = 0; vc < 6; vc++) {
        for (int charge = 0; charge <= 8; charge++) {
          long word = target + 3 * LinkWord.ONE_ACK;
          for (int other = 0; other < 6; other++) {
            word += LinkWord.leave(other, other == vc ? charge : 8);
          }
          for (int other = 0; other < 6; other++) {
            assertEquals(other == vc ? charge : 8, LinkWord.leaving(word, other));
          }
          word -= LinkWord.leave(vc, charge);
          assertEquals(0, LinkWord.leaving(word, vc));
          assertEquals(target, LinkWord.target(word));
          assertEquals(3, LinkWord.count(word));
        }
      }
    }
  }
}
