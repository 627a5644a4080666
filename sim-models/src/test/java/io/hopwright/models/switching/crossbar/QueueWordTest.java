package io.hopwright.models.switching.crossbar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.switching.PacketPool;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class QueueWordTest {
  private static long charge(QueueWord words, long word) {
    return word & (1L << words.chargeBits()) - 1;
  }

  private static int[] packets(QueueWord words) {
    return new int[] {PacketPool.NONE, 1, 2, words.maxPackets() / 2 + 1, words.maxPackets()};
  }

  @ParameterizedTest
  @MethodSource("io.hopwright.models.switching.crossbar.Designs#all")
  void shouldReadBackWhatWasPacked(CrossbarDesign design) {
    final QueueWord words = new QueueWord(design);
    final int most = design.mostCapacityFlits();
    for (int charge : new int[] {0, 1, most / 2, most}) {
      for (int first : packets(words)) {
        for (int last : packets(words)) {
          final long word = words.withPackets(charge, first, last);
          assertEquals(charge, charge(words, word));
          assertEquals(first, words.first(word));
          assertEquals(last, words.last(word));
        }
      }
    }
  }

  @Test
  void shouldHaveNobodyWaitingAndNothingSentAtFirst() {
    final QueueWord words = new QueueWord(Designs.CASCADE);
    assertEquals(0, charge(words, 0));
    assertEquals(PacketPool.NONE, words.first(0));
    assertEquals(PacketPool.NONE, words.last(0));
  }

  /** The core adds and subtracts flits as if the word were the charge alone. */
  @ParameterizedTest
  @MethodSource("io.hopwright.models.switching.crossbar.Designs#all")
  void shouldCountTheChargeInItsLowBits(CrossbarDesign design) {
    final QueueWord words = new QueueWord(design);
    final int[] packets = packets(words);
    final Random random = new Random(4);
    long word = 0;
    int charge = 0;
    int first = 0;
    int last = 0;
    for (int step = 0; step < 100_000; step++) {
      final int change = random.nextInt(-charge, design.mostCapacityFlits() + 1 - charge);
      word += change;
      charge += change;
      if (random.nextInt(3) == 0) {
        first = packets[random.nextInt(packets.length)];
        last = packets[random.nextInt(packets.length)];
        word = words.withPackets(word, first, last);
      }
      assertEquals(charge, charge(words, word));
      assertEquals(first, words.first(word));
      assertEquals(last, words.last(word));
    }
  }

  /** So many packets take a gigabyte; beside the largest buffers the word has room for fewer. */
  @Test
  void shouldNameAsManyPacketsAsFit() {
    assertEquals((1 << 25) - 1, new QueueWord(Designs.CASCADE).maxPackets());
    assertEquals((1 << 25) - 1, new QueueWord(Designs.TOFU).maxPackets());
    final int most = CrossbarDesign.MAX_CAPACITY_FLITS;
    assertEquals((1 << 22) - 1, new QueueWord(Designs.of(9, 5, 4, 9, 9, most)).maxPackets());
  }
}
