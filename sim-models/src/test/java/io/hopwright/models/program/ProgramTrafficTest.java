package io.hopwright.models.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The sample of messages represents all messages. */
class ProgramTrafficTest {
  @Test
  void shouldKnowAllOfAFewMessages() {
    final ProgramTraffic traffic = new ProgramTraffic();
    traffic.add(3, 5, 100);
    traffic.add(5, 9, 300);
    assertEquals(2, traffic.messages());
    assertEquals(3, traffic.mean((sender, receiver) -> receiver - sender));
    assertEquals(2 * 200 / 50, traffic.packets(bytes -> bytes / 50));
  }

  @Test
  void shouldBeZeroWithoutMessages() {
    assertEquals(0, ProgramTraffic.UNKNOWN.mean((sender, receiver) -> 1));
    assertEquals(0, ProgramTraffic.UNKNOWN.packets(bytes -> bytes));
  }

  /** Programs repeat themselves: messages sent in turns must be drawn as often as they are sent. */
  @Test
  void shouldDrawEvenlyFromWhatIsSentInTurns() {
    for (int period = 1; period <= 64; period++) {
      final ProgramTraffic traffic = new ProgramTraffic();
      for (int message = 0; message < 300_000; message++) {
        traffic.add(0, message % period, 8);
      }
      final double mean = (period - 1) / 2.0;
      assertEquals(mean, traffic.mean((sender, receiver) -> receiver), 0.06 * period, "" + period);
    }
  }
}
