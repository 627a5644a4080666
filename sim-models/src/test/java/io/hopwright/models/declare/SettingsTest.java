package io.hopwright.models.declare;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Parameter.Word;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SettingsTest {
  private static final Key<Integer> COUNT =
      Key.integer("b.count", 5, 0, 9).meaning("a count").source("ours");
  private static final Key<Integer> ABSENT =
      Key.integer("a.absent", null, 0, 9).meaning("a count without default").source("ours");
  private static final Key<Double> SHARE =
      Key.number("a.share", 0.5, 0, 1).meaning("a share").source("ours");
  private static final Key<Boolean> FLAG =
      Key.flag("a.flag", true).meaning("a switch").source("ours");
  private static final List<Choice<Integer>> WORDS =
      List.of(new Choice<>(1, "one", "first"), new Choice<>(2, "two", "second"));
  private static final Key<Integer> WORD =
      Key.choice("a.word", 1, WORDS).meaning("a choice").source("ours");
  private static final Key<List<Integer>> SEVERAL =
      Key.choices("a.several", List.of(), WORDS).meaning("choices").source("ours");
  private static final Key<int[]> SHAPE =
      Key.shape("a.shape", 3, 3, List.of(1, 2, 3), 9).meaning("a box").source("ours");
  private static final Key<OptionalDouble> LOAD =
      Key.numberOr(new Word("full", "all there is"), "a.load", "full", 0, 1)
          .meaning("a load")
          .source("ours");
  private static final Key<OptionalLong> TIME =
      Key.ticksOr(new Word("auto", "found"), "a.time", 7L, 0, 9).meaning("a time").source("ours");
  private static final List<Parameter> PARAMETERS =
      Stream.of(COUNT, ABSENT, SHARE, FLAG, WORD, SEVERAL, SHAPE, LOAD, TIME)
          .<Parameter>map(Key::parameter)
          .toList();

  @Test
  void shouldGiveDefaultsUnlessOverridden() {
    final Settings defaults = Settings.of(PARAMETERS, Map.of());
    assertEquals(5, defaults.get(COUNT));
    assertEquals(0.5, defaults.get(SHARE));
    assertTrue(defaults.get(FLAG));
    assertEquals(1, defaults.get(WORD));
    assertEquals(List.of(), defaults.get(SEVERAL));
    assertArrayEquals(new int[] {1, 2, 3}, defaults.get(SHAPE));
    assertEquals(OptionalDouble.empty(), defaults.get(LOAD));
    assertEquals(OptionalLong.of(7), defaults.get(TIME));
    final Settings settings =
        Settings.of(
            PARAMETERS,
            Map.of(
                "b.count",
                6L,
                "a.share",
                0.0,
                "a.flag",
                false,
                "a.word",
                "two",
                "a.several",
                List.of("two", "one"),
                "a.load",
                0.25,
                "a.time",
                "auto"));
    assertEquals(6, settings.get(COUNT));
    assertEquals(0, settings.get(SHARE));
    assertFalse(settings.get(FLAG));
    assertEquals(2, settings.get(WORD));
    assertEquals(List.of(2, 1), settings.get(SEVERAL));
    assertEquals(OptionalDouble.of(0.25), settings.get(LOAD));
    assertEquals(OptionalLong.empty(), settings.get(TIME));
    assertEquals("two", settings.value(WORD), "as the study has it");
  }

  @Test
  void shouldTellWhetherAKeyHasAValue() {
    final Settings settings = Settings.of(PARAMETERS, Map.of());
    assertEquals(Optional.of(5), settings.find(COUNT));
    assertEquals(Optional.empty(), settings.find(ABSENT));
    final SettingsException failure =
        assertThrows(SettingsException.class, () -> settings.get(ABSENT));
    assertEquals("a.absent", failure.problems().get(0).key());
  }

  @Test
  void shouldRefuseKeysNobodyDeclares() {
    final Map<String, Object> unknown = Map.of("a.unknown", 1L);
    assertThrows(IllegalArgumentException.class, () -> Settings.of(PARAMETERS, unknown));
    final Settings settings = Settings.of(PARAMETERS, Map.of());
    final Key<Integer> key = Key.integer("a.unknown", 1, 0, 1).meaning("a count").source("ours");
    assertThrows(IllegalArgumentException.class, () -> settings.get(key));
    assertThrows(IllegalArgumentException.class, () -> settings.find(key));
  }

  @Test
  void shouldNotChangeWithTheCallersMap() {
    final Map<String, Object> overrides = new HashMap<>(Map.of("b.count", 6L));
    final Settings settings = Settings.of(PARAMETERS, overrides);
    overrides.put("b.count", 7L);
    assertEquals(6, settings.get(COUNT));
  }

  @Test
  void shouldNameEveryMistake() {
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.throwIfAny();
    problems.when(false, "fine", "is fine");
    problems.when(true, "a", "is wrong");
    problems.when(true, COUNT, "is wrong as well");
    final SettingsException failure = assertThrows(SettingsException.class, problems::throwIfAny);
    assertEquals("a: is wrong; b.count: is wrong as well", failure.getMessage());
    assertEquals(2, failure.problems().size());
  }

  @Test
  void shouldRefuseParametersWithoutDescriptionOrSource() {
    assertThrows(
        IllegalArgumentException.class,
        () -> Key.integer("key", 1, 0, 1).meaning(" ").source("ours"));
    assertThrows(
        IllegalArgumentException.class,
        () -> Key.integer("key", 1, 0, 1).meaning("text").source(""));
  }

  @Test
  void shouldReplaceFormerWords() {
    final Key<String> kind =
        Key.choice(
                "kind", "new", new Key.Choice<>("new", "new", "a"), new Key.Choice<>("b", "b", "b"))
            .ofRun("which")
            .formerly(Map.of("old", Map.of("kind", "b", "size", 3L)));
    final Key<Integer> size = Key.integer("size", 1, 1, 9).ofRun("how large");
    final List<Parameter> parameters = List.of(kind.parameter(), size.parameter());
    assertTrue(kind.parameter().takes("old") && kind.parameter().takes("b"));
    assertEquals(Optional.of("b"), kind.parameter().now("old"));
    assertEquals(List.of("new", "b"), kind.parameter().words());
    final Settings settings = Settings.of(parameters, Map.of("kind", "old", "size", 7L));
    assertEquals("b", settings.get(kind));
    assertEquals(3, settings.get(size));
  }
}
