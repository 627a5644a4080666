package io.hopwright.models.declare;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Key of a study, declared as a {@link Key} by the code that reads it. This is the only place with
 * its unit, range, default and source. Configuration files are checked against these declarations,
 * and {@code explain} prints them.
 *
 * @param key full key, such as {@code router.vcBytes}; {@value #FREE} stands for a name that a
 *     study chooses
 * @param kind form of a value
 * @param defaultValue value if the study does not set the key, in the Java type of the kind; null
 *     if a study must set it or if the description gives absence a meaning
 * @param min smallest number allowed, in the key's unit
 * @param max largest number allowed, in the key's unit; for {@link Kind#WORDS} the largest number
 *     of times that a list can contain the same word
 * @param step numbers must be multiples of it; 0 for any
 * @param minExtents smallest number of extents of a {@link Kind#SHAPE}
 * @param maxExtents largest number of extents
 * @param choices words allowed, for {@link Kind#WORD}, {@link Kind#WORDS}, and in place of a {@link
 *     Kind#NUMBER}, {@link Kind#TICKS} or {@link Kind#FILE}
 * @param formerWords words of former versions, each with the settings that now replace it
 * @param description effect of the key in the field's terms, one sentence
 * @param source origin of the default: paper and section, or ASSUMED or FIT with the reason
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
    Map<String, Map<String, Object>> formerWords,
    String description,
    String source) {
  /**
   * Word allowed as a value.
   *
   * @param name the word
   * @param meaning its meaning in the field's terms, one phrase
   */
  public record Word(String name, String meaning) {
    /** Checks the declaration itself. */
    public Word {
      if (name.isBlank() || meaning.isBlank()) {
        throw new IllegalArgumentException("the word '" + name + "' needs a meaning");
      }
    }
  }

  /** Form of a value, and its Java type. */
  public enum Kind {
    /** An integer without unit ({@code Long}). */
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
    /** A list of words, all different unless {@link #repeatsWords} ({@code List<String>}). */
    WORDS,
    /** The extents of a box, such as {@code [x, y, z]} ({@code List<Long>}). */
    SHAPE,
    /** One size or a list of sizes that are equally likely ({@code List<Long>}). */
    BYTES_LIST,
    /** One size or a list of sizes of different things, perhaps empty ({@code List<Long>}). */
    SIZES,
    /** One integer or a list of them, perhaps empty ({@code List<Long>}). */
    INTEGERS,
    /**
     * A file, relative to the one that names it ({@link InputFile}), or one of its words ({@code
     * String}).
     */
    FILE,
    /** A time with a unit from {@code ps} to {@code s} ({@code Long}, in picoseconds). */
    TIME,
    /** A number, perhaps with a unit, of a kind that others know ({@code String}). */
    QUANTITY
  }

  /** Stands in a key for a name that a study makes up: {@code jobs.*.place}. */
  public static final String FREE = "*";

  /** Checks the declaration itself. */
  public Parameter {
    Objects.requireNonNull(key);
    choices = List.copyOf(choices);
    formerWords = Map.copyOf(formerWords);
    if (description.isBlank() || source.isBlank()) {
      throw new IllegalArgumentException(key + " needs a description and a source");
    }
  }

  /** Returns the words allowed. */
  public List<String> words() {
    return choices.stream().map(Word::name).toList();
  }

  /** Returns whether a value may be a word, including a former one. */
  public boolean takes(String word) {
    return words().contains(word) || formerWords.containsKey(word);
  }

  /** Returns the current word for a former one; empty if it is not a former word. */
  public Optional<String> now(String former) {
    return Optional.ofNullable(formerWords.get(former)).map(settings -> (String) settings.get(key));
  }

  /** Returns whether a list of words can contain a word several times. */
  public boolean repeatsWords() {
    return kind == Kind.WORDS && max > 1;
  }

  /** Returns whether one value can be a list, so that only a list of lists lists several values. */
  public boolean takesList() {
    return switch (kind) {
      case SHAPE, WORDS, BYTES_LIST, SIZES, INTEGERS -> true;
      default -> false;
    };
  }

  /** Returns whether a part of the key is a name that a study chooses. */
  public boolean isFree() {
    return key.contains(FREE);
  }

  /** Returns what stands before the first free part: {@code jobs}. */
  String section() {
    return key.substring(0, key.indexOf(FREE) - 1);
  }

  /** Returns this key of a member: its first free part is {@code name}. */
  Parameter of(String name) {
    return with(
        key.substring(0, key.indexOf(FREE)) + name + key.substring(key.indexOf(FREE) + 1),
        formerWords);
  }

  /** Returns this key with more words that studies used before. */
  Parameter formerly(Map<String, Map<String, Object>> words) {
    final Map<String, Map<String, Object>> all = new HashMap<>(formerWords);
    all.putAll(words);
    return with(key, all);
  }

  private Parameter with(String name, Map<String, Map<String, Object>> words) {
    return new Parameter(
        name,
        kind,
        defaultValue,
        min,
        max,
        step,
        minExtents,
        maxExtents,
        choices,
        words,
        description,
        source);
  }
}
