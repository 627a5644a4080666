package io.hopwright.models.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.random.Draws;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.measure.Totals;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Relation between {@code Retry}, which models only a round trip, and {@code GoBackN}, which models
 * the protocol within it: a saturated link has the same goodput on both if its window lasts for a
 * round trip.
 */
class RetryAndGoBackNTest {
  private static final int PACKET_TICKS = 140;
  private static final int PACKETS = 100_000;

  /** One saturated link, frame by frame; frames with given numbers are damaged. */
  private record Damage(Draws draws, long threshold) {
    static Damage of(double rate) {
      return new Damage(Purpose.ERROR.draws(1), Draws.threshold(rate));
    }

    boolean hits(long frame) {
      return Draws.chance(draws.draw(0, frame, 0), threshold);
    }
  }

  private static double withRetry(Damage damage, int roundTripTicks) {
    final Retry.Frames frames =
        new Retry.Frames() {
          @Override
          public int ticks(int link, int flits, long begin) {
            return PACKET_TICKS;
          }

          @Override
          public boolean send(int link, int flits, long frame, long begin, long end) {
            return !damage.hits(frame);
          }
        };
    final Totals totals = new Totals(new long[FrameCounts.SIZE]);
    final Retry retry = new Retry(frames, 1, roundTripTicks, FrameCounts.from(0), totals);
    long tick = 0;
    for (int packet = 0; packet < PACKETS; packet++) {
      tick = retry.send(0, 1, tick);
    }
    return (double) PACKETS / tick;
  }

  /** Feedback for a packet, and its time. */
  private record Answer(long tick, boolean good) {}

  /**
   * Simulates the restart automaton that keeps sending. The sender learns of an error {@code n}
   * packets after the start of the damaged one, and restarts then.
   */
  private static double withGoBackN(Damage damage, int n, int window) {
    final GoBackN link = new GoBackN(1, window, false);
    final Deque<Answer> answers = new ArrayDeque<>();
    long accepted = 0;
    long frame = 0;
    long tick = 0;
    while (accepted < PACKETS) {
      while (!answers.isEmpty() && answers.peek().tick() <= tick) {
        if (answers.remove().good()) {
          link.acknowledge(0);
        } else {
          link.damaged(0);
        }
      }
      if (link.restartIsDue(0)) {
        link.restart(0);
        link.takeIn(0);
      }
      if (link.resends(0) || link.takesNew(0)) {
        if (link.resends(0)) {
          link.resend(0);
        } else {
          link.sendNew(0);
        }
        final boolean hit = damage.hits(frame++);
        if (!link.discards(0)) {
          accepted += hit ? 0 : 1;
          answers.add(new Answer(tick + (long) n * PACKET_TICKS, !hit));
          if (hit) {
            link.discard(0);
          }
        }
      }
      tick += PACKET_TICKS;
    }
    return (double) PACKETS / tick;
  }

  @ParameterizedTest
  @CsvSource({
    "0, 6, 6",
    "0.001, 6, 6",
    "0.01, 6, 6",
    "0.1, 6, 6",
    "0.01, 2, 9",
    "0.05, 1, 1",
    "0.2, 20, 30"
  })
  void shouldHaveOneGoodput(double rate, int n, int window) {
    final Damage damage = Damage.of(rate);
    final int roundTripTicks = (n - 1) * PACKET_TICKS;
    final double retry = withRetry(damage, roundTripTicks);
    assertEquals(retry, withGoBackN(damage, n, window), 0.01 * retry);
    final double theory = (1 - rate) / (1 - rate + rate * n) / PACKET_TICKS;
    assertEquals(theory, retry, 0.03 * theory);
  }
}
