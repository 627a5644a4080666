package io.hopwright.runner.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.typesafe.config.ConfigFactory;
import io.hopwright.runner.support.InputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutlineTest {
  private static Mistakes check(String text) {
    ConfigFactory.parseString(text); // The parser itself finds no error.
    final Mistakes mistakes = new Mistakes();
    Outline.of(text).checkKeys(new Source("a", text, null), mistakes);
    return mistakes;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a = 1\nb = 2",
        "{ a = 1, b = 2 }",
        "a { b = 1 }\na { c = 2 }\na.d = 3",
        "a = { b = 1 } { c = 2 }",
        "a = [1, 2, { b = 1 }, { b = 2 }]\nb = 1",
        "a = \"x, a = 2\"\nb = \"\"\"\na = 3\n\"\"\"",
        "a = \"\\\", a = 2\"",
        "a = 1 # a = 2\n// a = 3\n#a = 4",
        "a = x // , a = 2",
        "\"a.b\" = 1\na.b = 2",
        "include \"a\"\na = 1\ninclude file(\"b = 1, b = 2\")",
        "a =\n  1\nb\n{ a = 2 }",
        "a = ${b}\nb = 2",
        "a += 1"
      })
  void shouldAcceptKeysThatAreSetOnce(String text) {
    assertFalse(check(text).any(), text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a = 1;a = 2 | a:2: a: is set in line 1",
        "a = 1, a = 2 | a:1: a: is set in line 1",
        "{;a : 1;;a : 1} | a:4: a: is set in line 2",
        "a.b = 1;a { b = 2 } | a:2: a.b: is set in line 1",
        "a { \"b\" = 1 };a.b = 2 | a:2: a.b: is set in line 1",
        "a = [1,;2];a = [3] | a:3: a: is set in line 1",
        "a = ${c} { b = 1 };c {};a.b = 2 | a:3: a.b: is set in line 1",
        "a = \"\"\";;\"\"\";a = 2 | a:4: a: is set in line 1",
        "a = 1;a += 2 | a:2: a: is set in line 1"
      })
  void shouldFindKeysThatAreSetTwice(String text, String mistake) {
    final List<String> found =
        assertThrows(InputException.class, check(text.replace(';', '\n'))::throwIfAny).messages();
    assertEquals(List.of(mistake + " as well; remove one of the two"), found);
  }

  @Test
  void shouldFindTheBraceThatIsNotClosed() {
    assertEquals(0, Outline.of("a { b { c = 1 } }\n").unclosedLine());
    assertEquals(2, Outline.of("x = 1\na {\n b {\n c = 1\n }\n").unclosedLine());
    assertEquals(3, Outline.of("x = 1\na {\n b {\n c = \"}\"\n # }\n").unclosedLine());
    assertEquals(1, Outline.of("a = [ { b = 1 ]\n").unclosedLine());
  }

  /** Reading ends for every beginning of a text, however broken it is. */
  @Test
  void shouldEndOnEveryText() {
    final String text =
        "}{ a = { \"b\\\"\" : [ 1, { ${x}, \"\"\" } ] } += 2 // } \n include \"x\" ]";
    for (int from = 0; from < text.length(); from++) {
      for (int to = from; to <= text.length(); to++) {
        Outline.of(text.substring(from, to)).unclosedLine();
      }
    }
  }
}
