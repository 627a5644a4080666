package io.hopwright.models.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.random.Draws;
import io.hopwright.models.traffic.Sizes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SegmenterTest {
  private static Segmenter of(int... sizes) {
    return Segmenter.of(64, new Sizes(Draws.of(1, 3), 0, sizes));
  }

  @Test
  void shouldCutMessagesIntoFullSegmentsAndARest() {
    for (int bytes = 1; bytes <= 1_000; bytes++) {
      final Segmenter segmenter = of(bytes);
      final List<Integer> expected = new ArrayList<>();
      final List<Integer> found = new ArrayList<>();
      for (int rest = bytes; rest > 0; rest -= 64) {
        expected.add(Math.min(rest, 64));
        found.add(segmenter.data(rest));
      }
      assertEquals(expected, found, bytes + " B");
      assertEquals(expected.size(), segmenter.segments(bytes));
      assertEquals(expected.size(), segmenter.stride());
    }
    assertEquals(65_536, of(4 << 20).segments(4 << 20));
  }

  @Test
  void shouldLeaveRoomForTheSegmentsOfTheLargest() {
    final Segmenter segmenter = of(64, 300, 65);
    assertEquals(5, segmenter.stride());
    for (long message = 0; message < 20; message++) {
      for (int i = 0; i < 5; i++) {
        assertEquals(message, segmenter.message(segmenter.firstSegment(message) + i));
      }
    }
  }
}
