package io.hopwright.models.machine;

import java.util.List;
import java.util.Objects;

/**
 * One key of a study, declared by whoever reads it: the only place where its unit, range, default
 * and source stand. Configuration files are checked against these declarations, and {@code explain}
 * prints them.
 *
 * @param key full key, such as {@code router.vcBytes}
 * @param kind what a value looks like
 * @param defaultValue value if a study does not say, in the Java type of the kind; null if a study
 *     has to say or if absence has a meaning of its own, told in the description
 * @param min smallest number allowed, in the key's unit
 * @param max largest number allowed, in the key's unit
 * @param step numbers must be multiples of it; 0 for any
 * @param minExtents smallest number of extents of a {@link Kind#SHAPE}
 * @param maxExtents largest number of them
 * @param choices the words allowed, for {@link Kind#WORD}, {@link Kind#WORDS}, and in place of a
 *     {@link Kind#NUMBER} or {@link Kind#TICKS}
 * @param description what it does, in the field's words, one sentence
 * @param source where the default comes from: paper and section, or ASSUMED or FIT with the reason
 */
public record Parameter(
    String key,
    Kind kind,
    Object defaultValue,
    double min,
    double max,
    long step,
    int minExtents,
    int maxExtents,
    List<Word> choices,
    String description,
    String source) {
  /**
   * A word that a value may be.
   *
   * @param name the word
   * @param meaning what it means, in the field's words, one phrase
   */
  public record Word(String name, String meaning) {
    /** Checks the declaration itself. */
    public Word {
      if (name.isBlank() || meaning.isBlank()) {
        throw new IllegalArgumentException("the word '" + name + "' needs a meaning");
      }
    }
  }

  static final String HEAT = "statistics.heat";
  static final String HEAT_AUTO = "auto";
  static final String HEAT_ALWAYS = "always";

  /** Nodes up to which a map of the links is written unless somebody says otherwise. */
  static final long HEAT_NODES = 32_768;

  /** What a value looks like, and its Java type. */
  public enum Kind {
    /** A whole number without unit ({@code Long}). */
    INTEGER,
    /**
     * A duration in ticks, bare or with the unit {@code ticks} ({@code Long}), or one of its words
     * ({@code String}).
     */
    TICKS,
    /** A size, bare in bytes or with a unit such as {@code B} or {@code KiB} ({@code Long}). */
    BYTES,
    /** A real number without unit ({@code Double}), or one of its words ({@code String}). */
    NUMBER,
    /** true or false ({@code Boolean}). */
    FLAG,
    /** One of a few words ({@code String}). */
    WORD,
    /** A list of different words ({@code List<String>}). */
    WORDS,
    /** The extents of a box, such as {@code [x, y, z]} ({@code List<Long>}). */
    SHAPE,
    /** One size or a list of sizes ({@code List<Long>}). */
    BYTES_LIST
  }

  /** Checks the declaration itself. */
  public Parameter {
    Objects.requireNonNull(key);
    choices = List.copyOf(choices);
    if (description.isBlank() || source.isBlank()) {
      throw new IllegalArgumentException(key + " needs a description and a source");
    }
  }

  /** Returns the words allowed. */
  public List<String> words() {
    return choices.stream().map(Word::name).toList();
  }

  /** Declares a whole number in {@code [min, max]}. */
  public static Parameter integer(
      String key, Long defaultValue, long min, long max, String description, String source) {
    return number(
        key, Kind.INTEGER, defaultValue, (double) min, (double) max, 0, description, source);
  }

  /** Declares a duration in ticks in {@code [min, max]}. */
  public static Parameter ticks(
      String key, Long defaultValue, long min, long max, String description, String source) {
    return number(
        key, Kind.TICKS, defaultValue, (double) min, (double) max, 0, description, source);
  }

  /** Declares a duration in ticks in {@code [min, max]}, in whose place {@code word} may stand. */
  public static Parameter ticksOr(
      Word word,
      String key,
      Long defaultValue,
      long min,
      long max,
      String description,
      String source) {
    return new Parameter(
        key,
        Kind.TICKS,
        defaultValue,
        (double) min,
        (double) max,
        0,
        0,
        0,
        List.of(word),
        description,
        source);
  }

  /** Declares a size in {@code [min, max]} bytes, a multiple of {@code step}. */
  public static Parameter bytes(
      String key,
      Long defaultValue,
      long min,
      long max,
      long step,
      String description,
      String source) {
    return number(
        key, Kind.BYTES, defaultValue, (double) min, (double) max, step, description, source);
  }

  /** Declares one or several sizes in {@code [min, max]} bytes, multiples of {@code step}. */
  public static Parameter bytesList(
      String key,
      List<Long> defaultValue,
      long min,
      long max,
      long step,
      String description,
      String source) {
    return number(
        key, Kind.BYTES_LIST, defaultValue, (double) min, (double) max, step, description, source);
  }

  /** Declares a real number in {@code [min, max]}. */
  public static Parameter number(
      String key, Double defaultValue, double min, double max, String description, String source) {
    return number(key, Kind.NUMBER, defaultValue, min, max, 0, description, source);
  }

  /** Declares a box whose extents, so many, lie in {@code [1, max]}. */
  public static Parameter shape(
      String key,
      int minExtents,
      int maxExtents,
      List<Long> defaultValue,
      long max,
      String description,
      String source) {
    return new Parameter(
        key,
        Kind.SHAPE,
        defaultValue,
        1,
        (double) max,
        0,
        minExtents,
        maxExtents,
        List.of(),
        description,
        source);
  }

  /** Declares a switch. */
  public static Parameter flag(
      String key, boolean defaultValue, String description, String source) {
    return number(key, Kind.FLAG, defaultValue, 0, 1, 0, description, source);
  }

  /**
   * Declares whether a map of the links is written, which takes one or two per cent of the time:
   * machines read it by {@link Settings#wantsHeat}.
   */
  public static Parameter heat(String source) {
    return word(
        HEAT,
        HEAT_AUTO,
        List.of(
            new Word(HEAT_AUTO, "if there are up to " + HEAT_NODES + " nodes"),
            new Word(HEAT_ALWAYS, "for any number of nodes"),
            new Word("never", "for none")),
        "writes how busy the links of each node or router were, for the map of a report",
        source);
  }

  /** Declares a choice among {@code choices}. */
  public static Parameter word(
      String key, String defaultValue, List<Word> choices, String description, String source) {
    return new Parameter(key, Kind.WORD, defaultValue, 0, 0, 0, 0, 0, choices, description, source);
  }

  /** Declares a real number in {@code [min, max]}, in whose place {@code word} may stand. */
  public static Parameter numberOr(
      Word word,
      String key,
      Object defaultValue,
      double min,
      double max,
      String description,
      String source) {
    return new Parameter(
        key, Kind.NUMBER, defaultValue, min, max, 0, 0, 0, List.of(word), description, source);
  }

  /** Declares a list of different words, each among {@code choices}. */
  public static Parameter words(
      String key,
      List<String> defaultValue,
      List<Word> choices,
      String description,
      String source) {
    return new Parameter(
        key, Kind.WORDS, defaultValue, 0, 0, 0, 0, 0, choices, description, source);
  }

  private static Parameter number(
      String key,
      Kind kind,
      Object defaultValue,
      double min,
      double max,
      long step,
      String description,
      String source) {
    return new Parameter(
        key, kind, defaultValue, min, max, step, 0, 0, List.of(), description, source);
  }
}
