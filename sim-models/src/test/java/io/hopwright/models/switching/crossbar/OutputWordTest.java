package io.hopwright.models.switching.crossbar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutputWordTest {
  private static final int VCS = OutputWord.VCS;
  private static final long[] TICKS = {0, 1, 840, 1L << 36, (1L << 44) - 1};

  /**
   * Returns a word in which the VCs of {@code waiting} wait and the pointer is at {@code pointer}.
   */
  private static long word(int waiting, int pointer, long busyUntil) {
    long word = OutputWord.granted(0, (pointer + VCS - 1) % VCS, busyUntil);
    for (int vc = 0; vc < VCS; vc++) {
      if ((waiting >> vc & 1) != 0) {
        word = OutputWord.withWaiting(word, vc);
      }
    }
    return word;
  }

  @Test
  void shouldAskVcsInTurnFromThePointerOn() {
    for (int waiting = 0; waiting < 1 << VCS; waiting++) {
      for (int pointer = 0; pointer < VCS; pointer++) {
        final long word = word(waiting, pointer, 77);
        final List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < VCS; i++) {
          final int vc = (pointer + i) % VCS;
          if ((waiting >> vc & 1) != 0) {
            expected.add(vc);
          }
        }
        final List<Integer> found = new ArrayList<>();
        for (int rest = OutputWord.inOrder(word); rest != 0; rest &= rest - 1) {
          found.add(OutputWord.vc(word, Integer.numberOfTrailingZeros(rest)));
        }
        assertEquals(expected, found, waiting + " waiting, pointer " + pointer);
      }
    }
  }

  @Test
  void shouldMoveThePointerBehindTheVcGranted() {
    for (int waiting = 0; waiting < 1 << VCS; waiting++) {
      for (int pointer = 0; pointer < VCS; pointer++) {
        for (int vc = 0; vc < VCS; vc++) {
          for (long busyUntil : TICKS) {
            final long granted = OutputWord.granted(word(waiting, pointer, 5), vc, busyUntil);
            assertEquals(busyUntil, OutputWord.busyUntil(granted));
            assertEquals(waiting, OutputWord.waiting(granted));
            assertEquals((vc + 1) % VCS, OutputWord.vc(granted, 0));
          }
        }
      }
    }
  }

  @Test
  void shouldNoteWhichVcsWait() {
    for (int waiting = 0; waiting < 1 << VCS; waiting++) {
      for (int vc = 0; vc < VCS; vc++) {
        for (long busyUntil : TICKS) {
          final long word = word(waiting, 3, busyUntil);
          final long more = OutputWord.withWaiting(word, vc);
          final long fewer = OutputWord.withoutWaiting(word, vc);
          assertEquals(waiting | 1 << vc, OutputWord.waiting(more));
          assertEquals(waiting & ~(1 << vc), OutputWord.waiting(fewer));
          for (long changed : new long[] {more, fewer}) {
            assertEquals(busyUntil, OutputWord.busyUntil(changed));
            assertEquals(3, OutputWord.vc(changed, 0));
          }
        }
      }
    }
  }

  @Test
  void shouldBeIdleWithVc0FirstAtFirst() {
    assertEquals(0, OutputWord.busyUntil(0));
    assertEquals(0, OutputWord.waiting(0));
    assertEquals(0, OutputWord.vc(0, 0));
  }
}
