package io.hopwright.models.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.measure.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RetryTest {
  private static final int ROUND_TRIP = 136;
  private static final FrameCounts INDEX = FrameCounts.from(0);

  /** Frames with ten ticks per flit; frames with given numbers are bad. */
  private static final class Named implements Retry.Frames {
    private final List<Integer> bad;
    private final List<String> sent = new ArrayList<>();

    Named(Integer... bad) {
      this.bad = List.of(bad);
    }

    @Override
    public int ticks(int link, int flits, long begin) {
      return 10 * flits;
    }

    @Override
    public boolean send(int link, int flits, long frame, long begin, long end) {
      sent.add(link + ":" + frame + " " + begin + "-" + end);
      return !bad.contains((int) frame);
    }
  }

  /** With k bad frames of w ticks the link is busy for (k + 1)·w + k·r. */
  @Test
  void shouldSendAgainARoundTripAfterTheEnd() {
    final Random random = new Random(7);
    for (int k = 0; k < 20; k++) {
      final Integer[] bad = new Integer[k];
      for (int i = 0; i < k; i++) {
        bad[i] = i;
      }
      final int flits = random.nextInt(1, 9);
      final Totals totals = new Totals(new long[FrameCounts.SIZE]);
      final Retry retry = new Retry(new Named(bad), 3, ROUND_TRIP, INDEX, totals);
      final long busyTicks = (k + 1L) * 10 * flits + (long) k * ROUND_TRIP;
      assertEquals(1_000 + busyTicks, retry.send(2, flits, 1_000));
      assertEquals(k + 1, totals.get(INDEX.framesSent()));
      assertEquals(k, totals.get(INDEX.framesRepeated()));
    }
  }

  @Test
  void shouldNumberTheFramesOfEachLink() {
    final Named frames = new Named(1);
    final Retry retry =
        new Retry(frames, 2, ROUND_TRIP, INDEX, new Totals(new long[FrameCounts.SIZE]));
    retry.send(0, 1, 0);
    retry.send(0, 2, 10);
    retry.send(1, 1, 10);
    assertEquals(List.of("0:0 0-10", "0:1 10-30", "0:2 166-186", "1:0 10-20"), frames.sent);
  }
}
