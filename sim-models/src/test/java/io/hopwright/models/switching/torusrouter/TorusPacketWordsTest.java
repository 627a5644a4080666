package io.hopwright.models.switching.torusrouter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.topology.Torus;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TorusPacketWordsTest {
  @ParameterizedTest(name = "{0}x{1}x{2}")
  @CsvSource({
    "64, 32, 32",
    "65536, 1, 1",
    "1, 65536, 1",
    "1, 1, 65536",
    "33, 33, 33",
    "40, 40, 40",
    "2, 2, 2",
    "256, 256, 1",
    "2, 32768, 1",
    "3, 5, 4369",
    "8, 8, 8",
    "128, 128, 64",
    "1024, 1024, 1",
    "1, 1, 1"
  })
  void shouldFindTheWayToTheDestination(int x, int y, int z) {
    final Torus torus = new Torus(x, y, z);
    final TorusPacketWords packets = new TorusPacketWords(torus, false);
    final Random random = new Random(x);
    for (int i = 0; i < 60; i++) {
      final int source = i == 0 ? torus.nodes() - 1 : random.nextInt(torus.nodes());
      final int[] hops = new int[Torus.DIMENSIONS];
      final boolean[] minus = new boolean[Torus.DIMENSIONS];
      final int trafficClass = random.nextInt(4);
      final long sequence =
          i % 2 == 0 ? packets.maxSequence() : random.nextLong(packets.maxSequence());
      final int chunks = 1 + random.nextInt(8);
      long first = packets.of(source, sequence, trafficClass, chunks);
      for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
        final int farthest = torus.extent(dimension) / 2;
        hops[dimension] = i < 3 ? farthest : random.nextInt(farthest + 1);
        minus[dimension] = random.nextBoolean();
        first = packets.withHops(first, dimension, hops[dimension], minus[dimension]);
      }
      walk(packets, first, hops, minus, random);
      assertEquals(source, packets.source(first));
      assertEquals(sequence, packets.sequence(first));
      assertEquals(trafficClass, TorusPacketWords.trafficClass(first));
      assertEquals(chunks, TorusPacketWords.chunks(first));
    }
  }

  /** Takes random steps along the hints, and counts them in plain variables. */
  private static void walk(
      TorusPacketWords packets, long start, int[] hops, boolean[] minus, Random random) {
    long first = start;
    while (true) {
      int expected = 0;
      for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
        final int port = 2 * dimension + (minus[dimension] ? 1 : 0);
        expected |= hops[dimension] > 0 ? 1 << port : 0;
      }
      assertEquals(expected, packets.hints(first));
      assertEquals(
          packets.source(start) + packets.sequence(start),
          packets.source(first) + packets.sequence(first));
      if (expected == 0) {
        return;
      }
      int port;
      do {
        port = random.nextInt(Torus.PORTS);
      } while ((expected >> port & 1) == 0);
      first = packets.afterHop(first, port);
      hops[port / 2]--;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 1",
    "65535, 16777215, 3, 8",
    "65535, 0, 0, 1",
    "0, 16777215, 0, 1",
    "0, 0, 3, 1",
    "0, 0, 0, 8",
    "12345, 54321, 2, 5"
  })
  void shouldReadBackWhatWasPacked(int source, long sequence, int trafficClass, int chunks) {
    final TorusPacketWords packets = new TorusPacketWords(new Torus(64, 32, 32), true);
    final long first = packets.of(source, sequence, trafficClass, chunks);
    assertEquals(source, packets.source(first));
    assertEquals(sequence, packets.sequence(first));
    assertEquals(trafficClass, TorusPacketWords.trafficClass(first));
    assertEquals(chunks, TorusPacketWords.chunks(first));
    assertEquals(0, packets.hints(first));
  }

  @Test
  void shouldKeepBirthAndInjectionApart() {
    final long modulus = 1L << 28;
    final long[] births = {0, 1, modulus - 1, modulus, TorusPacketWords.MAX_AGE, (1L << 53) - 1};
    final long[] waits = {0, 1, 1_000, modulus - 1, modulus, 3 * modulus + 7};
    final long[] flights = {0, 1, 290, modulus - 1};
    for (long birth : births) {
      for (long wait : waits) {
        for (long flight : flights) {
          final long second = TorusPacketWords.injectedAt(birth, birth + wait);
          assertEquals(birth, TorusPacketWords.birth(second, birth + wait + flight));
          assertEquals(flight, TorusPacketWords.ticksSinceInjection(second, birth + wait + flight));
        }
      }
    }
  }

  @Test
  void shouldRefuseLongerWaitsThanItCanTell() {
    final long longest = TorusPacketWords.MAX_AGE / 2;
    assertEquals(
        3, TorusPacketWords.birth(TorusPacketWords.injectedAt(3, 3 + longest), 3 + longest));
    assertThrows(IllegalStateException.class, () -> TorusPacketWords.injectedAt(3, 4 + longest));
  }

  @Test
  void shouldRefuseMachinesWithTooManyNodes() {
    for (Torus torus : new Torus[] {new Torus(1_048_577, 1, 1), new Torus(128, 128, 65)}) {
      assertThrows(IllegalArgumentException.class, () -> new TorusPacketWords(torus, false));
    }
  }

  @Test
  void shouldHoldEveryMachine() {
    for (int x = 1; x <= 256; x++) {
      for (int y = 1; y <= 256; y++) {
        final Torus torus = new Torus(x, y, TorusPacketWords.MAX_NODES / (x * y));
        final TorusPacketWords packets = new TorusPacketWords(torus, (x + y) % 2 == 0);
        assertTrue(packets.maxSequence() >= (1 << 14) - 1, torus::toString);
        long first = packets.of(torus.nodes() - 1, packets.maxSequence(), 3, 8);
        for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
          first = packets.withHops(first, dimension, torus.extent(dimension) / 2, true);
        }
        final int hints = packets.hints(first);
        for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
          assertEquals(torus.hasLink(2 * dimension), (hints >> (2 * dimension) & 3) == 2);
        }
        assertTrue((hints & 0b010101) == 0, torus::toString);
        assertEquals(torus.nodes() - 1, packets.source(first));
        assertEquals(packets.maxSequence(), packets.sequence(first));
      }
    }
  }

  @ParameterizedTest(name = "{0}x{1}x{2}")
  @CsvSource({
    "64, 32, 32",
    "128, 128, 64",
    "1048576, 1, 1",
    "17, 17, 17",
    "8, 8, 8",
    "2, 2, 2",
    "5, 1, 3"
  })
  void shouldGoAllTheWayAroundEveryRing(int x, int y, int z) {
    final Torus torus = new Torus(x, y, z);
    final TorusPacketWords packets = new TorusPacketWords(torus, true);
    for (int port = 0; port < Torus.PORTS; port++) {
      final int around = torus.extent(port / 2) - 1;
      long first = packets.of(torus.nodes() - 1, packets.maxSequence(), 3, 8);
      first = packets.withHops(first, port / 2, around, port % 2 == 1);
      for (int toGo = around; toGo > 0; toGo--) {
        assertEquals(1 << port, packets.hints(first));
        assertEquals(toGo, packets.hops(first, port));
        first = packets.afterHop(first, port);
      }
      assertEquals(0, packets.hints(first));
      assertEquals(torus.nodes() - 1, packets.source(first));
    }
  }
}
