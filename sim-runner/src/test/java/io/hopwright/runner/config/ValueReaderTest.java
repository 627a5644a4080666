package io.hopwright.runner.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Parameter;
import io.hopwright.runner.fake.FakeMachine;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueReaderTest {
  private static Parameter parameter(String key) {
    return new FakeMachine()
        .parameters().stream().filter(known -> known.key().equals(key)).findFirst().orElseThrow();
  }

  private static Object read(String key, String hocon) throws BadValueException {
    final ConfigValue value = ConfigFactory.parseString("value = " + hocon).root().get("value");
    return ValueReader.read(parameter(key), value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "partition.count | 3 | 3",
        "partition.count | \"3\" | 3",
        "partition.count | 1e1 | 10",
        "router.vcBytes | 512 | 512",
        "router.vcBytes | 512 B | 512",
        "router.vcBytes | 1 KiB | 1024",
        "router.vcBytes | 1.5 KiB | 1536",
        "router.vcBytes | \"2KiB\" | 2048",
        "router.regrantTicks | 2 | 2",
        "router.regrantTicks | 1 tick | 1",
        "router.regrantTicks | 18 ticks | 18",
        "seed | -9223372036854775808 | -9223372036854775808",
        "seed | 9223372036854775807 | 9223372036854775807"
      })
  void shouldReadWholeNumbers(String key, String text, long expected) throws BadValueException {
    assertEquals(expected, read(key, text));
  }

  @ParameterizedTest
  @CsvSource({"0.75, 0.75", "75 %, 0.75", "1, 1.0", "7.5e-1, 0.75"})
  void shouldReadNumbers(String text, double expected) throws BadValueException {
    assertEquals(expected, read("router.slqFraction", text));
  }

  @Test
  void shouldReadTicksOrAWord() throws BadValueException {
    assertEquals("auto", read("run.warmupTicks", "auto"));
    assertEquals(7L, read("run.warmupTicks", "7 ticks"));
    final BadValueException misspelt =
        assertThrows(BadValueException.class, () -> read("run.warmupTicks", "atuo"));
    assertTrue(misspelt.getMessage().endsWith("did you mean auto?"), misspelt::getMessage);
    assertThrows(BadValueException.class, () -> read("run.ticks", "auto"));
    final Parameter warmup = parameter("run.warmupTicks");
    assertEquals("auto", ParameterText.value(warmup, "auto"));
    assertEquals("0 to 9007199254740992 ticks or auto", ParameterText.range(warmup));
  }

  @Test
  void shouldReadListsFlagsAndWords() throws BadValueException {
    assertEquals(List.of(8L, 4L, 2L), read("machine.shape", "[8, 4, 2]"));
    assertEquals(List.of(8L, 4L, 2L), read("machine.shape", "8x4x2"));
    assertEquals(List.of(8L, 4L, 2L), read("machine.shape", "\"[8, 4, 2]\""));
    assertEquals(List.of(32L, 256L), read("workload.packetBytes", "[32 B, 256]"));
    assertEquals(List.of(32L), read("workload.packetBytes", "32"));
    assertEquals(true, read("router.jsq", "true"));
    assertEquals("stall", read("workload.kind", "stall"));
    assertEquals("stall", read("workload.kind", "\"\"\"\"stall\"\"\"\""), "quoted in --set");
    assertNull(read("router.escapeVcBytes", "null"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "partition.count | 17 | too large; allowed: 1 to 16",
        "partition.count | 0 | too small; allowed: 1 to 16",
        "partition.count | 1.5 | not an integer",
        "partition.count | 3 B | takes no unit",
        "partition.count | three | not a number",
        "partition.count | \"1e999999999\" | out of range",
        "partition.count | [1] | is a list",
        "partition.count | null | default of 2",
        "router.vcBytes | 8 KiB | 256 to 4032 B in steps of 32 B",
        "router.vcBytes | 300 | not a multiple of 32",
        "router.vcBytes | 1 KB | write KiB or B",
        "router.vcBytes | 1 kB | write KiB or B",
        "router.vcBytes | 1 furlong | unknown unit furlong",
        "router.regrantTicks | 2 us | durations are integer numbers of ticks",
        "router.slqFraction | 75 | too large",
        "router.slqFraction | 1 B | takes no unit but %",
        "router.slqFraction | NaN | not a number",
        "router.jsq | yes | true or false",
        "workload.kind | norml | did you mean normal?",
        "machine.shape | [8, 8] | needs 3 extents, not 2",
        "machine.shape | \"[]\" | needs 3 extents, not 0",
        "machine.shape | 8x8 | needs 3 extents, not 2",
        "machine.shape | 8x | not a box",
        "machine.shape | [8, 8, 0] | too small",
        "workload.packetBytes | [] | list is empty",
        "workload.packetBytes | \"[ ]\" | list is empty",
        "seed | 9223372036854775808 | is",
      })
  void shouldRefuse(String key, String text, String reason) {
    final BadValueException e = assertThrows(BadValueException.class, () -> read(key, text));
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }

  @Test
  void shouldReadShapesOfAnyLength() throws BadValueException {
    final Parameter shape =
        Key.shape("a.shape", 1, 6, List.of(8), 64).meaning("box").source("ours").parameter();
    for (String text : List.of("7", "[7, 2]", "7x2x3", "7 X 2 × 3 x 4", "[7, 2, 3, 4, 5, 6]")) {
      final List<Long> value = List.of(7L, 2L, 3L, 4L, 5L, 6L);
      final int extents = text.split("[x,X×]").length;
      assertEquals(
          value.subList(0, extents), ValueReader.read(shape, ConfigValueFactory.fromAnyRef(text)));
    }
    final ConfigValue seven = ConfigValueFactory.fromAnyRef("1x1x1x1x1x1x1");
    final String refused =
        assertThrows(BadValueException.class, () -> ValueReader.read(shape, seven)).getMessage();
    assertEquals(
        "needs 1 to 6 extents, not 7; allowed: list of 1 to 6 extents, each 1 to 64", refused);
    assertEquals(
        "list of 3 extents, each 1 to 64", ParameterText.range(parameter("machine.shape")));
    assertEquals("7x2", ParameterText.bare(shape, List.of(7L, 2L)));
  }

  @Test
  void shouldRefuseAFlagInPlaceOfWords() {
    final Parameter words =
        Key.choices("a.words", List.of(), List.of(new Key.Choice<>(1, "one", "first")))
            .meaning("some")
            .source("ours")
            .parameter();
    final String refused =
        assertThrows(
                BadValueException.class,
                () -> ValueReader.read(words, ConfigValueFactory.fromAnyRef(true)))
            .getMessage();
    assertEquals("unknown word true; allowed: a list of words from one", refused);
  }

  @Test
  void shouldReadBackWhatItWrites() throws BadValueException {
    for (Parameter parameter : new FakeMachine().parameters()) {
      final String text = ParameterText.value(parameter, parameter.defaultValue());
      assertEquals(parameter.defaultValue(), read(parameter.key(), text), parameter.key());
    }
    assertEquals(0.1 + 0.2, read("router.slqFraction", ParameterText.number(0.1 + 0.2)));
  }

  @Test
  void shouldWriteRangesForPeople() {
    final Parameter load =
        Key.number("load", 0.5, 0x1p-30, 1.0 - 0x1p-30).meaning("load").source("here").parameter();
    assertEquals("9.32E-10 to 0.999", ParameterText.range(load));
    assertEquals("0 to 1", ParameterText.range(parameter("router.slqFraction")));
  }

  @Test
  void shouldFindTheNearestKey() {
    final List<String> keys = List.of("router.vcBytes", "router.paths", "run.ticks");
    assertEquals("router.vcBytes", Nearest.to("router.vcByts", keys).orElseThrow());
    assertEquals("run.ticks", Nearest.to("ticks", keys).orElseThrow());
    final List<String> many = List.of("router.jsq", "router.dynamicVcs", "machines/gpu-tree");
    assertEquals("router.dynamicVcs", Nearest.to("router.vcs", many).orElseThrow());
    assertEquals("", Nearest.question("router.abc", many), "no letter of the last part");
    assertEquals("", Nearest.question("machines/fattree", many), "far but for its folder");
    assertEquals("machines/gpu-tree", Nearest.to("machines/gpu-tre", many).orElseThrow());
    assertEquals("", Nearest.question("anything", List.of()));
    assertEquals("", Nearest.question("elephant", keys), "far from all");
    assertEquals("", Nearest.question("-q", List.of("-h")), "no letter is the same");
    assertEquals("", Nearest.question("(", List.of("0")), "no letter is the same");
    assertEquals("; did you mean all?", Nearest.question("al", List.of("all")));
    assertEquals("; did you mean router.vc?", Nearest.question("vc", List.of("router.vc")));
    assertEquals("; see there", Nearest.questionOr("elephant", keys, "see there"));
  }

  /** A list of sizes is one value, which can be read back and may be empty. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[4 KiB, 64] | [4096 B, 64 B]",
        "[] | []",
        "1 MiB | [1048576 B]",
      })
  void shouldReadSizesOfDifferentThings(String text, String written) throws BadValueException {
    final Parameter sizes =
        Key.sizes("a.sizes", 1, 1 << 20).meaning("sizes").source("ours").parameter();
    final ConfigValue value = ConfigFactory.parseString("value = " + text).root().get("value");
    final Object read = ValueReader.read(sizes, value);
    assertEquals(written, ParameterText.value(sizes, read));
    assertEquals(
        read,
        ValueReader.read(
            sizes, ConfigFactory.parseString("value = " + written).root().get("value")));
    assertEquals("one value", ParameterText.together(sizes));
  }

  private static Object words(Key.Draft<List<Integer>> draft, String hocon)
      throws BadValueException {
    final ConfigValue value = ConfigFactory.parseString("value = " + hocon).root().get("value");
    return ValueReader.read(draft.meaning("words").source("ours").parameter(), value);
  }

  @Test
  void shouldTakeAWordAgainWhereItCanBeRepeated() throws BadValueException {
    final List<Key.Choice<Integer>> choices =
        List.of(new Key.Choice<>(0, "a", "one"), new Key.Choice<>(1, "b", "other"));
    assertEquals(
        List.of("a", "b", "a"), words(Key.repeatableChoices("k", List.of(), choices), "[a, b, a]"));
    assertEquals(
        List.of("a", "a"), words(Key.repeatableChoices("k", List.of(), choices), "\"a,a\""));
    final BadValueException e =
        assertThrows(
            BadValueException.class,
            () -> words(Key.choices("k", List.of(), choices), "[a, b, a]"));
    assertTrue(e.getMessage().contains("names a twice"), e.getMessage());
  }
}
