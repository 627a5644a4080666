package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.traffic.BirthsAtStart;
import io.hopwright.models.traffic.RotatingShift;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessagesTest {
  @Test
  void shouldCutMessagesIntoFullRequestsAndARest() {
    for (int bytes = 1; bytes <= 1_000; bytes++) {
      final Messages messages = new Messages(new BirthsAtStart(1), new RotatingShift(4), bytes);
      final List<Integer> expected = new ArrayList<>();
      for (int rest = bytes; rest > 0; rest -= 64) {
        expected.add(Math.min(rest, 64));
      }
      assertEquals(expected.size(), messages.requests());
      final List<Integer> found = new ArrayList<>();
      for (int following = messages.requests() - 1; following >= 0; following--) {
        found.add(messages.data(following));
      }
      assertEquals(expected, found, bytes + " B");
    }
  }

  @Test
  void shouldCutTheLargestMessage() {
    final Messages messages = new Messages(new BirthsAtStart(1), new RotatingShift(4), 4 << 20);
    assertEquals(65_536, messages.requests());
    assertEquals(64, messages.data(0));
  }
}
