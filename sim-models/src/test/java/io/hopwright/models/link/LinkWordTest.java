package io.hopwright.models.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkWordTest {
  /** The most VCs of a link: four dynamic ones, a dateline pair and the high-priority VC. */
  private static final int MOST_VCS = 7;

  private static final int[] TARGETS = {0, 1, (1 << 19) - 1, -1, -1 << 19};

  @ParameterizedTest(name = "ring of {0}")
  @ValueSource(ints = {8, 16, 64, 256, LinkWord.MAX_RING})
  void shouldTurnTheRingOfTokenAcks(int ring) {
    for (int target : TARGETS) {
      long word = LinkWord.of(target);
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
      for (int vc = 0; vc < MOST_VCS; vc++) {
        for (int charge = 1; charge <= 8; charge++) {
          for (int others = 1; others <= 8; others += 7) {
            checkLeaving(target, vc, charge, others);
          }
        }
      }
    }
  }

  private static void checkLeaving(int target, int vc, int charge, int others) {
    final long nobodyLeaves = LinkWord.of(target) + 3 * LinkWord.ONE_ACK;
    long word = nobodyLeaves;
    for (int other = 0; other < MOST_VCS; other++) {
      word += LinkWord.leave(other, other == vc ? charge : others);
    }
    for (int other = 0; other < MOST_VCS; other++) {
      assertEquals(other == vc ? charge : others, LinkWord.leaving(word, other));
    }
    assertEquals(target, LinkWord.target(word));
    assertEquals(3, LinkWord.count(word));
    word -= LinkWord.leave(vc, charge);
    for (int other = 0; other < MOST_VCS; other++) {
      assertEquals(other == vc ? 1 : others, LinkWord.leaving(word, other));
      word -= other == vc ? 0 : LinkWord.leave(other, others);
    }
    assertEquals(nobodyLeaves, word, "all have left");
  }
}
