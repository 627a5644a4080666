package io.hopwright.core.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DrawsTest {
  private static final BigInteger WORD = BigInteger.ONE.shiftLeft(64);

  /** Values computed from the formulas of {@code docs/models/bluegene-l.md} by another program. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 0, 0, 48218226ff3cd4bf",
    "1, 0, 0, 0, 0, dce423fc82c0d5b8",
    "1, 5, 17, 123456789, 3, 361e062ca38ef0d1",
    "-1, 10, 65535, 34359738367, 53, 7151038dff1a78e",
    "-9223372036854775808, 4, 1, 16777215, 2, 977622cf344a916"
  })
  void shouldGiveTheDocumentedDraws(
      long seed, int purpose, long component, long time, long index, String hex) {
    assertEquals(hex, Long.toHexString(Draws.of(seed, purpose).draw(component, time, index)));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {0, 1, -1, 0x123456789L})
  void shouldMixAsSplittableRandomDoes(long seed) {
    final SplittableRandom expected = new SplittableRandom(seed);
    for (int i = 1; i <= 1_000; i++) {
      assertEquals(expected.nextLong(), Draws.mix(seed + i * 0x9E3779B97F4A7C15L));
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void shouldFollowTheFormulaInExactArithmetic(long seed) {
    final Random random = new Random(seed);
    for (int i = 0; i < 1_000; i++) {
      final long key = random.nextLong();
      final int purpose = random.nextInt(20);
      final long node = random.nextInt(1 << 20);
      final long when = random.nextLong() >>> 28;
      final long index = random.nextInt(64);
      final BigInteger expected =
          mix(
              mix(big(key).add(times(0x9E3779B97F4A7C15L, purpose + 1L)))
                  .add(times(0xD1342543DE82EF95L, node))
                  .add(times(0xDABA0B6EB09322E3L, when))
                  .add(times(0xA24BAED4963EE407L, index)));
      assertEquals(
          expected.longValue(),
          Draws.of(key, purpose).draw(node, when, index),
          "case " + i + " of seed " + seed);
    }
  }

  private static BigInteger big(long unsigned) {
    return new BigInteger(Long.toUnsignedString(unsigned));
  }

  private static BigInteger times(long stride, long factor) {
    return big(stride).multiply(big(factor));
  }

  private static BigInteger mix(BigInteger bits) {
    BigInteger z = bits.mod(WORD);
    z = z.xor(z.shiftRight(30)).multiply(big(0xBF58476D1CE4E5B9L)).mod(WORD);
    z = z.xor(z.shiftRight(27)).multiply(big(0x94D049BB133111EBL)).mod(WORD);
    return z.xor(z.shiftRight(31));
  }

  @ParameterizedTest(name = "bound {0}")
  @ValueSource(ints = {1, 2, 3, 7, 64, 65_535, 1 << 30, Integer.MAX_VALUE})
  void shouldPickByTheUpperHalfOfADraw(int bound) {
    final Random random = new Random(bound);
    assertEquals(0, Draws.pick(0, bound));
    assertEquals(bound - 1, Draws.pick(-1, bound));
    assertEquals(0, Draws.pick(0xFFFFFFFFL, bound), "the lower half counts");
    for (int i = 0; i < 1_000; i++) {
      final long draw = random.nextLong();
      final BigInteger expected =
          big(draw >>> 32).multiply(BigInteger.valueOf(bound)).shiftRight(32);
      assertEquals(expected.intValueExact(), Draws.pick(draw, bound));
    }
  }

  @ParameterizedTest(name = "bound {0}")
  @ValueSource(ints = {2, 3, 5, 6, 7, 48, 100})
  void shouldPickUniformly(int bound) {
    final Draws draws = Draws.of(42, 5);
    final int expected = 2_000;
    final long[] counts = new long[bound];
    for (int i = 0; i < bound * expected; i++) {
      counts[Draws.pick(draws.draw(i % 64, i / 64, 0), bound)]++;
    }
    double chiSquare = 0;
    for (long count : counts) {
      chiSquare += (double) (count - expected) * (count - expected) / expected;
    }
    final double degrees = bound - 1;
    // Five standard deviations above the mean of the distribution, which is skewed for few degrees.
    final double limit = degrees + 5 * Math.sqrt(2 * degrees) + 10;
    assertTrue(chiSquare < limit, "chi-square " + chiSquare + " of " + degrees + " degrees");
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldPickTheBitOfThePickedRank(long seed) {
    final Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      final long set = sparse(random);
      final long draw = random.nextLong();
      final List<Integer> members = new ArrayList<>();
      for (int bit = 0; bit < Long.SIZE; bit++) {
        if ((set >>> bit & 1) != 0) {
          members.add(bit);
        }
      }
      assertEquals(
          members.get(Draws.pick(draw, members.size())),
          Draws.pickBit(draw, set),
          () -> "seed " + seed + ", set " + Long.toBinaryString(set) + ", draw " + draw);
    }
  }

  private static long sparse(Random random) {
    long set = random.nextLong();
    for (int times = random.nextInt(6); times > 0; times--) {
      set &= random.nextLong();
    }
    return set == 0 ? 1L << random.nextInt(64) : set;
  }

  @Test
  void shouldTakeNoChanceAtTheEnds() {
    final Random random = new Random(1);
    final long never = Draws.threshold(0);
    final long always = Draws.threshold(1);
    for (int i = 0; i < 1_000; i++) {
      final long draw = i == 0 ? 0 : i == 1 ? -1 : random.nextLong();
      assertFalse(Draws.chance(draw, never));
      assertTrue(Draws.chance(draw, always));
    }
  }

  @Test
  void shouldCompareTheUpperHalfWithTheThreshold() {
    final long half = Draws.threshold(0.5);
    assertEquals(1L << 31, half);
    assertTrue(Draws.chance(0x7FFFFFFF_FFFFFFFFL, half));
    assertFalse(Draws.chance(0x80000000_00000000L, half));
    final long rarest = Draws.threshold(0x1p-32);
    assertTrue(Draws.chance(0xFFFFFFFFL, rarest));
    assertFalse(Draws.chance(0x1_00000000L, rarest));
    assertEquals((1L << 32) - 1, Draws.threshold(1 - 0x1p-32));
    assertEquals(3_221_225_472L, Draws.threshold(0.75));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1e-9, 1.000001, Double.NaN, Double.POSITIVE_INFINITY})
  void shouldRefuseWhatIsNoProbability(double probability) {
    assertThrows(IllegalArgumentException.class, () -> Draws.threshold(probability));
  }
}
