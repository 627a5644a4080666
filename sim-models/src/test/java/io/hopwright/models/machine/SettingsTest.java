package io.hopwright.models.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {
  private static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.integer("b.count", 5L, 0, 9, "a count", "ours"),
          Parameter.integer("a.absent", null, 0, 9, "a count without default", "ours"),
          Parameter.number("a.share", 0.5, 0, 1, "a share", "ours"),
          Parameter.flag("a.flag", true, "a switch", "ours"),
          Parameter.word(
              "a.word",
              "one",
              List.of(new Parameter.Word("one", "first"), new Parameter.Word("two", "second")),
              "a choice",
              "ours"),
          Parameter.shape("a.shape", 3, 3, List.of(1L, 2L, 3L), 9, "a box", "ours"));

  @Test
  void shouldGiveDefaultsUnlessOverridden() {
    final Settings defaults = Settings.of(PARAMETERS, Map.of());
    assertEquals(5, defaults.integer("b.count"));
    assertEquals(0.5, defaults.number("a.share"));
    assertTrue(defaults.flag("a.flag"));
    assertEquals("one", defaults.word("a.word"));
    assertEquals(List.of(1L, 2L, 3L), defaults.integers("a.shape"));
    final Settings settings =
        Settings.of(
            PARAMETERS, Map.of("b.count", 6L, "a.share", 0.0, "a.flag", false, "a.word", "two"));
    assertEquals(6, settings.integer("b.count"));
    assertEquals(0, settings.number("a.share"));
    assertFalse(settings.flag("a.flag"));
    assertEquals("two", settings.word("a.word"));
  }

  @Test
  void shouldTellWhetherAKeyHasAValue() {
    final Settings settings = Settings.of(PARAMETERS, Map.of());
    assertTrue(settings.has("b.count"));
    assertFalse(settings.has("a.absent"));
    assertEquals(7, settings.integer("a.absent", 7));
    assertEquals(5, settings.integer("b.count", 7));
    final SettingsException failure =
        assertThrows(SettingsException.class, () -> settings.integer("a.absent"));
    assertEquals("a.absent", failure.problems().get(0).key());
  }

  @Test
  void shouldRefuseKeysNobodyDeclares() {
    final Map<String, Object> unknown = Map.of("a.unknown", 1L);
    assertThrows(IllegalArgumentException.class, () -> Settings.of(PARAMETERS, unknown));
    final Settings settings = Settings.of(PARAMETERS, Map.of());
    assertThrows(IllegalArgumentException.class, () -> settings.has("a.unknown"));
    assertThrows(IllegalArgumentException.class, () -> settings.integer("a.unknown", 1));
  }

  @Test
  void shouldListAllValuesInTheOrderOfDeclaration() {
    final Map<String, Object> values = Settings.of(PARAMETERS, Map.of("a.flag", false)).values();
    assertEquals(
        List.of("b.count", "a.absent", "a.share", "a.flag", "a.word", "a.shape"),
        List.copyOf(values.keySet()));
    assertEquals(false, values.get("a.flag"));
    assertThrows(UnsupportedOperationException.class, () -> values.put("b.count", 1L));
  }

  @Test
  void shouldNotChangeWithTheCallersMap() {
    final Map<String, Object> overrides = new HashMap<>(Map.of("b.count", 6L));
    final Settings settings = Settings.of(PARAMETERS, overrides);
    overrides.put("b.count", 7L);
    assertEquals(6, settings.integer("b.count"));
  }

  @Test
  void shouldNameEveryMistake() {
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.throwIfAny();
    problems.when(false, "fine", "is fine");
    problems.when(true, "a", "is wrong");
    problems.when(true, "b", "is wrong as well");
    final SettingsException failure = assertThrows(SettingsException.class, problems::throwIfAny);
    assertEquals("a: is wrong; b: is wrong as well", failure.getMessage());
    assertEquals(2, failure.problems().size());
  }

  @Test
  void shouldRefuseParametersWithoutDescriptionOrSource() {
    assertThrows(
        IllegalArgumentException.class, () -> Parameter.integer("key", 1L, 0, 1, " ", "ours"));
    assertThrows(
        IllegalArgumentException.class, () -> Parameter.integer("key", 1L, 0, 1, "text", ""));
  }
}
