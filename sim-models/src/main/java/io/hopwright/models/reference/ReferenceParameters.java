package io.hopwright.models.reference;

import io.hopwright.models.declare.Settings;
import java.util.List;
import java.util.Locale;

/**
 * Values of consistent keys, in the terms of a rule page: one field for each, which reads its key
 * where it is declared. Immutable.
 */
public abstract class ReferenceParameters {
  /** The values of all keys, none where the page derives it from others. */
  protected final Settings settings;

  /** Nothing is generated from this tick on; {@code Long.MAX_VALUE} if that never ends. */
  public final long bornBefore;

  /** Seed of all draws. */
  public final long seed;

  /** Takes over what fits together. */
  protected ReferenceParameters(Settings settings, long bornBefore) {
    this.settings = settings;
    this.bornBefore = bornBefore;
    seed = settings.integer("seed");
  }

  /** The same where births never end. */
  protected ReferenceParameters(Settings settings) {
    this(settings, Long.MAX_VALUE);
  }

  /** Returns an integer. */
  protected final int integer(String key) {
    return (int) settings.integer(key);
  }

  /** Returns an integer, or what the page derives in its place. */
  protected final int integer(String key, int derived) {
    return (int) settings.integer(key, derived);
  }

  /** Returns the integers of a list, or the single one in its place. */
  protected final List<Integer> integers(String key) {
    return integers(settings.value(key));
  }

  /** Returns the integers of a value: those of a list, or a single one in its place. */
  static List<Integer> integers(Object value) {
    final List<?> numbers = value instanceof List<?> list ? list : List.of(value);
    return numbers.stream().map(number -> ((Number) number).intValue()).toList();
  }

  /** Returns sizes that are equally likely. */
  protected final ReferenceSizes sizes(String key) {
    return new ReferenceSizes(integers(key));
  }

  /** Returns a number, null if a word stands in its place. */
  protected final Double numberOrNull(String key) {
    return settings.value(key) instanceof Number number ? (Double) number.doubleValue() : null;
  }

  /** Returns a word, or what the page derives in its place. */
  protected final String word(String key, String derived) {
    return settings.has(key) ? settings.word(key) : derived;
  }

  /** Returns the constant that the word of a key stands for. */
  protected final <E extends Enum<E>> E choice(Class<E> type, String key) {
    return constant(type, settings.word(key));
  }

  /** Returns the constant that a word of a study stands for. */
  protected static <E extends Enum<E>> E constant(Class<E> type, String word) {
    return Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
