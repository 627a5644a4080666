package io.hopwright.models.switching.crossbar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.switching.PacketPool;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QueueWordTest {
  private static final int[] PACKETS = {PacketPool.NONE, 1, 2, 1 << 24, EventWord.MAX_PACKETS};

  @Test
  void shouldReadBackWhatWasPacked() {
    for (int charge : new int[] {0, 1, 8_191, QueueWord.MAX_CHARGE}) {
      for (int first : PACKETS) {
        for (int last : PACKETS) {
          final long word = QueueWord.withPackets(charge, first, last);
          assertEquals(charge, QueueWord.charge(word));
          assertEquals(first, QueueWord.first(word));
          assertEquals(last, QueueWord.last(word));
        }
      }
    }
  }

  @Test
  void shouldHaveNobodyWaitingAndNothingSentAtFirst() {
    assertEquals(0, QueueWord.charge(0));
    assertEquals(PacketPool.NONE, QueueWord.first(0));
    assertEquals(PacketPool.NONE, QueueWord.last(0));
  }

  /** The core adds and subtracts flits as if the word were the charge alone. */
  @Test
  void shouldCountTheChargeInItsLowBits() {
    final Random random = new Random(4);
    long word = 0;
    int charge = 0;
    int first = 0;
    int last = 0;
    for (int step = 0; step < 100_000; step++) {
      final int change = random.nextInt(-charge, QueueWord.MAX_CHARGE + 1 - charge);
      word += change;
      charge += change;
      if (random.nextInt(3) == 0) {
        first = PACKETS[random.nextInt(PACKETS.length)];
        last = PACKETS[random.nextInt(PACKETS.length)];
        word = QueueWord.withPackets(word, first, last);
      }
      assertEquals(charge, QueueWord.charge(word));
      assertEquals(first, QueueWord.first(word));
      assertEquals(last, QueueWord.last(word));
    }
  }

  /** A VC whose charge reaches the largest capacity still knows who waits for it. */
  @Test
  void shouldFillTheLargestBufferToTheLastFlit() {
    assertEquals(CrossbarDesign.MAX_CAPACITY_FLITS, QueueWord.charge(QueueWord.MAX_CHARGE));
    assertEquals(PacketPool.NONE, QueueWord.first(QueueWord.MAX_CHARGE));
    assertEquals(PacketPool.NONE, QueueWord.last(QueueWord.MAX_CHARGE));
  }
}
