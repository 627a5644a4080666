package io.hopwright.core.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WordsTest {
  private static final int STEPS = 5_000;

  private static void assertRefused(String message, Executable reading) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, reading).getMessage());
  }

  @Test
  void shouldBeReadInTheOrderOfWriting() {
    final Words words = new Words();
    words.put(Long.MIN_VALUE);
    words.putAll(new long[] {5, -6});
    words.putAll(new long[0]);
    words.put(1);
    words.put(0);
    words.put(-1);
    assertArrayEquals(new long[] {Long.MIN_VALUE, 2, 5, -6, 0, 1, 0, -1}, words.toArray());
    assertEquals(8, words.size());
    final Words read = Words.of(words.toArray());
    assertEquals(Long.MIN_VALUE, read.take());
    assertArrayEquals(new long[] {5, -6}, read.takeAll());
    assertArrayEquals(new long[0], read.takeAll(0));
    assertTrue(read.takeFlag());
    assertFalse(read.takeFlag());
    assertEquals(-1, read.takeInt(-1, 0));
    read.checkEnd();
    assertArrayEquals(words.toArray(), read.toArray());
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void shouldHoldMillionsOfWords(long seed) {
    final Random random = new Random(seed);
    final Words words = new Words();
    for (int step = 0; step < STEPS; step++) {
      if (random.nextInt(100) == 0) {
        words.putAll(random.longs(random.nextInt(200_000)).toArray());
      } else {
        words.put(random.nextLong());
      }
    }
    final Words read = Words.of(words.toArray());
    final Random same = new Random(seed);
    for (int step = 0; step < STEPS; step++) {
      if (same.nextInt(100) == 0) {
        assertArrayEquals(same.longs(same.nextInt(200_000)).toArray(), read.takeAll());
      } else {
        assertEquals(same.nextLong(), read.take());
      }
    }
    read.checkEnd();
    assertTrue(read.size() > 1_000_000, () -> read.size() + " words");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "seven B", "8 bytes.", "nine byte", "Grüße → 𝄞, x", "a\nb"})
  void shouldHoldTexts(String text) {
    final Words words = new Words();
    words.put(7);
    words.putText(text);
    words.putText("behind");
    final Words read = Words.of(words.toArray());
    assertEquals(7, read.take());
    assertEquals(text, read.takeText());
    assertEquals("behind", read.takeText());
    read.checkEnd();
  }

  @Test
  void shouldRefuseATextThatIsCutOff() {
    assertRefused(
        "word 0 announces a text of 17 B, but 2 words are left",
        () -> Words.of(17, 0, 0).takeText());
    assertEquals(16, Words.of(16, 0, 0).takeText().length());
    assertThrows(IllegalArgumentException.class, () -> Words.of(-1).takeText());
  }

  @Test
  void shouldStartAgain() {
    final Words words = Words.of(7, 8);
    assertEquals(7, words.take());
    assertEquals(7, words.again().take());
    assertEquals(8, words.take());
  }

  @Test
  void shouldRefuseToReadPastTheEnd() {
    assertRefused("there are no more than 0 words", new Words()::take);
    final Words one = Words.of(4);
    assertEquals(4, one.take());
    assertRefused("there are no more than 1 words", one::take);
  }

  @ParameterizedTest
  @ValueSource(longs = {3, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32})
  void shouldRefuseALengthThatCannotBe(long length) {
    final String message = "word 0 announces " + length + " times 1 words, but 2 are left";
    assertRefused(message, Words.of(length, 1, 2)::takeAll);
  }

  @Test
  void shouldRefuseMoreThingsThanFit() {
    assertEquals(2, Words.of(2, 0, 0, 0, 0, 0).takeCount(2));
    assertRefused(
        "word 0 announces 3 times 2 words, but 5 are left",
        () -> Words.of(3, 0, 0, 0, 0, 0).takeCount(2));
  }

  @Test
  void shouldRefuseWhatIsOutOfRange() {
    assertRefused("word 1 is 3, not in [-1, 3)", () -> second(Words.of(0, 3)));
    assertRefused("word 1 is -2, not in [-1, 3)", () -> second(Words.of(0, -2)));
    assertRefused("word 0 is 2, not in [0, 2)", () -> Words.of(2).takeFlag());
    assertRefused("1 words at word 1, not 2", () -> Words.of(1, 5, 6).takeAll(2));
  }

  private static int second(Words words) {
    words.take();
    return words.takeInt(-1, 3);
  }

  @Test
  void shouldRefuseToLeaveWordsOver() {
    final Words words = Words.of(1, 2, 3);
    words.take();
    assertRefused("2 of 3 words are left over", words::checkEnd);
  }
}
