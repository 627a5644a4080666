package io.hopwright.core.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DigestTest {
  /** Values computed from the formula of {@code docs/models/bluegene-l.md} by another program. */
  @ParameterizedTest
  @CsvSource({
    "0, 1, 0, 0, 0, 8b39db00f83baee6",
    "65535, 12345, 16777215, 2, 68719476735, 8bbbfdad4458ea4d",
    "7, 0, 42, 1, 1000, 7f77cb21677d9b48"
  })
  void shouldHashADeliveryAsDocumented(
      int source, int destination, long sequence, int trafficClass, long tick, String hex) {
    final Digest digest = new Digest();
    digest.add(source, destination, sequence, trafficClass, tick);
    assertEquals(hex, digest.toString());
    assertEquals(hex, String.format("%016x", digest.value()));
  }

  @Test
  void shouldBeZeroWithoutDeliveries() {
    assertEquals("0000000000000000", new Digest().toString());
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void shouldNotDependOnOrderNorOnWhoMetADelivery(long seed) {
    final Random random = new Random(seed);
    final List<int[]> deliveries = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      deliveries.add(
          new int[] {
            random.nextInt(65_536),
            random.nextInt(65_536),
            random.nextInt(1 << 24),
            random.nextInt(3),
            random.nextInt(1 << 30)
          });
    }
    final Digest whole = digestOf(deliveries);
    Collections.shuffle(deliveries, random);
    final Digest parts = digestOf(deliveries.subList(0, 70));
    parts.add(digestOf(deliveries.subList(70, 71)));
    parts.add(digestOf(deliveries.subList(71, 200)));
    parts.add(new Digest());
    assertEquals(whole.value(), parts.value(), "seed " + seed);
  }

  private static Digest digestOf(List<int[]> deliveries) {
    final Digest digest = new Digest();
    for (int[] one : deliveries) {
      digest.add(one[0], one[1], one[2], one[3], one[4]);
    }
    return digest;
  }

  @Test
  void shouldTellAnyTwoSmallDeliveriesApart() {
    final Set<Long> seen = new HashSet<>();
    final int values = 6;
    for (int code = 0; code < values * values * values * 3 * values; code++) {
      int rest = code;
      final int[] field = new int[5];
      for (int i = 0; i < 5; i++) {
        final int radix = i == 3 ? 3 : values;
        field[i] = rest % radix;
        rest /= radix;
      }
      seen.add(digestOf(List.of(field)).value());
    }
    assertEquals(values * values * values * 3 * values, seen.size());
  }

  @Test
  void shouldCountARepeatedDelivery() {
    final Digest once = new Digest();
    once.add(1, 2, 3, 0, 4);
    final Digest twice = new Digest();
    twice.add(1, 2, 3, 0, 4);
    twice.add(1, 2, 3, 0, 4);
    assertEquals(2 * once.value(), twice.value());
  }

  @Test
  void shouldBeReadAsItWasSaved() {
    final Digest digest = new Digest();
    digest.add(1, 2, 3, 0, 4);
    final Words words = new Words();
    digest.save(words);
    assertEquals(digest.value(), Digest.load(words).value());
    words.checkEnd();
  }
}
