package io.hopwright.models.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoBackNTest {
  private static final int ENDS = 3;
  private static final int PACKETS = 2_000;
  private static final long RESTART = -1;

  /** Sender and receiver of one link as lists, with the packets between them. */
  private static final class Link {
    private final List<Long> kept = new ArrayList<>();
    private final Deque<Long> wire = new ArrayDeque<>();
    private final Deque<Boolean> answers = new ArrayDeque<>();
    private final List<Long> taken = new ArrayList<>();
    private long next;
    private int again;
    private boolean restartDue;
    private boolean resending;
    private boolean recovering;
    private boolean discarding;
  }

  private static void send(GoBackN protocol, int end, Link link, boolean drains, long[] places) {
    protocol.settle(end);
    link.recovering &= !link.kept.isEmpty();
    assertEquals(link.restartDue, protocol.restartIsDue(end));
    if (link.restartDue) {
      protocol.restart(end);
      link.restartDue = false;
      link.resending = true;
      link.again = 0;
      link.wire.add(RESTART);
      return;
    }
    assertEquals(link.resending, protocol.resends(end));
    if (link.resending) {
      assertEquals(link.kept.get(link.again), places[protocol.resend(end)]);
      link.wire.add(link.kept.get(link.again));
      link.again++;
      link.resending = link.again < link.kept.size();
      return;
    }
    final boolean may = link.kept.size() < protocol.window() && !(drains && link.recovering);
    assertEquals(may, protocol.takesNew(end));
    if (may && link.next < PACKETS) {
      places[protocol.sendNew(end)] = link.next;
      link.kept.add(link.next);
      link.wire.add(link.next);
      link.next++;
    }
  }

  private static void receive(GoBackN protocol, int end, Link link, boolean damaged) {
    final Long packet = link.wire.poll();
    assertEquals(link.discarding, protocol.discards(end));
    if (packet == null) {
      return;
    }
    if (packet == RESTART) {
      protocol.takeIn(end);
      link.discarding = false;
    } else if (!link.discarding) {
      if (damaged) {
        protocol.discard(end);
        link.discarding = true;
      } else {
        link.taken.add(packet);
      }
      link.answers.add(!damaged);
    }
  }

  private static void hear(GoBackN protocol, int end, Link link, long[] places) {
    final Boolean good = link.answers.poll();
    if (good == null) {
      return;
    }
    if (good) {
      assertEquals(link.kept.get(0), places[protocol.firstPlace(end)]);
      protocol.acknowledge(end);
      link.kept.remove(0);
      link.again--;
    } else {
      protocol.damaged(end);
      link.restartDue = true;
      link.recovering = true;
    }
  }

  @ParameterizedTest
  @CsvSource({"1, true", "2, false", "5, true", "16, false", "16, true", "255, false"})
  void shouldGetAllPacketsAcrossInOrder(int window, boolean drains) {
    final Random random = new Random(window);
    final GoBackN protocol = new GoBackN(ENDS, window, drains);
    final List<Link> links = new ArrayList<>();
    final List<long[]> places = new ArrayList<>();
    for (int end = 0; end < ENDS; end++) {
      links.add(new Link());
      places.add(new long[window]);
    }
    for (int step = 0; step < 200 * PACKETS; step++) {
      final int end = random.nextInt(ENDS);
      final Link link = links.get(end);
      switch (random.nextInt(3)) {
        case 0 -> send(protocol, end, link, drains, places.get(end));
        case 1 -> receive(protocol, end, link, random.nextInt(20) == 0);
        default -> hear(protocol, end, link, places.get(end));
      }
      assertEquals(link.kept.size(), protocol.unacknowledged(end));
    }
    for (Link link : links) {
      assertEquals(PACKETS, link.taken.size());
      for (int packet = 0; packet < PACKETS; packet++) {
        assertEquals(packet, link.taken.get(packet));
      }
    }
    assertTrue(protocol.atRest());
  }

  @Test
  void shouldNotBeAtRestWhileSomethingIsUnacknowledged() {
    final GoBackN protocol = new GoBackN(1, 2, true);
    assertTrue(protocol.atRest());
    protocol.sendNew(0);
    assertFalse(protocol.atRest());
    protocol.acknowledge(0);
    assertTrue(protocol.atRest());
    protocol.discard(0);
    assertFalse(protocol.atRest());
  }
}
