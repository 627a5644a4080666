package io.hopwright.models.declare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyFamilyTest {
  private static final Key<Integer> SIZE =
      Key.integer("crowd.*.size", 3, 1, 9).meaning("size").source("nowhere");
  private static final Key<String> NOTE =
      Key.quantity("crowd.*.notes.*").meaning("note").source("nowhere");
  private static final List<Parameter> DECLARED =
      List.of(
          Key.flag("a.first", true).meaning("first").source("nowhere").parameter(),
          SIZE.parameter(),
          Key.flag("crowd.*.deep.loud", false).meaning("loud").source("nowhere").parameter(),
          NOTE.parameter(),
          Key.flag("z.last", true).meaning("last").source("nowhere").parameter());

  private static List<String> keys(String... set) {
    return KeyFamily.of(DECLARED, List.of(set)).stream().map(Parameter::key).toList();
  }

  @Test
  void shouldGiveEachMemberAllKeysOfItsSectionInTheOrderOfTheStudy() {
    assertEquals(
        List.of(
            "a.first",
            "crowd.two.size",
            "crowd.two.deep.loud",
            "crowd.two.notes.y",
            "crowd.two.notes.x",
            "crowd.one.size",
            "crowd.one.deep.loud",
            "z.last"),
        keys("z.last", "crowd.two.notes.y", "crowd.one.deep.loud", "crowd.two.notes.x"));
    assertEquals(List.of("a.first", "z.last"), keys("a.first"));
  }

  @Test
  void shouldLeaveOthersAsTheyAre() {
    final List<Parameter> plain = DECLARED.subList(0, 1);
    assertSame(plain, KeyFamily.of(plain, List.of("crowd.one.size")));
  }

  @ParameterizedTest
  @CsvSource({
    "a.first, a.first",
    "crowd.one.size, crowd.one.size",
    "crowd.size.size, crowd.size.size",
    "crowd._a-9.deep.loud, crowd._a-9.deep.loud",
    "crowd.one.notes.x, crowd.one.notes.x",
    "crowd.one, ",
    "crowd.one.loud, ",
    "crowd.one.notes, ",
    "crowd.9.size, ",
    "crowd.a b.size, ",
    "crowd.*.size, ",
    "crowd.one.size.more, ",
    "crowds.one.size, ",
    "crowd..size, "
  })
  void shouldFindTheKeyOfAName(String name, String expected) {
    assertEquals(expected, KeyFamily.find(DECLARED, name).map(Parameter::key).orElse(null));
  }

  @Test
  void shouldReadTheValuesOfMembers() {
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("crowd.two.size", 4L);
    values.put("crowd.two.notes.x", "12 KiB");
    values.put("crowd.two.notes.y", null);
    values.put("crowd.one.deep.loud", true);
    final Settings settings = Settings.of(DECLARED, values);
    assertEquals(List.of("two", "one"), settings.members("crowd"));
    assertEquals(4, settings.get(SIZE.of("two")));
    assertEquals(3, settings.get(SIZE.of("one")));
    assertEquals(List.of("x", "y"), settings.members("crowd.two.notes"));
    assertEquals("12 KiB", settings.get(NOTE.of("two", "x")));
    assertTrue(settings.find(NOTE.of("two", "y")).isEmpty());
    assertTrue(settings.members("crowd.one.notes").isEmpty());
    assertThrows(IllegalArgumentException.class, () -> settings.get(SIZE.of("three")));
    assertThrows(
        IllegalArgumentException.class, () -> Settings.of(DECLARED, Map.of("crowd.one.sise", 1L)));
  }
}
