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

class NumberedLinksTest {
  private static final int TIMEOUT = 100;
  private static final int ACK_DELAY = 20;
  private static final int FLIGHT = 10;
  private static final int MESSAGES = 3_000;

  /** Transmission in flight: its number (−1 for an acknowledgement alone), and its contents. */
  private record Sent(
      long number, long payload, long acknowledges, boolean damaged, long verdict) {}

  /** Packet in the sender's retransmission FIFO. */
  private record Kept(long number, long payload, int bytes, long start) {}

  /** One end of a link as lists, with both directions of the protocol, by the rule page. */
  private static final class End {
    private final Deque<Kept> kept = new ArrayDeque<>();
    private final Deque<Sent> wire = new ArrayDeque<>();
    private final List<Long> taken = new ArrayList<>();
    private long numbers;
    private long payloads;
    private long again = -1;
    private long expected;
    private long owedSince = -1;

    private boolean resends() {
      return again >= 0 && again < numbers;
    }

    private int keptBytes() {
      return kept.stream().mapToInt(Kept::bytes).sum();
    }
  }

  private final Random random = new Random(5);
  private NumberedLinks links;
  private End[] ends;
  private final long[] ahead = new long[2];
  private final List<long[]> tidings = new ArrayList<>();
  private final boolean[] timers = new boolean[2];
  private final long[] timerTicks = new long[2];
  private final long[] ackTimers = new long[2];

  /** Compares both directions of a link with lists, for several rates of damage. */
  @ParameterizedTest
  @CsvSource({"0, 1024", "0.02, 1024", "0.3, 1024", "0.3, 264", "0.7, 256", "0.1, 2048"})
  void shouldAgreeWithLists(double damage, int capacity) {
    links = new NumberedLinks(2, capacity, TIMEOUT, ACK_DELAY);
    ends = new End[] {new End(), new End()};
    long tick = 0;
    while (ends[0].taken.size() < MESSAGES || links.unacknowledged() > 0) {
      tick++;
      for (int end = 0; end < 2; end++) {
        hear(end, tick);
      }
      for (int end = 0; end < 2; end++) {
        act(end, damage, capacity, tick);
      }
    }
    for (int end = 0; end < 2; end++) {
      final List<Long> taken = ends[end].taken;
      for (int i = 0; i < taken.size(); i++) {
        assertEquals(i, taken.get(i), "in order, each once");
      }
      assertEquals(ends[1 - end].payloads, taken.size());
    }
  }

  private void hear(int here, long tick) {
    final End end = ends[here];
    for (long[] tiding : tidings) {
      if (tiding[0] == here && tiding[2] == tick) {
        links.acknowledged(here, (int) tiding[1]);
      }
    }
    tidings.removeIf(tiding -> tiding[0] == here && tiding[2] == tick);
    final Deque<Sent> wire = ends[1 - here].wire;
    while (!wire.isEmpty() && wire.peek().verdict() == tick) {
      final Sent sent = wire.remove();
      if (sent.damaged()) {
        continue;
      }
      while (!end.kept.isEmpty() && end.kept.peek().number() < sent.acknowledges()) {
        end.again = end.resends() ? Math.max(end.again, end.kept.peek().number() + 1) : -1;
        end.kept.remove();
      }
      if (sent.number() == end.expected) {
        end.taken.add(sent.payload());
        end.expected++;
        links.take(here, tick);
        owe(here, end, tick);
      } else if (sent.number() >= 0 && sent.number() < end.expected) {
        links.owe(here, tick);
        owe(here, end, tick);
      }
    }
    if (ackTimers[here] == tick && ackTimers[here] > 0) {
      ackTimers[here] = 0;
      if (!links.ackTimerRunsDown(here, tick)) {
        setAckTimer(here);
      }
    }
  }

  private void owe(int here, End end, long tick) {
    end.owedSince = end.owedSince < 0 ? tick : end.owedSince;
    setAckTimer(here);
  }

  private void setAckTimer(int here) {
    final long at = links.setAckTimer(here);
    ackTimers[here] = at > 0 ? at : ackTimers[here];
  }

  private void act(int here, double damage, int capacity, long tick) {
    final End end = ends[here];
    if (timers[here] && timerTicks[here] == tick) {
      final boolean out =
          !end.kept.isEmpty()
              && end.kept.peek().start() == tick - TIMEOUT
              && !(end.resends() && end.again == end.kept.peek().number());
      assertEquals(out, links.timesOut(here, tick), "time-out at " + tick);
      end.again = out ? end.kept.peek().number() : end.again;
      timerTicks[here] = links.nextTimer(here, tick);
      timers[here] = timerTicks[here] > 0;
    } else {
      assertFalse(
          !end.kept.isEmpty()
              && end.kept.peek().start() == tick - TIMEOUT
              && !(end.resends() && end.again == end.kept.peek().number()),
          "a time-out without a timer");
    }
    assertEquals(end.resends(), links.resends(here));
    final boolean due = end.owedSince >= 0 && tick - end.owedSince >= ACK_DELAY;
    assertEquals(due, links.ackIsDue(here));
    if (random.nextInt(3) > 0) {
      return;
    }
    final boolean damaged = random.nextDouble() < damage;
    final int bytes = random.nextBoolean() ? 8 : 32 * (1 + random.nextInt(8));
    final boolean fits = end.keptBytes() + bytes <= capacity;
    assertEquals(fits, links.hasRoom(here, bytes));
    if (end.resends()) {
      resend(here, end, damaged, tick);
    } else if (fits && end.payloads < MESSAGES && random.nextInt(4) > 0) {
      final long number = end.numbers++;
      assertEquals(number, links.send(here, (int) end.payloads, bytes, tick));
      end.kept.add(new Kept(number, end.payloads, bytes, tick));
      if (links.setsTimer(here)) {
        timers[here] = true;
        timerTicks[here] = links.firstTimer(tick);
      }
      start(here, end, number, end.payloads++, damaged, tick);
    } else if (due) {
      start(here, end, -1, -1, damaged, tick);
    }
  }

  private void resend(int here, End end, boolean damaged, long tick) {
    final Kept again =
        end.kept.stream().filter(kept -> kept.number() == end.again).findFirst().orElseThrow();
    assertEquals(again.number(), links.resend(here, tick));
    assertEquals(again.payload(), links.entry(here, again.number()));
    assertEquals(again.bytes(), links.bytes(here, again.number()));
    final List<Kept> all = new ArrayList<>(end.kept);
    all.replaceAll(
        kept ->
            kept.equals(again)
                ? new Kept(kept.number(), kept.payload(), kept.bytes(), tick)
                : kept);
    end.kept.clear();
    end.kept.addAll(all);
    end.again = end.again + 1 == end.numbers ? -1 : end.again + 1;
    start(here, end, again.number(), again.payload(), damaged, tick);
  }

  private void start(int here, End end, long number, long payload, boolean damaged, long tick) {
    end.owedSince = -1;
    final int acknowledgement = links.acknowledgement(here);
    assertEquals(end.expected % NumberedLinks.NUMBERS, acknowledgement);
    if (links.tells(here, damaged)) {
      tidings.add(new long[] {1 - here, acknowledgement, tick + FLIGHT});
    }
    if (number >= 0) {
      final long arrived = ahead[here];
      final int fate = links.fate(here, number, damaged);
      if (number == arrived) {
        assertEquals(damaged ? NumberedLinks.SPOILT : NumberedLinks.TAKEN, fate);
        ahead[here] += damaged ? 0 : 1;
      } else {
        assertEquals(number < arrived ? NumberedLinks.DUPLICATE : NumberedLinks.AHEAD, fate);
      }
    }
    end.wire.add(new Sent(number, payload, end.expected, damaged, tick + FLIGHT));
  }

  @Test
  void shouldKnowAcknowledgementsModuloTheirNumbers() {
    final NumberedLinks link = new NumberedLinks(1, 2_048, TIMEOUT, ACK_DELAY);
    for (int round = 0; round < 100; round++) {
      for (int i = 0; i < 256; i++) {
        link.send(0, i, 8, round);
      }
      assertFalse(link.hasRoom(0, 8));
      link.acknowledged(0, 256 * (round + 1) & (NumberedLinks.NUMBERS - 1));
      assertEquals(0, link.unacknowledged());
      assertTrue(link.hasRoom(0, 2_048));
    }
  }
}
