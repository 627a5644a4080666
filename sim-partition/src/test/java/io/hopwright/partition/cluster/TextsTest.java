package io.hopwright.partition.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TextsTest {
  @Test
  void shouldCommandNoTerminal() {
    assertEquals("a?[2Jb\n?c?d?", Texts.harmless("a\u001b[2Jb\n\rc\u202ed\u009b"));
    assertEquals("Grüße, x → y", Texts.harmless("Grüße, x → y"));
    assertEquals("a?b", Texts.word("a\nb"));
  }

  @Test
  void shouldCutWhatIsTooLongForALineButNoReport() {
    final String text = "x".repeat(20_000);
    assertEquals(text, Texts.harmless(text));
    assertTrue(Texts.shown(text).length() < 10_010);
    assertEquals(101, Texts.word(text).length());
  }
}
