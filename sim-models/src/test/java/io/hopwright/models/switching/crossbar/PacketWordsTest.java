package io.hopwright.models.switching.crossbar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PacketWordsTest {
  @Test
  void shouldCountHopsAndLeaveTheRestAlone() {
    for (long machine : new long[] {0, 1, 0x5A5A5A5A5A5A5L, -1L >>> PacketWords.CORE_BITS}) {
      for (int flits = 1; flits <= EventWord.MAX_FLITS; flits++) {
        long word = machine << PacketWords.CORE_BITS | flits;
        for (int hops = 0; hops <= 15; hops++) {
          assertEquals(flits, PacketWords.flits(word));
          assertEquals(hops, PacketWords.hops(word));
          assertEquals(machine, word >>> PacketWords.CORE_BITS);
          word = hops < 15 ? PacketWords.afterHop(word) : word;
        }
      }
    }
  }
}
