package io.hopwright.models.declare;

import io.hopwright.models.declare.Parameter.Kind;
import io.hopwright.models.declare.Parameter.Word;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Key of a study with the Java type of its values, declared once, by the component that reads it.
 * Code that uses the key does not see words: its value is a number, a flag, or the object for which
 * a word stands.
 *
 * @param parameter the declaration
 * @param reader converts a value of the parameter's kind to the key's type
 * @param <T> type of the key
 */
public record Key<T>(Parameter parameter, Function<Object, T> reader) {
  /** Source of a default that no publication gives. */
  public static final String ASSUMED = "ASSUMED";

  /** Source of a default for a key that selects the execution and not the simulated system. */
  public static final String OF_RUN = "a property of the run, not of the machine";

  /**
   * Word allowed as a value, and the object that it stands for.
   *
   * @param value the object
   * @param word the word
   * @param meaning meaning in the field's terms, one phrase
   * @param <T> type of the key
   */
  public record Choice<T>(T value, String word, String meaning) {
    /**
     * Returns the values with their words: {@code HOT_REGION} is {@code hot-region}.
     *
     * @param values constants of an enum that have a {@link Meaning}, or are {@link Described}
     */
    public static <E> List<Choice<E>> of(E[] values) {
      return Stream.of(values)
          .map(each -> new Choice<>(each, word(name(each)), meaningOf(each)))
          .toList();
    }

    private static String name(Object value) {
      return value instanceof Described described ? described.name() : ((Enum<?>) value).name();
    }

    private static String meaningOf(Object value) {
      return value instanceof Described described
          ? described.meaning()
          : meaningOf((Enum<?>) value);
    }

    private static String meaningOf(Enum<?> constant) {
      try {
        final Meaning meaning =
            constant
                .getDeclaringClass()
                .getDeclaredField(constant.name())
                .getAnnotation(Meaning.class);
        if (meaning == null) {
          throw new IllegalArgumentException(constant.name() + " has no @Meaning");
        }
        return meaning.value();
      } catch (NoSuchFieldException e) {
        throw new IllegalStateException("each constant is a field of its enum", e);
      }
    }

    private static String word(String name) {
      return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Value that has a name and describes its own meaning. */
  public interface Described {
    /** Returns its name. */
    String name();

    /**
     * Returns the meaning in the field's terms, one phrase; by default the {@link Meaning} of an
     * enum constant.
     */
    default String meaning() {
      return Choice.meaningOf((Enum<?>) this);
    }
  }

  /**
   * Builder stage: a key that still needs a description and a source.
   *
   * @param <T> type of the key
   */
  @FunctionalInterface
  public interface Draft<T> {
    /** Sets the description in the field's terms, one sentence. */
    Explained<T> meaning(String description);

    /** Sets the description of a key that selects the execution. */
    default Key<T> ofRun(String description) {
      return meaning(description).source(OF_RUN);
    }

    /** Sets the description of a key whose default is assumed. */
    default Key<T> assumed(String description) {
      return meaning(description).source(ASSUMED);
    }
  }

  /**
   * Builder stage: a key that still needs the source of its default.
   *
   * @param <T> type of the key
   */
  @FunctionalInterface
  public interface Explained<T> {
    /** Sets the source: paper and section, or ASSUMED or FIT with the reason. */
    Key<T> source(String source);
  }

  /** Returns the full name, such as {@code router.vcBytes}. */
  public String name() {
    return parameter.key();
  }

  /** Returns this key for one member of its section, whose names replace the free parts. */
  public Key<T> of(String... names) {
    Parameter member = parameter;
    for (String name : names) {
      member = member.of(name);
    }
    return new Key<>(member, reader);
  }

  /**
   * Returns this key with words of earlier versions. Each has the settings that replace it, one of
   * this key among them; null means that a key is not set.
   */
  public Key<T> formerly(Map<String, Map<String, Object>> words) {
    return new Key<>(parameter.formerly(words), reader);
  }

  /** Returns the name, for messages. */
  @Override
  public String toString() {
    return name();
  }

  /** Declares an integer in {@code [min, max]}. */
  public static Draft<Integer> integer(String name, Integer byDefault, int min, int max) {
    return number(name, Kind.INTEGER, toLong(byDefault), min, max, 0, Key::toInt);
  }

  /** Declares an integer in {@code [min, max]} that may not fit 32 bits. */
  public static Draft<Long> longInteger(String name, Long byDefault, long min, long max) {
    return number(name, Kind.INTEGER, byDefault, (double) min, (double) max, 0, Long.class::cast);
  }

  /** Declares a duration in ticks in {@code [min, max]}. */
  public static Draft<Long> ticks(String name, Long byDefault, long min, long max) {
    return number(name, Kind.TICKS, byDefault, (double) min, (double) max, 0, Long.class::cast);
  }

  /** Declares a delay of hardware in ticks in {@code [min, max]}, which fits 32 bits. */
  public static Draft<Integer> delay(String name, Integer byDefault, int min, int max) {
    return number(name, Kind.TICKS, toLong(byDefault), min, max, 0, Key::toInt);
  }

  /**
   * Declares a duration in ticks in {@code [min, max]}, or a word in its place, for which the value
   * is empty.
   */
  public static Draft<OptionalLong> ticksOr(
      Word word, String name, Long byDefault, long min, long max) {
    return draft(
        name,
        Kind.TICKS,
        byDefault,
        (double) min,
        (double) max,
        0,
        List.of(word),
        value -> value instanceof Long number ? OptionalLong.of(number) : OptionalLong.empty());
  }

  /** Declares a size in {@code [min, max]} bytes, a multiple of {@code step}. */
  public static Draft<Integer> bytes(String name, Integer byDefault, int min, int max, int step) {
    return number(name, Kind.BYTES, toLong(byDefault), min, max, step, Key::toInt);
  }

  /** Declares a size in {@code [min, max]} bytes that may not fit 32 bits. */
  public static Draft<Long> longBytes(String name, Long byDefault, long min, long max) {
    return number(name, Kind.BYTES, byDefault, (double) min, (double) max, 0, Long.class::cast);
  }

  /** Declares one or several sizes in {@code [min, max]} bytes, multiples of {@code step}. */
  public static Draft<List<Integer>> bytesList(
      String name, List<Integer> byDefault, int min, int max, int step) {
    return number(name, Kind.BYTES_LIST, toLongs(byDefault), min, max, step, Key::toInts);
  }

  /** Declares any number of sizes in {@code [min, max]} bytes, none by default. */
  public static Draft<List<Integer>> sizes(String name, int min, int max) {
    return number(name, Kind.SIZES, List.of(), min, max, 0, Key::toInts);
  }

  /** Declares any number of integers in {@code [min, max]}, none by default. */
  public static Draft<List<Integer>> integers(String name, int min, int max) {
    return integers(name, List.of(), min, max);
  }

  /** Declares any number of integers in {@code [min, max]}. */
  public static Draft<List<Integer>> integers(
      String name, List<Integer> byDefault, int min, int max) {
    return number(name, Kind.INTEGERS, toLongs(byDefault), min, max, 0, Key::toInts);
  }

  /** Declares a real number in {@code [min, max]}. */
  public static Draft<Double> number(String name, double byDefault, double min, double max) {
    return number(name, Kind.NUMBER, byDefault, min, max, 0, Double.class::cast);
  }

  /**
   * Declares a real number in {@code [min, max]}, or a word in its place, for which the value is
   * empty.
   *
   * @param byDefault a number or the word
   */
  public static Draft<OptionalDouble> numberOr(
      Word word, String name, Object byDefault, double min, double max) {
    return draft(
        name,
        Kind.NUMBER,
        byDefault,
        min,
        max,
        0,
        List.of(word),
        value ->
            value instanceof Double number ? OptionalDouble.of(number) : OptionalDouble.empty());
  }

  /** Declares a box with the given numbers of extents, each in {@code [1, max]}. */
  public static Draft<int[]> shape(
      String name, int minExtents, int maxExtents, List<Integer> byDefault, int max) {
    return meaning ->
        source ->
            new Key<>(
                new Parameter(
                    name,
                    Kind.SHAPE,
                    toLongs(byDefault),
                    1,
                    max,
                    0,
                    minExtents,
                    maxExtents,
                    List.of(),
                    Map.of(),
                    meaning,
                    source),
                value -> ((List<?>) value).stream().mapToInt(Key::toInt).toArray());
  }

  /** Declares a switch. */
  public static Draft<Boolean> flag(String name, boolean byDefault) {
    return number(name, Kind.FLAG, byDefault, 0, 1, 0, Boolean.class::cast);
  }

  /** Declares a file, none by default. */
  public static Draft<InputFile> file(String name) {
    return number(name, Kind.FILE, null, 0, 0, 0, InputFile.class::cast);
  }

  /**
   * Declares a file, or a word in its place.
   *
   * @param ofWord value of a word
   * @param ofFile value of a file
   */
  public static <T> Draft<T> fileOr(
      List<Word> words, String name, Function<String, T> ofWord, Function<InputFile, T> ofFile) {
    return draft(
        name,
        Kind.FILE,
        null,
        0,
        0,
        0,
        words,
        value ->
            value instanceof InputFile file ? ofFile.apply(file) : ofWord.apply((String) value));
  }

  /** Declares a time of {@code [0, max]} picoseconds. */
  public static Draft<Long> time(String name, Long byDefault, long max) {
    return number(name, Kind.TIME, byDefault, 0, (double) max, 0, Long.class::cast);
  }

  /** Declares a number, possibly with a unit, which other code interprets; none by default. */
  public static Draft<String> quantity(String name) {
    return number(name, Kind.QUANTITY, null, 0, 0, 0, String.class::cast);
  }

  /** Declares a choice of one value; null by default if absence has its own meaning. */
  public static <T> Draft<T> choice(String name, T byDefault, List<Choice<T>> choices) {
    final Map<String, T> values = values(choices);
    final String word = byDefault == null ? null : word(choices, byDefault);
    return draft(name, Kind.WORD, word, 0, 0, 0, words(choices), values::get);
  }

  /** Declares a choice of one of those listed. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <T> Draft<T> choice(String name, T byDefault, Choice<T>... choices) {
    return choice(name, byDefault, List.of(choices));
  }

  /**
   * Declares a choice of any number of different values, in any order; null by default if absence
   * has its own meaning.
   */
  public static <T> Draft<List<T>> choices(
      String name, List<T> byDefault, List<Choice<T>> choices) {
    return choices(name, byDefault, choices, 1);
  }

  /** Declares a choice of any number of those listed, in any order, each any number of times. */
  public static <T> Draft<List<T>> repeatableChoices(
      String name, List<T> byDefault, List<Choice<T>> choices) {
    return choices(name, byDefault, choices, Integer.MAX_VALUE);
  }

  private static <T> Draft<List<T>> choices(
      String name, List<T> byDefault, List<Choice<T>> choices, int mostOfOne) {
    final Map<String, T> values = values(choices);
    return draft(
        name,
        Kind.WORDS,
        byDefault == null ? null : byDefault.stream().map(value -> word(choices, value)).toList(),
        0,
        mostOfOne,
        0,
        words(choices),
        list -> ((List<?>) list).stream().map(values::get).toList());
  }

  private static <T> Map<String, T> values(List<Choice<T>> choices) {
    return choices.stream().collect(Collectors.toUnmodifiableMap(Choice::word, Choice::value));
  }

  private static <T> String word(List<Choice<T>> choices, T value) {
    return choices.stream()
        .filter(choice -> choice.value().equals(value))
        .findFirst()
        .orElseThrow()
        .word();
  }

  private static <T> List<Word> words(List<Choice<T>> choices) {
    return choices.stream().map(choice -> new Word(choice.word(), choice.meaning())).toList();
  }

  private static <T> Draft<T> number(
      String name,
      Kind kind,
      Object byDefault,
      double min,
      double max,
      long step,
      Function<Object, T> reader) {
    return draft(name, kind, byDefault, min, max, step, List.of(), reader);
  }

  private static <T> Draft<T> draft(
      String name,
      Kind kind,
      Object byDefault,
      double min,
      double max,
      long step,
      List<Word> words,
      Function<Object, T> reader) {
    return meaning ->
        source ->
            new Key<>(
                new Parameter(
                    name, kind, byDefault, min, max, step, 0, 0, words, Map.of(), meaning, source),
                reader);
  }

  private static int toInt(Object value) {
    return Math.toIntExact((Long) value);
  }

  private static List<Integer> toInts(Object values) {
    return ((List<?>) values).stream().map(Key::toInt).toList();
  }

  private static Long toLong(Integer value) {
    return value == null ? null : Long.valueOf(value);
  }

  private static List<Long> toLongs(List<Integer> values) {
    return values == null ? null : values.stream().map(Key::toLong).toList();
  }
}
