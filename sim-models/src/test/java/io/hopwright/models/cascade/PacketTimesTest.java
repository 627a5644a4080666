package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PacketTimesTest {
  private static final long[] TICKS = {
    0, 1, 99_999, (1L << 28) - 1, 1L << 28, (1L << 35) + 5, PacketTimes.MAX_BIRTH - 1
  };

  @Test
  void shouldTellBirthAndTimeSinceTheIssue() {
    for (long birth : TICKS) {
      for (long waited : new long[] {0, 1, 1L << 27, 1L << 30}) {
        final long issue = birth + waited;
        final long times = PacketTimes.of(birth, issue);
        assertEquals(birth, PacketTimes.birth(times));
        for (long since : new long[] {0, 1, 30_727, (1L << 28) - 1}) {
          assertEquals(since, PacketTimes.sinceIssue(times, issue + since));
        }
      }
    }
  }

  @Test
  void shouldRefuseLaterBirthsThanItCanTell() {
    final long late = PacketTimes.MAX_BIRTH;
    final IllegalStateException failure =
        assertThrows(IllegalStateException.class, () -> PacketTimes.of(late, late));
    assertTrue(failure.getMessage().contains("tick " + late), failure::getMessage);
    assertTrue(failure.getMessage().contains("shorten the run"), failure::getMessage);
  }
}
