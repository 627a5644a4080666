package io.hopwright.models.declare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Parameter.Word;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyRecordTest {
  static final int MOST = 64;

  /** Kinds of doors. */
  enum Door {
    @Meaning("one that swings")
    HINGED_DOOR,
    @Meaning("one that slides")
    SLIDING
  }

  /** Windows of a house. */
  @Source("a catalogue")
  record Windows(
      @Setting(key = "window.panes", byDefault = 2, min = 1, max = 4) @Meaning("panes of a window")
          int panes,
      @Setting(key = "window.openTicks", unit = Unit.TICKS, byDefault = 1 << 20, max = 1L << 40)
          @Meaning("how long a window is open")
          @Source("a rule")
          long openTicks) {}

  /** A house. */
  record House(
      @Setting(key = "house.rooms", byDefault = 5, min = 1, max = MOST)
          @Meaning("rooms of a house")
          @Source("a plan")
          int rooms,
      @Setting(key = "house.atticTicks", unit = Unit.TICKS, max = 9) @Meaning("to the attic")
          OptionalInt atticTicks,
      @Setting(key = "house.cellarBytes", unit = Unit.BYTES, max = 9) @Meaning("below")
          OptionalLong cellarBytes,
      @Setting(
              key = "house.bytes",
              unit = Unit.BYTES,
              byDefault = 32,
              min = 16,
              max = 64,
              step = 16)
          @Meaning("size of a house")
          int bytes,
      @Setting(key = "house.slope", byDefault = 0.5, max = 1) @Meaning("slope of the roof")
          double slope,
      @Setting(key = "house.warm", word = "true") @Meaning("whether it is heated") boolean warm,
      @Setting(key = "house.door", word = "hinged-door") @Meaning("kind of the front door")
          Door door,
      @Setting(key = "house.backDoor") @Meaning("kind of the back door") Optional<Door> backDoor,
      @Setting(key = "house.load") OptionalDouble load,
      Windows windows) {}

  private static final Key<OptionalDouble> LOAD =
      Key.numberOr(new Word("full", "as much as fits"), "house.load", "full", 0, 1)
          .assumed("what it carries");
  private static final KeyRecord<House> HOUSE = KeyRecord.of(House.class, LOAD);

  private static House read(Map<String, ?> overrides) {
    return HOUSE.read(
        Settings.of(HOUSE.keys().stream().<Parameter>map(Key::parameter).toList(), overrides));
  }

  @Test
  void declaresWhatKeysDeclare() {
    assertEquals(
        List.of(
                Key.integer("house.rooms", 5, 1, 64).meaning("rooms of a house").source("a plan"),
                Key.delay("house.atticTicks", null, 0, 9).assumed("to the attic"),
                Key.longBytes("house.cellarBytes", null, 0, 9).assumed("below"),
                Key.bytes("house.bytes", 32, 16, 64, 16).assumed("size of a house"),
                Key.number("house.slope", 0.5, 0, 1).assumed("slope of the roof"),
                Key.flag("house.warm", true).assumed("whether it is heated"),
                Key.choice("house.door", Door.HINGED_DOOR, Choice.of(Door.values()))
                    .assumed("kind of the front door"),
                Key.choice("house.backDoor", null, Choice.of(Door.values()))
                    .assumed("kind of the back door"),
                LOAD,
                Key.integer("window.panes", 2, 1, 4)
                    .meaning("panes of a window")
                    .source("a catalogue"),
                Key.ticks("window.openTicks", 1L << 20, 0, 1L << 40)
                    .meaning("how long a window is open")
                    .source("a rule"))
            .stream()
            .map(Key::parameter)
            .toList(),
        HOUSE.component("house").keys().stream().map(Key::parameter).toList());
  }

  @Test
  void readsDefaults() {
    assertEquals(
        new House(
            5,
            OptionalInt.empty(),
            OptionalLong.empty(),
            32,
            0.5,
            true,
            Door.HINGED_DOOR,
            Optional.empty(),
            OptionalDouble.empty(),
            new Windows(2, 1 << 20)),
        read(Map.of()));
  }

  @Test
  void readsEachKeyIntoItsComponent() {
    assertEquals(
        new House(
            7,
            OptionalInt.of(8),
            OptionalLong.of(9),
            48,
            0.25,
            false,
            Door.SLIDING,
            Optional.of(Door.HINGED_DOOR),
            OptionalDouble.of(0.75),
            new Windows(3, 4)),
        read(
            Map.ofEntries(
                Map.entry("house.rooms", 7L),
                Map.entry("house.atticTicks", 8L),
                Map.entry("house.cellarBytes", 9L),
                Map.entry("house.bytes", 48L),
                Map.entry("house.slope", 0.25),
                Map.entry("house.warm", false),
                Map.entry("house.door", "sliding"),
                Map.entry("house.backDoor", "hinged-door"),
                Map.entry("house.load", 0.75),
                Map.entry("window.panes", 3L),
                Map.entry("window.openTicks", 4L))));
  }

  /** A member of a section. */
  record Tree(
      @Setting(key = "trees.*.height", max = 9) @Meaning("height of a tree") int height,
      @Setting(key = "trees.*.age", max = 9) @Meaning("age of a tree") int age) {}

  @Test
  void readsMembersOfSections() {
    final KeyRecord<Tree> trees = KeyRecord.of(Tree.class);
    final Settings settings =
        Settings.of(
            trees.keys().stream().<Parameter>map(Key::parameter).toList(),
            Map.of("trees.oak.height", 3L, "trees.oak.age", 4L));
    assertEquals(new Tree(3, 4), trees.read(settings, "oak"));
  }

  @Test
  void namesAllKeysThatNeedAValue() {
    final KeyRecord<Tree> trees = KeyRecord.of(Tree.class);
    final Settings settings =
        Settings.of(
            trees.keys().stream().<Parameter>map(key -> key.of("oak").parameter()).toList(),
            Map.of());
    final SettingsException thrown =
        assertThrows(SettingsException.class, () -> trees.read(settings, "oak"));
    assertEquals(
        List.of("trees.oak.height", "trees.oak.age"),
        thrown.problems().stream().map(SettingsException.Problem::key).toList());
  }

  /** A component without a key. */
  record Undeclared(int number) {}

  /** A component without a meaning. */
  record Unexplained(@Setting(key = "a.key", max = 1) int number) {}

  /** A number without a range. */
  record Unbounded(@Setting(key = "a.key") @Meaning("a number") int number) {}

  /** A default that is too large. */
  record Outside(@Setting(key = "a.key", byDefault = 2, max = 1) @Meaning("a number") int number) {}

  /** A default that is not an integer. */
  record Broken(
      @Setting(key = "a.key", byDefault = 0.5, max = 1) @Meaning("a number") int number) {}

  /** A bound of more than 32 bits. */
  record Large(@Setting(key = "a.key", max = 1L << 40) @Meaning("a number") int number) {}

  /** A default that is not a multiple of the step. */
  record Uneven(
      @Setting(key = "a.key", unit = Unit.BYTES, byDefault = 3, max = 4, step = 2)
          @Meaning("a size")
          int size) {}

  /** A real number with a unit. */
  record RealTicks(
      @Setting(key = "a.key", unit = Unit.TICKS, byDefault = 3, max = 4) @Meaning("a number")
          double ticks) {}

  /** A default for an optional value. */
  record OptionalDefault(
      @Setting(key = "a.key", byDefault = 3, max = 4) @Meaning("a number") OptionalInt number) {}

  /** A flag that is neither on nor off. */
  record Half(@Setting(key = "a.key") @Meaning("a flag") boolean flag) {}

  /** A word that no constant has. */
  record NoWord(@Setting(key = "a.key", word = "hinged") @Meaning("a door") Door door) {}

  /** A range of words. */
  record RangeOfWords(
      @Setting(key = "a.key", word = "sliding", max = 3) @Meaning("a door") Door door) {}

  /** A type that no key has. */
  record Text(@Setting(key = "a.key") @Meaning("a text") String text) {}

  /** A choice without a meaning. */
  record Meaningless(@Setting(key = "a.key") @Meaning("a bare word") Optional<Bare> bare) {
    enum Bare {
      WORD
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Undeclared.class,
        Unexplained.class,
        Unbounded.class,
        Outside.class,
        Broken.class,
        Large.class,
        Uneven.class,
        RealTicks.class,
        OptionalDefault.class,
        Half.class,
        NoWord.class,
        RangeOfWords.class,
        Text.class,
        Meaningless.class
      })
  void refusesWrongDeclarations(Class<?> type) {
    final IllegalArgumentException thrown =
        assertThrows(
            IllegalArgumentException.class, () -> KeyRecord.of(type.asSubclass(Record.class)));
    assertTrue(thrown.getMessage().startsWith(type.getName() + "."), thrown.getMessage());
  }

  @Test
  void refusesKeysThatNoComponentHas() {
    assertThrows(IllegalArgumentException.class, () -> KeyRecord.of(Windows.class, LOAD));
    assertThrows(IllegalArgumentException.class, () -> KeyRecord.of(House.class, LOAD, LOAD));
  }

  @Test
  void refusesKeysOfAnotherType() {
    final Key<Integer> panes = Key.integer("a.key", 3, 1, 4).assumed("panes");
    assertThrows(IllegalArgumentException.class, () -> KeyRecord.of(Given.class, panes));
  }

  /** A component that a key object declares. */
  record Given(@Setting(key = "a.key") boolean flag) {}
}
