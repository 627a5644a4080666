package io.hopwright.models.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.random.Draws;
import io.hopwright.core.random.GeometricGaps;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.BirthsAtStart;
import io.hopwright.models.traffic.BirthsWhere;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.OpenLoopBirths;
import io.hopwright.models.traffic.SaturatedBirths;
import io.hopwright.models.traffic.Sizes;
import io.hopwright.models.traffic.UniformDestinations;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CommandQueuesTest {
  private static final int NODES = 9;

  /** Queue 1 is nobody's. */
  private static final int[] AT = {4, -1, 5, 8};

  private static final Destinations UNIFORM = new UniformDestinations(Draws.of(3, 0), 0, NODES);

  /** Data of a segment. */
  private record Segment(long birth, int destination, long number, int data) {}

  private static Segment next(CommandQueues queues, int queue) {
    return new Segment(
        queues.birth(queue), queues.destination(queue), queues.segment(queue), queues.data(queue));
  }

  private static Messages messages(Births births, int... sizes) {
    return new Messages(0, 1, births, UNIFORM, new Sizes(Draws.of(3, 3), 0, sizes));
  }

  private static CommandQueues queues(Messages messages) {
    return new CommandQueues(messages, Segmenter.of(64, messages.sizes()), AT);
  }

  /** Returns all segments of a node generated before a tick, from its messages. */
  private static List<Segment> expected(Messages messages, int node, long until) {
    final List<Segment> segments = new ArrayList<>();
    final int most = (messages.sizes().largest() + 63) / 64;
    long birth = messages.birth(node, 0, -1);
    for (long m = 0; birth < until; birth = messages.birth(node, ++m, birth)) {
      long number = most * m;
      for (int rest = messages.bytes(node, m); rest > 0; rest -= 64) {
        final int destination = messages.destination(node, m);
        segments.add(new Segment(birth, destination, number++, Math.min(rest, 64)));
      }
    }
    return segments;
  }

  static List<int[]> sizes() {
    return List.of(
        new int[] {1}, new int[] {64}, new int[] {65}, new int[] {300}, new int[] {1, 64, 300, 64});
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void shouldGoThroughTheSegmentsOfAllMessages(int... sizes) {
    final Births births = new OpenLoopBirths(Draws.of(3, 2), 0, new GeometricGaps(0.01), 5_000);
    for (Births each :
        List.of(births, new BirthsWhere(births, node -> node != 5), new BirthsAtStart(7))) {
      final Messages messages = messages(each, sizes);
      final CommandQueues queues = queues(messages);
      int active = 0;
      for (int queue = 0; queue < AT.length; queue++) {
        active += AT[queue] >= 0 && !expected(messages, AT[queue], 5_000).isEmpty() ? 1 : 0;
      }
      assertEquals(active, queues.active());
      for (int queue = 0; queue < AT.length; queue++) {
        if (AT[queue] >= 0) {
          final List<Segment> segments = expected(messages, AT[queue], 5_000);
          for (Segment segment : segments) {
            assertEquals(segment, next(queues, queue));
            assertEquals(segment.data, queues.data(AT[queue], segment.number));
            assertTrue(queues.sentTo(AT[queue], segment.number, segment.destination));
            assertFalse(queues.sentTo(AT[queue], segment.number, AT[queue]));
            queues.next(queue, 9_999);
          }
          active -= segments.isEmpty() ? 0 : 1;
        }
        assertEquals(Births.NEVER, queues.birth(queue));
        assertEquals(active, queues.active());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void shouldCountSegmentsBornInAnInterval(int... sizes) {
    final Births births = new OpenLoopBirths(Draws.of(3, 2), 0, new GeometricGaps(0.01), 5_000);
    final Messages messages = messages(births, sizes);
    final CommandQueues queues = queues(messages);
    final List<Segment> all = new ArrayList<>();
    for (int node : AT) {
      all.addAll(node < 0 ? List.of() : expected(messages, node, 5_000));
    }
    for (long from = 0; from < 5_000; from += 617) {
      for (long to = from; to < 6_000; to += 431) {
        final long first = from;
        final long end = to;
        assertEquals(
            all.stream().filter(segment -> segment.birth >= first && segment.birth < end).count(),
            queues.bornIn(from, to));
        assertEquals(
            all.stream()
                .filter(segment -> segment.birth >= first && segment.birth < end)
                .mapToLong(Segment::data)
                .sum(),
            queues.bytesIn(from, to));
      }
    }
    assertFalse(queues.anyEndless());
    assertFalse(queues.allEndless());
  }

  @Test
  void shouldBearTheNextSegmentWhenItsPredecessorIsSentIfSaturated() {
    final Messages messages = messages(new SaturatedBirths(), 100);
    final CommandQueues queues = queues(messages);
    long issued = 0;
    for (int sequence = 0; sequence < 20; sequence++) {
      assertEquals(
          new Segment(
              issued, UNIFORM.destination(5, sequence / 2), sequence, sequence % 2 == 0 ? 64 : 36),
          next(queues, 2));
      issued += 1 + sequence % 3 * 100;
      queues.next(2, issued);
    }
    assertEquals(3, queues.active());
    assertEquals(0, queues.bornIn(0, 1_000));
    assertEquals(0, queues.bytesIn(0, 1_000));
    assertTrue(queues.anyEndless());
    assertTrue(queues.allEndless());
  }

  /** The messages of a node are spread over its queues by their numbers. */
  @Test
  void shouldHaveSeveralQueuesANode() {
    final Births births = new OpenLoopBirths(Draws.of(3, 2), 0, new GeometricGaps(0.01), 5_000);
    final Sizes sizes = new Sizes(Draws.of(3, 3), 0, 1, 64, 300);
    final List<Messages> streams =
        List.of(
            new Messages(0, 2, births, UNIFORM, sizes), new Messages(1, 2, births, UNIFORM, sizes));
    final CommandQueues queues = new CommandQueues(streams, Segmenter.of(64, sizes), AT);
    assertEquals(2 * (AT.length - 1), queues.active());
    long segments = 0;
    long bytes = 0;
    for (int queue = 0; queue < 2 * AT.length; queue++) {
      final int node = AT[queue / 2];
      long before = -1;
      for (long message = queue % 2; queues.birth(queue) != Births.NEVER; message += 2) {
        assertEquals(births.birth(node, message, before), queues.birth(queue));
        before = queues.birth(queue);
        assertEquals(UNIFORM.destination(node, message), queues.destination(queue));
        assertTrue(queues.beginsMessage(queue));
        bytes += sizes.bytes(node, message);
        for (int rest = sizes.bytes(node, message); rest > 0; rest -= 64) {
          assertEquals(5 * message, queues.segment(queue) / 5 * 5);
          assertEquals(rest <= 64, queues.endsMessage(queue));
          queues.next(queue, before);
          segments++;
        }
      }
    }
    assertEquals(0, queues.active());
    assertEquals(segments, queues.bornIn(0, 5_000));
    assertEquals(bytes, queues.bytesIn(0, 5_000));
  }
}
