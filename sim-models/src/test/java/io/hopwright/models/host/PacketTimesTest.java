package io.hopwright.models.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.SettingsException;
import org.junit.jupiter.api.Test;

class PacketTimesTest {
  private static final long[] TICKS = {
    0, 1, 99_999, (1L << 28) - 1, 1L << 28, (1L << 35) + 5, (1L << 36) - 1, 1L << 36, (1L << 53) - 1
  };

  @Test
  void shouldTellBirthAndTimeSinceTheIssue() {
    for (long birth : TICKS) {
      for (long waited : new long[] {0, 1, 1L << 27, 1L << 30}) {
        final long issue = birth + waited;
        final long times = PacketTimes.of(birth, issue);
        for (long since : new long[] {0, 1, 30_727, (1L << 27) - 1}) {
          assertEquals(birth, PacketTimes.birth(times, issue + since));
          assertEquals(since, PacketTimes.sinceIssue(times, issue + since));
        }
      }
    }
  }

  @Test
  void shouldRefuseALongerTimeInTheNetworkThanItCanTell() {
    final long times = PacketTimes.of(5, 9);
    final SettingsException failure =
        assertThrows(SettingsException.class, () -> PacketTimes.sinceIssue(times, 9 + (1L << 27)));
    assertTrue(
        failure.getMessage().contains("was in the network since tick 9"), failure::getMessage);
  }

  @Test
  void shouldRefuseLongerWaitsThanItCanTell() {
    final long longest = 1L << 35;
    assertEquals(7, PacketTimes.birth(PacketTimes.of(7, 7 + longest), 7 + longest));
    final SettingsException failure =
        assertThrows(SettingsException.class, () -> PacketTimes.of(7, 8 + longest));
    assertTrue(failure.getMessage().contains("generated at tick 7"), failure::getMessage);
    assertTrue(failure.getMessage().contains("shorten the run"), failure::getMessage);
  }
}
